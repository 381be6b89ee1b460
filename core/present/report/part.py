"""The values of a report: a document, its views, and their tables and code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from core.model.keys import is_key, split_key
from core.model.text_table import Flat
from core.present.html.elements import Markup

_SUMMARY_UNITS = 3  # units of a view that its summary names


@dataclass(frozen=True, slots=True)
class ReportTable:
    """All rows of a table under a title. A document may print the first ones only (`ReportDocument.rows`)."""

    title: str
    rows: Sequence[Mapping[str, Flat]]


@dataclass(frozen=True, slots=True)
class ReportCode:
    """Lines of one file from `first_line` on, or a diagram in a language such as Mermaid (then `path` is empty)."""

    path: str
    first_line: int
    text: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class ReportPart:
    """One view: its title, its address, its sentences, and its pictures, tables and code."""

    title: str
    address: str
    said: tuple[str, ...] = ()
    pictures: tuple[tuple[str, Markup], ...] = ()
    tables: tuple[ReportTable, ...] = ()
    code: tuple[ReportCode, ...] = ()

    @property
    def summary(self) -> str:
        """The first sentences of the view and the first units of its table, for the top of a document."""
        rows = self.tables[0].rows if self.tables else ()
        named = [str(row["unit"]) for row in rows[:_SUMMARY_UNITS] if row.get("unit")]
        units = [split_key(name)[1] if is_key(name) else name for name in named]
        first = f"First: {', '.join(units)}." if units else ""
        return " ".join(filter(None, (*self.said[:1], first)))


@dataclass(frozen=True, slots=True)
class ReportDocument:
    """Views of one index in an order, and the index that they describe. Tables print `rows` rows; 0 stands for all."""

    title: str
    source: Mapping[str, str]
    parts: tuple[ReportPart, ...] = field(default_factory=tuple)
    rows: int = 0

    def printed(self, table: ReportTable) -> Sequence[Mapping[str, Flat]]:
        """Return the rows of a table that the document prints."""
        return table.rows[: self.rows] if self.rows else table.rows

    def cut(self, table: ReportTable) -> str:
        """Return how many rows are missing and how to get all of them; empty for a whole table."""
        count = len(self.printed(table))
        return (
            f"{count:,} of {len(table.rows):,} rows. For all rows: `orienteer report --every-row`."
            if count < len(table.rows)
            else ""
        )
