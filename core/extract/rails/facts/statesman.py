"""What the machines of the gem statesman declare, which are classes of their own: states, where they lead, what runs then."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from core.extract.rails.application.events import STATESMAN
from core.extract.rails.application.fact import Fact, conditions, fact, handlers, names_in, symbols
from core.extract.ruby.linking.statements import ClassBody, Statement
from core.model.facts import MOVES_TO

_PHASES: Mapping[str, int] = {
    "guard_transition": 0, "before_transition": 1, "after_transition": 9, "after_transition_failure": 13,
    "after_guard_failure": 13,
}  # fmt: skip
"""By when they run: the transition is saved at 7."""
_AFTER_COMMIT = 12
_FAILING = {"after_transition_failure": "the transition fails", "after_guard_failure": "a guard fails"}


def statesman_facts(body: ClassBody) -> dict[str, list[Fact]]:
    """Return `states`, `events` (one for each state that is led to) and `transitions` of such a class."""
    own = [one for one in body.statements if "singleton" not in one.nesting]
    return {
        "states": [fact(name, one, machine=STATESMAN) for one in own if one.name == "state" for name in symbols(one.arguments)],
        "events": list(_moves(own)),
        "transitions": [each for one in own if one.name in _PHASES for each in _around(one)],
    }


def _moves(own: Sequence[Statement]) -> Iterator[Fact]:
    """Yield an event for each state, with the states that it is reached `from`, at the first line that leads there."""
    sources: dict[str, dict[str, Statement]] = {}
    for one in own:
        for target in names_in(one.options.get("to")) if one.name == "transition" else ():
            sources.setdefault(target, {}).update({name: one for name in names_in(one.options.get("from"))})
    for target, found in sources.items():
        if found:
            yield fact(
                MOVES_TO + target, next(iter(found.values())), machine=STATESMAN, **{"from": list(found), "to": [target]}
            )


def _around(one: Statement) -> Iterator[Fact]:
    limits: dict[str, object] = {end: names_in(one.options.get(end)) for end in ("from", "to")}
    limits |= {"if": _FAILING[one.name]} if one.name in _FAILING else conditions(one.options)
    phase = _AFTER_COMMIT if one.options.get("after_commit") is True else _PHASES[one.name]
    for how, what in handlers(one):
        yield fact(
            what if how == "method" else how, one, kind=one.name, machine=STATESMAN, phase=phase, **{how: what}, **limits
        )
