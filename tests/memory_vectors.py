"""A vector store that several use at once, as a server is: for the tests of what differs from stores in folders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from core.ports import Condition, Metadata, StoreAddress

Vectors = np.ndarray
Point = tuple[Vectors, Metadata]


class MemoryServer:
    """All namespaces of a process, by name; `opened` is a client of one of them."""

    def __init__(self) -> None:
        self.spaces: dict[str, dict[str, Point]] = {}

    def opened(self, address: StoreAddress) -> MemoryVectors:
        return MemoryVectors(self.spaces, address.namespace)


class MemoryVectors:
    shared = True

    def __init__(self, spaces: dict[str, dict[str, Point]], namespace: str) -> None:
        self._spaces = spaces
        self._namespace = namespace

    @property
    def _points(self) -> dict[str, Point]:
        return self._spaces.get(self._namespace, {})

    def put(self, ids: Sequence[str], vectors: Vectors, metadata: Sequence[Metadata] | None = None) -> None:
        rows = zip(ids, vectors, metadata or [{}] * len(ids), strict=True)
        self._spaces.setdefault(self._namespace, {}).update((id_, (vector, about)) for id_, vector, about in rows)

    def describe(self, ids: Sequence[str], metadata: Sequence[Metadata]) -> None:
        for id_, about in zip(ids, metadata, strict=True):
            if id_ in self._points:
                self._points[id_] = self._points[id_][0], about

    def drop(self, ids: Sequence[str]) -> None:
        for id_ in ids:
            self._points.pop(id_, None)

    def drop_where(self, where: Sequence[Condition]) -> None:
        self.drop([id_ for id_, (_, about) in self._points.items() if all(one.holds(about) for one in where)])

    def count(self) -> int:
        return len(self._points)

    def pages(self, size: int = 10_000) -> Iterator[Sequence[str]]:
        ids = list(self._points)
        yield from (ids[start : start + size] for start in range(0, len(ids), size))

    def get(self, ids: Sequence[str]) -> dict[str, Vectors]:
        return {id_: self._points[id_][0] for id_ in ids if id_ in self._points}

    def metadata(self, ids: Sequence[str]) -> dict[str, Metadata]:
        return {id_: self._points[id_][1] for id_ in ids if id_ in self._points}

    def nearest(self, vector: Vectors, limit: int, where: Sequence[Condition] = ()) -> list[tuple[str, float]]:
        held = {id_: row for id_, (row, about) in self._points.items() if all(one.holds(about) for one in where)}
        scores = [(id_, float(np.dot(row, vector))) for id_, row in held.items()]
        return sorted(scores, key=lambda pair: (-pair[1], pair[0]))[:limit]

    def namespaces(self) -> list[str]:
        return sorted(self._spaces)

    def begin_as(self, namespace: str) -> None:
        self._spaces[self._namespace] = dict(self._spaces.get(namespace, {}))

    def erase(self) -> None:
        self._spaces.pop(self._namespace, None)

    def close(self) -> None:
        pass
