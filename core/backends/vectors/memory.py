"""Vectors in the memory of this process, as a server would have them: for tests, and for Python that keeps nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from threading import RLock
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from core.backends.vectors.servers import nearest_first, other_dimensions, server_of
from core.ports import Condition, Metadata, StoreAddress

if TYPE_CHECKING:
    from core.ports import Vectors


class StoredPoint(NamedTuple):
    """What is stored under an id."""

    vector: Vectors
    metadata: Metadata


_SERVERS: dict[str, dict[str, dict[str, StoredPoint]]] = {}
_lock = RLock()


def points_at(at: str) -> Mapping[str, Mapping[str, StoredPoint]]:
    """Return all points at an address of this process, by namespace and id."""
    return _SERVERS.setdefault(at, {})


class MemoryVectors:
    """One namespace of an address such as `memory://here`; all who open it in this process share it."""

    shared = True

    def __init__(self, address: StoreAddress) -> None:
        self._at = server_of(address, "The store in memory", ("memory",), "memory://here")
        self._namespace = address.namespace

    @property
    def _spaces(self) -> dict[str, dict[str, StoredPoint]]:
        return _SERVERS.setdefault(self._at, {})

    @property
    def _points(self) -> dict[str, StoredPoint]:
        return self._spaces.get(self._namespace, {})

    def put(self, ids: Sequence[str], vectors: Vectors, metadata: Sequence[Metadata] | None = None) -> None:
        """Insert the vectors, or replace those whose id is known, with what is known of the points."""
        rows = zip(ids, vectors, metadata or [{}] * len(ids), strict=True)
        with _lock:
            one = next(iter(self._points.values()), None)
            if one is not None and len(vectors) and len(one.vector) != len(vectors[0]):
                raise other_dimensions(f"{self._at} ({self._namespace})", len(one.vector), len(vectors[0]))
            self._spaces.setdefault(self._namespace, {}).update(
                (id_, StoredPoint(vector, about)) for id_, vector, about in rows
            )

    def describe(self, ids: Sequence[str], metadata: Sequence[Metadata]) -> None:
        """Replace what is known of these points; unknown ids are ignored."""
        with _lock:
            for id_, about in zip(ids, metadata, strict=True):
                if id_ in self._points:
                    self._points[id_] = StoredPoint(self._points[id_].vector, about)

    def drop(self, ids: Sequence[str]) -> None:
        """Forget these ids; unknown ones are ignored."""
        with _lock:
            for id_ in ids:
                self._points.pop(id_, None)

    def drop_where(self, where: Sequence[Condition]) -> None:
        """Forget the points for which all conditions hold."""
        self.drop(list(self._holding(where)))

    def count(self) -> int:
        """Return how many points are stored."""
        return len(self._points)

    def pages(self, size: int = 10_000) -> Iterator[Sequence[str]]:
        """Yield every id once, `size` at a time."""
        ids = list(self._points)
        yield from (ids[start : start + size] for start in range(0, len(ids), size))

    def get(self, ids: Sequence[str]) -> dict[str, Vectors]:
        """Return the stored vector of each known id."""
        return {id_: self._points[id_].vector for id_ in ids if id_ in self._points}

    def metadata(self, ids: Sequence[str]) -> dict[str, Metadata]:
        """Return what is known of each known id."""
        return {id_: self._points[id_].metadata for id_ in ids if id_ in self._points}

    def nearest(self, vector: Vectors, limit: int, where: Sequence[Condition] = ()) -> list[tuple[str, float]]:
        """Return (id, cosine similarity) pairs of points for which all conditions hold, most similar first, ties by id."""
        held = self._holding(where)
        if not held or limit <= 0:
            return []
        similarities = np.stack([point.vector for point in held.values()]) @ np.asarray(vector, dtype=np.float32)
        return nearest_first(zip(held, similarities.tolist(), strict=True))[:limit]

    def namespaces(self) -> list[str]:
        """Return the namespaces that exist at the address."""
        return sorted(self._spaces)

    def begin_as(self, namespace: str) -> None:
        """Have what another namespace at the address has, if it exists, and nothing else; that one stays as it is."""
        with _lock:
            self._spaces[self._namespace] = dict(self._spaces.get(namespace, {}))

    def erase(self) -> None:
        """Delete the namespace with all its points; the store cannot be used afterwards."""
        with _lock:
            self._spaces.pop(self._namespace, None)

    def close(self) -> None:
        """Keep everything: it ends with the process."""

    def _holding(self, where: Sequence[Condition]) -> dict[str, StoredPoint]:
        with _lock:
            return {id_: point for id_, point in self._points.items() if all(one.holds(point.metadata) for one in where)}
