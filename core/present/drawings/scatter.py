"""Charts of units between two measures: who stands out is far from the corner."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.analyse.coupling import Coupling
from core.analyse.hotspots import Hotspot
from core.analyse.hubs import Hub
from core.analyse.result import Result
from core.model import split_key
from core.model.divided import part_in
from core.present.drawings.charts import PALETTES, Theme, figure, plain
from core.present.html.labels import words
from core.present.html.type_colours import HUES, member_hue, type_hue

if TYPE_CHECKING:
    import plotly.graph_objects as go

_HEIGHT = 440
_LARGEST, _SMALLEST = 34.0, 8.0  # pixels across: what is smaller is not hit
_NAMED = 12  # points that may carry their name, the farthest from the corner first
_ROOM = (640.0, 300.0)  # pixels that a plot has in a narrow window: names that collide there are left to the pointer
_LETTER, _LINE = 6.6, 15.0
_MARGIN = 24  # pixels that a name may reach beyond the points
_SIDES = {-1: "top left", 0: "top center", 1: "top right"}
_MANY = 1500  # more points are drawn as pixels: a browser is slow with so many shapes


@dataclass(frozen=True, slots=True)
class Point:
    """One unit or place: its two measures, what its area stands for, the type that gives the colour."""

    key: str
    x: float
    y: float
    size: float
    type: str

    @property
    def name(self) -> str:
        """The key without its type."""
        type_, identifier = split_key(self.key)
        return identifier if type_ == self.type and identifier else self.key


def hub_points(hubs: Iterable[Hub]) -> list[Point]:
    """Return hubs between what they use and what uses them."""
    return [Point(hub.unit, hub.fan_out, hub.fan_in, hub.pagerank, hub.type) for hub in hubs]


def hotspot_points(spots: Iterable[Hotspot]) -> list[Point]:
    """Return hotspots between how often they change and how complicated they are."""
    return [Point(spot.unit, spot.commits, spot.complexity, spot.lines, spot.type) for spot in spots]


def coupling_points(groups: Iterable[Coupling]) -> list[Point]:
    """Return groups between what they depend on and what depends on them."""
    return [Point(group.group, group.efferent, group.afferent, group.units, "group") for group in groups]


def figure_hubs(result: Result[Hub], theme: Theme = "light", members: Sequence[str] = ()) -> go.Figure:
    """Return hubs: to the right what uses much, at the top what much uses; the area is the PageRank, the colour the type.

    With the `members` of a set the colour is the repository.
    """
    return _scatter(hub_points(result.items), ("dependencies", "dependents", "PageRank"), theme, members)


def figure_hotspots(result: Result[Hotspot], theme: Theme = "light") -> go.Figure:
    """Return hotspots: to the right what changes often, at the top what is complicated; the area are the lines."""
    return _scatter(hotspot_points(result.items), ("commits", "complexity", "lines"), theme)


def figure_coupling(result: Result[Coupling], theme: Theme = "light") -> go.Figure:
    """Return groups: to the right what depends on much, at the top what much depends on; the line is instability .5."""
    points = coupling_points(result.items)
    drawn = _scatter(points, ("outgoing dependencies (Ce)", "incoming dependencies (Ca)", "units"), theme)
    end = min(max((point.x for point in points), default=1), max((point.y for point in points), default=1)) or 1
    drawn.add_shape(type="line", x0=0, y0=0, x1=end, y1=end, line={"color": PALETTES[theme].text, "dash": "dot", "width": 1})
    return drawn


def _scatter(points: Sequence[Point], measures: tuple[str, str, str], theme: Theme, members: Sequence[str] = ()) -> go.Figure:
    """Return the points, one trace for each type, or for each of the `members` of a set; `measures` name x, y and the area."""
    drawn = figure(theme, _HEIGHT)
    groups = {point.key: part_in(point.key, members) if members else point.type for point in points}
    types = sorted(set(groups.values()))
    named = standing_out(points, aside=True)
    add = drawn.add_scattergl if len(points) > _MANY else drawn.add_scatter
    most, (wide, _) = max((point.size for point in points), default=0) or 1, _ends(points)
    across, up, area = measures
    for type_ in types:
        shown = type_ if members else words(type_)
        hue = member_hue(f"{type_}/", members) if members else type_hue(type_)
        chosen = sorted((one for one in points if groups[one.key] == type_), key=lambda one: (-one.size, one.key))
        add(
            x=[one.x for one in chosen], y=[one.y for one in chosen], name=shown, mode="markers+text",
            text=[plain(one.name) if one.key in named else "" for one in chosen],
            textposition=[_SIDES[_side(one, wide)] for one in chosen],
            textfont={"color": PALETTES[theme].text},
            customdata=[[one.key, one.size] for one in chosen], hovertext=[plain(one.name) for one in chosen],
            hovertemplate=f"<b>%{{hovertext}}</b><br>{across}: %{{x:,}}<br>{up}: %{{y:,}}<br>{area}: %{{customdata[1]:,.4~g}}",
            marker={
                "color": HUES[hue], "opacity": 0.75, "line": {"width": 1, "color": PALETTES[theme].paper},
                "size": [diameter(one.size, most) for one in chosen],
            },
            unselected={"marker": {"opacity": 0.75}},
        )  # fmt: skip
    drawn.update_traces(cliponaxis=False, selector={"type": "scatter"})
    drawn.update_layout(showlegend=len(types) > 1)
    drawn.update_xaxes(title=across)
    drawn.update_yaxes(title=up)
    return drawn


def standing_out(points: Sequence[Point], *, aside: bool = False) -> frozenset[str]:
    """Return the keys of the points that stand out, as many as find room for their names: above them, or at the edges aside."""
    wide, high = _ends(points)
    most = max((point.size for point in points), default=0) or 1
    taken: list[tuple[float, float, float]] = []
    found = set()
    far = sorted(points, key=lambda one: (-max(one.x / wide, one.y / high), -one.x / wide - one.y / high, one.key))
    for point in far[:_NAMED]:
        x, y = _ROOM[0] * point.x / wide, _ROOM[1] * point.y / high + diameter(point.size, most) / 2
        half = len(point.name) * _LETTER / 2
        x += _side(point, wide) * half if aside else 0
        if not any(abs(x - other) < half + reach and abs(y - line) < _LINE for other, line, reach in taken):
            taken.append((x, y, half))
            found.add(point.key)
    return frozenset(found)


def _side(point: Point, wide: float) -> int:
    """Return where the name of a point stands: above it (0), or to the right (1) or left where the plot would end before it."""
    half, x = len(point.name) * _LETTER / 2, _ROOM[0] * point.x / wide
    return 1 if x < half - _MARGIN else -1 if x > _ROOM[0] - half + _MARGIN else 0


def _ends(points: Sequence[Point]) -> tuple[float, float]:
    """Return the largest of both measures, 1 where there is none."""
    return max((point.x for point in points), default=0) or 1, max((point.y for point in points), default=0) or 1


def diameter(size: float, most: float) -> float:
    """Return how wide a point is whose area is in proportion to its size, never too small to be hit."""
    return max(_SMALLEST, _LARGEST * math.sqrt(max(size, 0.0) / most))
