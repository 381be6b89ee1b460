"""Where a name can come from when modules bring in all names of each other: `import *`, `export *`, `use …::*`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from typing import Generic, TypeVar

Place = TypeVar("Place", bound=tuple[str, int] | str)


class Stars(Generic[Place]):
    """Which modules bring in all names of which; those that bring in each other, also by detours, count as one circle.

    `targets` are by module those whose names it brings in, in the order in which they are asked; `names` are by module those
    that it has without that.
    """

    def __init__(self, targets: Mapping[Place, Sequence[Place]], names: Mapping[Place, Iterable[str]]) -> None:
        self._circle, circles = _circles(targets)
        self._following = [self._next(number, members, targets) for number, members in enumerate(circles)]
        self._reached = _reached(self._following)
        self._having: dict[str, list[Place]] = defaultdict(list)
        for place in sorted(self._circle):
            for name in names.get(place, ()):
                self._having[name].append(place)
        self._known: dict[str, tuple[int, dict[int, list[Place]]]] = {}

    def sources(self, place: Place, name: str) -> Iterator[Place]:
        """Yield the modules that have a name which a module gets by stars, first those that are asked first.

        Modules of the module's own circle come first, ordered by themselves.
        """
        if place not in self._circle or name not in self._having:
            return
        bits, having = self._of(name)
        waiting = [self._circle[place]]
        seen: set[int] = set()
        while waiting:
            circle = waiting.pop()
            hits = self._reached[circle] & bits
            if hits and not hits & (hits - 1):
                circle = hits.bit_length() - 1  # only one circle has it: no need to find the way there
            if circle in seen:
                continue
            seen.add(circle)
            yield from (one for one in having.get(circle, ()) if one != place)
            waiting.extend(next_ for next_ in reversed(self._following[circle]) if self._reached[next_] & bits)

    def _next(self, number: int, members: Sequence[Place], targets: Mapping[Place, Sequence[Place]]) -> list[int]:
        """Return the circles that a circle asks, in its order."""
        found = (self._circle[other] for one in members for other in targets.get(one, ()))
        return [one for one in dict.fromkeys(found) if one != number]

    def _of(self, name: str) -> tuple[int, dict[int, list[Place]]]:
        """Return which circles have a name, as bits, and who has it in each."""
        if name not in self._known:
            having: dict[int, list[Place]] = defaultdict(list)
            for place in self._having[name]:
                having[self._circle[place]].append(place)
            self._known[name] = sum(1 << circle for circle in having), having
        return self._known[name]


def _circles(targets: Mapping[Place, Sequence[Place]]) -> tuple[dict[Place, int], list[list[Place]]]:
    """Return the number of every module's circle and the modules of each; a circle asks only those of smaller numbers."""
    try:
        circles = [[place] for place in TopologicalSorter(targets).static_order()]
    except CycleError:  # seldom: otherwise a seventh of a second is saved, which loading the library takes
        import networkx as nx

        whole = nx.condensation(nx.DiGraph((one, other) for one, others in targets.items() for other in others))
        ordered = reversed(list(nx.topological_sort(whole)))
        circles = [sorted(whole.nodes[number]["members"]) for number in ordered]
    return {place: number for number, members in enumerate(circles) for place in members}, circles


def _reached(following: Sequence[Sequence[int]]) -> list[int]:
    """Return by circle all circles that it reaches, itself included, as bits."""
    reached: list[int] = []
    for number, others in enumerate(following):
        bits = 1 << number
        for other in others:
            bits |= reached[other]
        reached.append(bits)
    return reached
