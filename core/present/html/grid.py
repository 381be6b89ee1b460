"""The one table of the pages: named columns over rows."""

from __future__ import annotations

from collections.abc import Iterable

from core.present.html.elements import Markup, el

Column = str | tuple[str, str]
"""A heading, with the class of its cell where it has one (`num`, `fill`, `wide`)."""


def grid(columns: Iterable[Column], rows: Iterable[Markup], class_: str = "grid") -> Markup:
    """Return a table: a heading over each column, then the rows (`tr`) in the order given."""
    named = [(column, "") if isinstance(column, str) else column for column in columns]
    header = el("tr", *(el("th", name, class_=kind or None) for name, kind in named))
    return el("table", el("thead", header), el("tbody", *rows), class_=class_)


def boxed_grid(columns: Iterable[Column], rows: Iterable[Markup]) -> Markup:
    """Return a table in a frame that scrolls sideways where the table is wider than the page."""
    return el("div", grid(columns, rows), class_="boxed scrolls")
