"""The vectors of one generation in a store that has others as well: of the one before, or of all in a shared one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Never

from core.errors import StoreError
from core.ports import Condition, Metadata, VectorStore

if TYPE_CHECKING:
    from core.ports import Vectors


class ListedVectors:
    """A read-only view of a store that knows only the listed ids, all of which the store has."""

    shared = False

    def __init__(self, store: VectorStore, ids: Set[str]) -> None:
        self._store = store
        self._ids = ids

    @cached_property
    def _others(self) -> int:
        stored = self._store.count()
        if stored < len(self._ids):
            message = (
                f"The store of the vectors has {stored} points, and this generation has {len(self._ids)}: some were deleted."
            )
            raise StoreError(f"{message} Build them again: orienteer index PATH --full")
        return stored - len(self._ids)

    def count(self) -> int:
        """Return how many points are known here."""
        return len(self._ids)

    def pages(self, size: int = 10_000) -> Iterator[Sequence[str]]:
        """Yield every id that is known here once, `size` at a time."""
        ids = iter(sorted(self._ids))
        while page := list(islice(ids, size)):
            yield page

    def get(self, ids: Sequence[str]) -> dict[str, Vectors]:
        """Return the stored vector of each known id."""
        return self._store.get([id_ for id_ in ids if id_ in self._ids])

    def metadata(self, ids: Sequence[str]) -> dict[str, Metadata]:
        """Return what is known of each known id."""
        return self._store.metadata([id_ for id_ in ids if id_ in self._ids])

    def nearest(self, vector: Vectors, limit: int, where: Sequence[Condition] = ()) -> list[tuple[str, float]]:
        """Return (id, cosine similarity) pairs of known ids, most similar first, ties by id."""
        found = self._store.nearest(vector, limit + self._others, where) if limit > 0 else []
        return [pair for pair in found if pair[0] in self._ids][:limit]

    def namespaces(self) -> list[str]:
        """Return the namespaces that exist at the address."""
        return self._store.namespaces()

    def close(self) -> None:
        """Let go of the files."""
        self._store.close()

    def _refused(self, *_: object) -> Never:
        raise TypeError("These vectors are for reading only: a generation that is current does not change.")

    put = describe = drop = drop_where = begin_as = _refused

    def erase(self) -> None:
        """Refuse: a generation that is current does not change."""
        self._refused()
