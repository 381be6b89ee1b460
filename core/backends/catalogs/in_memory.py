"""Catalogs in the memory of the process that opens them, loaded from a file of JSON for each: for tests."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import duckdb

from core.backends.catalogs.duck_editing import DuckEditor
from core.backends.catalogs.duck_reading import DuckCatalog
from core.backends.catalogs.duck_writing import in_memory, write_rows
from core.backends.catalogs.files import FileStore, file_at
from core.errors import StoreError, reading_step
from core.model import Manifest
from core.model.tables import TABLES
from core.ports import Row, StoreAddress, WriteTables


class MemoryStore(FileStore):
    """The catalog at an address: `NAMESPACE.json`, with the rows of every table by its name."""

    ending = "json"

    def reader(self, manifest: Manifest) -> LoadedCatalog:
        """Load it for reading; raises `StoreError` when it is damaged or not there."""
        return LoadedCatalog(self._path, manifest)

    @contextmanager
    def writer(self) -> Iterator[WriteTables]:
        """Give what takes tables, and write the file after the block."""
        tables: dict[str, list[Row]] = {}

        def write(some: Mapping[str, Iterable[Row]]) -> None:
            tables.update((name, list(rows)) for name, rows in some.items())

        yield write
        _save(tables, self._path)

    @contextmanager
    def editor(self, before: StoreAddress) -> Iterator[DuckEditor]:
        """Load the catalog at another address, give what changes it, and write the file after the block."""
        with duckdb.connect() as connection:
            for name, rows in json.loads(file_at(before, self.ending).read_text("ascii")).items():
                write_rows(connection, name, rows)
            yield DuckEditor(connection)
            _save(Rows(connection).tables(), self._path)


class Rows(DuckCatalog):
    """The tables of an open database, each row as a writer takes it."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self._connection = connection


class LoadedCatalog(DuckCatalog):
    """One generation's catalog in memory."""

    def __init__(self, path: Path, manifest: Manifest) -> None:
        self.manifest = manifest
        try:
            tables = json.loads(path.read_text("ascii"))
            self._connection = in_memory({name: tables[name] for name in TABLES})
        except (OSError, ValueError, LookupError, TypeError, AttributeError, duckdb.Error) as problem:
            reason = problem if isinstance(problem, OSError) else f"it is no catalog ({type(problem).__name__}: {problem})"
            step = reading_step(problem, f"Run: orienteer index {manifest.root} --full")
            raise StoreError(f"The catalog {path} cannot be read: {reason}. {step}") from problem


def _save(tables: Mapping[str, Iterable[Row]], path: Path) -> None:
    path.write_text(json.dumps({name: list(rows) for name, rows in tables.items()}), encoding="ascii")
