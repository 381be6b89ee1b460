"""Change rows of a copied catalog of DuckDB in place, so that it becomes the one that would be written from nothing."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
from numpy.typing import NDArray

from core.backends.catalogs.duck_writing import CONFIG, REFUSED, incoming, selected, write_rows
from core.backends.catalogs.editing import SqlEditor
from core.errors import StoreError, cause, next_step
from core.model.tables import TABLES
from core.ports import Row


class DuckEditor(SqlEditor):
    """The tables of a catalog of DuckDB that only its writer knows yet."""

    place = "rowid"

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self._connection = connection

    def _rows(self, statement: str, parameters: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        found: list[tuple[Any, ...]] = self._connection.execute(statement, list(parameters)).fetchall()
        return found

    def _among(self, statement: str, values: Sequence[str]) -> list[tuple[Any, ...]]:
        return self._rows(statement.format("(SELECT unnest(?))"), [list(values)])

    def edges(self) -> NDArray[np.int64]:
        """Return which units relate to which others, by their places, each pair once and in order."""
        found = self._connection.execute(self.edge_pairs()).fetchnumpy()
        return np.stack([found["one"], found["other"]], axis=1).astype(np.int64)

    def update(self, table: str, rows: Mapping[int, Row], names: Sequence[str] | None = None) -> None:
        """Write other values into rows, by their place in the table; only into the columns of these names if any are given."""
        if not rows or (names is not None and not names):
            return
        columns = [column for column in TABLES[table].columns if names is None or column[0] in names]
        given = [("place", "BIGINT"), *columns]
        with incoming(self._connection, given, [(place, *row) for place, row in rows.items()]):
            changed = ", ".join(f'"{name}" = {selected(name, type_)}' for name, type_ in columns)
            self._connection.execute(f"UPDATE {table} SET {changed} FROM incoming WHERE {table}.rowid = incoming.place")

    def _replace(self, table: str, column: str, values: Sequence[str], rows: Sequence[Row], order: str) -> None:
        columns = TABLES[table].columns
        names = ", ".join(f'"{name}"' for name, _ in columns)
        kept = f"SELECT {names}, rowid AS place FROM {table} WHERE {column} NOT IN (SELECT unnest(?))"
        with incoming(self._connection, [*columns, ("place", "BIGINT")], [(*row, place) for place, row in enumerate(rows)]):
            new = f"SELECT {', '.join(f'{selected(*column)} AS {column[0]}' for column in columns)}, place FROM incoming"
            both = f"{kept} UNION ALL {new}" if rows else kept
            self._connection.execute(
                f"CREATE TABLE fresh_{table} AS SELECT {names} FROM ({both}) ORDER BY {order}", [list(values)]
            )
        self._connection.execute(f"DROP TABLE {table}")
        self._connection.execute(f"ALTER TABLE fresh_{table} RENAME TO {table}")

    def rewrite(self, table: str, rows: Iterable[Row]) -> None:
        """Replace a table by these rows."""
        self._connection.execute(f"DROP TABLE {table}")
        write_rows(self._connection, table, rows)

    def append(self, table: str, row: Row) -> None:
        """Append a row."""
        marks = ", ".join("?" * len(row))
        self._connection.execute(f"INSERT INTO {table} VALUES ({marks})", list(row))


@contextmanager
def duck_copy(source: Path, path: Path) -> Iterator[DuckEditor]:
    """Copy a catalog and give what changes the copy; raises `StoreError` when it cannot be written."""
    try:
        shutil.copyfile(source, path)
        with duckdb.connect(str(path), config=CONFIG) as connection:
            connection.execute("BEGIN")
            yield DuckEditor(connection)
            connection.execute("COMMIT")
            connection.execute("CHECKPOINT")
    except REFUSED as problem:
        raise StoreError(
            f"The catalog {path} cannot be written: {cause(problem)}. The previous index is unchanged. "
            f"{next_step(problem, 'Free some disk space.')}"
        ) from problem
