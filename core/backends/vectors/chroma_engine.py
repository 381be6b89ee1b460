"""The compiled engine under Chroma's client, for reading: opens in a tenth of the time that importing the client takes."""

from __future__ import annotations

import resource
from functools import cached_property
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chromadb_rust_bindings import Bindings

    from core.ports import Vectors

_KNOWN = "1.5."  # versions of Chroma whose engine takes the calls below; with others the client is used
_PLACE = ("default_tenant", "default_database")
_FILES_OF_AN_INDEX = 5  # as Chroma's client reckons how many may be open at once


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
