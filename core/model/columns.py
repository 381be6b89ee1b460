"""What code does with a column of the database: uses by what they are, and how surely."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from core.model.address import IndexAddress
from core.model.facts import Fact
from core.model.frames import FramedRows
from core.model.keys import ROWS
from core.model.text_table import text_table

GROUPS: Mapping[str, str] = {
    "row": "whole rows",
    "attribute": "attribute of a record",
    "assign": "attributes given to a record",
    "enum": "value of an enum",
    "store": "attribute kept inside of the column",
    "alias": "another name of the attribute",
    "association": "association by this key",
    "counter_cache": "counter that an association keeps",
    "touch": "time that an association keeps",
    "callback": "callback or condition",
    "delegate": "delegated attribute",
    "query": "query",
    "sql": "SQL",
    "permit": "parameter that a request may set",
    "form": "field of a form",
    "view": "template",
    "json": "JSON and serializers",
    "declaration": "declaration in the model",
    "validation": "validation",
    "migration": "migration",
}
"""What uses are, by the first word of `via`, in the order in which they are told."""

ABOUT = frozenset({"declaration", "validation", "migration"})
"""Uses that say something about a column, and do nothing with what it holds; those in migrations did so once."""

HOWS: Mapping[str, str] = {
    "": "the code says of which class it is",
    "name": "something is called like the model",
    "concern": "a module that the model includes",
    "type": "the type of the value was inferred",
    "convention": "a convention of Rails",
    "unique": "no other table has a column and no class a method of this name",
}
"""How it is known whose column it is, by the last word of `via`."""


class Via(NamedTuple):
    """What a use is, by what call or word, and how it is known whose column it is."""

    group: str
    by: str
    how: str


def via_of(group: str, by: str, how: str = "") -> str:
    """Return the text by which a relation keeps what a use is."""
    return f"{group}:{by}:{how}" if how else f"{group}:{by}"


def read_via(text: str) -> Via:
    """Return the parts of a text that `via_of` made."""
    group, _, rest = text.partition(":")
    by, _, how = rest.partition(":")
    return Via(group, by, how)


@dataclass(frozen=True, slots=True)
class ColumnUse:
    """One line that reads or writes a column; `certain` where the code itself says whose column it is."""

    kind: str
    group: str
    by: str
    how: str
    certain: bool
    unit: str
    file_path: str
    line: int
    text: str

    def to_row(self) -> dict[str, object]:
        """Return the use as a flat row, with the reason in words."""
        return {
            "kind": self.kind, "group": self.group, "by": self.by, "unit": self.unit, "file_path": self.file_path,
            "line": self.line, "certain": self.certain, "reason": HOWS.get(self.how, self.how), "text": self.text,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class NameLine:
    """A line that writes the name of a column without being known to use it."""

    file_path: str
    line: int
    text: str
    is_test: bool


@dataclass(frozen=True, slots=True)
class ColumnSheet(FramedRows):
    """One column with everything that is known to read and write it, and how many more lines write its name.

    `fact` is what the schema says of it, `indexes` those that it is in, `validations` what models demand of it. `others`
    counts the lines of the same name that are known to use another table's column.
    """

    columns = ("kind", "group", "by", "unit", "file_path", "line", "certain", "reason", "text")
    table: str
    name: str
    fact: Fact
    indexes: tuple[Fact, ...]
    models: tuple[str, ...]
    uses: tuple[ColumnUse, ...]
    more: tuple[NameLine, ...]
    others: int
    pages: IndexAddress | None = field(default=None, compare=False)

    @property
    def writes(self) -> tuple[ColumnUse, ...]:
        """What writes the column."""
        return tuple(use for use in self.uses if use.kind == "writes" and use.group not in ABOUT)

    @property
    def reads(self) -> tuple[ColumnUse, ...]:
        """What reads the column."""
        return tuple(use for use in self.uses if use.kind == "reads" and use.group not in ABOUT)

    @property
    def about(self) -> tuple[ColumnUse, ...]:
        """What declares, validates or changes the column itself, and the migrations that use it."""
        return tuple(use for use in self.uses if use.group in ABOUT)

    @property
    def sentence(self) -> str:
        """How often the column is written and read, how sure that is, and how much more may be about it."""
        written, read = self.writes, self.reads
        if self.name == ROWS:
            certain = sum(use.certain for use in self.uses)
            return f"{self.table}: {len(self.uses)} known lines make, change or remove whole rows ({certain} certain)."
        sure = sum(use.certain for use in self.uses)
        tests = sum(one.is_test for one in self.more)
        about = f"{len(self.about)} in declarations, validations and migrations"
        known = f"{len(self.uses)} known uses: {len(written)} write it, {len(read)} read it, {about} ({sure} certain)"
        more = f"{len(self.more)} more lines write this name ({tests} in tests)"
        other = f"; {self.others} others are known to use another table's column of this name" if self.others else ""
        return f"{self.table}.{self.name}: {known}. {more}{other}."

    def to_rows(self) -> list[dict[str, object]]:
        """Return the uses as flat rows: kind, group, by, unit, file, line, certain, reason, text."""
        return [use.to_row() for use in self.uses]

    def __str__(self) -> str:
        return f"{self.sentence}\n{text_table(('kind', 'group', 'unit', 'file_path', 'line', 'text'), self.to_rows())}"
