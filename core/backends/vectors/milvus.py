"""Vectors on a server of Milvus (`milvus-lite server`, or a larger one): one collection for each namespace."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from threading import RLock
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from pymilvus import DataType, MilvusClient, MilvusException
from pymilvus.exceptions import ConnectError, MilvusUnavailableException

from core.backends.vectors.servers import SECONDS, Asking, copy_points, nearest_first, parts, server_of
from core.ports import Condition, Metadata, StoreAddress
from core.settings import vectors_key

if TYPE_CHECKING:
    from core.ports import Vectors

_Result = TypeVar("_Result")

_BATCH = 500
_MOST = 16_384  # Milvus answers no more at once
_ID_BYTES = 8192
logging.getLogger("pymilvus").setLevel(logging.CRITICAL)  # it prints with a traceback what it raises as well
_NOT_LOADED = re.compile(r"state 'released'|not loaded")
_STRONG = "Strong"  # reading sees what was written before


class _Absent(Exception):
    """The server does not answer: Milvus has one class of errors for this and all else."""


class MilvusVectors:
    """One namespace; the server is first asked when something is read or written."""

    shared = True

    def __init__(self, address: StoreAddress) -> None:
        self._at = server_of(address, "Milvus", ("http", "https"), "http://localhost:19530")
        self._namespace = address.namespace
        self._name = _collection(address.namespace)
        self._lock = RLock()
        self._client: MilvusClient | None = None
        self._there = False
        self._asking = Asking(self._at, (_Absent,), (MilvusException, ValueError))

    def put(self, ids: Sequence[str], vectors: Vectors, metadata: Sequence[Metadata] | None = None) -> None:
        """Insert the vectors, or replace those whose id is known, with what is known of the points."""
        rows, about = np.asarray(vectors, dtype=np.float32), metadata or [{}] * len(ids)
        last = {id_: place for place, id_ in enumerate(ids)}  # of an id that comes twice
        places = sorted(last.values())
        for part in parts(len(places), _BATCH):
            points = [{"id": ids[i], "vector": rows[i], "metadata": dict(about[i])} for i in places[part]]
            self._asked(partial(self._upsert, points, rows.shape[1]))

    def _upsert(self, points: list[dict[str, object]], dimensions: int, client: MilvusClient) -> None:
        if not self._exists(client):
            schema = client.create_schema(auto_id=False, enable_dynamic_field=False)
            schema.add_field("id", DataType.VARCHAR, is_primary=True, max_length=_ID_BYTES)
            schema.add_field("vector", DataType.FLOAT_VECTOR, dim=dimensions)
            schema.add_field("metadata", DataType.JSON)
            client.create_collection(self._name, schema=schema, index_params=_index(client), consistency_level=_STRONG)
            self._there = True
        client.upsert(self._name, points)

    def describe(self, ids: Sequence[str], metadata: Sequence[Metadata]) -> None:
        """Replace what is known of these points; unknown ids are ignored."""
        about = dict(zip(ids, metadata, strict=True))
        vectors = self.get(list(about))
        if vectors:
            self.put(list(vectors), np.stack(list(vectors.values())), [about[id_] for id_ in vectors])

    def drop(self, ids: Sequence[str]) -> None:
        """Forget these ids; unknown ones are ignored."""
        for part in parts(len(ids), _BATCH):
            self._of_collection("delete", ids=list(ids[part]))

    def drop_where(self, where: Sequence[Condition]) -> None:
        """Forget the points for which all conditions hold."""
        self._of_collection("delete", filter=_holding(where) or 'id != ""')

    def count(self) -> int:
        """Return how many points are stored."""
        rows = self._of_collection("query", filter="", output_fields=["count(*)"], consistency_level=_STRONG)
        return int(rows[0]["count(*)"]) if rows else 0

    def pages(self, size: int = 10_000) -> Iterator[Sequence[str]]:
        """Yield every id once, `size` at a time."""
        rows = self._of_collection(
            "query_iterator", batch_size=min(size, _MOST), output_fields=["id"], consistency_level=_STRONG
        )
        while rows is not None and (page := self._asking(rows.next)):
            yield [row["id"] for row in page]

    def get(self, ids: Sequence[str]) -> dict[str, Vectors]:
        """Return the stored vector of each known id."""
        return {row["id"]: np.asarray(row["vector"], dtype=np.float32) for row in self._rows(ids, "vector")}

    def metadata(self, ids: Sequence[str]) -> dict[str, Metadata]:
        """Return what is known of each known id."""
        return {row["id"]: _known(row["metadata"]) for row in self._rows(ids, "metadata")}

    def _rows(self, ids: Sequence[str], field: str) -> Iterator[Any]:
        for part in parts(len(ids), _BATCH):
            asked = {"ids": list(ids[part]), "output_fields": ["id", field], "consistency_level": _STRONG}
            yield from self._of_collection("query", **asked) or ()

    def nearest(self, vector: Vectors, limit: int, where: Sequence[Condition] = ()) -> list[tuple[str, float]]:
        """Return (id, cosine similarity) pairs of points for which all conditions hold, most similar first, ties by id."""
        if limit <= 0:
            return []
        found = self._of_collection(
            "search", data=[np.asarray(vector, dtype=np.float32)], limit=min(limit, _MOST), filter=_holding(where),
            search_params={"metric_type": "COSINE"}, output_fields=["id"], consistency_level=_STRONG,
        )  # fmt: skip
        rows = found[0] if found else ()
        return nearest_first((row["id"], float(row["distance"])) for row in rows)

    def namespaces(self) -> list[str]:
        """Return the namespaces that exist at the address."""
        names = self._asked(lambda client: client.list_collections())
        return sorted(space for space in map(_namespace, names) if space)

    def begin_as(self, namespace: str) -> None:
        """Have what another namespace at the address has, if it exists, and nothing else; that one stays as it is."""
        self._of_collection("drop_collection")
        self._there = False
        copy_points(MilvusVectors(StoreAddress(self._at, namespace)), self)

    def erase(self) -> None:
        """Delete the namespace with all its points; the store cannot be used afterwards."""
        self._of_collection("drop_collection")
        self.close()

    def close(self) -> None:
        """Let go of the connection; the server has written everything by then."""
        with self._lock:
            if self._client is not None:
                self._client.close()
            self._client, self._there = None, False

    def _exists(self, client: MilvusClient) -> bool:
        self._there = self._there or client.has_collection(self._name)
        return self._there

    def _of_collection(self, verb: str, **what: object) -> Any:
        """Return what a verb of the client answers for the collection; None where there is no collection."""
        return self._asked(lambda client: getattr(client, verb)(self._name, **what) if self._exists(client) else None)

    def _asked(self, request: Callable[[MilvusClient], _Result]) -> _Result:
        def once() -> _Result:
            try:
                with self._lock:
                    if self._client is None:
                        self._client = MilvusClient(self._at, token=vectors_key() or "", timeout=SECONDS)
                    client = self._client
                try:
                    return request(client)
                except MilvusException as problem:
                    if not _NOT_LOADED.search(str(problem)):
                        raise
                self._load(client)
                return request(client)
            except (ConnectError, MilvusUnavailableException) as problem:
                raise _Absent(str(problem)) from problem
            except MilvusException as problem:
                if re.search(r"connect|unavailable|deadline", str(problem), re.IGNORECASE):
                    raise _Absent(str(problem)) from problem
                raise

        return self._asking(once, self.close)

    def _load(self, client: MilvusClient) -> None:
        """Make a collection answer whose server ended between making and loading it: nothing else would, ever."""
        if not client.list_indexes(self._name):
            client.create_index(self._name, _index(client))
        client.load_collection(self._name)


def _index(client: MilvusClient) -> Any:
    found_by = client.prepare_index_params()
    found_by.add_index("vector", index_type="FLAT", metric_type="COSINE")
    return found_by


def _collection(namespace: str) -> str:
    """Return the name of a collection, which has letters, digits and `_` alone."""
    return "o_" + re.sub(r"[^A-Za-z0-9]", lambda found: f"_{ord(found[0]):02x}", namespace)


def _namespace(collection: str) -> str:
    """Return the namespace that a collection was named after; empty for a collection of others."""
    if not re.fullmatch(r"o_(?:[A-Za-z0-9]|_[0-9a-f]{2})+", collection):
        return ""
    return re.sub(r"_([0-9a-f]{2})", lambda found: chr(int(found[1], 16)), collection.removeprefix("o_"))


def _known(metadata: str | bytes | Metadata) -> Metadata:
    known: Metadata = json.loads(metadata) if isinstance(metadata, str | bytes) else metadata
    return known


def _holding(where: Sequence[Condition]) -> str:
    """Return the conditions as Milvus writes them; its lighter server knows `in` for plain fields alone."""
    said = []
    for one in where:
        field = f"metadata[{json.dumps(one.field)}]"
        if one.least is not None:
            said.append(f"{field} >= {one.least!r}")
        else:
            each = [f"{field} == {json.dumps(value)}" for value in one.values]
            said.append(f"({' or '.join(each)})" if each else 'id == ""')
    return " and ".join(said)
