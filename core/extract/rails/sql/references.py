"""The texts for the database in one file, as references to the columns that they name."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from core.extract.facts import Reference
from core.extract.ruby.reading.given import COLUMN, SQL
from core.text.brackets import Brackets

UNREAD = "unread"
"""What a text was given to that could not be parsed."""
BASE = "__base__"
"""The table of the model that a part of a statement is given to."""
_OPEN = "__open__"
_STATEMENT = re.compile(r"\s*(?:/\*.*?\*/\s*)?(?:SELECT|WITH|INSERT|UPDATE|DELETE|\(\s*SELECT)\b", re.IGNORECASE | re.DOTALL)
_SIMPLE = re.compile(r"\s*(?:(\w+)\.)?([a-z_]\w*)(?:\s+(?:asc|desc))?\s*", re.IGNORECASE)
_DIALECTS = ("postgres", "mysql")
_VALUES = ("select", "reselect", "pluck", "pick", "sum", "average", "minimum", "maximum", "sql")
_PLACES = {
    "order": "SELECT * FROM {base} ORDER BY {text}", "reorder": "SELECT * FROM {base} ORDER BY {text}",
    "group": "SELECT 1 FROM {base} GROUP BY {text}", "joins": "SELECT * FROM {base} {text}",
    "update_all": "UPDATE {base} SET {text}", "from": "SELECT * FROM {text}",
    **dict.fromkeys(_VALUES, "SELECT {text} FROM {base}"),
}  # fmt: skip
_CONDITION = "SELECT * FROM {base} WHERE {text}"
_MOST_OPEN = 60  # brackets in brackets: beyond, a parser that descends takes too long
_BRACKETS = Brackets("()")
_NOTHING = ("true", "false", "null", "current_timestamp", "current_date", _OPEN)


def with_columns(references: Iterable[Reference]) -> Iterator[Reference]:
    """Yield references, those to a text for the database as references to each column in it, in its place."""
    for one in references:
        if one.kind != SQL:
            yield one
            continue
        found = columns_in(one.name, str(one.metadata["by"]))
        if found is None:
            yield Reference("", COLUMN, one.line, one.scope, one.receiver, {"by": UNREAD})
        for column in found or ():
            yield _reference(one, column)


def _reference(one: Reference, column: NamedColumn) -> Reference:
    name = column.name if column.table == BASE else f"{column.table}.{column.name}"
    facts = {**one.metadata, "sql": "writes" if column.written else "reads"}
    return Reference(name, COLUMN, one.line + column.line, one.scope, one.receiver, facts)


class NamedColumn(NamedTuple):
    """A column as a text names it, the line of the text it stands on, from 0, and whether it is given a value.

    Without a table before it, `table` lists those that it may be of, with `|` between.
    """

    table: str
    name: str
    line: int
    written: bool


@lru_cache(maxsize=4096)
def columns_in(text: str, by: str) -> tuple[NamedColumn, ...] | None:
    """Return the columns that a text names, given to a call of this name; None where it cannot be parsed."""
    simple = _SIMPLE.fullmatch(text)
    if simple is not None and by in _PLACES and by not in ("joins", "from", "update_all"):
        name = simple[2].lower()
        return () if name in _NOTHING else (NamedColumn(simple[1] or BASE, simple[2], 0, False),)
    if any(mark.depth > _MOST_OPEN for mark in _BRACKETS.marks(text)):
        return None
    whole = _STATEMENT.match(text) is not None
    place = "{text}" if whole else _PLACES.get(by, _CONDITION)
    return _parsed(place.format(base=BASE, text=text.replace(f":{_OPEN}", _OPEN)))


def _parsed(statement: str) -> tuple[NamedColumn, ...] | None:
    import sqlglot  # a third of a second: only where a file has such a text
    from sqlglot.errors import SqlglotError

    logging.getLogger("sqlglot").setLevel(logging.ERROR)  # it tells of what it cannot render, and nothing is rendered
    for dialect in _DIALECTS:
        try:
            trees = sqlglot.parse(statement, read=dialect)
            return tuple(dict.fromkeys(column for tree in trees if tree is not None for column in _columns(tree)))
        except (SqlglotError, RecursionError):
            continue
    return None


def _columns(tree: object) -> Iterator[NamedColumn]:
    from sqlglot import exp

    assert isinstance(tree, exp.Expression)
    aliases = {one.alias_or_name: one.name for one in tree.find_all(exp.Table)}
    tables = {one.name for one in tree.find_all(exp.Table)} - {_OPEN}
    made = {one.alias for one in tree.find_all(exp.CTE, exp.Subquery)}
    named = {one.alias for one in tree.find_all(exp.Alias)}
    among = "|".join(sorted(tables))
    written = {id(column) for column in _written(tree)}
    for column in tree.find_all(exp.Column):
        table = column.table
        if column.name.lower() in _NOTHING or column.name == "*" or table in made or not column.name:
            continue
        if not table and column.name in named:
            continue
        line = int(column.this.meta.get("line", 1)) - 1
        yield NamedColumn(aliases.get(table, table) if table else among, column.name, line, id(column) in written)
    yield from _inserted(tree)


def _written(tree: object) -> Iterator[object]:
    """Yield the columns that are set."""
    from sqlglot import exp

    assert isinstance(tree, exp.Expression)
    for update in tree.find_all(exp.Update):
        for one in update.expressions:
            if isinstance(one, exp.EQ) and isinstance(one.this, exp.Column):
                yield one.this
    for conflict in tree.find_all(exp.OnConflict):
        for one in conflict.expressions:
            if isinstance(one, exp.EQ) and isinstance(one.this, exp.Column):
                yield one.this


def _inserted(tree: object) -> Iterator[NamedColumn]:
    from sqlglot import exp

    assert isinstance(tree, exp.Expression)
    for insert in tree.find_all(exp.Insert):
        schema = insert.this
        if isinstance(schema, exp.Schema):
            for one in schema.expressions:
                yield NamedColumn(schema.this.name, one.name, int(one.meta.get("line", 1)) - 1, True)
