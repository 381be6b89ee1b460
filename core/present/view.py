"""A view as a value: what a document, a page or a notebook shows of something, whichever way it is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from core.model.address import IndexAddress
from core.model.keys import is_key, split_key
from core.model.text_table import SHOWN_ROWS
from core.present.html.elements import Markup
from core.present.html.links import PageLink

_SUMMARY_UNITS = 3  # units of a view that its summary names


@dataclass(frozen=True, slots=True)
class ViewTable:
    """All rows of a table under a title. A document may print the first ones only (`Document.rows`).

    A notebook shows the first `most` rows in the `columns`, which are all of them unless some are named, behind the title where
    it is `folded`, and `bar` as a bar beside its number. In a row with a `key` the `unit` is a link to it.
    """

    title: str
    rows: Sequence[Mapping[str, object]]
    columns: tuple[str, ...] = ()
    folded: bool = False
    most: int = SHOWN_ROWS
    bar: str = ""


@dataclass(frozen=True, slots=True)
class ViewCode:
    """Lines of one file from `first_line` on, or a diagram in a language such as Mermaid (then `path` is empty)."""

    path: str
    first_line: int
    text: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class ShownView:
    """A title, an address, sentences, and pictures, tables and code; `links` lead to pages of the index at `pages`."""

    title: str
    address: str = ""
    said: tuple[str, ...] = ()
    pictures: tuple[tuple[str, Markup], ...] = ()
    tables: tuple[ViewTable, ...] = ()
    code: tuple[ViewCode, ...] = ()
    pages: IndexAddress | None = None
    link: PageLink | None = None

    @property
    def summary(self) -> str:
        """The first sentences of the view and the first units of its table, for the top of a document."""
        rows = self.tables[0].rows if self.tables else ()
        named = [str(row["unit"]) for row in rows[:_SUMMARY_UNITS] if row.get("unit")]
        units = [split_key(name)[1] if is_key(name) else name for name in named]
        first = f"First: {', '.join(units)}." if units else ""
        return " ".join(filter(None, (*self.said[:1], first)))


@dataclass(frozen=True, slots=True)
class Document:
    """Views of one index in an order, and the index that they describe. Tables print `rows` rows; 0 stands for all."""

    title: str
    source: Mapping[str, str]
    parts: tuple[ShownView, ...] = field(default_factory=tuple)
    rows: int = 0

    def printed(self, table: ViewTable) -> Sequence[Mapping[str, object]]:
        """Return the rows of a table that the document prints."""
        return table.rows[: self.rows] if self.rows else table.rows

    def cut(self, table: ViewTable) -> str:
        """Return how many rows are missing and how to get all of them; empty for a whole table."""
        count = len(self.printed(table))
        return (
            f"{count:,} of {len(table.rows):,} rows. For all rows: `orienteer report --every-row`."
            if count < len(table.rows)
            else ""
        )
