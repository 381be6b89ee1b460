"""The atlas: heads by position, members, files, names and links, each made when first asked for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property
from threading import Lock

from core.atlas.links import Links
from core.atlas.names import Names
from core.collection import uncollected
from core.model import History, UnitHead
from core.ports import Catalog, Stores

_PLACES = frozenset({"file", "folder"})
_RELATIONS = "SELECT source, target, kind, file_path, line, certainty FROM relations ORDER BY rowid"  # written in order
_lock = Lock()


class Atlas:
    """Look-ups over one generation of an index."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        with uncollected():
            self.heads: tuple[UnitHead, ...] = catalog.heads()
        self.keys: tuple[str, ...] = tuple(head.key for head in self.heads)
        self.position: dict[str, int] = {key: number for number, key in enumerate(self.keys)}

    def head(self, key: str) -> UnitHead | None:
        """Return the head of a key, or None when the index does not know it."""
        number = self.position.get(key)
        return None if number is None else self.heads[number]

    @cached_property
    def children(self) -> Mapping[int, Sequence[int]]:
        """Positions of the members of each unit, ordered by line."""
        found: dict[int, list[int]] = defaultdict(list)
        for number, head in enumerate(self.heads):
            parent = self.position.get(head.parent, -1) if head.parent else -1
            if parent >= 0 and parent != number:
                found[parent].append(number)
        for members in found.values():
            members.sort(key=lambda number: (self.heads[number].start_line, number))
        return dict(found)

    @cached_property
    def by_file(self) -> Mapping[str, Sequence[int]]:
        """Positions of the units of each file, files and folders themselves left out, ordered by key."""
        found: dict[str, list[int]] = defaultdict(list)
        for number, head in enumerate(self.heads):
            if head.type not in _PLACES and head.file_path:
                found[head.file_path].append(number)
        return dict(found)

    @cached_property
    def hosts(self) -> tuple[int, ...]:
        """For each unit the outermost unit of the same file that encloses it: a class for its method, else itself."""
        cache: dict[int, int] = {}
        return tuple(self._host(number, cache) for number in range(len(self.heads)))

    def _host(self, number: int, cache: dict[int, int]) -> int:
        trail: list[int] = []
        current = number
        while current not in cache and current not in trail:
            trail.append(current)
            parent = self.position.get(self.heads[current].parent, -1)
            if parent < 0 or not _encloses(self.heads[parent], self.heads[current]):
                break
            current = parent
        top = cache.get(current, current)
        cache.update(dict.fromkeys(trail, top))
        return top

    @cached_property
    def names(self) -> Names:
        """The units by everything that a person may call them."""
        return Names(self.heads)

    @cached_property
    def links(self) -> Links:
        """The relations by the units at both ends."""
        with uncollected():
            return Links(self.position, self._catalog.rows(_RELATIONS))

    @cached_property
    def histories(self) -> Mapping[str, History]:
        """What git knows, by unit key."""
        return self._catalog.histories()

    @cached_property
    def importance(self) -> Mapping[str, float]:
        """How central each unit is, 0..1: its percentile by PageRank; empty without metrics."""
        ranks = {key: values["pagerank"] for key, values in self._catalog.metrics().items() if "pagerank" in values}
        levels = sorted(set(ranks.values()))
        share = {value: place / max(1, len(levels) - 1) for place, value in enumerate(levels)}
        return {key: share[value] for key, value in ranks.items()}

    @cached_property
    def documents(self) -> Sequence[str]:
        """The unit key of each document of the lexical index."""
        return self._catalog.documents()[0]


def atlas_of(stores: Stores) -> Atlas:
    """Return the atlas of the stores, made on the first call."""
    with _lock:
        if "atlas" not in stores.derived:
            stores.derived["atlas"] = Atlas(stores.catalog)
    atlas: Atlas = stores.derived["atlas"]
    return atlas


def _encloses(outer: UnitHead, inner: UnitHead) -> bool:
    same_file = outer.file_path == inner.file_path and outer.type not in _PLACES
    return same_file and outer.start_line <= inner.start_line and inner.end_line <= outer.end_line
