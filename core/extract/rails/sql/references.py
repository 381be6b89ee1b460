"""The texts for the database in one file, as references to the columns that they name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from core.extract.facts import Reference
from core.extract.rails.sql.parsed import BASE, NamedColumn, columns_in
from core.extract.ruby.reading.given import COLUMN, SQL

UNREAD = "unread"
"""What a text was given to that could not be parsed."""


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
