"""Catalogs in the tables of a database that SQLAlchemy speaks to: how they are read and changed."""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from threading import RLock
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from core.backends.catalogs.editing import SqlEditor
from core.backends.catalogs.named_queries import SqlCatalog
from core.backends.catalogs.relational_tables import PLACE, among, create, execute, find, insert, stored
from core.backends.catalogs.values import listed
from core.errors import StoreError
from core.model import Manifest
from core.model.tables import TABLES
from core.ports import Row

if TYPE_CHECKING:
    import duckdb
    import pandas as pd


class RelationalCatalog(SqlCatalog):
    """One generation's catalog; queries of people are answered by DuckDB, in its SQL, from a copy in memory."""

    place = PLACE

    def __init__(self, engine: Engine, manifest: Manifest) -> None:
        super().__init__(manifest)
        self._copying = RLock()
        self._copy: duckdb.DuckDBPyConnection | None = None
        self._engine = engine

    @abstractmethod
    def failed(self, problem: DBAPIError) -> StoreError:
        """Return what to tell of a statement that failed."""

    def close(self) -> None:
        """Let go of the database, and of what was copied from it."""
        self._engine.dispose()
        if self._copy is not None:
            self._copy.close()

    def rows(self, statement: str, parameters: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Return the rows as tuples; raises `StoreError` for a damaged catalog and for a server that is away."""
        try:
            with self._engine.connect() as connection:
                return execute(connection, statement, parameters)
        except DBAPIError as problem:
            raise self.failed(problem) from problem

    def among(self, statement: str, values: Sequence[str] | Sequence[int]) -> list[tuple[Any, ...]]:
        """Return the rows of a statement in which `{}` stands for these values."""
        try:
            with self._engine.connect() as connection:
                return among(connection, statement, values)
        except DBAPIError as problem:
            raise self.failed(problem) from problem

    def texts_in(self, value: str | Sequence[str]) -> tuple[str, ...]:
        """Return the texts that a column of texts holds, which is JSON here."""
        return tuple(json.loads(value) if isinstance(value, str) else value)

    def sql(self, statement: str, parameters: Sequence[object] = ()) -> pd.DataFrame:
        """Return the rows of a query in the SQL of DuckDB; the first one copies the tables."""
        from core.backends.catalogs.duck_reading import frame_of

        return frame_of(self._copied(), statement, parameters, self.manifest)

    def query(self, statement: str, most: int, seconds: float) -> list[dict[str, object]]:
        """Return at most so many rows of such a query; raises `SettingsError` for one that fails or takes longer."""
        from core.backends.catalogs.duck_reading import some_rows

        return some_rows(self._copied(), statement, most, seconds, self.manifest)

    def _copied(self) -> duckdb.DuckDBPyConnection:
        from core.backends.catalogs.duck_writing import in_memory

        with self._copying:
            if self._copy is None:
                self._copy = in_memory(self.tables())
            return self._copy


class RelationalEditor(SqlEditor):
    """The tables of a catalog that only its writer knows yet."""

    place = PLACE

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def _rows(self, statement: str, parameters: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        return execute(self._connection, statement, parameters)

    def _among(self, statement: str, values: Sequence[str]) -> list[tuple[Any, ...]]:
        return among(self._connection, statement, values)

    def kinds(self) -> list[tuple[str, bool]]:
        """Return the type of each unit in their order, and whether it is a test."""
        return [(type_, bool(is_test)) for type_, is_test in super().kinds()]

    def update(self, table: str, rows: Mapping[int, Row], names: Sequence[str] | None = None) -> None:
        """Write other values into rows, by their place in the table; only into the columns of these names if any are given."""
        columns = [column for column in TABLES[table].names if names is None or column in names]
        if rows and columns:
            changed = ", ".join(f'"{column}" = ?' for column in columns)
            given = [stored(self._connection, (*row, place)) for place, row in rows.items()]
            execute(self._connection, f"UPDATE {table} SET {changed} WHERE {PLACE} = ?", given)

    def _replace(self, table: str, column: str, values: Sequence[str], rows: Sequence[Row], order: str) -> None:
        names = listed(TABLES[table].names)
        among(self._connection, f'DELETE FROM {table} WHERE "{column}" IN {{}}', values)
        for name in ("added", "fresh"):
            create(self._connection, table, as_name=name)
        insert(self._connection, table, rows, as_name="added")
        both = f"SELECT {PLACE}, {names} FROM {table} UNION ALL SELECT {PLACE}, {names} FROM added"
        numbered = f"SELECT row_number() OVER (ORDER BY {order}) - 1, {names} FROM ({both}) b"
        self._rows(f"INSERT INTO fresh {numbered}")
        for name in ("added", table):
            self._rows(f"DROP TABLE {name}")
        self._rows(f"ALTER TABLE fresh RENAME TO {table}")
        find(self._connection, table)

    def rewrite(self, table: str, rows: Iterable[Row]) -> None:
        """Write a table from these rows alone."""
        self._rows(f"DROP TABLE {table}")
        create(self._connection, table, rows)

    def append(self, table: str, row: Row) -> None:
        """Write a row behind all others."""
        ((rows,),) = self._rows(f"SELECT count(*) FROM {table}")
        insert(self._connection, table, [row], rows)
