"""Draw units as points between two measures, as SVG with links: who stands out is far from the corner."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.analyse.result import Result
from core.model import split_key
from core.present.architecture.levels import place_url
from core.present.html.elements import Markup, el, joined
from core.present.html.labels import legend
from core.present.html.links import unit_url

_WIDTH, _HEIGHT = 1040.0, 400.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 64.0, 24.0, 26.0, 46.0
_LARGEST, _SMALLEST = 17.0, 4.0  # radii: what is smaller is not hit
_NAMED = 12  # points that may carry their name, the farthest from the corner first
_LETTER = 6.6
_HUES = 14
_TICKS = 6
_NOTHING = 1e-9  # measures are counts and shares: less than this is rounding


@dataclass(frozen=True, slots=True)
class Point:
    """One unit: its two measures, what its area stands for, the type that gives the colour, where a click leads."""

    key: str
    x: float
    y: float
    size: float
    type: str
    href: str


def hub_scatter(result: Result[Any], level: str, index: str) -> Markup:
    """Return hubs: to the right what uses much, at the top what much uses; the area is the PageRank."""
    rows = result.to_rows()
    points = [
        Point(
            row["unit"], row["fan_out"], row["fan_in"], row["pagerank"], row["type"], place_url(row["unit"], level, index)
        )
        for row in rows
    ]  # fmt: skip
    return scatter_svg(points, ("uses", "used by"), "Area: PageRank.")


def hotspot_scatter(result: Result[Any], index: str) -> Markup:
    """Return hotspots: to the right what changes often, at the top what is complicated; the area is the lines."""
    points = [
        Point(row["unit"], row["commits"], row["complexity"], row["lines"], row["type"], unit_url(row["unit"], index))
        for row in result.to_rows()
    ]
    return scatter_svg(points, ("commits", "complexity"), "Area: lines.")


def coupling_scatter(result: Result[Any], level: str, index: str) -> Markup:
    """Return groups: to the right what depends on much, at the top what much depends on; the line is instability .5."""
    points = [
        Point(row["group"], row["efferent"], row["afferent"], row["units"], level, place_url(row["group"], level, index))
        for row in result.to_rows()
    ]
    return scatter_svg(points, ("units that depend on others (Ce)", "units that depend on it (Ca)"), "Area: units.", True)


def scatter_svg(points: Sequence[Point], axes: tuple[str, str], said: str, diagonal: bool = False) -> Markup:
    """Return the points under a legend of their types; large ones lie below small ones, `axes` name x and y."""
    across, up = (_ticks(max((value for value in values), default=0)) for values in _measures(points))
    most = max((point.size for point in points), default=0) or 1.0
    hues = {type_: f"hue{number % _HUES}" for number, type_ in enumerate(sorted({point.type for point in points}))}
    placed = [(point, *_position(point, across[-1], up[-1]), _radius(point.size, most)) for point in points]
    placed.sort(key=lambda one: (-one[3], one[0].key))
    circles = [_circle(point, x, y, radius, axes, hues) for point, x, y, radius in placed]
    end = min(across[-1], up[-1])
    corner = Point("", end, end, 0, "", "")
    half = _line(_LEFT, _HEIGHT - _BOTTOM, *_position(corner, across[-1], up[-1]), "edge") if diagonal else None
    drawing = el(
        "svg", *_grid(across, up, axes), half, *circles, *_names(placed), viewBox=f"0 0 {_WIDTH:g} {_HEIGHT:g}", width="100%",
        class_="drawing", role="group", aria_label=f"{len(points)} points: {axes[1]} against {axes[0]}",
    )  # fmt: skip
    colours = legend(hues) if len(hues) > 1 else None
    return joined(drawing, el("div", colours, el("span", said, class_="dim small"), class_="row wrapping"))


def _measures(points: Iterable[Point]) -> tuple[list[float], list[float]]:
    listed = list(points)
    return [point.x for point in listed], [point.y for point in listed]


def _ticks(most: float) -> list[float]:
    """Return round numbers from 0 to at least `most`: steps of 1, 2 or 5 times a power of ten (Heckbert's nice numbers)."""
    if most < _NOTHING:
        return [0.0, 1.0]
    rough = most / _TICKS
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough * (1 - 1e-9))
    return [number * step for number in range(math.ceil(most / step - 1e-9) + 1)]


