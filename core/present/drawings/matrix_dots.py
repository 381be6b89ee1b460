"""Draw a large structure matrix as dots, as SVG: two paths, however many cells, so that a browser draws it at once."""

from __future__ import annotations

from collections.abc import Iterable

from core.analyse.levels import Cell, Matrix
from core.present.drawings.matrix import cell_name
from core.present.html.elements import Markup, el, joined

MOST_DOTS = 20_000
"""More cells than this look like noise."""
_SIDE = 860.0
_LARGEST, _SMALLEST = 9.0, 1.6  # sides of a dot


def matrix_dots_svg(matrix: Matrix, picked: str = "") -> Markup:
    """Return the matrix as dots, users at the top; below it the page writes what the pointer is at, a click picks a cell.

    The page's script finds the dot from `data-dots` (the names of rows and columns, one a line) and `data-cells` (row and
    column of each cell), and sets `cell` of the address to its name (see `core.present.drawings.matrix.cell_name`).
    """
    size = max(1, len(matrix.order))
    step = _SIDE / size
    side = min(_LARGEST, max(_SMALLEST, step * 0.9))
    backs = [cell for cell in matrix.items if cell.back]
    drawing = el(
        "svg",
        el("rect", x=0, y=0, width=_SIDE, height=_SIDE, class_="field"),
        el("line", x1=0, y1=0, x2=_SIDE, y2=_SIDE, class_="row-line"),
        _dots((cell for cell in matrix.items if not cell.back), step, side, "dot"),
        _dots(backs, step, max(side, 2 * _SMALLEST), "dot up"),
        *(_box(start, end, step) for start, end in matrix.blocks),
        *(_ring(cell, step) for cell in matrix.items if cell_name(cell) == picked),
        viewBox=f"0 0 {_SIDE:g} {_SIDE:g}", width=_SIDE, class_="drawing dots", role="img",
        data_dots="\n".join(matrix.order), data_cells=" ".join(f"{cell.row},{cell.column}" for cell in matrix.items),
        aria_label=f"{size} rows, {len(matrix.items)} cells as dots, {len(backs)} of them below the diagonal",
    )  # fmt: skip
    return joined(drawing, el("p", "Point at a dot for its names, click for its lines.", class_="note dim", data_pointed=True))


def _dots(cells: Iterable[Cell], step: float, side: float, class_: str) -> Markup:
    """Return one short stroke per cell, as wide as long."""
    left = step / 2 - side / 2
    path = "".join(f"M{cell.column * step + left:.1f} {(cell.row + 0.5) * step:.1f}h{side:.1f}" for cell in cells)
    return el("path", d=path, class_=class_, stroke_width=f"{side:.1f}")


def _box(start: int, end: int, step: float) -> Markup:
    side = f"{(end - start + 1) * step:.1f}"
    return el("rect", x=f"{start * step:.1f}", y=f"{start * step:.1f}", width=side, height=side, class_="block")


def _ring(cell: Cell, step: float) -> Markup:
    x, y = (cell.column + 0.5) * step, (cell.row + 0.5) * step
    return el("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r=8, class_="ring")
