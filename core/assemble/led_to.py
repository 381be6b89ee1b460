"""What likely units call, and what calls them: a method that no search found by its words may be the one that decides."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt

from core.assemble.wanted import Wanted
from core.flow.words import relation_sentence
from core.model import UnitHead
from core.model.run import Plan
from core.open_index import Kept, Neighbour, OpenIndex
from core.settings import AssembleSettings
from core.vocabulary import LEADS

_FROM = 30  # likeliest units that lead on
_MOST = 0.95  # of a chance that one relation gives

_Calls = dict[tuple[int, bool], tuple[Neighbour, ...]]


@dataclass(slots=True)
class _Led:
    """The contribution of a unit's neighbours: the chance that none of them counts, the strongest relation, its strength."""

    missing: float = 1.0
    strength: float = 0.0
    start: int = -1
    link: Neighbour | None = None


def led_to(
    wanted: Sequence[Wanted], plan: Plan, index: OpenIndex, allows: Callable[[UnitHead], bool], settings: AssembleSettings
) -> list[Wanted]:
    """Return the wanted units and the callers and callees of likely ones, with a raised chance.

    A unit passes a share of its chance to its callees and callers. The share shrinks with its number of callees and with
    their number of callers. A question for callers follows calls the other way. Each added unit has its relation.
    """
    shares = {True: settings.called, False: settings.calling}
    if plan.direction == "in":
        shares = {True: settings.calling, False: settings.called}
    found: dict[int, _Led] = {}
    for want in heapq.nlargest(_FROM, wanted, key=lambda want: want.chance):
        start = index.position[want.key]
        if index.heads[start].is_test:
            continue
        for outward, share in shares.items():
            for link, strength in _leads(index, start, outward) if share else ():
                _add(found.setdefault(link.other, _Led()), start, link, min(_MOST, share * want.chance * strength))
    raised = [_raised(want, found.pop(index.position[want.key], None)) for want in wanted]
    return raised + [_added(index, number, led) for number, led in found.items() if _may(index.heads[number], allows)]


def _leads(index: OpenIndex, start: int, outward: bool) -> Iterator[tuple[Neighbour, float]]:
    """Yield what a unit calls or is called by, with the strength (0..1) of that relation among those of both ends."""
    links = _calls(index, start, outward)
    for link in links:
        yield link, 1 / sqrt(len(links) * max(1, len(_calls(index, link.other, not outward))))


def _calls(index: OpenIndex, number: int, outward: bool) -> tuple[Neighbour, ...]:
    """Return one relation for each unit that this one calls, or is called by; kept, as the same are asked for often."""
    kept = _known.of(index)
    if (number, outward) not in kept:
        links = index.links.out(number) if outward else index.links.into(number)
        first: dict[int, Neighbour] = {}
        for link in links:
            if link.kind in LEADS:
                first.setdefault(link.other, link)
        kept[number, outward] = tuple(first.values())
    return kept[number, outward]


def _add(led: _Led, start: int, link: Neighbour, strength: float) -> None:
    led.missing *= 1 - strength
    if strength > led.strength:
        led.strength, led.start, led.link = strength, start, link


def _raised(want: Wanted, led: _Led | None) -> Wanted:
    return replace(want, chance=1 - (1 - want.chance) * led.missing) if led is not None else want


def _added(index: OpenIndex, number: int, led: _Led) -> Wanted:
    said = relation_sentence(index, led.start, led.link) if led.link is not None else ""
    return Wanted(index.keys[number], "supporting", 1 - led.missing, 0.0, said)


def _may(head: UnitHead, allows: Callable[[UnitHead], bool]) -> bool:
    return bool(head.start_line) and not head.is_test and allows(head)


_known: Kept[_Calls] = Kept(dict)
"""Calls by unit and direction, one for each other end."""
