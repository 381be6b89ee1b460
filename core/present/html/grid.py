"""The one table of the pages: named columns over rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.present.html.elements import Child, Markup, el

Column = str | tuple[str, str]
"""A heading, with the class of its cells where they have one (`num`, `fill`, `wide`, `dim`, `small`, `unit`)."""
Row = Markup | Sequence[Child]
"""Cells, or a `tr` with cells of its own. A cell that is a `td` already stays as it is; whole numbers get separators."""
_OF_CELLS = frozenset({"dim", "small", "unit"})  # classes that a heading does not share


def grid(columns: Iterable[Column], rows: Iterable[Row], class_: str = "grid") -> Markup:
    """Return a table: a heading over each column, then the rows in the order given; without columns the rows alone."""
    named = [(column, "") if isinstance(column, str) else column for column in columns]
    body = [row if isinstance(row, Markup) else el("tr", *_cells(row, [kind for _, kind in named])) for row in rows]
    header = el("tr", *(el("th", name, class_=_of_heading(kind)) for name, kind in named))
    head = el("thead", header) if any(name for name, _ in named) else None
    return el("table", head, el("tbody", *body), class_=class_)


def boxed_grid(columns: Iterable[Column], rows: Iterable[Row]) -> Markup:
    """Return a table in a frame that scrolls sideways where the table is wider than the page."""
    return el("div", grid(columns, rows), class_="boxed scrolls")


def more_note(shown: int, of: int) -> Markup | None:
    """Return the note below a list that ends early; None for a whole one."""
    return el("p", f"Showing {shown:,} of {of:,}. Download for all.", class_="dim note") if of > shown else None


def _cells(row: Sequence[Child], kinds: Sequence[str]) -> Iterable[Markup]:
    for cell, kind in zip(row, kinds, strict=True):
        if isinstance(cell, Markup) and cell.startswith("<td"):
            yield cell
        else:
            yield el("td", f"{cell:,}" if isinstance(cell, int) else cell, class_=kind or None)


def _of_heading(kind: str) -> str | None:
    return " ".join(name for name in kind.split() if name not in _OF_CELLS) or None
