"""The common parts of all charts: plotly itself, the colours of both themes, the frame of a plot.

A chart is a plotly figure, the same on a page and in a notebook. Its points have hover texts, and it can be zoomed and saved.
`customdata` has the name by which a page opens a clicked point.

The template has the background, text and grid, so that a page draws them in its own theme. Measures have the colours of
`theme`, and colour is never the only sign. Plotly is part of the extras `ui` and `notebooks`; without it, `MissingExtra` is
raised.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from core.errors import MissingExtra

if TYPE_CHECKING:
    import plotly.graph_objects as go

Theme = Literal["light", "dark"]


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of one theme: `tile` is what nothing is said of, `flag` what asks for attention, `back` what is wrong."""

    text: str
    paper: str
    line: str
    tile: str
    accent: str
    flag: str
    back: str


PALETTES: Mapping[Theme, Palette] = {
    "light": Palette("#0f1816", "#ffffff", "#dce2e0", "#e6eae9", "#0b6b62", "#e0671b", "#d64545"),
    "dark": Palette("#e3eae8", "#12181a", "#2e393c", "#2a3336", "#4db6a6", "#f08a45", "#f0716b"),
}


def figure(theme: Theme, height: int) -> go.Figure:
    """Return an empty figure in the colours of the theme."""
    drawn, colours = _plotly().Figure(), PALETTES[theme]
    drawn.layout.template = {
        "layout": {
            "paper_bgcolor": colours.paper, "plot_bgcolor": colours.paper, "font": {"color": colours.text, "size": 12},
            "xaxis": {"gridcolor": colours.line, "zerolinecolor": colours.line, "automargin": True},
            "yaxis": {"gridcolor": colours.line, "zerolinecolor": colours.line, "automargin": True},
        }
    }  # fmt: skip
    drawn.update_layout(
        height=height, margin={"l": 8, "r": 12, "t": 30, "b": 8}, dragmode="zoom", hovermode="closest",
        legend={"orientation": "h", "yanchor": "top", "y": -0.16, "title": None},
    )  # fmt: skip
    return drawn


def mixed(one: str, other: str, share: float) -> str:
    """Return the colour that is `other` by this share, from 0 to 1, and `one` by the rest."""
    pairs = zip(_parts(one), _parts(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def plain(text: str) -> str:
    """Return text for a figure, which reads it as markup; names of code are text."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _parts(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _plotly() -> go:
    try:
        import plotly.graph_objects
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] != "plotly":
            raise
        raise MissingExtra("plotly", "ui") from missing
    return plotly.graph_objects
