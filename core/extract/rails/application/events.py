"""The events of state machines (AASM, state_machines, workflow, statesman) as the body of a class declares them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from core.extract.rails.application.fact import names_in, symbols, written_constants
from core.extract.ruby.linking.statements import ClassBody, Statement

TRANSITIONS = ("transition", "transitions")
"""Statements that say from which states an event leads to which."""
STATESMAN = "statesman"
"""The gem whose machines are classes of their own, which are told to which state to go: `machine.transition_to!(:paid)`."""
_MACHINES = frozenset({"aasm", "state_machine", "workflow"})
_MODULES = frozenset({"Statesman::Machine", "::Statesman::Machine"})


def in_machines(body: ClassBody) -> list[Statement]:
    """Return the statements that stand in a state machine and hold for instances, in the order in which Ruby runs them."""
    return [one for one in body.statements if one.nesting and _MACHINES & set(one.nesting) and "singleton" not in one.nesting]


def machine_of(one: Statement) -> str:
    """Return by which word the machine is declared that a statement stands in."""
    return next(block for block in one.nesting if block in _MACHINES)


def event_names(body: ClassBody) -> Iterator[str]:
    """Yield the names of the events of a class."""
    for one in in_machines(body):
        yield from event_of(one)


def event_of(one: Statement) -> Iterable[str]:
    """Return the events that a statement of a machine declares: `event :pay`, `transition draft: :paid, on: :pay`."""
    if one.name == "event":
        return symbols(one.arguments)
    around = "event" in one.nesting or one.name not in TRANSITIONS
    return () if around else names_in(one.options.get("on"))


def is_machine(body: ClassBody) -> bool:
    """Tell whether a class is itself a machine, as those of statesman are."""
    return not _MODULES.isdisjoint(written_constants(body.statements, ("include",)))
