"""What state machines declare: states, events, what runs around a transition (AASM, state_machines, workflow, statesman)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from core.extract.rails.application.events import TRANSITIONS, event_of, in_machines, is_machine, machine_of
from core.extract.rails.application.fact import Fact, conditions, fact, handlers, symbols, written
from core.extract.rails.facts.statesman import statesman_facts
from core.extract.ruby.linking.statements import ClassBody, Statement
from core.extract.ruby.reading.values import Value, key_of

_SAID = frozenset({"to", "from", "on", "do", "if", "unless", "except_to", "except_from", "except_on"})
_AROUND: Mapping[str, int] = {
    "before_transition": 1, "around_transition": 1, "after_transition": 9, "before_all_events": 0, "before_all_transactions": 0,
    "after_all_transitions": 4, "after_all_events": 11, "after_all_transactions": 11,
}  # fmt: skip
"""Declarations of a whole machine, by when they run: the record is saved at 7."""
_OF_EVENT: Mapping[str, int] = {
    "before": 1, "before_transaction": 0, "guard": 2, "guards": 2, "before_success": 8, "success": 8, "after": 10,
    "after_commit": 12, "after_transaction": 11,
}  # fmt: skip
_OF_TRANSITION: Mapping[str, int] = {"guard": 2, "guards": 2, "after": 5, "success": 8}
_OF_STATE: Mapping[str, int] = {
    "before_exit": 3, "exit": 3, "before_enter": 6, "enter": 6, "after_exit": 9, "after_enter": 9,
}  # fmt: skip
_NAMED = re.compile(r":(\w+)")


def machine_facts(body: ClassBody) -> dict[str, list[Fact]]:
    """Return `states`, `events` and `transitions` of a class's state machines; nothing for a class without one."""
    inside = in_machines(body)
    if not inside:
        return statesman_facts(body) if is_machine(body) else {}
    return {
        "states": _states_of(inside),
        "events": _events(inside, _collected(body, inside)),
        "transitions": _transitions(inside),
    }


def _states_of(inside: Sequence[Statement]) -> list[Fact]:
    return [
        fact(name, one, machine=machine_of(one)) for one in inside if one.name == "state" for name in symbols(one.arguments)
    ]


def _collected(body: ClassBody, inside: Sequence[Statement]) -> list[tuple[list[str], list[str]]]:
    """Return the moves that a class body notes before a machine is made of them: `add_transition(from: :cart, to: :paid)`.

    A loop in the machine makes transitions of them, of which the text tells the event alone.
    """
    within = {id(one) for one in inside}
    noted = (one.options for one in body.statements if id(one) not in within and {"from", "to"} <= one.options.keys())
    return [(_states(options["from"]), _states(options["to"])) for options in noted]


def _events(inside: Sequence[Statement], collected: Sequence[tuple[list[str], list[str]]]) -> list[Fact]:
    """Return the events, with the states that they lead `from` and `to`; none where any may be."""
    found = []
    for one in inside:
        for name in event_of(one):
            inner = (
                [one] if one.name != "event" else [each for each in inside if each.name in TRANSITIONS and _holds(one, each)]
            )
            moves = [move for transition in inner for move in _moves(transition.options)]
            if not moves:
                moves = list(collected) if one.name != "event" and collected else [([], [])]
            ends = {"from": _joined([move[0] for move in moves]), "to": _joined([move[1] for move in moves])}
            found.append(fact(name, one, machine=machine_of(one), **ends))
    return _each_once(found)


