"""Vectors on a server of Chroma (`chroma run`): one collection for each namespace, searched by its HNSW index."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from threading import RLock
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import httpx
import numpy as np

from core.backends.vectors.chroma_collection import Known, conditions, filled, imported, known
from core.backends.vectors.servers import SECONDS, Asking, copy_points, nearest_first, parts, server_of
from core.ports import Condition, Metadata, StoreAddress
from core.settings import vectors_key

if TYPE_CHECKING:
    from chromadb import Collection, GetResult
    from chromadb.api import ClientAPI

    from core.ports import Vectors

_BATCH, _NEAREST = 1000, "distances"
_CONFIGURATION = {"hnsw": {"space": "cosine", "ef_construction": 200, "ef_search": 500}}  # defaults miss 4 of 100 nearest
_PAGE = 300  # Chroma's cloud gives no more at once; a server of one's own gives as many as are asked for


class _Silent(Exception):
    """Chroma's client calls a server that is away a wrong value."""


class ChromaServerVectors:
    """One namespace; the server is first asked when something is read or written."""

    shared = True

    def __init__(self, address: StoreAddress) -> None:
        self._at = server_of(address, "Chroma's server", ("http", "https"), "http://localhost:8000")
        self._namespace = address.namespace
        self._lock = RLock()
        self._client: ClientAPI | None = None
        self._collection: Collection | None = None
        errors = imported().errors.ChromaError
        self._asking = Asking(self._at, (httpx.TransportError, _Silent), (errors, httpx.HTTPError, ValueError))

    def put(self, ids: Sequence[str], vectors: Vectors, metadata: Sequence[Metadata] | None = None) -> None:
        """Insert the vectors, or replace those whose id is known, with what is known of the points."""
        array = np.asarray(vectors, dtype=np.float32)
        about = metadata or [{}] * len(ids)
        for part in parts(len(ids), _BATCH):
            some = list(ids[part])
            # an upsert would keep names that a point had before and has no more
            self._asked("delete", ids=some)
            self._asking(partial(self._upsert, some, array[part], filled(about, part)), self._forget)

    def _upsert(self, ids: Sequence[str], vectors: Vectors, metadata: list[Known] | None) -> None:
        self._made().upsert(ids=ids, embeddings=vectors, metadatas=metadata)

    def describe(self, ids: Sequence[str], metadata: Sequence[Metadata]) -> None:
        """Replace what is known of these points; unknown ids are ignored."""
        about = dict(zip(ids, metadata, strict=True))
        before = self.metadata(list(about))  # an update adds to what was known; None takes a name away
        said = [{**dict.fromkeys(names), **about[id_]} for id_, names in before.items()]
        some = list(before)
        for part in parts(len(some), _BATCH):
            self._asked("update", ids=some[part], metadatas=filled(said, part))

    def drop(self, ids: Sequence[str]) -> None:
        """Forget these ids; unknown ones are ignored."""
        for part in parts(len(ids), _BATCH):
            self._asked("delete", ids=list(ids[part]))

    def drop_where(self, where: Sequence[Condition]) -> None:
        """Forget the points for which all conditions hold."""
        self._asked("delete", where=conditions(where)) if where else self.drop([id_ for page in self.pages() for id_ in page])

    def count(self) -> int:
        """Return how many points are stored."""
        return int(self._asked("count") or 0)

    def pages(self, size: int = 10_000) -> Iterator[Sequence[str]]:
        """Yield every id once, `size` at a time."""
        start = 0
        while page := (self._asked("get", include=[], limit=size, offset=start) or {"ids": []})["ids"]:
            yield page
            start += len(page)

    def get(self, ids: Sequence[str]) -> dict[str, Vectors]:
        """Return the stored vector of each known id."""
        found: dict[str, Vectors] = {}
        for rows in self._rows(ids, "embeddings"):
            found.update(zip(rows["ids"], np.asarray(rows["embeddings"], dtype=np.float32), strict=True))
        return found

    def metadata(self, ids: Sequence[str]) -> dict[str, Metadata]:
        """Return what is known of each known id."""
        found: dict[str, Metadata] = {}
        for rows in self._rows(ids, "metadatas"):
            found.update((id_, known(about)) for id_, about in zip(rows["ids"], rows["metadatas"], strict=True))
        return found

    def _rows(self, ids: Sequence[str], what: str) -> Iterator[GetResult]:
        for part in parts(len(ids), _BATCH):
            rows = self._asked("get", ids=list(ids[part]), include=[what])
            if rows is not None:
                yield rows

    def nearest(self, vector: Vectors, limit: int, where: Sequence[Condition] = ()) -> list[tuple[str, float]]:
        """Return (id, cosine similarity) pairs of points for which all conditions hold, most similar first, ties by id."""
        if limit <= 0:
            return []
        rows = self._asked(
            "query", query_embeddings=[np.asarray(vector, dtype=np.float32)], n_results=limit, include=[_NEAREST],
            where=conditions(where),
        )  # fmt: skip
        pairs = zip(rows["ids"][0], rows[_NEAREST][0], strict=True) if rows else ()
        return nearest_first((id_, 1.0 - float(distance)) for id_, distance in pairs)

    def namespaces(self) -> list[str]:
        """Return the namespaces that exist at the address."""

        def asked() -> list[str]:
            names: list[str] = []
            while page := self._opened().list_collections(limit=_PAGE, offset=len(names)):
                names.extend(one.name for one in page)
            return sorted(names)

        return self._asking(asked, self._forget)

    def begin_as(self, namespace: str) -> None:
        """Have what another namespace at the address has, if it exists, and nothing else; that one stays as it is."""
        self._delete()
        copy_points(ChromaServerVectors(StoreAddress(self._at, namespace)), self)

    def erase(self) -> None:
        """Delete the namespace with all its points; the store cannot be used afterwards."""
        self._delete()
        self.close()

    def _delete(self) -> None:
        if self._namespace in self.namespaces():
            self._asking(lambda: self._opened().delete_collection(self._namespace), self._forget)
        self._collection = None

    def close(self) -> None:
        """Let go of the connection; the server has written everything by then."""
        with self._lock:
            if self._client is not None:
                self._client.close()
        self._forget()

    def _asked(self, verb: str, **what: object) -> Any:
        """Return what a verb of the collection answers; None where there is no collection."""

        def asked() -> object:
            collection = self._found()
            return None if collection is None else getattr(collection, verb)(**what)

        return self._asking(asked, self._forget)

    def _found(self) -> Collection | None:
        """Return the collection; None where nothing was written yet."""
        with self._lock:
            if self._collection is None:
                try:
                    self._collection = self._opened().get_collection(self._namespace, embedding_function=None)
                except imported().errors.NotFoundError:
                    return None
            return self._collection

    def _made(self) -> Collection:
        with self._lock:
            if self._collection is None:
                self._collection = self._opened().get_or_create_collection(
                    self._namespace, configuration=_CONFIGURATION, embedding_function=None
                )
            return self._collection

    def _opened(self) -> ClientAPI:
        with self._lock:
            if self._client is None:
                chromadb, where = imported(), urlsplit(self._at)
                token = vectors_key()
                try:
                    self._client = chromadb.HttpClient(
                        host=where.hostname, port=where.port or (443 if where.scheme == "https" else 8000),
                        ssl=where.scheme == "https", headers={"Authorization": f"Bearer {token}"} if token else None,
                        settings=chromadb.Settings(anonymized_telemetry=False),
                    )  # fmt: skip
                except ValueError as problem:
                    if isinstance(problem.__context__, httpx.TransportError) or "Could not connect" in str(problem):
                        raise _Silent(str(problem.__context__ or problem)) from problem
                    raise
                self._client._server._session.timeout = httpx.Timeout(
                    SECONDS
                )  # the client has no setting; else it waits for ever
            return self._client

    def _forget(self) -> None:
        with self._lock:
            self._client = self._collection = None
