"""A picture of an analysis: a chart that you can zoom if plotly is installed, otherwise a drawing with links."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from core.errors import MissingExtra
from core.model.address import IndexAddress
from core.model.shown import Shown
from core.present.drawings.charts import Theme
from core.present.html.elements import Markup, el, joined
from core.present.notebook.cells import paragraph
from core.present.report.picture import STYLE, linked, standalone

if TYPE_CHECKING:
    import plotly.graph_objects as go

_CHART = "application/vnd.plotly.v1+json"
# Boxes and words have the colours of a light page, so a dark notebook needs a light ground behind them.
_GROUND = "background:#fff;--ink:#0f1816;--quiet:#56635f;--soft:#f4f6f5;--line:#cdd5d2;--page:#fff;overflow:auto;margin:0"


@dataclass(frozen=True, slots=True)
class Plot(Shown):
    """A picture with its title and notes; `figure` is the plotly chart, `svg` the drawing, `mermaid` the diagram.

    `svg` is empty where nothing is to be drawn or a drawing has no room for it; `mermaid` is the text of a sequence diagram.
    """

    title: str
    notes: tuple[str, ...] = ()
    drawing: Markup = field(default=Markup(""), repr=False)
    mermaid: str = field(default="", repr=False)
    charted: Callable[..., go.Figure] | None = field(default=None, repr=False, compare=False)
    pages: IndexAddress | None = field(default=None, repr=False, compare=False)

    def figure(self, theme: Theme = "light") -> go.Figure:
        """Return the plotly chart, to change or save; raises `MissingExtra` without plotly, `ValueError` for a drawing."""
        if self.charted is None:
            raise ValueError(f"'{self.title}' is a drawing, not a chart. Use its svg or mermaid.")
        return self.charted(theme=theme)

    @property
    def svg(self) -> str:
        """The drawing as the text of an SVG file."""
        return standalone(self.drawing) if self.drawing else ""

    def __str__(self) -> str:
        return "\n".join((self.title, *self.notes, *filter(None, [self.mermaid])))

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, object]:
        if self.mermaid:
            return {"text/markdown": f"```mermaid\n{self.mermaid}\n```"}
        if self.charted is None:
            return {}
        try:
            return {_CHART: json.loads(cast("str", self.figure().to_json()))}
        except MissingExtra:  # the drawing says the same
            return {}


def plot_html(plot: Plot) -> Markup | None:
    """Return the drawing with links to the workbench, its title and its notes; None for a diagram, which is text."""
    if plot.mermaid:
        return None
    notes = (paragraph(note) for note in plot.notes)
    if not plot.drawing:
        return joined(paragraph(plot.title), *notes)
    drawing = linked(plot.drawing, plot.pages.address if plot.pages else "")
    return joined(el("figure", el("style", Markup(STYLE)), drawing, el("figcaption", plot.title), style=_GROUND), *notes)
