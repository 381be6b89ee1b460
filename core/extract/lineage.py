"""Which class above another has a member: the nearest, going up the first base before the second."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from core.extract.meaning import Meaning


@dataclass(slots=True)
class _Having:
    """The classes of one tree that have one member, in the order of the tree; `outer` is the nearest of them above each."""

    starts: list[int] = field(default_factory=list)
    outer: list[int] = field(default_factory=list)


class Lineage:
    """All classes that inherit or are inherited from, each with its bases in order and the names of its members.

    Classes of one base form trees; in a tree the nearest class above another that has a member is found by positions, so
    the depth of the tree does not matter. A class of several bases begins a tree of its own, below which it is looked for
    in one base after the other.
    """

    def __init__(self, bases: Mapping[Meaning, Sequence[Meaning]], members: Mapping[Meaning, Iterable[str]]) -> None:
        self._bases = {own: [base for base in above if base != own] for own, above in bases.items()}
        self._order: list[Meaning] = []
        self._start: dict[Meaning, int] = {}
        self._end: list[int] = []
        self._top: dict[Meaning, Meaning] = {}
        self._grow()
        self._having: dict[tuple[Meaning, str], _Having] = {}
        for own in self._order:
            for name in members.get(own, ()):
                self._add(self._top[own], name, self._start[own])

    def owner(self, own: Meaning, name: str) -> Meaning | None:
        """Return the nearest class above a class that has a member, None if no class above it has."""
        if own not in self._start:
            return None
        waiting, seen = [own], set[Meaning]()
        while waiting:
            here = waiting.pop()
            top = self._top[here]
            if (found := self._in_tree(here, top, name, own)) is not None:
                return found
            if top not in seen:
                seen.add(top)
                waiting.extend(reversed(self._bases.get(top, ())))
        return None

    def _in_tree(self, here: Meaning, top: Meaning, name: str, own: Meaning) -> Meaning | None:
        """Return the nearest class that has the member, from `here` up to the top of its tree, but for `own`."""
        having = self._having.get((top, name))
        if having is None:
            return None
        place = self._start[here]
        number = bisect_right(having.starts, place) - 1
        while number >= 0:
            start = having.starts[number]
            if self._end[start] >= place and self._order[start] != own:
                return self._order[start]
            number = having.outer[number]
        return None

    def _grow(self) -> None:
        """Number the classes so that those below a class follow it; those in circles begin at the first of them."""
        below: dict[Meaning, list[Meaning]] = {}
        for own in sorted(self._bases):
            for base in self._bases[own]:
                below.setdefault(base, [])
            if len(self._bases[own]) == 1:
                below[self._bases[own][0]].append(own)
        classes = sorted({*self._bases, *below})
        for own in [*(one for one in classes if len(self._bases.get(one, ())) != 1), *classes]:
            if own not in self._start:
                self._tree(own, below)

    def _tree(self, top: Meaning, below: Mapping[Meaning, Sequence[Meaning]]) -> None:
        waiting: list[tuple[Meaning, bool]] = [(top, False)]
        while waiting:
            own, done = waiting.pop()
            if done:
                self._end[self._start[own]] = len(self._order) - 1
            elif own not in self._start:
                self._start[own] = len(self._order)
                self._order.append(own)
                self._end.append(0)
                self._top[own] = top
                waiting.append((own, True))
                waiting.extend((one, False) for one in reversed(below.get(own, ())))

    def _add(self, top: Meaning, name: str, start: int) -> None:
        having = self._having.setdefault((top, name), _Having())
        outer = len(having.starts) - 1
        while outer >= 0 and self._end[having.starts[outer]] < start:
            outer = having.outer[outer]
        having.starts.append(start)
        having.outer.append(outer)
