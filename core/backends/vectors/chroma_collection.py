"""One Chroma collection in a folder of its own, without embedders, telemetry or server.

Importing Chroma's client takes a second, for servers, telemetry and forty embedders. A question needs one call of the compiled
engine below that client. For known versions, a read-only store opens the engine alone. Writing always uses the client.
"""

from __future__ import annotations

import resource
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING

import numpy as np

from core.backends.vectors.folders import unusable
from core.backends.vectors.servers import nearest_first, parts
from core.ports import Condition, Metadata

if TYPE_CHECKING:
    from types import ModuleType

    from chromadb import Collection
    from chromadb.api import ClientAPI
    from chromadb_rust_bindings import Bindings

    from core.ports import Vectors

Known = Mapping[str, object]
"""What Chroma is told of a point; None takes a name away."""

_COLLECTION, _NOTHING = "chunks", "nothing"
_BATCH = 2000  # Chroma takes 5461 at most; reading binds one SQL variable per id
_CONFIGURATION = {
    "hnsw": {
        "space": "cosine",
        "ef_search": 200,  # with 100, the default, the 50 nearest miss one or two of fifty
        # what is not in the written graph yet is inserted again at every opening, for 0.3 ms a vector; with small
        # thresholds the graph is written after each call of `add`, which here has many vectors
        "batch_size": 100,
        "sync_threshold": 100,
    }
}
_SLOW_IMPORT = "rfc3987_syntax"  # compiles a grammar for 2.5 s; jsonschema imports it where JupyterLab brought it
_KNOWN = "1.5."  # versions of Chroma whose engine takes the calls below; with others the client is used
_PLACE = ("default_tenant", "default_database")
_FILES_OF_AN_INDEX = 5  # as Chroma's client reckons how many may be open at once


class ChromaCollection:
    """Sees what it wrote itself; what another process writes into the folder is found only after opening it anew."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._opening = RLock()
        self._client: ClientAPI | None = None

    def exists(self) -> bool:
        """Tell whether anything was ever written into the folder."""
        return self._directory.is_dir() and any(self._directory.iterdir())

    @cached_property
    def _engine(self) -> Engine | None:
        with self._opening, self._told():
            return open_engine(self._directory, _COLLECTION) if self.exists() else None

    @cached_property
    def _chunks(self) -> Collection:
        with self._opening, self._told():
            self.__dict__["_engine"] = None  # it would not see what the client writes
            chromadb = imported()
            self._directory.mkdir(parents=True, exist_ok=True)
            settings = chromadb.Settings(anonymized_telemetry=False)
            self._client = chromadb.PersistentClient(str(self._directory), settings=settings)
            return self._client.get_or_create_collection(_COLLECTION, configuration=_CONFIGURATION, embedding_function=None)

    def put(self, ids: Sequence[str], vectors: Vectors, metadata: Sequence[Metadata] | None = None) -> None:
        """Insert the vectors, or replace those whose id is known, with what is known of the points."""
        known = self._ids()
        self.drop([id_ for id_ in ids if id_ in known])  # deleting and adding is six times as fast as Chroma's upsert
        array = np.asarray(vectors, dtype=np.float32)
        for part in parts(len(ids), _BATCH):
            with self._told():
                self._chunks.add(ids=list(ids[part]), embeddings=array[part], metadatas=filled(metadata, part))

    def describe(self, ids: Sequence[str], metadata: Sequence[Metadata]) -> None:
        """Replace what is known of these points; unknown ids are ignored."""
        about = dict(zip(ids, metadata, strict=True))
        before = self.metadata(list(about))  # an update adds to what was known; None takes a name away
        said = [{**dict.fromkeys(known), **about[id_]} for id_, known in before.items()]
        for part in parts(len(before), _BATCH):
            with self._told():
                self._chunks.update(ids=list(before)[part], metadatas=filled(said, part))

    def drop(self, ids: Sequence[str]) -> None:
        """Forget these ids; unknown ones are ignored."""
        for part in parts(len(ids), _BATCH):
            with self._told():
                self._chunks.delete(ids=list(ids[part]))

    def drop_where(self, where: Sequence[Condition]) -> None:
        """Forget the points for which all conditions hold."""
        with self._told():
            found = self._chunks.get(where=conditions(where), include=[])["ids"]
        self.drop(found)

    def count(self) -> int:
        """Return how many points are stored."""
        with self._told():
            return self._engine.count if self._engine is not None else int(self._chunks.count())

    def pages(self, size: int = 10_000) -> Iterator[Sequence[str]]:
        """Yield every id once, `size` at a time."""
        for start in range(0, self.count(), size):
            with self._told():
                found: list[str] = self._chunks.get(include=[], limit=size, offset=start)["ids"]
            yield found

    def _ids(self) -> set[str]:
        with self._told():
            return set(self._chunks.get(include=[])["ids"])

    def get(self, ids: Sequence[str]) -> dict[str, Vectors]:
        """Return the stored vector of each known id."""
        found: dict[str, Vectors] = {}
        for part in parts(len(ids), _BATCH):
            with self._told():
                rows = self._chunks.get(ids=list(ids[part]), include=["embeddings"])
            found.update(zip(rows["ids"], np.asarray(rows["embeddings"], dtype=np.float32), strict=True))
        return found

    def metadata(self, ids: Sequence[str]) -> dict[str, Metadata]:
        """Return what is known of each known id."""
        found: dict[str, Metadata] = {}
        for part in parts(len(ids), _BATCH):
            with self._told():
                rows = self._chunks.get(ids=list(ids[part]), include=["metadatas"])
            found.update((id_, known(about)) for id_, about in zip(rows["ids"], rows["metadatas"], strict=True))
        return found

    def nearest(self, vector: Vectors, limit: int, where: Sequence[Condition] = ()) -> list[tuple[str, float]]:
        """Return (id, cosine similarity) pairs of points for which all conditions hold, most similar first, ties by id."""
        if limit <= 0:
            return []
        wanted = np.asarray(vector, dtype=np.float32)
        with self._told():
            if self._engine is not None and not where:
                ids, distances = self._engine.nearest(wanted, limit)
            else:
                rows = self._chunks.query(
                    query_embeddings=[wanted], n_results=min(limit, self._chunks.count() or 1), include=["distances"],
                    where=conditions(where),
                )  # fmt: skip
                ids, distances = rows["ids"][0], rows["distances"][0]
        pairs = zip(ids, distances, strict=True)
        return nearest_first((id_, 1.0 - float(distance)) for id_, distance in pairs)

    def close(self) -> None:
        """Let go of the folder; Chroma has written everything by then."""
        self.__dict__["_engine"] = None
        if self._client is not None:
            self._client.close()

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except Exception as problem:
            chromadb = imported()
            if not isinstance(problem, chromadb.errors.ChromaError | ValueError | OSError):
                raise
            raise unusable(self._directory, problem) from problem


def filled(metadata: Sequence[Known] | None, part: slice) -> list[Known] | None:
    """Return what Chroma takes: it refuses an empty mapping."""
    return None if metadata is None else [about or {_NOTHING: True} for about in metadata[part]]


def known(about: Metadata | None) -> Metadata:
    """Return what Chroma was told of a point."""
    return {name: value for name, value in (about or {}).items() if name != _NOTHING}


def conditions(where: Sequence[Condition]) -> Mapping[str, object] | None:
    """Return the conditions as Chroma writes them."""
    parts = [{one.field: {"$in": list(one.values)} if one.least is None else {"$gte": one.least}} for one in where]
    return None if not parts else parts[0] if len(parts) == 1 else {"$and": parts}


def imported() -> ModuleType:
    """Return Chroma's client, without what would make importing it slower still."""
    with _without(_SLOW_IMPORT):
        return import_module("chromadb")


