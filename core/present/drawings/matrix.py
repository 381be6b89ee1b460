"""Draw a dependency structure matrix as SVG: users above what they use, counts in the cells, breaches of the order in red."""

from __future__ import annotations

import math

from core.analyse.levels import Cell, Matrix
from core.present.html.elements import Markup, el
from core.present.html.labels import kinds_of

MOST_ROWS = 60
"""More rows than this cannot be labelled; draw dots instead."""
_CELL, _LABEL, _TOP, _LETTERS = 24, 230, 150, 32


def matrix_svg(matrix: Matrix, picked: str = "") -> Markup:
    """Return the matrix; every cell is a link that picks it (`data-set` of `cell`), the picked one is framed.

    Rows without a cell are left out: see `quiet_rows`.
    """
    busy = _busy(matrix)
    at = {position: number for number, position in enumerate(busy)}
    size = len(busy)
    width, height = _LABEL + size * _CELL + 90, _TOP + size * _CELL + 8
    most = max((cell.relations for cell in matrix.items), default=1)
    labels = [part for position in busy for part in _labels(at[position], matrix.order[position])]
    ends = {"x1": _LABEL, "x2": _LABEL + size * _CELL}
    lines = [el("line", **ends, y1=y, y2=y, class_="row-line") for y in range(_TOP, _TOP + size * _CELL + 1, _CELL)]
    diagonal = [_square(number, number, "cell own") for number in range(size)]
    cells = [_cell(cell, at[cell.row], at[cell.column], most, picked) for cell in matrix.items]
    blocks = [_block(at[start], at[end]) for start, end in matrix.blocks]
    said = f"Structure matrix of {size} rows, {sum(cell.back for cell in matrix.items)} cells below the diagonal"
    return el(
        "svg", *lines, *labels, *diagonal, *cells, *blocks, viewBox=f"0 0 {width} {height}", width=width, height=height,
        class_="drawing", role="group", aria_label=said,
    )  # fmt: skip


def quiet_rows(matrix: Matrix) -> tuple[str, ...]:
    """Return the names of rows that neither use nor are used."""
    busy = set(_busy(matrix))
    return tuple(name for position, name in enumerate(matrix.order) if position not in busy)


def _busy(matrix: Matrix) -> list[int]:
    return sorted({position for cell in matrix.items for position in (cell.row, cell.column)})


def cell_name(cell: Cell) -> str:
    """Return the name of a cell for an address."""
    return f"{cell.source}|{cell.target}"


def picked_cell(matrix: Matrix, name: str) -> Cell | None:
    """Return the cell of this name; None when there is none."""
    return next((cell for cell in matrix.items if cell_name(cell) == name), None)


def _labels(at: int, name: str) -> tuple[Markup, Markup]:
    shown = name if len(name) <= _LETTERS else f"…{name[1 - _LETTERS :]}"
    middle = _TOP + at * _CELL + _CELL / 2 + 4
    row = el("text", el("title", name), shown, x=_LABEL - 8, y=middle, text_anchor="end")
    x = _LABEL + at * _CELL + _CELL / 2 + 4
    short = shown if len(shown) <= 24 else f"…{shown[-23:]}"
    column = el("text", el("title", name), short, transform=f"translate({x} {_TOP - 8}) rotate(-60)", class_="heading")
    return row, column


def _cell(cell: Cell, row: int, column: int, most: int, picked: str) -> Markup:
    faintest = 0.45 if cell.back else 0.18  # a breach is to be seen even where it is a single line
    strength = faintest + (1 - faintest) * math.log1p(cell.relations) / math.log1p(most)
    name = cell_name(cell)
    classes = "cell up" if cell.back else "cell"
    x, y = _LABEL + column * _CELL, _TOP + row * _CELL
    square = el(
        "rect", x=x + 1, y=y + 1, width=_CELL - 2, height=_CELL - 2, rx=3, fill_opacity=f"{strength:.2f}",
        class_=f"{classes} picked" if name == picked else classes,
    )  # fmt: skip
    count = el(
        "text",
        _short(cell.relations),
        x=x + _CELL / 2,
        y=y + _CELL / 2 + 4,
        class_="count strong" if strength > 0.62 else "count",
    )
    title = el("title", f"{cell.source} → {cell.target}: {kinds_of(cell.kinds)}")
    return el("a", el("g", title, square, count), href=f"?cell={name}", data_set=f"cell={name}")


def _square(row: int, column: int, class_: str) -> Markup:
    return el(
        "rect", x=_LABEL + column * _CELL + 1, y=_TOP + row * _CELL + 1, width=_CELL - 2, height=_CELL - 2, rx=3, class_=class_
    )


def _block(start: int, end: int) -> Markup:
    side = (end - start + 1) * _CELL
    return el("rect", x=_LABEL + start * _CELL, y=_TOP + start * _CELL, width=side, height=side, class_="block", rx=4)


def _short(count: int) -> str:
    return str(count) if count < 1000 else f"{count // 1000}k"