def _position(point: Point, across: float, up: float) -> tuple[float, float]:
    x = _LEFT + (_WIDTH - _LEFT - _RIGHT) * point.x / across
    return x, _HEIGHT - _BOTTOM - (_HEIGHT - _TOP - _BOTTOM) * point.y / up


def _radius(size: float, most: float) -> float:
    return max(_SMALLEST, _LARGEST * math.sqrt(max(size, 0.0) / most))


def _circle(point: Point, x: float, y: float, radius: float, axes: tuple[str, str], hues: Mapping[str, str]) -> Markup:
    title = f"{point.key}: {axes[0]} {point.x:,.6g}, {axes[1]} {point.y:,.6g}"
    shape = el(
        "circle", el("title", title), cx=f"{x:.1f}", cy=f"{y:.1f}", r=f"{radius:.1f}", class_=f"point {hues[point.type]}"
    )
    return el("a", shape, href=point.href, data_go=True, aria_label=title)


def _grid(across: Sequence[float], up: Sequence[float], axes: tuple[str, str]) -> list[Markup]:
    bottom, parts = _HEIGHT - _BOTTOM, list[Markup]()
    for value in across:
        x, _ = _position(Point("", value, 0, 0, "", ""), across[-1], up[-1])
        parts += [_line(x, _TOP, x, bottom, "row-line"), _text(f"{value:,.6g}", x, bottom + 16, "middle")]
    for value in up:
        _, y = _position(Point("", 0, value, 0, "", ""), across[-1], up[-1])
        parts += [_line(_LEFT, y, _WIDTH - _RIGHT, y, "row-line"), _text(f"{value:,.6g}", _LEFT - 8, y + 4, "end")]
    parts.append(_text(f"{axes[0]} →", _WIDTH - _RIGHT, _HEIGHT - 8, "end"))
    return [*parts, _text(f"↑ {axes[1]}", 4, 14, "start")]


def _names(placed: Sequence[tuple[Point, float, float, float]]) -> list[Markup]:
    """Return the names of the points that stand out, as many as find room."""
    taken: list[tuple[float, float, float, float]] = []
    found = []
    wide, high = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM
    far = sorted(placed, key=lambda one: (-max((one[1] - _LEFT) / wide, (_HEIGHT - _BOTTOM - one[2]) / high), one[0].key))
    for point, x, y, radius in far[:_NAMED]:
        name = _short(point)
        half = len(name) * _LETTER / 2
        middle = min(max(x, _LEFT + half), _WIDTH - half)
        top = y - radius - 16 if y - radius > _TOP + 4 else y + radius + 2
        box = (middle - half, top, middle + half, top + 15)
        if not any(box[0] < b[2] and b[0] < box[2] and box[1] < b[3] and b[1] < box[3] for b in taken):
            taken.append(box)
            found.append(el("text", name, x=f"{middle:.1f}", y=f"{top + 12:.1f}", text_anchor="middle", class_="named"))
    return found


def _short(point: Point) -> str:
    type_, identifier = split_key(point.key)
    return identifier if type_ == point.type and identifier else point.key


def _line(x1: float, y1: float, x2: float, y2: float, class_: str) -> Markup:
    return el("line", x1=f"{x1:.1f}", y1=f"{y1:.1f}", x2=f"{x2:.1f}", y2=f"{y2:.1f}", class_=class_)


def _text(words: str, x: float, y: float, anchor: str) -> Markup:
    return el("text", words, x=f"{x:.1f}", y=f"{y:.1f}", text_anchor=anchor, class_="heading")
