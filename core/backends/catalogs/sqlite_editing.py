"""Create the tables of a catalog of SQLite, and change rows in them before anyone reads them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from core.backends.catalogs.values import storable
from core.model.tables import BETWEEN_UNITS, JSON, TABLES
from core.ports import Row

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_SEARCHED = (
    ("units", "key"), ("units", "parent"), ("relations", "file_path"), ("facts", "unit_key"), ("chunks", "unit_key"),
    ("chunks", "text_hash"),
)  # fmt: skip
_RELATION_ORDER = ", ".join(TABLES["relations"].names)


_VARIABLES = 900  # of a statement; SQLite may be built with a limit of 999


def marked(values: Sequence[str] | Sequence[int]) -> Iterator[tuple[str, list[Any]]]:
    """Yield the values in parts that a statement can take, each with the marks that stand for them."""
    for start in range(0, len(values), _VARIABLES):
        some = list(values[start : start + _VARIABLES])
        yield f"({', '.join('?' * len(some))})", some


def create(connection: sqlite3.Connection, name: str, rows: Iterable[Row]) -> None:
    """Create a table with these rows, and what finds them by the columns that are searched."""
    _declare(connection, name, name)
    marks = ", ".join("?" * len(TABLES[name].columns))
    connection.executemany(f"INSERT INTO {name} VALUES ({marks})", map(_storable, rows))
    _find(connection, name)


def _declare(connection: sqlite3.Connection, table: str, as_name: str) -> None:
    kinds = {JSON: "JSON_TEXT"}  # so that SQLite takes it as a text
    declared = ", ".join(f'"{column}" {kinds.get(type_, type_)}' for column, type_ in TABLES[table].columns)
    connection.execute(f"CREATE TABLE {as_name} ({declared})")


def _find(connection: sqlite3.Connection, table: str) -> None:
    for name, column in _SEARCHED:
        if name == table:
            connection.execute(f"CREATE INDEX {name}_by_{column} ON {name} ({column})")


def _storable(row: Row) -> list[Any]:
    return [storable(value) if isinstance(value, str) and not value.isascii() else value for value in row]


class SqliteEditor:
    """The tables of a catalog of SQLite that only its writer knows yet; rows are counted from 1 there, and from 0 here."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def _rows(self, statement: str, parameters: Sequence[Any] = ()) -> Iterator[tuple[Any, ...]]:
        yield from self._connection.execute(statement, list(parameters))

    def places(self, keys: Iterable[str]) -> dict[str, int]:
        """Return where units stand in the tables that have one row for each, by key."""
        found: dict[str, int] = {}
        for marks, some in marked(list(keys)):
            found.update(self._rows(f"SELECT key, rowid - 1 FROM units WHERE key IN {marks}", some))
        return found

    def fact_places(self, key: str) -> list[int]:
        """Return where the facts of a unit stand, in their order."""
        return [place for (place,) in self._rows("SELECT rowid - 1 FROM facts WHERE unit_key = ? ORDER BY rowid", [key])]

    def relation_places(self, path: str) -> list[int]:
        """Return where the relations of a file stand, in the order of all relations."""
        rows = self._rows(f"SELECT rowid - 1 FROM relations WHERE file_path = ? ORDER BY {_RELATION_ORDER}", [path])
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
        return [(type_, bool(is_test)) for type_, is_test in self._rows("SELECT type, is_test FROM units ORDER BY rowid")]

    def edges(self) -> NDArray[np.int64]:
        """Return which units relate to which others, by their places, each pair once and in order."""
        import numpy as np

        found = self._rows(
            "SELECT DISTINCT source.rowid - 1 AS one, target.rowid - 1 AS other FROM relations JOIN units source ON "
            "relations.source = source.key JOIN units target ON relations.target = target.key "
            "WHERE source.rowid <> target.rowid ORDER BY one, other"
        )
        return np.array(list(found), dtype=np.int64).reshape(-1, 2)

    def own_metrics(self) -> list[tuple[str, float, float]]:
        """Return key, complexity and lines of each unit in their order."""
        return [(key, *own) for key, *own in self._rows("SELECT unit_key, complexity, lines FROM metrics ORDER BY rowid")]

    def replace_relations(self, rows: Mapping[str, Sequence[Row]]) -> None:
        """Write the relations of files, by path, instead of those that they had."""
        new = [row for some in rows.values() for row in some]
        self._replace("relations", "file_path", list(rows), new, _RELATION_ORDER)

    def replace_chunks(self, keys: Sequence[str], rows: Sequence[Row]) -> None:
        """Write the chunks of units instead of those that they had."""
        self._replace("chunks", "unit_key", keys, rows, "unit_key, place")

    def update(self, table: str, rows: Mapping[int, Row], names: Sequence[str] | None = None) -> None:
        """Write other values into rows, by their place in the table; only into the columns of these names if any are given."""
        columns = [column for column, _ in TABLES[table].columns if names is None or column in names]
        if rows and columns:
            changed = ", ".join(f'"{column}" = ?' for column in columns)
            given = ([*_storable(row), place + 1] for place, row in rows.items())
            self._connection.executemany(f"UPDATE {table} SET {changed} WHERE rowid = ?", given)

    def _replace(self, table: str, column: str, values: Sequence[str], rows: Sequence[Row], order: str) -> None:
        """Write a table anew: its rows but those with one of the values, and these, in an order of columns and `place`.

        The place of a row is where it stood, or where it stands among the new ones.
        """
        names = ", ".join(f'"{name}"' for name in TABLES[table].names)
        for marks, some in marked(values):
            self._connection.execute(f"DELETE FROM {table} WHERE {column} IN {marks}", some)
        _declare(self._connection, table, "added")
        marks = ", ".join("?" * len(TABLES[table].columns))
        self._connection.executemany(f"INSERT INTO added VALUES ({marks})", map(_storable, rows))
        _declare(self._connection, table, "fresh")
        both = f"SELECT {names}, rowid AS place FROM {table} UNION ALL SELECT {names}, rowid FROM added"
        self._connection.execute(f"INSERT INTO fresh SELECT {names} FROM ({both}) ORDER BY {order}")
        self._connection.execute("DROP TABLE added")
        self._connection.execute(f"DROP TABLE {table}")
        self._connection.execute(f"ALTER TABLE fresh RENAME TO {table}")
        _find(self._connection, table)

    def rewrite(self, table: str, rows: Iterable[Row]) -> None:
        """Write a table from these rows alone."""
        self._connection.execute(f"DROP TABLE {table}")
        create(self._connection, table, rows)

    def append(self, table: str, row: Row) -> None:
        """Write a row behind all others."""
        marks = ", ".join("?" * len(row))
        self._connection.execute(f"INSERT INTO {table} VALUES ({marks})", _storable(row))
