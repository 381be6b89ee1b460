"""Vectors in a folder by Qdrant's own engine, which runs in this process (`qdrant-edge-py`; its makers call it a beta)."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from threading import RLock
from typing import TYPE_CHECKING
from uuid import UUID

import numpy as np
import qdrant_edge as engine

from core.backends.vectors.folders import FolderStore, folder_of, unusable
from core.backends.vectors.qdrant_points import EF, INDEXED, POINT_ID, Payload, about_of, number_of, payload_of
from core.backends.vectors.servers import nearest_first, parts
from core.errors import StoreError
from core.model.facts import texts_in
from core.ports import Condition, Metadata, StoreAddress

if TYPE_CHECKING:
    from core.ports import Vectors

_BATCH, _TRUTHS = 1000, "truths"
_ROOM = 64 * 2**20  # bytes


_Held = (
    engine.FieldCondition | engine.IsEmptyCondition | engine.IsNullCondition | engine.HasIdCondition
    | engine.HasVectorCondition | engine.NestedCondition | engine.Filter
)  # fmt: skip
"""What a filter may be made of."""


class QdrantEdgeVectors(FolderStore):
    """One shard of the engine in a folder of its own."""

    shared = False

    def __init__(self, address: StoreAddress) -> None:
        self._directory = folder_of(address, "Qdrant's engine")
        self._lock = RLock()
        self._written = False

    def _make_sure_of_room(self) -> None:
        """Raise `StoreError` where the disk is nearly full.

        The engine writes into memory that files stand behind, also when it only reads: where such a file finds no room, the
        system ends the process (SIGBUS), and nobody is told anything.
        """
        there = next(one for one in (self._directory, *self._directory.parents) if one.exists())
        if (free := shutil.disk_usage(there).free) < _ROOM:
            raise StoreError(
                f"Qdrant's engine needs {_ROOM >> 20} MB on the disk of {self._directory}: {free >> 20} MB are free. "
                "Free some disk space or set ORIENTEER_HOME. The previous index is unchanged."
            )

    def _exists(self) -> bool:
        return self._directory.is_dir() and any(self._directory.iterdir())

    @cached_property
    def _shard(self) -> engine.EdgeShard | None:
        """The shard, None where nothing was written yet."""
        with self._lock, self._told():
            if not self._exists():
                return None
            self._make_sure_of_room()
            return engine.EdgeShard.load(str(self._directory))

    def _made(self, dimensions: int) -> engine.EdgeShard:
        with self._lock, self._told():
            self._make_sure_of_room()
            if self._shard is None:
                self._directory.mkdir(parents=True, exist_ok=True)
                size = engine.EdgeVectorParams(size=dimensions, distance=engine.Distance.Cosine)
                self.__dict__["_shard"] = shard = engine.EdgeShard.create(str(self._directory), engine.EdgeConfig(vectors=size))
                for field in INDEXED:
                    shard.update(engine.UpdateOperation.create_field_index(field, engine.PayloadSchemaType.Keyword))
            self._written = True
            assert self._shard is not None
            return self._shard

    def _changed(self, operation: engine.UpdateOperation) -> None:
        if self._shard is not None:
            with self._told():
                self._shard.update(operation)
            self._written = True

    def put(self, ids: Sequence[str], vectors: Vectors, metadata: Sequence[Metadata] | None = None) -> None:
        """Insert the vectors, or replace those whose id is known, with what is known of the points."""
        rows, about = np.asarray(vectors, dtype=np.float32), metadata or [{}] * len(ids)
        for part in parts(len(ids), _BATCH):
            three = zip(ids[part], rows[part].tolist(), about[part], strict=True)
            points = [engine.Point(number_of(id_), row, _payload(id_, said)) for id_, row, said in three]
            self._made(rows.shape[1])
            self._changed(engine.UpdateOperation.upsert_points(points))

    def describe(self, ids: Sequence[str], metadata: Sequence[Metadata]) -> None:
        """Replace what is known of these points; unknown ids are ignored."""
        about = dict(zip(ids, metadata, strict=True))
        for id_ in self.metadata(list(about)):
            self._changed(engine.UpdateOperation.overwrite_payload([number_of(id_)], _payload(id_, about[id_])))

    def drop(self, ids: Sequence[str]) -> None:
        """Forget these ids; unknown ones are ignored."""
        for part in parts(len(ids), _BATCH):
            self._changed(engine.UpdateOperation.delete_points([number_of(id_) for id_ in ids[part]]))

    def drop_where(self, where: Sequence[Condition]) -> None:
        """Forget the points for which all conditions hold."""
        self._changed(engine.UpdateOperation.delete_points_by_filter(_filter(where) or engine.Filter()))

    def count(self) -> int:
        """Return how many points are stored."""
        with self._told():
            return 0 if self._shard is None else int(self._shard.count(engine.CountRequest(exact=True)))

    def pages(self, size: int = 10_000) -> Iterator[Sequence[str]]:
        """Yield every id once, `size` at a time."""
        after: int | UUID | str | None = None
        while self._shard is not None:
            asked = engine.ScrollRequest(offset=after, limit=size, with_payload=[POINT_ID], with_vector=False)
            with self._told():
                rows, after = self._shard.scroll(asked)
            if rows:
                yield [_id(row) for row in rows]
            if after is None:
                return

    def get(self, ids: Sequence[str]) -> dict[str, Vectors]:
        """Return the stored vector of each known id."""
        rows = self._rows(ids, [POINT_ID], True)
        return {_id(row): np.asarray(row.vector, dtype=np.float32) for row in rows}

    def metadata(self, ids: Sequence[str]) -> dict[str, Metadata]:
        """Return what is known of each known id."""
        return {_id(row): _about(row.payload or {}) for row in self._rows(ids, True, False)}

    def _rows(self, ids: Sequence[str], payload: bool | list[str], vectors: bool) -> Iterator[engine.Record]:
        shard = self._shard
        if shard is None:
            return
        for part in parts(len(ids), _BATCH):
            with self._told():
                rows = shard.retrieve([number_of(id_) for id_ in ids[part]], payload, vectors)
            yield from rows

    def nearest(self, vector: Vectors, limit: int, where: Sequence[Condition] = ()) -> list[tuple[str, float]]:
        """Return (id, cosine similarity) pairs of points for which all conditions hold, most similar first, ties by id."""
        if limit <= 0 or self._shard is None:
            return []
        request = engine.QueryRequest(
            limit=limit, query=engine.Query.Nearest(np.asarray(vector, dtype=np.float32).tolist()),
            with_payload=[POINT_ID], filter=_filter(where), params=engine.SearchParams(hnsw_ef=max(EF, 2 * limit)),
        )  # fmt: skip
        with self._told():
            found = self._shard.query(request)
        return nearest_first((_id(row), float(row.score)) for row in found)

    def close(self) -> None:
        """Build the graph over many points, and let go of the files."""
        if self._written and self._shard is not None:
            with self._told():
                self._shard.optimize()
                self._shard.flush()
        self._let_go()

    def _let_go(self) -> None:
        shard = self.__dict__.pop("_shard", None)
        if shard is not None:
            shard.close()
        self._written = False

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except Exception as problem:
            if type(problem) is not Exception and not isinstance(problem, ValueError | RuntimeError | OSError):
                raise  # the engine's own errors are of no class of their own
            if "WouldBlock" in str(problem):
                message = (
                    f"The vectors in {self._directory} are open in another process, and Qdrant's engine opens a folder for one"
                )
                raise StoreError(f"{message} at a time. End that process, or keep vectors in another store.") from problem
            raise unusable(self._directory, problem) from problem


def _payload(id_: str, metadata: Metadata) -> dict[str, object]:
    """Return what is kept beside a vector; truth as 0 and 1: the engine's filters (0.9) know no other."""
    truths = [name for name, value in metadata.items() if isinstance(value, bool)]
    return {**payload_of(id_, metadata), **{name: int(metadata[name]) for name in truths}, _TRUTHS: truths}


def _id(row: engine.Record | engine.ScoredPoint) -> str:
    return str((row.payload or {})[POINT_ID])


def _about(payload: Payload) -> Metadata:
    truths = texts_in(payload, _TRUTHS)
    known = about_of(payload)
    return {name: bool(value) if name in truths else value for name, value in known.items() if name != _TRUTHS}


def _filter(where: Sequence[Condition]) -> engine.Filter | None:
    """Return the conditions as Qdrant writes them."""
    return engine.Filter(must=[_held(one) for one in where]) if where else None


def _held(one: Condition) -> _Held:
    if one.least is not None:
        return engine.FieldCondition(key=one.field, range=engine.RangeFloat(gte=one.least))
    matches: list[_Held] = []
    for value in one.values:
        if isinstance(value, float) and not value.is_integer():
            matches.append(engine.FieldCondition(key=one.field, range=engine.RangeFloat(gte=value, lte=value)))
        else:
            plain = int(value) if isinstance(value, float | bool) else value
            matches.append(engine.FieldCondition(key=one.field, match=engine.MatchValue(value=plain)))
    return engine.Filter(should=matches) if matches else engine.HasIdCondition(set())
