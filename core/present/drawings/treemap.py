"""The chart of folders and files as areas by their lines, more coloured where they change more."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

from core.analyse.result import Result
from core.analyse.sizes import COUNTED, Tile
from core.present.drawings.charts import PALETTES, Palette, Theme, figure, mixed, plain

if TYPE_CHECKING:
    import plotly.graph_objects as go

_HEIGHT = 460
LEAST = 800
"""An area of a smaller part of the whole than one of so many is no more than a speck, and a thousand of them take seconds."""
_LEVELS = 4  # folders within folders that are drawn open, and the one around them


def figure_tiles(
    result: Result[Tile], top: str = ".", used: Mapping[str, float] | None = None, theme: Theme = "light"
) -> go.Figure:
    """Return the areas inside the folder `top` (`.` is everything): a click opens a folder; every area carries its path.

    What would be a speck is left out; it is there when its folder is opened. The colour is the logarithm of the commits per
    file; the most restless twentieth is equally strong. Where no change is known, it is that of `used`: by file, how often its
    units are used from elsewhere.
    """
    known = any(tile.change for tile in result)
    rows = seen(result, top)
    values = {tile.id: tile.change if known else (used or {}).get(tile.id, 0.0) for tile in rows}
    drawn, colours = figure(theme, _HEIGHT), PALETTES[theme]
    heat, hottest = heat_of(values)
    names = [mixed(colours.tile, colours.flag, heat[tile.id]) for tile in rows]
    drawn.add_treemap(
        ids=[tile.id for tile in rows], parents=[tile.parent for tile in rows], values=[tile.lines for tile in rows],
        labels=["everything" if tile.id == "." else plain(tile.label) for tile in rows], branchvalues="total",
        level=top if top in heat else ".", maxdepth=_LEVELS, tiling={"pad": 2}, textposition="top left",
        textfont={"size": 12, "color": [_ink(colours, heat[tile.id]) for tile in rows]},
        pathbar={"thickness": 22, "edgeshape": "/", "textfont": {"size": 12}},
        marker={
            "colors": names, "line": {"width": 1, "color": colours.paper}, "cornerradius": 2, "depthfade": True,
            "pad": {"t": 20, "l": 2, "r": 2, "b": 2},
        },
        customdata=[[tile.id, tile.units, tile.commits] for tile in rows],
        hovertemplate="<b>%{customdata[0]}</b><br>%{value:,} lines, %{customdata[1]:,} units, %{customdata[2]:,} commits"
        "<extra></extra>",
    )  # fmt: skip
    said = _said(colours, hottest, counted(result) if known else "external uses (no git history)")
    below = {"xref": "paper", "yref": "paper", "x": 0, "y": 0, "xanchor": "left", "yanchor": "top", "yshift": -4}
    drawn.add_annotation(text=said, showarrow=False, align="left", **below)
    drawn.update_layout(margin={"l": 0, "r": 0, "t": 28, "b": 26})
    return drawn


def counted(result: Result[Tile]) -> str:
    """Return which commits the colour counts, as the result's notes say it."""
    said = next((note for note in result.notes if note.startswith(COUNTED)), f"{COUNTED}commits per file")
    return said.removeprefix(COUNTED).rstrip(".")


def seen(result: Result[Tile], top: str) -> list[Tile]:
    """Return what is large enough to be seen inside of `top`, and the folders around it."""
    lines = {tile.id: tile.lines for tile in result}
    least = lines.get(top, lines.get(".", 0)) / LEAST
    return [tile for tile in result if tile.lines and tile.lines >= least]


def heat_of(values: Mapping[str, float]) -> tuple[dict[str, float], float]:
    """Return by id how hot a place is, 0 to 1, and the value from which on all are equally hot; 0 when nothing is known."""
    ordered = sorted(value for value in values.values() if value > 0)
    most = ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))] if ordered else 0.0
    return {key: min(1.0, math.log1p(value) / math.log1p(most)) if most else 0.0 for key, value in values.items()}, most


def _ink(colours: Palette, heat: float) -> str:
    """Return the colour of words on an area: those of a dark page become dark where the area is bright."""
    return min(colours.text, colours.paper) if heat > 0.5 else colours.text


def _said(colours: Palette, hottest: float, measure: str) -> str:
    if not hottest:
        return f"Area: lines, from 1/{LEAST} of the total. No git history."
    steps = [mixed(colours.tile, colours.flag, share / 4) for share in range(5)]
    scale = "".join(f'<span style="color:{step}">■</span>' for step in steps)
    return f"Area: lines, from 1/{LEAST} of the total. Colour: {measure}, 0 {scale} {hottest:,.3g} or more"
