"""The one table of the pages, and lists of rows: named columns, the first page in sight, the rest for the script."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence

from core.present.html.elements import Child, Markup, el, joined

Column = str | tuple[str, str]
"""A heading, with the class of its cells where they have one (`num`, `fill`, `wide`, `dim`, `small`, `unit`)."""
Row = Markup | Sequence[Child]
"""Cells, or a `tr` with cells of its own. A cell that is a `td` already stays as it is; whole numbers get separators."""
PAGE = 50
"""Rows of a table or list that are in sight at first; pages/parts/rows.js shows more."""
_OF_CELLS = frozenset({"dim", "small", "unit"})  # classes that a heading does not share
_FEW = 4  # rows from which on a column without differences is a line above the table
_CELL = re.compile(r"<td[^>]*>(.*)</td>", re.DOTALL)


def grid(columns: Iterable[Column], rows: Iterable[Row], class_: str = "grid") -> Markup:
    """Return a table: a heading over each column, then the rows in the order given; without columns the rows alone.

    A column whose cells are all the same is a line above the table.
    """
    return joined(*_parts(columns, rows, class_))


def boxed_grid(columns: Iterable[Column], rows: Iterable[Row]) -> Markup:
    """Return a table in a frame that scrolls sideways where the table is wider than the page."""
    same, table = _parts(columns, rows, "grid")
    return joined(same, el("div", table, class_="boxed scrolls"))


def paged(rows: Iterable[Markup], name: str = "div", class_: str | None = None) -> Markup:
    """Return rows in an element that the pages filter and show page by page: `ul` for items, `div` for other rows."""
    return el(name, *_page(list(rows)), class_=class_, data_rows=True)


def more_note(shown: int, of: int) -> Markup | None:
    """Return the note below a list that ends early; None for a whole one."""
    return el("p", f"Showing {shown:,} of {of:,}. Download for all.", class_="dim note") if of > shown else None


def _page(rows: Sequence[Markup]) -> Sequence[Markup]:
    """Return the first rows as they are and the others in a template, which a browser neither styles nor lays out."""
    return [*rows[:PAGE], el("template", *rows[PAGE:])] if len(rows) > PAGE else rows


def _parts(columns: Iterable[Column], rows: Iterable[Row], class_: str) -> tuple[Markup | None, Markup]:
    """Return the line of the columns without differences, None without such columns, and the table of the others."""
    named = [(column, "") if isinstance(column, str) else column for column in columns]
    kinds = [kind for _, kind in named]
    written = [row if isinstance(row, Markup) else _cells(row, kinds) for row in rows]
    same = _same([name for name, _ in named], written)
    body = [
        row if isinstance(row, Markup) else el("tr", *(cell for at, cell in enumerate(row) if at not in same))
        for row in written
    ]
    shown = [column for at, column in enumerate(named) if at not in same]
    header = el("tr", *(el("th", name, class_=_of_heading(kind)) for name, kind in shown))
    head = el("thead", header) if any(name for name, _ in shown) else None
    table = el("table", head, el("tbody", *_page(body)), class_=class_, data_rows=bool(head))
    told = {named[at][0]: cell for at, cell in same.items() if cell not in ("", "0")}
    said = [part for name, cell in told.items() for part in (" · ", f"{name}: ", el("b", cell))][1:]
    return el("p", *said, " in all rows", class_="dim note same") if said else None, table


def _same(names: Sequence[str], rows: Sequence[Markup | Sequence[Markup]]) -> dict[int, Markup]:
    """Return by number of a column what all its cells show; the first column and those without a heading stay."""
    cells = [row for row in rows if not isinstance(row, Markup)]
    if len(cells) < max(_FEW, len(rows)):
        return {}
    first = cells[0]
    return {
        at: Markup(_CELL.sub(r"\1", first[at]))
        for at, name in enumerate(names)
        if at and name and all(row[at] == first[at] for row in cells)
    }


def _row(cells: Sequence[Markup], same: Container[int]) -> Markup:
    return el("tr", *(cell for at, cell in enumerate(cells) if at not in same))


def _cells(row: Sequence[Child], kinds: Sequence[str]) -> list[Markup]:
    return [
        cell
        if isinstance(cell, Markup) and cell.startswith("<td")
        else el("td", f"{cell:,}" if isinstance(cell, int) else cell, class_=kind or None)
        for cell, kind in zip(row, kinds, strict=True)
    ]


def _of_heading(kind: str) -> str | None:
    return " ".join(name for name in kind.split() if name not in _OF_CELLS) or None
