"""The chart of a dependency structure matrix: users above their dependencies, upward links in orange, violations in red."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence, Set
from types import MappingProxyType
from typing import TYPE_CHECKING

from core.analyse.levels import Cell, Matrix
from core.model import fitted_name
from core.present.drawings.charts import PALETTES, Palette, Theme, figure, mixed, plain
from core.present.html.labels import group_name, kinds_of

if TYPE_CHECKING:
    import plotly.graph_objects as go

MOST_ROWS = 60
"""More rows than this are drawn as dots, whose columns have no names."""
MOST_NAMED = 200
"""More rows than this have no names either."""
MOST_DOTS = 20_000
"""More cells than this look like noise."""
_CELL, _LABELS = 24, 190  # pixels: a cell, the room for the names of the columns
_LETTERS = 32
MARK = "unfold "
"""What the name of a square on the diagonal begins with."""
_FIELD = 860  # height of a matrix of dots
_LINE, _LETTER = 13, 11  # of a named row of dots, and of its name
_LARGEST_DOT, _SMALLEST_DOT = 9.0, 3.0
_DOWN, _UP, _BROKEN = "follows the layering", "against the inferred layering", "violates a rule"


def figure_matrix(
    result: Matrix,
    picked: str = "",
    theme: Theme = "light",
    broken: Mapping[str, int] = MappingProxyType({}),
    closed: Set[str] = frozenset(),
) -> go.Figure:
    """Return the matrix, as cells with the number of their lines or, when it is large, as dots; rows use columns.

    Every cell carries its name (see `cell_name`), the one called `picked` is framed. `broken` has by name how many lines of a
    cell break what is declared. The squares of rows that are `closed` (see `MARK`) can be picked to unfold them.
    """
    few = len(result.order) <= MOST_ROWS
    colours, size = PALETTES[theme], len(result.order)
    named = few or size <= MOST_NAMED
    drawn = figure(theme, _LABELS + _CELL * size + 40 if few else _LINE * size + 80 if named else _FIELD)
    (_cells if few else _dots)(drawn, result, _groups(result, colours, broken), colours)
    _handles(drawn, [(at, name) for at, name in enumerate(result.order) if name in closed], colours, few)
    for start, end in result.blocks:
        _frame(drawn, (start, end), (start, end), colours.flag)
    cell = picked_cell(result, picked)
    if cell:
        reach = 0 if few else max(0.0, size / 60 - 1)  # a frame as small as a dot is not seen
        _frame(drawn, (cell.column - reach, cell.column + reach), (cell.row - reach, cell.row + reach), colours.text)
    shown = [_short(group_name(name)) for name in result.order]
    names, none = {"tickvals": list(range(size)), "ticktext": shown}, {"showticklabels": False}
    font = {"color": colours.text} if few else {"color": colours.text, "size": _LETTER}
    common = {"showgrid": few, "zeroline": False, "tickfont": font}
    across = names if few else none
    drawn.update_xaxes(title="Rows use columns", side="top", tickangle=-60, range=[-0.5, size - 0.5], **common, **across)
    drawn.update_yaxes(range=[size - 0.5, -0.5], **common, **(names if named else none))
    drawn.update_layout(legend={"y": -0.02}, margin={"b": 40})
    return drawn


def unfolding(name: str) -> str:
    """Return the row that a picked square of the diagonal stands for; empty for the name of a cell."""
    return name.removeprefix(MARK) if name.startswith(MARK) else ""


def cell_name(cell: Cell) -> str:
    """Return the name of a cell for an address."""
    return f"{cell.source}|{cell.target}"


def picked_cell(matrix: Matrix, name: str) -> Cell | None:
    """Return the cell of this name; None when there is none."""
    return next((cell for cell in matrix.items if cell_name(cell) == name), None)


def broken_cells(cells: Iterable[Cell], lines: Set[tuple[str, int]]) -> dict[str, int]:
    """Return by name how many lines of each cell are among these."""
    if not lines:
        return {}
    counts = {cell_name(cell): len({(one.file_path, one.line) for one in cell.lines} & lines) for cell in cells}
    return {name: count for name, count in counts.items() if count}


_Group = tuple[str, str, str, list[Cell]]  # the legend, the colour, the shape of a dot, the cells


def _groups(result: Matrix, colours: Palette, broken: Mapping[str, int]) -> list[_Group]:
    wrong = [cell for cell in result.items if cell_name(cell) in broken]
    rest = [cell for cell in result.items if cell_name(cell) not in broken]
    down: _Group = (_DOWN, colours.accent, "circle", [cell for cell in rest if not cell.back])
    up: _Group = (_UP, colours.flag, "square", [cell for cell in rest if cell.back])
    return [down, up, (_BROKEN, colours.back, "diamond", wrong)] if wrong else [down, up]


def _cells(drawn: go.Figure, result: Matrix, groups: Sequence[_Group], colours: Palette) -> None:
    """Add the cells as coloured squares, which grow with the zoom, and above them what can be pointed at."""
    size = len(result.order)
    own: list[list[int | None]] = [[0 if row == column else None for column in range(size)] for row in range(size)]
    drawn.add_heatmap(z=own, colorscale=[[0, colours.tile], [1, colours.tile]], hoverinfo="skip", **_SQUARES)
    for name, colour, _, chosen in groups:
        counts: list[list[float | None]] = [[None] * size for _ in range(size)]
        lines: list[list[str]] = [[""] * size for _ in range(size)]
        for cell in chosen:
            counts[cell.row][cell.column] = math.log1p(cell.weight)
            lines[cell.row][cell.column] = f"{cell.weight:,}" if cell.weight < 1000 else f"{cell.weight // 1000}k"
        most = max((cell.weight for cell in result.items), default=1)
        full = mixed(colours.paper, colour, 0.72) if colours is PALETTES["dark"] else colour  # words stay light on all of them
        faint = mixed(
            colours.paper, colour, 0.18 if name == _DOWN else 0.4
        )  # a breach is to be seen even where it is a single line
        drawn.add_heatmap(
            z=counts, zmin=0, zmax=math.log1p(most), colorscale=[[0, faint], [1, full]], text=lines, texttemplate="%{text}",
            textfont={"size": _LETTER}, hoverinfo="skip", **_SQUARES,
        )  # fmt: skip
        drawn.add_scatter(mode="markers", marker={"size": _CELL - 4, "opacity": 0}, showlegend=False, **_named(chosen))
        if chosen:  # the squares themselves have no place in a legend
            mark = {"color": colour, "symbol": "square", "size": 10}
            drawn.add_scatter(x=[None], y=[None], mode="markers", name=name, marker=mark)


_SQUARES = {"xgap": 2, "ygap": 2, "showscale": False}


def _dots(drawn: go.Figure, result: Matrix, groups: Sequence[_Group], _colours: Palette) -> None:
    side = min(_LARGEST_DOT, max(_SMALLEST_DOT, 0.9 * _FIELD / max(1, len(result.order))))
    for name, colour, symbol, chosen in groups:
        mark = {"color": colour, "symbol": symbol, "size": side if name == _DOWN else side + 1}
        drawn.add_scattergl(
            mode="markers", name=name, marker=mark, unselected={"marker": {"opacity": 1}}, **_named(chosen)
        )  # fmt: skip


def _handles(drawn: go.Figure, rows: Sequence[tuple[int, str]], colours: Palette, few: bool) -> None:
    """Add a sign on the diagonal for each row that can be unfolded."""
    if not rows:
        return
    at = [number for number, _ in rows]
    drawn.add_scatter(
        x=at, y=at, mode="markers+text" if few else "markers", text=["+"] * len(rows), showlegend=False,
        textfont={"color": colours.text, "size": 14}, marker={"size": _CELL - 4 if few else 6, "color": colours.tile},
        customdata=[f"{MARK}{name}" for _, name in rows], hovertext=[plain(f"Unfold {name}") for _, name in rows],
        hovertemplate="%{hovertext}<extra></extra>",
    )  # fmt: skip


def _named(cells: Sequence[Cell]) -> dict[str, object]:
    """Return where cells stand and what they are called, for who points at them and for who picks one."""
    return {
        "x": [cell.column for cell in cells], "y": [cell.row for cell in cells],
        "customdata": [cell_name(cell) for cell in cells],
        "hovertext": [plain(f"{cell.source} → {cell.target}: {kinds_of(cell.kinds)}") for cell in cells],
        "hovertemplate": "%{hovertext}<extra></extra>",
    }  # fmt: skip


def _frame(drawn: go.Figure, across: tuple[float, float], up: tuple[float, float], colour: str) -> None:
    box = {"x0": across[0] - 0.5, "x1": across[1] + 0.5, "y0": up[0] - 0.5, "y1": up[1] + 0.5}
    drawn.add_shape(type="rect", line={"color": colour, "width": 2}, **box)


def _short(name: str) -> str:
    return plain(fitted_name(name, _LETTERS))
