"""The relations of an index, found from either end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from core.ports import LinkRow

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.int32]

_WIDTH = 6
_KEPT = 20_000  # units whose links are kept as values: more than the questions of a day meet


class Neighbour(NamedTuple):
    """A relation seen from one unit: `other` is the position of the unit at the far end, `outward` says who is the source."""

    other: int
    kind: str
    outward: bool
    file_path: str
    line: int
    certainty: str


class Links:
    """Neighbours by position; relations to units that the index does not hold are left out.

    Relations are kept as columns of numbers and become values when a unit is asked for: a million values would take hundreds
    of megabytes, and the garbage collector a second whenever it looks at all of them.
    """

    def __init__(self, position: Mapping[str, int], rows: Iterable[LinkRow]) -> None:
        columns = list(zip(*rows, strict=True)) or [()] * _WIDTH
        source, target = (_numbers(position.get(key, -1) for key in column) for column in columns[:2])
        kept = np.flatnonzero((source >= 0) & (target >= 0) & (source != target))
        (kinds, self._kinds), (paths, self._paths), (sureties, self._sureties) = (_coded(columns[at]) for at in (2, 3, 5))
        said = np.stack([kinds, paths, _numbers(columns[4]), sureties], axis=1)[kept]
        self._out = _End(source[kept], target[kept], said, len(position))
        self._into = _End(target[kept], source[kept], said, len(position))
        self._known: dict[tuple[int, bool], Sequence[Neighbour]] = {}

    def out(self, number: int) -> Sequence[Neighbour]:
        """Return what the unit uses or declares, in the catalog's order."""
        return self._links(number, True)

    def into(self, number: int) -> Sequence[Neighbour]:
        """Return what uses or declares the unit, in the catalog's order."""
        return self._links(number, False)

    def degree(self, number: int) -> int:
        """Return the number of relations at the unit."""
        return self._out.count(number) + self._into.count(number)

    def _links(self, number: int, outward: bool) -> Sequence[Neighbour]:
        found = self._known.get((number, outward))
        if found is None:
            if len(self._known) >= _KEPT:
                self._known = {}
            rows = (self._out if outward else self._into).rows(number)
            found = self._known[number, outward] = tuple(
                Neighbour(other, self._kinds[kind], outward, self._paths[path], line, self._sureties[surety])
                for other, kind, path, line, surety in rows
            )
        return found


class _End:
    """The relations by the unit at one of their ends, each unit's in the order in which they were given."""

    def __init__(self, units: Numbers, others: Numbers, said: Numbers, size: int) -> None:
        order = np.argsort(units, kind="stable")
        self._rows = np.column_stack([others[order], said[order]])
        self._starts: list[int] = np.searchsorted(units[order], np.arange(size + 1)).tolist()

    def rows(self, unit: int) -> list[list[int]]:
        found: list[list[int]] = self._rows[self._starts[unit] : self._starts[unit + 1]].tolist()
        return found

    def count(self, unit: int) -> int:
        return self._starts[unit + 1] - self._starts[unit]


def _numbers(values: Iterable[int]) -> Numbers:
    return np.fromiter(values, dtype=np.int32)


def _coded(texts: Iterable[str]) -> tuple[Numbers, list[str]]:
    """Return a number for each text, and the texts by their numbers."""
    codes: dict[str, int] = {}
    return _numbers(codes.setdefault(text, len(codes)) for text in texts), list(codes)
