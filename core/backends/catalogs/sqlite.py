"""Catalogs in files of SQLite, which other programs read too: a file for each, `NAMESPACE.sqlite`."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any

from core.backends.catalogs.files import file_at, shared
from core.backends.catalogs.named_queries import SqlCatalog
from core.backends.catalogs.sqlite_editing import SqliteEditor, create, marked
from core.errors import StoreError
from core.model import Manifest
from core.model.tables import TABLES, TEXTS, TRUTH
from core.ports import Row, StoreAddress, WriteTables

if TYPE_CHECKING:
    import duckdb
    import pandas as pd

_ENDING = "sqlite"
sqlite3.register_converter(TRUTH, lambda written: written == b"1")
sqlite3.register_converter(TEXTS, json.loads)


class SqliteStore:
    """The catalog at an address, in a file."""

    def __init__(self, address: StoreAddress) -> None:
        self._path = file_at(address, _ENDING)

    def reader(self, manifest: Manifest) -> SqliteCatalog:
        """Open it for reading; raises `StoreError` when it is damaged or not there."""
        return SqliteCatalog(self._path, manifest)

    @contextmanager
    def writer(self) -> Iterator[WriteTables]:
        """Create the file and give what writes tables into it; raises `StoreError` when it cannot be written."""
        with _writing(self._path) as connection:

            def write(tables: Mapping[str, Iterable[Row]]) -> None:
                for name, rows in tables.items():
                    create(connection, name, rows)
                connection.commit()

            yield write

    @contextmanager
    def editor(self, before: StoreAddress) -> Iterator[SqliteEditor]:
        """Copy the catalog at another address and give what changes the copy."""
        shutil.copyfile(file_at(before, _ENDING), self._path)
        with _writing(self._path) as connection:
            yield SqliteEditor(connection)
            connection.commit()

    def begin_as(self, before: StoreAddress) -> None:
        """Have the file of another address: one copy serves both where the file system can say so."""
        shared(file_at(before, _ENDING), self._path)


class SqliteCatalog(SqlCatalog):
    """One generation's catalog, open read-only; queries of people are answered by DuckDB, from a copy in memory."""

    first_row = 1
    holds = "instr({}, ?) > 0"
    inside = "json_extract({}, '$.{}')"

    def __init__(self, path: Path, manifest: Manifest) -> None:
        super().__init__(manifest)
        self._copying = RLock()
        self._copy: duckdb.DuckDBPyConnection | None = None
        try:
            self._connection = sqlite3.connect(
                f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False,
                detect_types=sqlite3.PARSE_DECLTYPES,
            )  # fmt: skip
            self._connection.execute("SELECT count(*) FROM units LIMIT 1")
        except sqlite3.Error as problem:
            message = f"The catalog {path} cannot be read: {problem}. Run: orienteer index {manifest.root} --full"
            raise StoreError(message) from problem

    def close(self) -> None:
        """Let go of the file, and of what was copied from it."""
        self._connection.close()
        if self._copy is not None:
            self._copy.close()

    def rows(self, statement: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Return the rows as tuples; raises `StoreError` for a damaged file."""
        try:
            with closing(self._connection.cursor()) as cursor:
                return cursor.execute(statement, list(parameters)).fetchall()
        except sqlite3.Error as problem:
            message = f"The catalog of '{self.manifest.name}' is damaged: {problem}. "
            raise StoreError(f"{message}Run: orienteer index {self.manifest.root} --full") from problem

    def among(self, statement: str, values: Sequence[str] | Sequence[int]) -> list[tuple[Any, ...]]:
        """Return the rows of a statement in which `{}` stands for these values."""
        return [row for marks, some in marked(values) for row in self.rows(statement.format(marks), some)]

    def sql(self, statement: str, parameters: Sequence[object] = ()) -> pd.DataFrame:
        """Return the rows of a query in the SQL of DuckDB; the first one copies the tables."""
        from core.backends.catalogs.duck_reading import frame_of

        return frame_of(self._copied(), statement, parameters)

    def query(self, statement: str, most: int, seconds: float) -> list[dict[str, object]]:
        """Return at most so many rows of such a query; raises `SettingsError` for one that fails or takes longer."""
        from core.backends.catalogs.duck_reading import some_rows

        return some_rows(self._copied(), statement, most, seconds)

    def _copied(self) -> duckdb.DuckDBPyConnection:
        from core.backends.catalogs.duck_writing import in_memory

        with self._copying:
            if self._copy is None:
                self._copy = in_memory({name: self._written(name) for name in TABLES})
            return self._copy

    def _written(self, table: str) -> list[tuple[Any, ...]]:
        """Return the rows of a table with their lists as they are written."""
        columns = ", ".join(f"json({name})" if type_ == TEXTS else f'"{name}"' for name, type_ in TABLES[table].columns)
        return self.rows(f"SELECT {columns} FROM {table} ORDER BY rowid")


@contextmanager
def _writing(path: Path) -> Iterator[sqlite3.Connection]:
    """Give a connection that keeps no journal: until it is whole, nobody else knows the file."""
    try:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA journal_mode = OFF")
            connection.execute("PRAGMA synchronous = OFF")
            yield connection
    except sqlite3.Error as problem:
        raise StoreError(
            f"The catalog {path} cannot be written: {problem}. The index as it was before stands. Make room."
        ) from problem