@contextmanager
def _without(module: str) -> Iterator[None]:
    """Make importing the module fail inside the block, as if it were not installed; it is optional to those who try."""
    if module in sys.modules:
        yield
        return
    sys.modules[module] = None  # type: ignore[assignment]
    try:
        yield
    finally:
        del sys.modules[module]


class Engine:
    """One collection of a folder, read through Chroma's engine; what others write later is not seen."""

    def __init__(self, bindings: Bindings, collection: str) -> None:
        self._bindings = bindings
        self._collection = collection

    @cached_property
    def count(self) -> int:
        """How many vectors the collection has."""
        return int(self._bindings.count(self._collection, *_PLACE))

    def nearest(self, vector: Vectors, limit: int) -> tuple[list[str], list[float]]:
        """Return the ids nearest to the vector and their cosine distances."""
        wanted = min(limit, self.count or 1)
        found = self._bindings.query(self._collection, None, [vector], wanted, None, None, ["distances"], *_PLACE)
        return found.ids[0], found.distances[0]


def open_engine(directory: Path, collection: str) -> Engine | None:
    """Return the engine on a collection that was written before, or None when there is none or its engine is not known.

    Raises Chroma's errors for a folder that is damaged.
    """
    database = directory / "chroma.sqlite3"
    if not database.is_file() or not version("chromadb").startswith(_KNOWN):
        return None
    engine = import_module("chromadb_rust_bindings")
    place = engine.SqliteDBConfig(
        hash_type=engine.MigrationHash.MD5, migration_mode=engine.MigrationMode.Apply, url=str(database)
    )
    bindings = engine.Bindings(
        allow_reset=False,
        sqlite_db_config=place,
        persist_path=str(directory),
        hnsw_cache_size=resource.getrlimit(resource.RLIMIT_NOFILE)[0] // _FILES_OF_AN_INDEX,
    )
    known = {found.name: str(found.id) for found in bindings.list_collections(None, None, *_PLACE)}
    return Engine(bindings, known[collection]) if collection in known else None
