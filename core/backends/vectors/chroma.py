"""Vectors in Chroma, with a matrix of up to 100,000 of them for exact comparison.

Chroma's approximate index misses some of the nearest vectors, and below 100,000 an exact comparison is faster. Chroma stores
every vector. Up to that number, reads use the matrix next to its files. Above it there is no matrix, and Chroma answers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from threading import RLock
from typing import TYPE_CHECKING

import numpy as np

from core.backends.vectors.chroma_collection import ChromaCollection
from core.backends.vectors.exact import ExactVectors
from core.backends.vectors.folders import FolderStore, folder_of
from core.ports import Condition, Metadata, StoreAddress

if TYPE_CHECKING:
    from core.ports import Vectors

COMPARED = 100_000
"""Vectors up to this number are all compared with a question."""
_MATRIX, _COPIED = "exact", 2000


class ChromaVectors(FolderStore):
    """Sees what it wrote itself; what another process writes into the folder is found only after opening it anew."""

    shared = False

    def __init__(self, address: StoreAddress) -> None:
        self._directory = folder_of(address, "Chroma")
        self._opening = RLock()
        self._load()

    def _load(self) -> None:
        self._chroma = ChromaCollection(self._directory)
        self._written = False
        self.__dict__.pop("_matrix", None)

    @cached_property
    def _matrix(self) -> ExactVectors | None:
        """The vectors as a matrix, also of a store that has none yet; None where there are too many."""
        with self._opening:
            there = (self._directory / _MATRIX).is_dir() or not self._chroma.exists()
            return ExactVectors(StoreAddress(str(self._directory), _MATRIX)) if there else None

    @property
    def _read(self) -> ExactVectors | ChromaCollection:
        return self._chroma if self._matrix is None else self._matrix

    @property
    def _copies(self) -> Iterator[ExactVectors | ChromaCollection]:
        matrix = self._matrix
        self._written = True
        yield self._chroma
        if matrix is not None:
            yield matrix

    def put(self, ids: Sequence[str], vectors: Vectors, metadata: Sequence[Metadata] | None = None) -> None:
        """Insert the vectors, or replace those whose id is known, with what is known of the points."""
        for store in self._copies:
            store.put(ids, vectors, metadata)

    def describe(self, ids: Sequence[str], metadata: Sequence[Metadata]) -> None:
        """Replace what is known of these points; unknown ids are ignored."""
        for store in self._copies:
            store.describe(ids, metadata)

    def drop(self, ids: Sequence[str]) -> None:
        """Forget these ids; unknown ones are ignored."""
        for store in self._copies:
            store.drop(ids)

    def drop_where(self, where: Sequence[Condition]) -> None:
        """Forget the points for which all conditions hold."""
        for store in self._copies:
            store.drop_where(where)

    def count(self) -> int:
        """Return how many points are stored."""
        return self._read.count()

    def pages(self, size: int = 10_000) -> Iterator[Sequence[str]]:
        """Yield every id once, `size` at a time."""
        return self._read.pages(size)

    def get(self, ids: Sequence[str]) -> dict[str, Vectors]:
        """Return the stored vector of each known id."""
        return self._read.get(ids)

    def metadata(self, ids: Sequence[str]) -> dict[str, Metadata]:
        """Return what is known of each known id."""
        return self._read.metadata(ids)

    def nearest(self, vector: Vectors, limit: int, where: Sequence[Condition] = ()) -> list[tuple[str, float]]:
        """Return (id, cosine similarity) pairs of points for which all conditions hold, most similar first, ties by id."""
        return self._read.nearest(vector, limit, where)

    def begin_as(self, namespace: str) -> None:
        """Have what another namespace at the address has, and nothing else; that one stays as it is."""
        super().begin_as(namespace)
        self._load()

    def _let_go(self) -> None:
        self._chroma.close()

    def close(self) -> None:
        """Write the matrix, or delete it where the vectors have become too many; Chroma has written everything by then."""
        if self._written:
            matrix, few = self._matrix, self._chroma.count() <= COMPARED
            if matrix is None and few:
                matrix = self._copied()
            if matrix is not None:
                matrix.close() if few else matrix.erase()
        self._chroma.close()

    def _copied(self) -> ExactVectors:
        """Return a matrix of what Chroma has, for a store that was larger before."""
        matrix = ExactVectors(StoreAddress(str(self._directory), _MATRIX))
        ids = sorted(id_ for page in self._chroma.pages() for id_ in page)
        for start in range(0, len(ids), _COPIED):
            some = ids[start : start + _COPIED]
            vectors, about = self._chroma.get(some), self._chroma.metadata(some)
            matrix.put(some, np.stack([vectors[id_] for id_ in some]), [about[id_] for id_ in some])
        return matrix
