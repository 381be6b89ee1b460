"""Vectors that were carried over from the generation before, without those of chunks that are gone or have changed."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import TYPE_CHECKING

from core.ports import VectorStore

if TYPE_CHECKING:
    from core.ports import Vectors


class CarriedVectors:
    """A read-only view of a store that knows only these ids; the rest is deleted when the new texts have their vectors."""

    def __init__(self, store: VectorStore, ids: Set[str]) -> None:
        self._store = store
        self._ids = ids
        self._others = len(store.ids() - ids)

    def ids(self) -> set[str]:
        """Return the ids that are known here."""
        return set(self._ids)

    def get(self, ids: Sequence[str]) -> dict[str, Vectors]:
        """Return the stored vector of each known id."""
        return self._store.get([id_ for id_ in ids if id_ in self._ids])

    def nearest(self, vector: Vectors, limit: int) -> list[tuple[str, float]]:
        """Return (id, cosine similarity) pairs of known ids, most similar first, ties by id."""
        found = self._store.nearest(vector, limit + self._others) if limit > 0 else []
        return [pair for pair in found if pair[0] in self._ids][:limit]

    def put(self, ids: Sequence[str], vectors: Vectors) -> None:
        """Refuse: a generation that is current does not change."""
        raise TypeError("These vectors are for reading only.")

    def drop(self, ids: Sequence[str]) -> None:
        """Refuse: a generation that is current does not change."""
        raise TypeError("These vectors are for reading only.")

    def close(self) -> None:
        """Let go of the files."""
        self._store.close()
