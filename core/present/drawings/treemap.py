"""Draw folders and files as areas by their lines, darker where they change more, as SVG with links."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from core.analyse.result import Result
from core.analyse.sizes import Tile
from core.model import file_key
from core.present.html.elements import Markup, el, joined
from core.present.html.links import unit_url

_WIDTH, _HEIGHT, _HEAD = 720.0, 430.0, 17.0  # units of the drawing; the page scales it
_LEVELS = 3  # folders within folders that are drawn open
_SMALLEST = 24.0  # a folder with a shorter side than this is drawn closed
_LETTER = 6.0
_TELLING = 6  # letters that a cut name needs to say something


class Area(NamedTuple):
    """A rectangle of the drawing."""

    x: float
    y: float
    width: float
    height: float


def treemap(tiles: Result[Tile], top: str, index: str, used: Mapping[str, float] | None = None) -> Markup:
    """Return the areas inside the folder `top` (`.` is everything): files link to their page, folders open in place.

    Squarified areas after M. Bruls, K. Huizing and J. J. van Wijk, Squarified Treemaps (2000). The colour is the logarithm
    of the commits per file; the most restless twentieth is equally dark. Where no change is known, it is that of `used`: by
    file, how often its units are used from elsewhere.
    """
    rows = {row["id"]: row for row in tiles.to_rows() if row["lines"]}
    inside: dict[str, list[str]] = {}
    for row in rows.values():
        inside.setdefault(row["parent"], []).append(row["id"])
    start = top if top in rows else "."
    changes = {key: row["change"] for key, row in rows.items()}
    known = any(changes.values())
    heat = _heat(changes if known else {key: (used or {}).get(key, 0.0) for key in rows})
    parts: list[Markup] = []
    if start in rows:
        _draw(start, Area(0, 0, _WIDTH, _HEIGHT), 0, rows, inside, heat, index, parts)
    said = f"Treemap of {start}: {rows.get(start, {}).get('lines', 0)} lines"
    drawing = el(
        "svg", *parts, viewBox=f"0 0 {_WIDTH:g} {_HEIGHT:g}", class_="drawing tree", role="group", aria_label=said, width="100%"
    )
    return joined(_trail(start), drawing, _scale("change" if known else "used" if any(heat.values()) else ""))


def squarified(sizes: Sequence[float], area: Area) -> list[Area]:
    """Return one rectangle per size, in the order given (largest first), that together fill the area."""
    total = sum(sizes)
    if total <= 0:
        return [Area(area.x, area.y, 0, 0) for _ in sizes]
    scaled = [size * area.width * area.height / total for size in sizes]
    found: list[Area] = []
    rest = area
    start = 0
    while start < len(scaled):
        end = start + 1
        side = min(rest.width, rest.height)
        while end < len(scaled) and _worst(scaled[start : end + 1], side) <= _worst(scaled[start:end], side):
            end += 1
        placed, rest = _row(scaled[start:end], rest)
        found += placed
        start = end
    return found


def _worst(row: Sequence[float], side: float) -> float:
    """Return the largest ratio of the sides in a row along `side`."""
    total = sum(row)
    if total <= 0 or side <= 0:
        return math.inf
    return max(side * side * max(row) / total**2, total**2 / (side * side * max(min(row), 1e-12)))


def _row(row: Sequence[float], area: Area) -> tuple[list[Area], Area]:
    total = sum(row)
    placed = []
    if area.width >= area.height:
        width = total / area.height if area.height else 0.0
        y = area.y
        for size in row:
            height = size / width if width else 0.0
            placed.append(Area(area.x, y, width, height))
            y += height
        return placed, Area(area.x + width, area.y, max(0.0, area.width - width), area.height)
    height = total / area.width if area.width else 0.0
    x = area.x
    for size in row:
        width = size / height if height else 0.0
        placed.append(Area(x, area.y, width, height))
        x += width
    return placed, Area(area.x, area.y + height, area.width, max(0.0, area.height - height))


def _draw(
    key: str, area: Area, level: int, rows: Mapping[str, Mapping[str, Any]], inside: Mapping[str, Sequence[str]],
    heat: Mapping[str, float], index: str, parts: list[Markup],
) -> None:  # fmt: skip
    children = sorted(inside.get(key, ()), key=lambda child: (-rows[child]["lines"], child))
    is_open = bool(children) and level < _LEVELS and min(area.width, area.height - _HEAD) > _SMALLEST
    if level or not is_open:
        parts.append(_tile(rows[key], area, heat.get(key, 0.0), is_open, index))
    if is_open:
        head = _HEAD if level else 0.0
        gap = 2.0 if level else 0.0
        inner = Area(area.x + gap, area.y + head, max(0.0, area.width - 2 * gap), max(0.0, area.height - head - gap))
        for child, place in zip(children, squarified([rows[child]["lines"] for child in children], inner), strict=True):
            _draw(child, place, level + 1, rows, inside, heat, index, parts)


def _tile(row: Mapping[str, Any], area: Area, heat: float, is_open: bool, index: str) -> Markup:
    folder = row["kind"] != "file"
    commits = f", {row['commits']} commits" if row["commits"] else ""
    title = f"{row['id']}: {row['lines']:,} lines, {row['units']} units{commits}"
    shape = el(
        "rect", x=f"{area.x:.1f}", y=f"{area.y:.1f}", width=f"{max(0.0, area.width - 1):.1f}",
        height=f"{max(0.0, area.height - 1):.1f}", rx=2, class_="open" if is_open else None,
        style=None if is_open else f"--heat:{100 * heat:.0f}%",
    )  # fmt: skip
    letters = int((area.width - 10) / _LETTER)
    name = _fitting(str(row["label"]), letters)
    fits = bool(name) and area.height >= 15
    label = el(
        "text", name, x=f"{area.x + 5:.1f}", y=f"{area.y + 14:.1f}", class_="dark" if heat > 0.75 and not is_open else None
    )
    body = el("g", el("title", title), shape, label if fits else None)
    said = None if fits else title  # a name that differs from what is written confuses who speaks to the page
    if folder:
        return el("a", body, href=f"?at={row['id']}", data_set=f"at={row['id']}", aria_label=said)
    return el("a", body, href=unit_url(file_key(row["id"]), index), data_go=True, aria_label=said)


def _fitting(label: str, letters: int) -> str:
    """Return as much of a label as fits, without the ending of a file when it must be cut; nothing when it says nothing."""
    if len(label) <= letters:
        return label
    stem = label.partition(".")[0] or label
    if len(stem) <= letters:
        return stem
    return f"{stem[: letters - 1]}…" if letters >= _TELLING else ""


def _heat(values: Mapping[str, float]) -> dict[str, float]:
    """Return by id how hot a place is, 0 to 1."""
    change = {key: math.log1p(value) for key, value in values.items()}
    ordered = sorted(value for value in change.values() if value > 0)
    top = ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))] if ordered else 1.0
    return {key: min(1.0, value / top) for key, value in change.items()}


def _trail(top: str) -> Markup:
    """Return the folders above `top` as links that open them."""
    steps = [] if top == "." else top.split("/")
    links = [el("a", "everything", href="?at=.", data_set="at=.")]
    for number, step in enumerate(steps, start=1):
        path = "/".join(steps[:number])
        links += [el("span", "/", class_="dim"), el("a", step, href=f"?at={path}", data_set=f"at={path}")]
    return el("nav", *links, class_="row small", aria_label="Folder")


def _scale(known: str) -> Markup:
    if not known:
        return el("div", "Area: lines. Nothing is known of change.", class_="legend")
    colour = {"change": "commits per file in a year", "used": "uses from elsewhere, as nothing is known of change"}[known]
    swatches = [el("span", class_="swatch heat", style=f"--heat:{share}%") for share in (0, 25, 50, 75, 100)]
    return el(
        "div", el("span", f"Area: lines. Colour: {colour},"), el("span", "few ", *swatches, "many"), class_="legend",
    )  # fmt: skip
