"""Tables of the database as values, and a draft of them that statements change one by one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypedDict, Unpack

from core.extract.ruby.evaluate.kinds import Value
from core.model import Problem, Span


@dataclass(frozen=True, slots=True)
class Column:
    """One column: `type` in Rails' words (`string`, `datetime`, `bigint`), `sql_type` where only SQL says it."""

    name: str
    type: str
    file_path: str
    line: int
    null: bool = True
    default: Value = None
    via: str = ""
    sql_type: str = ""


@dataclass(frozen=True, slots=True)
class Index:
    """One index; `columns` holds expressions as they are written."""

    name: str
    columns: tuple[str, ...]
    file_path: str
    line: int
    unique: bool = False
    where: str = ""


@dataclass(frozen=True, slots=True)
class ForeignKey:
    """A constraint that a column holds the key of a row in another table."""

    column: str
    to_table: str
    file_path: str
    line: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """One table with everything known of it; `span` is where it is created, `changes` the later places that alter it."""

    name: str
    span: Span
    columns: tuple[Column, ...] = ()
    indexes: tuple[Index, ...] = ()
    foreign_keys: tuple[ForeignKey, ...] = ()
    primary_key: tuple[str, ...] = ("id",)
    comment: str = ""
    changes: tuple[Span, ...] = ()

    def column(self, name: str) -> Column | None:
        """Return the column of that name."""
        return next((column for column in self.columns if column.name == name), None)


class TableChanges(TypedDict, total=False):
    """The parts of a table that a statement may replace."""

    columns: tuple[Column, ...]
    indexes: tuple[Index, ...]
    foreign_keys: tuple[ForeignKey, ...]
    primary_key: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tables:
    """All tables by name; `source` is `schema.rb`, `structure.sql`, `migrations` or empty.

    `unread` counts statements that change the database in ways that were not followed, by their name (`execute` …); `problems`
    tell of files that were not understood, or not to their end.
    """

    tables: Mapping[str, Table] = field(default_factory=dict)
    source: str = ""
    unread: Mapping[str, int] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()


def _renamed(index: Index, old: str, new: str) -> Index:
    return replace(index, columns=tuple(new if part == old else part for part in index.columns))


@dataclass(slots=True)
class SchemaDraft:
    """Tables while statements are read; every change replaces a table by a new one and remembers the place."""

    tables: dict[str, Table] = field(default_factory=dict)
    unread: dict[str, int] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def count(self, statement: str) -> None:
        """Count a statement that was not followed."""
        self.unread[statement] = self.unread.get(statement, 0) + 1

    def create(self, table: Table) -> None:
        """Add a table; one that is there already stays, as a second `create_table` would fail or do nothing."""
        self.tables.setdefault(table.name, table)

    def change(self, name: str, span: Span, **changes: Unpack[TableChanges]) -> None:
        """Replace parts of a table; a table that was never created begins to exist, because another program made it."""
        table = self.tables.get(name) or Table(name, span)
        inside = span.file_path == table.span.file_path and table.span.start_line <= span.start_line <= table.span.end_line
        places = table.changes if inside or span in table.changes else (*table.changes, span)
        self.tables[name] = replace(table, changes=places, **changes)

    def add_column(self, name: str, column: Column, span: Span) -> None:
        """Add a column, or replace the one of that name."""
        kept = self.tables[name].columns if name in self.tables else ()
        names = [known.name for known in kept]
        if column.name in names:
            kept = tuple(column if known.name == column.name else known for known in kept)
        else:
            kept = (*kept, column)
        self.change(name, span, columns=kept)

    def drop_column(self, name: str, column: str, span: Span) -> None:
        """Remove a column with its indexes and constraints."""
        if table := self.tables.get(name):
            self.change(
                name, span,
                columns=tuple(known for known in table.columns if known.name != column),
                indexes=tuple(index for index in table.indexes if column not in index.columns),
                foreign_keys=tuple(key for key in table.foreign_keys if key.column != column),
            )  # fmt: skip

    def rename_column(self, name: str, old: str, new: str, span: Span) -> None:
        """Give a column another name, in indexes and constraints too."""
        if table := self.tables.get(name):
            self.change(
                name, span,
                columns=tuple(replace(known, name=new) if known.name == old else known for known in table.columns),
                indexes=tuple(_renamed(index, old, new) for index in table.indexes),
                foreign_keys=tuple(replace(key, column=new) if key.column == old else key for key in table.foreign_keys),
            )  # fmt: skip

    def rename_table(self, old: str, new: str, span: Span) -> None:
        """Give a table another name; constraints that point at it follow."""
        if table := self.tables.pop(old, None):
            self.tables[new] = replace(table, name=new, changes=(*table.changes, span))
            for name, other in list(self.tables.items()):
                keys = tuple(replace(key, to_table=new) if key.to_table == old else key for key in other.foreign_keys)
                self.tables[name] = replace(other, foreign_keys=keys)

    def add_index(self, name: str, index: Index, span: Span) -> None:
        """Add an index unless one of that name exists."""
        if table := self.tables.get(name):
            kept = tuple(known for known in table.indexes if known.name != index.name)
            self.change(name, span, indexes=(*kept, index))

    def add_key(self, name: str, key: ForeignKey, span: Span) -> None:
        """Add a foreign key unless the same column has one to the same table."""
        if table := self.tables.get(name):
            kept = tuple(known for known in table.foreign_keys if (known.column, known.to_table) != (key.column, key.to_table))
            self.change(name, span, foreign_keys=(*kept, key))

    def finished(self, source: str) -> Tables:
        """Return the tables ordered by name."""
        return Tables(dict(sorted(self.tables.items())), source, dict(sorted(self.unread.items())), tuple(self.problems))
