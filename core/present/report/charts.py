"""The charts of the pages as drawings for documents: points between two measures, bars, areas, squares."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from core.analyse.sizes import Tile
from core.model import fitted_name, split_key
from core.present.drawings.areas import Frame, squarified
from core.present.drawings.scatter import Point, diameter, standing_out
from core.present.html.elements import Markup, el
from core.present.html.labels import words
from core.present.html.type_colours import type_hue
from core.text.counts import counted_as

_WIDE, _HIGH = 960, 420
_LEFT, _LOW, _TOP = 60, 46, 48
_BAR, _NAMES = 22, 230
_SIDE, _PER_ROW = 16, 48
_LETTER = 6.8  # pixels of a letter of the drawings
_LEAST = 26  # pixels of an area that can carry a name


def points_svg(points: Sequence[Point], across: str, up: str, said: str) -> Markup | None:
    """Return points in the colours of their types, with the names of those that stand out; None without points."""
    if not points:
        return None
    right, high = (
        max((value for value in values), default=0) or 1 for values in ([p.x for p in points], [p.y for p in points])
    )
    most, named = max(point.size for point in points) or 1, standing_out(points)

    def at(point: Point) -> tuple[float, float]:
        x = _LEFT + (_WIDE - _LEFT - 40) * point.x / right
        return x, _HIGH - _LOW - (_HIGH - _LOW - _TOP) * point.y / high

    circles = [_circle(point, *at(point), most) for point in sorted(points, key=lambda one: (-one.size, one.key))]
    names = [_name(point.name, *at(point), diameter(point.size, most)) for point in points if point.key in named]
    floor = _HIGH - _LOW
    axes = [
        el("line", x1=_LEFT, y1=floor, x2=_WIDE - 20, y2=floor, class_="axis"),
        el("line", x1=_LEFT, y1=_TOP - 10, x2=_LEFT, y2=floor, class_="axis"),
        el("text", f"{across} →", x=_WIDE - 20, y=_HIGH - 8, text_anchor="end"), el("text", f"{up} ↑", x=4, y=14),
        *(_tick(right, share, across=True) for share in (0, 0.5, 1)), *(_tick(high, share, across=False) for share in (0.5, 1)),
    ]  # fmt: skip
    return _drawing((*axes, *circles, *names), _WIDE, _HIGH, said)


def _circle(point: Point, x: float, y: float, most: float) -> Markup:
    title = el("title", f"{point.name}: {point.x:g}, {point.y:g}")
    radius = diameter(point.size, most) / 2
    return el(
        "circle", title, cx=f"{x:.1f}", cy=f"{y:.1f}", r=f"{radius:.1f}", class_=f"hue{type_hue(point.type)}", opacity=".75"
    )


def _name(name: str, x: float, y: float, across: float) -> Markup:
    half = len(name) * _LETTER / 2
    middle = min(max(x, _LEFT + half), _WIDE - half - 4)
    return el("text", name, x=f"{middle:.1f}", y=f"{max(12.0, y - across / 2 - 4):.1f}", text_anchor="middle")


def _tick(most: float, share: float, *, across: bool) -> Markup:
    value = f"{most * share:,.3g}"
    if across:
        return el("text", value, x=f"{_LEFT + (_WIDE - _LEFT - 40) * share:.1f}", y=_HIGH - _LOW + 16, text_anchor="middle")
    return el("text", value, x=_LEFT - 6, y=f"{_HIGH - _LOW - (_HIGH - _LOW - _TOP) * share + 4:.1f}", text_anchor="end")


def bars_svg(rows: Mapping[str, Sequence[float]], parts: Sequence[str], said: str) -> Markup | None:
    """Return a bar for each row, made of as many `parts`, each with its colour and its name below; None without rows."""
    if not rows:
        return None
    most = max((sum(values) for values in rows.values()), default=0) or 1
    scale = (_WIDE - _NAMES - 90) / most
    drawn: list[Markup] = []
    for number, (name, values) in enumerate(rows.items()):
        top, x = number * _BAR, float(_NAMES)
        drawn.append(el("text", fitted_name(name, 32), x=_NAMES - 8, y=top + 15, text_anchor="end"))
        for part, value in enumerate(values):
            drawn.append(
                el("rect", x=f"{x:.1f}", y=top + 4, width=f"{value * scale:.1f}", height=_BAR - 8, class_=f"hue{part}")
            )
            x += value * scale
        drawn.append(el("text", f"{sum(values):,g}", x=f"{x + 6:.1f}", y=top + 15))
    low = len(rows) * _BAR + 8
    for part, name in enumerate(parts if len(parts) > 1 else ()):
        drawn.append(el("rect", x=_NAMES + 160 * part, y=low, width=12, height=12, class_=f"hue{part}"))
        drawn.append(el("text", name, x=_NAMES + 160 * part + 18, y=low + 11))
    return _drawing(drawn, _WIDE, low + 20, said)


def areas_svg(tiles: Sequence[Tile], said: str) -> Markup | None:
    """Return folders and the files in them as areas by their lines, the stronger the more commits they have had a file."""
    inside: dict[str, list[Tile]] = {}
    for tile in tiles:
        if tile.lines:
            inside.setdefault(tile.parent, []).append(tile)
    top = "."
    while len(inside.get(top, ())) == 1 and inside[top][0].id in inside:
        top = inside[top][0].id
    if top not in inside:
        return None
    changes = sorted(tile.change for tile in tiles if tile.change > 0)
    hottest = changes[min(len(changes) - 1, int(len(changes) * 0.95))] if changes else 0.0
    drawn: list[Markup] = []
    for tile, (x, y, wide, high) in squarified(inside[top], (0, 0, _WIDE, _HIGH)):
        drawn.append(_area(tile, (x, y, wide, high), hottest))
        if tile.id in inside and min(wide, high) > 2 * _LEAST:
            parts = squarified(inside[tile.id], (x + 2, y + 20, wide - 4, high - 22))
            drawn += [_area(part, frame, hottest) for part, frame in parts if min(frame[2:]) > 2]
    return _drawing(drawn, _WIDE, _HIGH, said)


def _area(tile: Tile, frame: Frame, hottest: float) -> Markup:
    x, y, wide, high = frame
    heat = min(1.0, math.log1p(tile.change) / math.log1p(hottest)) if hottest else 0.0
    title = el(
        "title",
        f"{tile.id}: {counted_as(tile.lines, 'line')}, {counted_as(tile.units, 'unit')}, {counted_as(tile.commits, 'commit')}",
    )
    place = {
        "x": f"{x + 1:.1f}",
        "y": f"{y + 1:.1f}",
        "width": f"{max(wide - 2, 0.5):.1f}",
        "height": f"{max(high - 2, 0.5):.1f}",
    }
    shape = el("rect", title, **place, class_="area")
    hot = el("rect", **place, class_="hot", opacity=f"{0.75 * heat:.2f}", pointer_events="none") if heat else None
    letters = int((wide - 8) / _LETTER)
    text = (
        el("text", fitted_name(tile.label, letters), x=f"{x + 5:.1f}", y=f"{y + 15:.1f}") if letters > 3 and high > 18 else None
    )
    return el("g", shape, hot, text)


def squares_svg(groups: Sequence[tuple[str, Sequence[str]]], said: str) -> Markup | None:
    """Return units as squares in the colours of their types, in groups with a title; None without a unit."""
    if not any(keys for _, keys in groups):
        return None
    drawn: list[Markup] = []
    top = 0
    for title, keys in groups:
        drawn.append(el("text", title, x=0, y=top + 14))
        for number, key in enumerate(sorted(keys, key=split_key)):
            row, column = divmod(number, _PER_ROW)
            type_, name = split_key(key)
            place = {"x": column * (_SIDE + 3), "y": top + 22 + row * (_SIDE + 3), "width": _SIDE, "height": _SIDE}
            drawn.append(el("rect", el("title", f"{words(type_)} {name}"), **place, class_=f"hue{type_hue(type_)}"))
        top += 34 + (_SIDE + 3) * math.ceil(len(keys) / _PER_ROW)
    return _drawing(drawn, (_SIDE + 3) * _PER_ROW, top, said)


def _drawing(parts: Sequence[Markup], wide: int, high: int, said: str) -> Markup:
    return el(
        "svg", *parts, viewBox=f"0 0 {wide} {high}", width=wide, height=high, class_="drawing", role="img", aria_label=said
    )
