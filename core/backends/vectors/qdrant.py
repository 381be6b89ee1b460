"""Vectors on a server of Qdrant: one collection for each namespace.

Written against the official client and tried with that client's own engine in memory (`memory://NAME`), which knows the same
requests; no server of Qdrant was ever at hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial
from threading import RLock
from typing import TYPE_CHECKING, Any

import httpx
import numpy as np
from qdrant_client import QdrantClient, models
from qdrant_client.http.exceptions import ApiException, ResponseHandlingException

from core.backends.vectors.qdrant_points import EF, INDEXED, POINT_ID, about_of, number_of, payload_of
from core.backends.vectors.servers import SECONDS, Asking, copy_points, nearest_first, parts, server_of
from core.ports import Condition, Metadata, StoreAddress
from core.settings import vectors_key

if TYPE_CHECKING:
    from core.ports import Vectors

_BATCH = 500


@cache
def _in_memory(at: str) -> QdrantClient:
    """Return the engine of the client that has this name in this process."""
    return QdrantClient(location=":memory:")


class QdrantVectors:
    """One namespace; the server is first asked when something is read or written."""

    shared = True

    def __init__(self, address: StoreAddress) -> None:
        self._at = server_of(address, "Qdrant", ("http", "https", "memory"), "http://localhost:6333")
        self._in_process = self._at.startswith("memory:")
        self._namespace = address.namespace
        self._lock = RLock()
        self._client: QdrantClient | None = None
        self._there = False
        absent = (ResponseHandlingException, httpx.TransportError)
        self._asking = Asking(self._at, absent, (ApiException, httpx.HTTPError, ValueError))

    def put(self, ids: Sequence[str], vectors: Vectors, metadata: Sequence[Metadata] | None = None) -> None:
        """Insert the vectors, or replace those whose id is known, with what is known of the points."""
        rows, about = np.asarray(vectors, dtype=np.float32), metadata or [{}] * len(ids)
        for part in parts(len(ids), _BATCH):
            three = zip(ids[part], rows[part].tolist(), about[part], strict=True)
            points = [
                models.PointStruct(id=number_of(id_), vector=row, payload=payload_of(id_, said)) for id_, row, said in three
            ]
            self._asking(partial(self._upsert, points, rows.shape[1]))

    def _upsert(self, points: Sequence[object], dimensions: int) -> None:
        self._make(dimensions).upsert(self._namespace, points, wait=True)

    def describe(self, ids: Sequence[str], metadata: Sequence[Metadata]) -> None:
        """Replace what is known of these points; unknown ids are ignored."""
        about = dict(zip(ids, metadata, strict=True))
        known = list(self.metadata(list(about)))
        for part in parts(len(known), _BATCH):
            said = [
                models.OverwritePayloadOperation(
                    overwrite_payload=models.SetPayload(payload=payload_of(id_, about[id_]), points=[number_of(id_)])
                )
                for id_ in known[part]
            ]
            self._asked("batch_update_points", said, wait=True)

    def drop(self, ids: Sequence[str]) -> None:
        """Forget these ids; unknown ones are ignored."""
        for part in parts(len(ids), _BATCH):
            some = models.PointIdsList(points=[number_of(id_) for id_ in ids[part]])
            self._asked("delete", some, wait=True)

    def drop_where(self, where: Sequence[Condition]) -> None:
        """Forget the points for which all conditions hold."""
        held = models.FilterSelector(filter=_filter(where) or models.Filter())
        self._asked("delete", held, wait=True)

    def count(self) -> int:
        """Return how many points are stored."""
        found = self._asked("count", exact=True)
        return int(found.count) if found else 0

    def pages(self, size: int = 10_000) -> Iterator[Sequence[str]]:
        """Yield every id once, `size` at a time."""
        after: str | None = None
        while True:
            found = self._asked("scroll", limit=size, offset=after, with_payload=[POINT_ID], with_vectors=False)
            rows, after = found or ([], None)
            if rows:
                yield [row.payload[POINT_ID] for row in rows]
            if after is None:
                return

    def get(self, ids: Sequence[str]) -> dict[str, Vectors]:
        """Return the stored vector of each known id."""
        rows = self._rows(ids, [POINT_ID], True)
        return {row.payload[POINT_ID]: np.asarray(row.vector, dtype=np.float32) for row in rows}

    def metadata(self, ids: Sequence[str]) -> dict[str, Metadata]:
        """Return what is known of each known id."""
        return {row.payload[POINT_ID]: about_of(row.payload) for row in self._rows(ids, True, False)}

    def _rows(self, ids: Sequence[str], payload: bool | list[str], vectors: bool) -> Iterator[models.Record]:
        for part in parts(len(ids), _BATCH):
            some = [number_of(id_) for id_ in ids[part]]
            yield from self._asked("retrieve", some, with_payload=payload, with_vectors=vectors) or ()

    def nearest(self, vector: Vectors, limit: int, where: Sequence[Condition] = ()) -> list[tuple[str, float]]:
        """Return (id, cosine similarity) pairs of points for which all conditions hold, most similar first, ties by id."""
        if limit <= 0:
            return []
        wanted = np.asarray(vector, dtype=np.float32).tolist()
        found = self._asked(
            "query_points", wanted, limit=limit, query_filter=_filter(where), with_payload=[POINT_ID],
            search_params=None if self._in_process else models.SearchParams(hnsw_ef=max(EF, 2 * limit)),
        )  # fmt: skip
        rows = found.points if found else ()
        return nearest_first((row.payload[POINT_ID], float(row.score)) for row in rows)

    def namespaces(self) -> list[str]:
        """Return the namespaces that exist at the address."""
        return self._asking(lambda: sorted(one.name for one in self._opened().get_collections().collections))

    def begin_as(self, namespace: str) -> None:
        """Have what another namespace at the address has, if it exists, and nothing else; that one stays as it is."""
        self.erase()
        copy_points(QdrantVectors(StoreAddress(self._at, namespace)), self)

    def erase(self) -> None:
        """Delete the namespace with all its points; the store cannot be used afterwards."""
        self._asked("delete_collection")
        self._there = False

    def close(self) -> None:
        """Let go of the connection; the server has written everything by then."""
        with self._lock:
            if self._client is not None and not self._in_process:
                self._client.close()
            self._client, self._there = None, False

    def _asked(self, verb: str, *what: object, **how: object) -> Any:
        """Return what a verb of the client answers for the collection; None where there is no collection."""

        def asked() -> object:
            client = self._opened()
            self._there = self._there or client.collection_exists(self._namespace)
            return getattr(client, verb)(self._namespace, *what, **how) if self._there else None

        return self._asking(asked)

    def _make(self, dimensions: int) -> QdrantClient:
        """Return the client, with a collection and the fields by which filters look for points."""
        client = self._opened()
        if not self._there and not client.collection_exists(self._namespace):
            size = models.VectorParams(size=dimensions, distance=models.Distance.COSINE)
            client.create_collection(self._namespace, size)
            for field in INDEXED if not self._in_process else ():
                client.create_payload_index(self._namespace, field, models.PayloadSchemaType.KEYWORD, wait=True)
        self._there = True
        return client

    def _opened(self) -> QdrantClient:
        with self._lock:
            if self._client is None:
                if self._in_process:
                    self._client = _in_memory(self._at)
                else:
                    self._client = QdrantClient(url=self._at, api_key=vectors_key(), timeout=SECONDS, check_compatibility=False)
            return self._client


def _filter(where: Sequence[Condition]) -> models.Filter | None:
    """Return the conditions as Qdrant writes them."""
    must = [_held(one) for one in where]
    return models.Filter(must=must) if must else None


def _held(one: Condition) -> models.Condition:
    if one.least is not None:
        return models.FieldCondition(key=one.field, range=models.Range(gte=one.least))
    matches: list[models.Condition] = []
    for value in one.values:
        if isinstance(value, float) and not value.is_integer():
            matches.append(models.FieldCondition(key=one.field, range=models.Range(gte=value, lte=value)))
        else:
            plain = int(value) if isinstance(value, float) else value
            matches.append(models.FieldCondition(key=one.field, match=models.MatchValue(value=plain)))
    return models.Filter(should=matches) if matches else models.HasIdCondition(has_id=[])
