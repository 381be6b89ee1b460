"""What a traced question's flow passes: from the best unit that runs to what it calls, enqueues and delivers, in that order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from core.assemble.wanted import Wanted
from core.flow.words import relation_sentence
from core.model import UnitHead
from core.model.run import Plan
from core.open_index import Neighbour, OpenIndex
from core.vocabulary import relation_kind, unit_type

_KINDS = ("runs", "calls", "enqueues", "delivers")
_STARTS = frozenset({"perform", "perform_now", "call", "execute", "run", "handle", "deliver"})
"""Methods by which a class is started that is enqueued or called as a whole."""
_FROM = 10  # best units among which the start is looked for
_DEPTH = 4  # steps: beyond, a flow is in other hands
_LONGEST = 14  # units: a flow that passes more is told by its first ones
_FAR = 4  # units; a flow of more is no likelier to be the one that is meant
_ENTRY = 1.5  # of its score, for what is routed to or enqueued
_PASSED = 0.85  # of the chance of the unit before: what the first unit leads to is nearly as much wanted


def along_flow(wanted: Sequence[Wanted], plan: Plan, index: OpenIndex, allows: Callable[[UnitHead], bool]) -> list[Wanted]:
    """Return the wanted units with those that the flow passes raised or added; as they are when nothing is traced.

    What the flow passes gets most of the chance of the unit before it, and why it is there.
    """
    start = _start(wanted, index, allows) if plan.intent == "trace" else None
    if start is None:
        return list(wanted)
    most = max(want.chance for want in wanted)
    first = replace(start, chance=most, section="primary", step=1)
    passed = {first.key: first, **dict(_passed(first, index, allows))}
    found = [_raised(want, passed.pop(want.key, None)) for want in wanted]
    return found + [replace(step, score=start.score) for step in passed.values()]


def _raised(want: Wanted, step: Wanted | None) -> Wanted:
    if step is None:
        return want
    chance, evidence = max(want.chance, step.chance), step.evidence or want.evidence
    return replace(want, chance=chance, section="primary", evidence=evidence, step=step.step)


def _start(wanted: Sequence[Wanted], index: OpenIndex, allows: Callable[[UnitHead], bool]) -> Wanted | None:
    """Return where the flow begins: a unit that scores well and leads far, all the more when it is started from outside."""
    found: list[tuple[float, Wanted]] = []
    for want in wanted[:_FROM]:
        number = index.position[want.key]
        length = sum(1 for _ in _passed(want, index, allows)) if unit_type(index.heads[number].type).runs else 0
        entry = _ENTRY if any(_is_started(link) for link in index.links.into(number)) else 1.0
        if length:
            found.append((want.score * min(length, _FAR) * entry, want))
    return max(found, key=lambda row: row[0])[1] if found else None


def _is_started(link: Neighbour) -> bool:
    return bool(relation_kind(link.kind).started) or link.kind == "enqueues"


def _passed(start: Wanted, index: OpenIndex, allows: Callable[[UnitHead], bool]) -> Iterator[tuple[str, Wanted]]:
    """Yield the units of the flow but the first, breadth first, each with its chance and the relation that leads to it."""
    seen = {index.position[start.key]}
    front = [(index.position[start.key], start.chance)]
    for _ in range(_DEPTH):
        following: list[tuple[int, float]] = []
        for number, chance in front:
            for link, target in _steps(number, index):
                head = index.heads[target]
                if target in seen or head.is_test or not allows(head) or len(seen) > _LONGEST:
                    continue
                seen.add(target)
                said = relation_sentence(index, number, link)
                following.append((target, chance * _PASSED))
                yield head.key, Wanted(head.key, "primary", chance * _PASSED, 0.0, said, step=len(seen))
        front = following


def _steps(number: int, index: OpenIndex) -> Iterator[tuple[Neighbour, int]]:
    """Yield the relations that lead on from a unit with what they lead to, in the order of its lines."""
    links = [link for link in index.links.out(number) if link.kind in _KINDS]
    for link in sorted(links, key=lambda link: (link.line, link.kind, index.keys[link.other])):
        started = _started(link.other, index)
        if started >= 0:
            yield link, started


def _started(number: int, index: OpenIndex) -> int:
    """Return what runs when a unit is called: itself, or the method by which its class is started; -1 when none is known."""
    if unit_type(index.heads[number].type).runs:
        return number
    members = index.members.get(number, ())
    return next((member for member in members if index.heads[member].name in _STARTS), -1)
