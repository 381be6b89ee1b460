"""The charts by the names that notebooks import: each takes the result of an analysis and a theme."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.analyse.levels import Level
from core.analyse.result import Result
from core.present.drawings.charts import PALETTES, Theme, figure
from core.present.drawings.matrix import figure_matrix
from core.present.drawings.scatter import figure_coupling, figure_hotspots, figure_hubs
from core.present.drawings.treemap import figure_tiles

if TYPE_CHECKING:
    import plotly.graph_objects as go


__all__ = ["figure_coupling", "figure_hotspots", "figure_hubs", "figure_levels", "figure_matrix", "figure_tiles"]


_BAR, _AROUND = 18, 110  # pixels


def figure_levels(result: Result[Level], theme: Theme = "light") -> go.Figure:
    """Return one bar per level, the top one first; those of its units that are in a cycle are hatched."""
    counts: dict[int, list[int]] = {}
    for part in result:
        counts.setdefault(part.level, [0, 0])[part.component > 0] += 1
    levels = sorted(counts)
    drawn, colours = figure(theme, max(220, _BAR * len(levels) + _AROUND)), PALETTES[theme]
    kinds = ((0, "in no cycle", colours.accent, ""), (1, "in a cycle", colours.flag, "/"))
    for at, name, colour, pattern in kinds:
        drawn.add_bar(
            y=[f"level {level}" for level in levels], x=[counts[level][at] for level in levels], orientation="h", name=name,
            marker={"color": colour, "pattern": {"shape": pattern, "solidity": 0.5}},
            hovertemplate="%{y}: %{x:,} " + name + "<extra></extra>",
        )  # fmt: skip
    drawn.update_layout(barmode="stack", legend={"y": 0, "yanchor": "bottom", "x": 1, "xanchor": "right", "orientation": "v"})
    drawn.update_xaxes(title="units", side="top")
    drawn.update_yaxes(dtick=1)
    return drawn
