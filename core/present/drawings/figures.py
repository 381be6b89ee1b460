"""Draw results of analyses with plotly: what position, size and colour show better than a table.

Every function takes a result of an analysis and returns a `plotly.graph_objects.Figure` that names
its units on hover and carries their keys in `customdata`. Plotly belongs to the extras `ui` and `notebooks`; without it
`MissingExtra` is raised. Backgrounds are transparent, so that figures sit on light and dark pages alike; colour never
stands alone.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from core.analyse.levels import Matrix
from core.analyse.result import Result
from core.errors import MissingExtra
from core.model import split_key

if TYPE_CHECKING:
    import plotly.graph_objects as go

PALETTE = (
    "#4c78a8", "#f58518", "#54a24b", "#b279a2", "#e45756", "#72b7b2", "#9d755d", "#eeca3b", "#ff9da6", "#8c8c8c",
)  # fmt: skip
"""Colours of types: readable on white and on dark grey."""

_BACK = "#d62728"
_FORWARD = "#4c78a8"
_EDGE = "rgba(128,128,128,0.6)"
_LARGEST = 36  # pixels across
_SMALLEST = 3.5  # pixels: what is smaller is not seen
_GRID = "rgba(128,128,128,0.25)"
_HEAT = ((0.0, "#d9dde3"), (0.35, "#f2c879"), (0.7, "#ec8a4c"), (1.0, "#c8382f"))


def figure_hubs(result: Result[Any]) -> go.Figure:
    """Return fan-in against fan-out, one point per unit, its area by PageRank and its colour by type."""
    rows = [dict(row, size=row["pagerank"]) for row in result.to_rows()]
    return _scatter(result.title, rows, "fan_out", "fan_in", ("depends on (units)", "dependents (units)"))


def figure_hotspots(result: Result[Any]) -> go.Figure:
    """Return commits against complexity, one point per unit, its area by lines and its colour by type."""
    rows = [dict(row, size=row["lines"]) for row in result.to_rows()]
    return _scatter(result.title, rows, "commits", "complexity", ("commits", "complexity"))


def figure_coupling(result: Result[Any]) -> go.Figure:
    """Return efferent against afferent coupling, one point per group, its area by units; the diagonal is instability .5."""
    rows = [dict(row, unit=row["group"], type="group", size=row["units"]) for row in result.to_rows()]
    figure = _scatter(
        result.title, rows, "efferent", "afferent", ("Ce: units that depend on others", "Ca: units that depend on it")
    )
    most = max((max(row["efferent"], row["afferent"]) for row in rows), default=1) or 1
    figure.add_shape(type="line", x0=0, y0=0, x1=most, y1=most, line={"color": "grey", "dash": "dot", "width": 1})
    return figure


def figure_ranking(result: Result[Any], column: str, limit: int = 20) -> go.Figure:
    """Return horizontal bars of one number of the first rows, in their order, with the exact value on hover."""
    go = _plotly()
    rows = result.to_rows()[:limit][::-1]
    names = [_name(row) for row in rows]
    keys = [_key(row) for row in rows]
    bars = go.Bar(
        x=[row[column] for row in rows], y=list(range(len(rows))), orientation="h", marker_color=_FORWARD, customdata=keys,
        hovertext=[_plain(key) for key in keys], hovertemplate="%{hovertext}: %{x}<extra></extra>",
    )  # fmt: skip
    figure = go.Figure(bars)
    figure.update_yaxes(tickvals=list(range(len(rows))), ticktext=names)
    return _laid_out(figure, result.title, (column.replace("_", " "), ""), height=max(220, 22 * len(rows) + 90))


def figure_levels(result: Result[Any]) -> go.Figure:
    """Return the number of units on each level, the top level first, those in a cycle apart (hatched)."""
    go = _plotly()
    counts: dict[int, list[int]] = {}
    for row in result.to_rows():
        counts.setdefault(row["level"], [0, 0])[row["component"] > 0] += 1
    levels = sorted(counts)
    figure = go.Figure()
    for at, name, colour, pattern in ((0, "in no cycle", _FORWARD, ""), (1, "in a cycle", "#f58518", "/")):
        figure.add_bar(
            y=[f"level {level}" for level in levels], x=[counts[level][at] for level in levels], orientation="h", name=name,
            marker={"color": colour, "pattern": {"shape": pattern}},
        )  # fmt: skip
    figure.update_layout(barmode="stack")
    return _laid_out(figure, result.title, ("units", ""), height=max(220, 24 * len(levels) + 110))


def figure_matrix(result: Matrix) -> go.Figure:
    """Return the structure matrix as dots: blue above the diagonal, red squares below it, cycles boxed, users at the top."""
    go = _plotly()
    figure = go.Figure()
    cells = result.to_rows()
    for back, name, colour, symbol in (
        (False, "down the levels", _FORWARD, "circle"),
        (True, "up: breaks the order", _BACK, "square"),
    ):
        chosen = [cell for cell in cells if cell["back"] is back]
        figure.add_scattergl(
            x=[cell["column"] for cell in chosen], y=[cell["row"] for cell in chosen], mode="markers", name=name,
            customdata=[[cell["source"], cell["target"]] for cell in chosen],
            hovertext=[_plain(f"{cell['source']} → {cell['target']}: {cell['kinds']}") for cell in chosen],
            hovertemplate="%{hovertext}<extra></extra>",
            marker={"color": colour, "symbol": symbol, "size": _areas(chosen, _dot_size(result.order))},
        )  # fmt: skip
    for start, end in result.blocks:
        box = {"x0": start - 0.5, "x1": end + 0.5, "y0": start - 0.5, "y1": end + 0.5}
        figure.add_shape(type="rect", line={"color": "#f58518", "width": 2}, **box)
    few = len(result.order) <= 60  # more labels than that overlap
    ticks = {"tickvals": list(range(len(result.order))), "ticktext": list(result.order)} if few else {"showticklabels": False}
    last = len(result.order) - 0.5
    figure.update_xaxes(side="top", tickangle=-60, range=[-0.5, last], constrain="domain", **ticks)
    figure.update_yaxes(range=[last, -0.5], constrain="domain", scaleanchor="x", **ticks)
    height = 260 + 17 * len(result.order) if few else 820
    return _laid_out(figure, result.title, ("is used", "uses"), height=max(420, height))


def figure_tiles(result: Result[Any]) -> go.Figure:
    """Return a treemap of folders and files by lines, coloured by commits per file (logarithmic, top 5 % cut)."""
    go = _plotly()
    rows = [row for row in result.to_rows() if row["lines"]]
    change = [math.log1p(row["change"]) for row in rows]
    ordered = sorted(change)
    top = (ordered[int(len(ordered) * 0.95)] if ordered else 0.0) or max(ordered, default=0.0) or 1.0
    tree = go.Treemap(
        ids=[row["id"] for row in rows], parents=[row["parent"] for row in rows], labels=[row["label"] for row in rows],
        values=[row["lines"] for row in rows], branchvalues="total", maxdepth=3,
        marker={"colors": change, "colorscale": _HEAT, "cmin": 0, "cmax": top, "line": {"width": 1, "color": _EDGE}},
        customdata=[[row["id"], row["units"], row["commits"]] for row in rows],
        hovertemplate="%{customdata[0]}<br>%{value} lines, %{customdata[1]} units, %{customdata[2]} commits<extra></extra>",
    )  # fmt: skip
    figure = go.Figure(tree)
    figure.update_layout(margin={"l": 4, "r": 4, "t": 36, "b": 4}, title=result.title, paper_bgcolor="rgba(0,0,0,0)")
    return figure


def _scatter(title: str, rows: Sequence[Mapping[str, Any]], x: str, y: str, axes: tuple[str, str]) -> go.Figure:
    go = _plotly()
    figure = go.Figure()
    types = sorted({row["type"] for row in rows})
    most = max((row["size"] for row in rows), default=0)
    for number, type_ in enumerate(types):
        chosen = [row for row in rows if row["type"] == type_]
        keys = [_key(row) for row in chosen]
        figure.add_scatter(
            x=[row[x] for row in chosen], y=[row[y] for row in chosen], mode="markers", name=type_, customdata=keys,
            hovertext=[_plain(key) for key in keys], hovertemplate="%{hovertext}<br>%{x} / %{y}<extra></extra>",
            marker={
                "color": PALETTE[number % len(PALETTE)], "opacity": 0.75, "line": {"width": 1, "color": _EDGE},
                "size": _sizes([row["size"] for row in chosen], _LARGEST, most),
            },
        )  # fmt: skip
    for row in sorted(rows, key=lambda row: (-row[x] - row[y], _key(row)))[:8]:
        figure.add_annotation(
            x=row[x], y=row[y], text=_plain(_name(row)), showarrow=False, yshift=_above(row["size"], most), font={"size": 11}
        )
    figure.update_layout(showlegend=len(types) > 1)
    return _laid_out(figure, title, axes, height=480)


def _laid_out(figure: go.Figure, title: str, axes: tuple[str, str], height: int) -> go.Figure:
    figure.update_layout(
        title=title, height=height, paper_bgcolor="rgba(0,0,0,0)", plot_bgcolor="rgba(0,0,0,0)",
        margin={"l": 8, "r": 8, "t": 48, "b": 8}, legend={"orientation": "h", "y": -0.15},
    )  # fmt: skip
    figure.update_xaxes(title=axes[0] or None, gridcolor=_GRID, zerolinecolor=_GRID, automargin=True)
    figure.update_yaxes(title=axes[1] or None, gridcolor=_GRID, zerolinecolor=_GRID, automargin=True)
    return figure


def _sizes(values: Sequence[float], largest: float, most: float = 0) -> list[float]:
    """Diameters whose areas are proportional to the values, never too small to be hit."""
    most = most or max(values, default=0) or 1
    return [max(_SMALLEST, largest * math.sqrt(max(value, 0) / most)) for value in values]


def _above(size: float, most: float) -> float:
    """How far above the middle of a point its name stands clear of it."""
    return _sizes([size], _LARGEST, most)[0] / 2 + 9


def _areas(cells: Sequence[Mapping[str, Any]], largest: float) -> list[float]:
    return _sizes([cell["relations"] for cell in cells], largest)


def _dot_size(order: Sequence[str]) -> float:
    return max(4.0, min(18.0, 600 / max(len(order), 1)))


def _key(row: Mapping[str, Any]) -> str:
    return str(row.get("unit") or row.get("group") or row.get("name") or row.get("first") or "")


def _name(row: Mapping[str, Any]) -> str:
    """The key without its type where the row has one."""
    key, type_ = _key(row), row.get("type", "")
    type_of, identifier = split_key(key)
    return identifier if type_ and type_of == type_ else key


def _plain(text: str) -> str:
    """Plotly reads annotations as markup; names of code are text."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _plotly() -> Any:
    try:
        import plotly.graph_objects
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] != "plotly":
            raise
        raise MissingExtra("plotly", "ui") from missing
    return plotly.graph_objects
