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
from core.errors import StoreError
from core.model.tables import BETWEEN_UNITS, TABLES
from core.ports import Row

_RELATION_ORDER = ", ".join(TABLES["relations"].names)


class DuckEditor:
    """The tables of a catalog of DuckDB that only its writer knows yet."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self._connection = connection

    def _rows(self, statement: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        found: list[tuple[Any, ...]] = self._connection.execute(statement, list(parameters)).fetchall()
        return found

    def places(self, keys: Iterable[str]) -> dict[str, int]:
        """Return where units stand in the tables that have one row for each, by key."""
        return dict(self._rows("SELECT key, rowid FROM units WHERE key IN (SELECT unnest(?))", [list(keys)]))

    def fact_places(self, key: str) -> list[int]:
        """Return where the facts of a unit stand, in their order."""
        return [place for (place,) in self._rows("SELECT rowid FROM facts WHERE unit_key = ? ORDER BY rowid", [key])]

    def relation_places(self, path: str) -> list[int]:
        """Return where the relations of a file stand, in the order of all relations."""
        rows = self._rows(f"SELECT rowid FROM relations WHERE file_path = ? ORDER BY {_RELATION_ORDER}", [path])
        return [place for (place,) in rows]

    def chunk_ids(self) -> list[str]:
        """Return the ids of all chunks."""
        return [id_ for (id_,) in self._rows("SELECT id FROM chunks")]

    def relation_counts(self) -> tuple[int, int]:
        """Return how many relations there are between units, and how many lead to columns."""
        ((between, all_),) = self._rows(f"SELECT count(*) FILTER (WHERE {BETWEEN_UNITS}), count(*) FROM relations")
        return int(between), int(all_) - int(between)

    def kinds(self) -> list[tuple[str, bool]]:
        """Return the type of each unit in their order, and whether it is a test."""
        return self._rows("SELECT type, is_test FROM units ORDER BY rowid")

    def edges(self) -> NDArray[np.int64]:
        """Return which units relate to which others, by their places, each pair once and in order."""
        found = self._connection.execute(
            "SELECT DISTINCT source.rowid AS one, target.rowid AS other FROM relations JOIN units source ON "
            "relations.source = source.key JOIN units target ON relations.target = target.key "
            "WHERE source.rowid != target.rowid ORDER BY one, other"
        ).fetchnumpy()
        return np.stack([found["one"], found["other"]], axis=1).astype(np.int64)

    def own_metrics(self) -> list[tuple[str, float, float]]:
        """Return key, complexity and lines of each unit in their order."""
        return self._rows("SELECT unit_key, complexity, lines FROM metrics ORDER BY rowid")

    def replace_relations(self, rows: Mapping[str, Sequence[Row]]) -> None:
        """Write the relations of files, by path, instead of those that they had."""
        new = [row for some in rows.values() for row in some]
        self._replace("relations", "file_path", list(rows), new, _RELATION_ORDER)

    def replace_chunks(self, keys: Sequence[str], rows: Sequence[Row]) -> None:
        """Write the chunks of units instead of those that they had."""
        self._replace("chunks", "unit_key", keys, rows, "unit_key, place")

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
        """Write a table anew: its rows but those with one of the values, and these, in an order of columns and `place`.

        The place of a row is where it stood, or where it stands among the new ones.
        """
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
        """Write a table from these rows alone."""
        self._connection.execute(f"DROP TABLE {table}")
        write_rows(self._connection, table, rows)

    def append(self, table: str, row: Row) -> None:
        """Write a row behind all others."""
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
            f"The catalog {path} cannot be written: {problem}. The index as it was before stands. Make room."
        ) from problem
