"""The tables of a catalog as SQLAlchemy knows them, one definition for SQLite, PostgreSQL and MySQL; how they are filled."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from sqlalchemy import BigInteger, Boolean, Column, Connection, Double, Index, Integer, MetaData, Table, Text
from sqlalchemy.dialects.mysql import LONGTEXT
from sqlalchemy.schema import CreateTable
from sqlalchemy.types import TypeEngine

from core.backends.catalogs.values import storable
from core.model.tables import NUMBER, REAL, TABLES, TRUTH
from core.ports import Row
from core.runtime.batches import batched

PLACE = "place"
"""The column with the place of a row, which the documented tables do not have."""
_SEARCHED = {
    "units": ("key", "parent"), "relations": ("file_path", "source", "target"), "facts": ("unit_key",),
    "chunks": ("unit_key", "text_hash"),
}  # fmt: skip
Stored = tuple[object, ...]
"""A row as the database can hold it."""
_Value = TypeVar("_Value")
_PREFIX = 191  # letters of a text that an index of MySQL sees
_BATCH = 2_000
_VARIABLES = 900  # of a statement; SQLite may be built with a limit of 999
_ESCAPED = re.compile("[\0\x1a]")


def text_type(maria: bool) -> TypeEngine[str]:
    """Return the type of texts that are compared letter by letter, blanks at the end too, and ordered as Python orders them."""
    exact = LONGTEXT(charset="utf8mb4", collation="utf8mb4_nopad_bin" if maria else "utf8mb4_0900_bin")
    return Text().with_variant(Text(collation="C"), "postgresql").with_variant(exact, "mysql").with_variant(exact, "mariadb")


def relational_table(connection: Connection, name: str, as_name: str = "") -> Table:
    """Return the definition of a table of the catalog, under another name if one is given."""
    types: dict[str, Integer | Double[float] | Boolean] = {NUMBER: Integer(), REAL: Double(), TRUTH: Boolean()}
    text = text_type(getattr(connection.dialect, "is_mariadb", False))
    place = Column(PLACE, BigInteger().with_variant(Integer(), "sqlite"), primary_key=True, autoincrement=False)
    columns = [Column(column, types.get(type_, text)) for column, type_ in TABLES[name].columns]
    table = Table(as_name or name, MetaData(), place, *columns)
    for column in _SEARCHED.get(name, ()):
        short: dict[str, Any] = {"mysql_length": _PREFIX, "mariadb_length": _PREFIX, "postgresql_using": "hash"}
        Index(f"{name}_by_{column}", table.c[column], **short)
    return table


def create(connection: Connection, name: str, rows: Iterable[Row] | None = None, as_name: str = "") -> None:
    """Create a table with these rows, and what finds them by the columns that are searched; without rows neither yet."""
    table = relational_table(connection, name, as_name)
    connection.execute(CreateTable(table))
    if rows is not None:
        insert(connection, name, rows)
        find(connection, name)


def find(connection: Connection, name: str) -> None:
    """Create what finds the rows of a table by the columns that are searched."""
    for index in relational_table(connection, name).indexes:
        index.create(connection)


def insert(connection: Connection, name: str, rows: Iterable[Row], first: int = 0, as_name: str = "") -> None:
    """Write rows behind each other, the first at this place."""
    given = (stored(connection, (place, *row)) for place, row in enumerate(rows, first))
    if connection.dialect.name == "postgresql":
        _copy(connection, as_name or name, given)
        return
    marks = ", ".join("?" * (1 + len(TABLES[name].columns)))
    for some in batched(given, _BATCH):
        execute(connection, f"INSERT INTO {as_name or name} VALUES ({marks})", some)


def _copy(connection: Connection, table: str, rows: Iterable[Stored]) -> None:
    """Send rows to PostgreSQL by COPY, which takes a third of the time of statements."""
    driver: Any = connection.connection.driver_connection
    with driver.cursor() as cursor, cursor.copy(f"COPY {table} FROM STDIN") as copy:
        for row in rows:
            copy.write_row(row)


def execute(connection: Connection, statement: str, parameters: Sequence[object] = ()) -> list[tuple[Any, ...]]:
    """Run a statement in which `?` stands for values, once or for each tuple of a list, and return its rows."""
    many = [row for row in parameters if isinstance(row, tuple)]
    given = many or stored(connection, parameters)
    done = connection.exec_driver_sql(_for_driver(statement, connection.dialect.paramstyle), given)
    if not done.returns_rows:
        return []
    if connection.dialect.name == "postgresql":
        return [tuple(map(_read, row)) for row in done]
    return [tuple(row) for row in done]


def marked(values: Sequence[_Value]) -> Iterator[tuple[str, list[_Value]]]:
    """Yield the values in parts that a statement can take, each with the marks that stand for them."""
    for start in range(0, len(values), _VARIABLES):
        some = list(values[start : start + _VARIABLES])
        yield f"({', '.join('?' * len(some))})", some


def among(connection: Connection, statement: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
    """Return the rows of a statement in which `{}` stands for these values, be they ever so many."""
    return [row for marks, some in marked(values) for row in execute(connection, statement.format(marks), some)]


@lru_cache(maxsize=256)
def _for_driver(statement: str, style: str) -> str:
    return statement if style == "qmark" else statement.replace("%", "%%").replace("?", "%s")


def stored(connection: Connection, row: Iterable[object]) -> Stored:
    """Return values as the database can hold them: PostgreSQL has no NUL in texts, which is written with an escape."""
    if connection.dialect.name == "postgresql":
        return tuple(_ESCAPED.sub(_escape, storable(value)) if isinstance(value, str) else value for value in row)
    return tuple(storable(value) if isinstance(value, str) and not value.isascii() else value for value in row)


def _escape(found: re.Match[str]) -> str:
    return "\x1a0" if found.group() == "\0" else "\x1a1"


def _read(value: object) -> object:
    """Return a value of PostgreSQL as it was given."""
    if isinstance(value, str) and "\x1a" in value:
        return value.replace("\x1a0", "\0").replace("\x1a1", "\x1a")
    return value
