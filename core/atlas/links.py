"""The relations of an index, found from either end."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from core.model import Relation


class Link(NamedTuple):
    """A relation seen from one unit: `other` is the position of the unit at the far end, `outward` says who is the source."""

    other: int
    kind: str
    outward: bool
    file_path: str
    line: int
    certainty: str


class Links:
    """Neighbours by position; relations to units that the index does not hold are left out."""

    def __init__(self, position: Mapping[str, int], relations: Sequence[Relation]) -> None:
        out: dict[int, list[Link]] = defaultdict(list)
        into: dict[int, list[Link]] = defaultdict(list)
        for relation in relations:
            source, target = position.get(relation.source, -1), position.get(relation.target, -1)
            if source < 0 or target < 0 or source == target:
                continue
            evidence = (relation.file_path, relation.line, relation.certainty)
            out[source].append(Link(target, relation.kind, True, *evidence))
            into[target].append(Link(source, relation.kind, False, *evidence))
        self._out: Mapping[int, Sequence[Link]] = dict(out)
        self._into: Mapping[int, Sequence[Link]] = dict(into)

    def out(self, number: int) -> Sequence[Link]:
        """Return what the unit uses or declares, in the catalog's order."""
        return self._out.get(number, ())

    def into(self, number: int) -> Sequence[Link]:
        """Return what uses or declares the unit, in the catalog's order."""
        return self._into.get(number, ())

    def degree(self, number: int) -> int:
        """Return the number of relations at the unit."""
        return len(self.out(number)) + len(self.into(number))
