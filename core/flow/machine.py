"""What runs around an event of a state machine, in the order that AASM, state_machines and statesman document."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from core.flow.facts import FlowFacts
from core.flow.receivers import Receivers, assignments
from core.flow.saving import Phase
from core.model.facts import MOVES, MOVES_TO, Fact, Step

_SAVED_AT = 7  # `phase` of a fact: what is below runs before the record is saved
_AFTER_COMMIT = 12
_STATESMAN = "statesman"
_MOVE = re.compile(r"transition_to!?(?: .*)?")
_TARGET = re.compile(r"""transition_to!? (?::|["']|(?:\w+::)*(?=[A-Z]))(?P<state>\w+)["']?(?:,|$)""")
_KEPT_IN = re.compile(r"transition_class:\s*(?P<kept>[\w:]+)")


class Transition(NamedTuple):
    """What an event runs before and after a record is saved: `saved` is its class, -1 for none, `how` update or create."""

    before: Sequence[Phase]
    saved: int
    how: str
    after: Sequence[Phase]


class Made(NamedTuple):
    """The classes of the record and the transitions that a machine is made with which is a class of its own; -1 for none."""

    record: int
    kept_in: int


def is_machine(facts: FlowFacts, number: int) -> bool:
    """Tell whether a class is itself a state machine."""
    return number >= 0 and any(one.get("machine") == _STATESMAN for one in facts.listed(number, "events")[:1])


def event_named(facts: FlowFacts, model: int, called: str) -> Fact | None:
    """Return the event of a class' state machines that a call of this name triggers; None for none.

    The name of a move has what is passed behind it, `transition_to! :paid`; where that is no state any may be meant.
    """
    name, events = called.removesuffix("!"), facts.listed(model, "events")
    if not events or events[0].get("machine") != _STATESMAN or not _MOVE.fullmatch(called):
        return next((one for one in events if one["name"] == name), None)
    written = _TARGET.match(called)
    wanted = MOVES_TO + written["state"].lower() if written is not None else ""
    any_: Fact = {"name": called, "machine": _STATESMAN}
    return next((one for one in events if str(one["name"]).lower() == wanted), any_)


def moved(facts: FlowFacts, model: int, called: str) -> Transition:
    """Return what a call of an event runs. AASM saves where the name ends with `!`, the others always."""
    event = event_named(facts, model, called)
    found = [one for one in facts.listed(model, "transitions") if event is not None and may_run(one, event)]
    found.sort(key=_phase)  # stable: of one phase in the order of declaration
    apart = event is not None and event.get("machine") == _STATESMAN
    phases = [
        Phase(
            f"{one['kind']} {one['name']}", "callback", _without_event(one), after_commit=_phase(one) == _AFTER_COMMIT,
            outside=apart and _phase(one) in (0, _AFTER_COMMIT + 1),
        )
        for one in found
    ]  # fmt: skip
    before = sum(_phase(one) < _SAVED_AT for one in found)
    saves = event is not None and (called.endswith("!") or event.get("machine") != "aasm")
    saved = made(facts, model).kept_in if apart else model if saves else -1
    return Transition(phases[:before], saved, "create" if apart else "update", phases[before:])


def made(facts: FlowFacts, machine: int) -> Made:
    """Return what a machine is made with: `OrderStateMachine.new(self, transition_class: OrderTransition)`."""
    index = facts.index
    for link in index.links.into(machine):
        steps = facts.of(link.other).get("steps")
        for row in steps if isinstance(steps, list) and not index.heads[link.other].is_test else ():
            if row[1] == "new" and len(row) > 4 and (kept := _KEPT_IN.search(str(row[4]))) is not None:
                owner = facts.owner(link.other)
                types = Receivers(facts, owner, bool(facts.of(link.other).get("singleton")))
                record = types.typed(str(row[4]).partition(",")[0], dict(assignments(steps)))
                return Made(record.unit if record else -1, facts.named(kept["kept"], index.heads[owner].identifier))
    return Made(-1, -1)


def moved_record(facts: FlowFacts, model: int, fact: Fact) -> str:
    """Return what the block of a declaration is given first, the record, as a chain of calls; empty where it is not."""
    if "transition" not in str(fact.get("kind")):
        return ""  # AASM runs its blocks in the record
    if fact.get("machine") != _STATESMAN:
        return "self"
    record = made(facts, model).record
    return f"{facts.index.heads[record].identifier}.find" if record >= 0 else ""


def led_to(facts: FlowFacts, machine: int, file_path: str, line: int) -> frozenset[str] | None:
    """Return the states on the way to which a line in the body of a machine runs, those included that lead on to them.

    None stands for any.
    """
    declared = [one for one in facts.listed(machine, "transitions") if one.get("file_path") == file_path]
    places = (place for place in facts.listed(machine, "blocks") if place.get("file_path") == file_path)
    rows = [(int(row[0]), target_of(row)) for place in places for row in place.get("steps") or () if row[1] in MOVES]
    known, waiting = set[str](), [line]
    while waiting:
        states = _targets(declared, waiting.pop())
        if not states:
            return None
        fresh = set(states) - known
        known |= fresh
        waiting += [at for at, state in rows if state in fresh]
    return frozenset(known)


def target_of(row: Step) -> str:
    """Return the state that a move names; empty where it is not written there."""
    written = _TARGET.match(f"{row[1]} {row[4] if len(row) > 4 else ''}")
    return written["state"].lower() if written is not None else ""


def _targets(declared: Sequence[Fact], line: int) -> Sequence[str]:
    """Return the states that what is declared around a line is limited to."""
    around = [one for one in declared if int(str(one.get("line") or 0)) <= line]
    found = max(around, key=lambda one: int(str(one.get("line") or 0)), default=None)
    states = found.get("to") if found is not None else None
    return [str(one) for one in states] if isinstance(states, list) else []


def may_run(transition: Fact, event: Fact) -> bool:
    """Tell whether what a machine declares around transitions may run for an event."""
    on = transition.get("on")
    if isinstance(on, list) and on and event["name"] not in on:
        return False
    return all(_meet(transition.get(end), event.get(end)) for end in ("from", "to"))


def _meet(limit: object, states: object) -> bool:
    """Tell whether two lists of states share one; an empty one stands for any."""
    return not (isinstance(limit, list) and isinstance(states, list) and limit and states) or bool(set(limit) & set(states))


def _phase(one: Fact) -> int:
    return int(str(one.get("phase") or 0))


def _without_event(one: Fact) -> Fact:
    rest = one.copy()
    rest.pop("on", None)
    return rest