def _transitions(inside: Sequence[Statement]) -> list[Fact]:
    """Return what runs around transitions: the method, `block` or object, `kind` as declared, `phase` when it runs.

    `on` names the events, `from` and `to` the states that it is limited to. Facts are in the order of declaration.
    """
    found: list[Fact] = []
    for one in inside:
        around = next((event for event in inside if event.name == "event" and event is not one and _holds(event, one)), None)
        on: list[str] = symbols(around.arguments) if around is not None else []
        if one.name in _AROUND:
            found += _of_machine(one)
        elif one.name == "event":
            found += _options(one, _OF_EVENT, {"on": symbols(one.arguments)})
        elif one.name == "state":
            found += _of_states(one)
        elif one.name == "transitions":
            found += _options(one, _OF_TRANSITION, {"on": on, **_limits(*next(iter(_moves(one.options)), ([], [])))})
        elif one.name in _OF_EVENT and around is not None:
            found += _made(one, one.name, _OF_EVENT[one.name], {"on": on})
    return _each_once(found)


def _each_once(found: Sequence[Fact]) -> list[Fact]:
    """Return facts without those that the same line makes again: a machine that is defined anew whenever its states change."""
    return list({(one["name"], one["file_path"], one["line"], str(one.get("kind"))): one for one in found}.values())


def _holds(event: Statement, inner: Statement) -> bool:
    """Tell whether a statement stands in the block of an event."""
    return inner.path == event.path and event.line <= inner.line <= event.end_line and inner.nesting[-1:] == ("event",)


def _moves(options: Mapping[str, Value]) -> Iterator[tuple[list[str], list[str]]]:
    """Yield from which states options lead to which: `from: :a, to: :b`, `[:a, :b] => :c`."""
    if "to" in options or "from" in options:
        yield _states(options.get("from")), _states(options.get("to"))
    for key, value in options.items():
        if key not in _SAID and key not in _OF_TRANSITION:
            yield (
                (_NAMED.findall(key) if key[:1] == "[" else [key] if key.isidentifier() and key != "any" else []),
                _states(value),
            )


def _states(value: Value) -> list[str]:
    """Return the states that are named; none where any may be meant."""
    values = value if isinstance(value, list) else [value]
    return [key_of(one) for one in values if isinstance(one, str)] if all(isinstance(one, str) for one in values) else []


def _joined(lists: Sequence[list[str]]) -> list[str]:
    return list(dict.fromkeys(name for names in lists for name in names)) if all(lists) else []


def _limits(sources: list[str], targets: list[str]) -> dict[str, object]:
    return {"from": sources, "to": targets}


def _of_machine(one: Statement) -> Iterator[Fact]:
    ends = _limits(*next(iter(_moves(one.options)), ([], [])))
    yield from _made(one, one.name, _AROUND[one.name], {"on": _states(one.options.get("on")), **ends})
    if "do" in one.options:
        yield from _given(one, one.name, one.options["do"], _AROUND[one.name], {"on": _states(one.options.get("on")), **ends})


def _of_states(one: Statement) -> Iterator[Fact]:
    for word, phase in _OF_STATE.items():
        end = "from" if "exit" in word else "to"
        if word in one.options:
            yield from _given(one, word, one.options[word], phase, {end: symbols(one.arguments)})


def _options(one: Statement, known: Mapping[str, int], limits: Mapping[str, object]) -> Iterator[Fact]:
    for word, phase in known.items():
        if word in one.options:
            yield from _given(one, word, one.options[word], phase, limits)


def _given(one: Statement, word: str, value: Value, phase: int, limits: Mapping[str, object]) -> Iterator[Fact]:
    for item in value if isinstance(value, list) else [value]:
        how = "method" if isinstance(item, str) else "block" if isinstance(item, dict) and "proc" in item else "object"
        said = key_of(item) if isinstance(item, str) else str(written(item))
        yield _fact(one, word, how, said, phase, limits)


def _made(one: Statement, word: str, phase: int, limits: Mapping[str, object]) -> Iterator[Fact]:
    for how, what in handlers(one):
        yield _fact(one, word, how, what, phase, limits)


def _fact(one: Statement, word: str, how: str, what: str, phase: int, limits: Mapping[str, object]) -> Fact:
    about = {**conditions({key: value for key, value in one.options.items() if key != "on"}), how: what}
    return fact(what if how == "method" else how, one, kind=word, phase=phase, **limits, **about)
