"""Folders and files as areas inside each other, of plain HTML: as wide as the page is, drawn at once, every area a link."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.analyse.result import Result
from core.analyse.sizes import Tile
from core.model import file_key
from core.present.drawings.treemap import LEAST, counted, heat_of, seen
from core.present.html.elements import Markup, el, joined
from core.present.html.links import page_url
from core.text.counts import counted_as

_WIDE, _HIGH = 1100, 430  # pixels for which areas are nearest to squares
_TITLE, _EDGE = 20, 2  # pixels of the name above what lies inside a folder, and around it
_OPEN = 46  # pixels that both sides of a folder need for what lies inside to be drawn
_NAMED = (34, 15)  # pixels of an area that can carry a name
_LEVELS = 4  # folders within folders that are drawn open
_STEPS = 5
Frame = tuple[float, float, float, float]
"""Left, top, width and height of an area."""


def areas_html(result: Result[Tile], top: str, index: str, used: Mapping[str, float] | None = None) -> Markup:
    """Return the areas inside the folder `top` (`.` is everything), each as large as its lines: folders open in place.

    What would be a speck is left out; it is there when its folder is opened. The colour is the logarithm of the commits per
    file; the most restless twentieth is equally strong. Where no change is known, it is that of `used`: by file, how often its
    units are used from elsewhere. Areas inside of others are no stops of the keyboard: the table beside has them.
    """
    known = any(tile.change for tile in result)
    rows = seen(result, top)
    heat, hottest = heat_of({tile.id: tile.change if known else (used or {}).get(tile.id, 0.0) for tile in rows})
    inside: dict[str, list[Tile]] = {}
    for tile in rows:
        inside.setdefault(tile.parent, []).append(tile)
    drawn = _Areas(inside, heat, index).inside(top, (0, 0, _WIDE, _HIGH), 0)
    measure = counted(result) if known else "external uses (no git history)"
    said = f"Treemap of {len(rows)} folders and files by lines. The table below has the same folder"
    return joined(el("div", drawn, class_="areas", role="group", aria_label=said), _said(hottest, measure))


class _Areas:
    """Draws the areas inside each other; `heat` tells by id how strong the colour is, 0 to 1."""

    def __init__(self, inside: Mapping[str, Sequence[Tile]], heat: Mapping[str, float], index: str) -> None:
        self._inside = inside
        self._heat = heat
        self._index = index

    def inside(self, folder: str, frame: Frame, level: int) -> Markup:
        """Return what lies directly in a folder, each placed by its share of the frame."""
        _, _, wide, high = frame
        placed = squarified(self._inside.get(folder, ()), (0, 0, wide, high))
        return joined(*(self._area(tile, at, frame, level) for tile, at in placed))

    def _area(self, tile: Tile, at: Frame, around: Frame, level: int) -> Markup:
        (x, y, wide, high), (_, _, whole, tall) = at, around
        within = (0.0, 0.0, wide - 2 * _EDGE, high - _TITLE - _EDGE)
        opened = tile.kind != "file" and level < _LEVELS and min(within[2:]) > _OPEN and tile.id in self._inside
        place = f"left:{x / whole:.3%};top:{y / tall:.3%};width:{wide / whole:.3%};height:{high / tall:.3%}"
        named = opened or (wide > _NAMED[0] and high > _NAMED[1])
        link = el("a", tile.label if named else "", **self._leads(tile, level))
        alone = len(self._inside.get(tile.id, ())) == 1  # a folder with one inside says nothing yet
        parts = el("div", self.inside(tile.id, within, level + (not alone)), class_="within") if opened else None
        return el("div", link, parts, class_="area", style=f"{place};--heat:{self._heat.get(tile.id, 0.0):.2f}")

    def _leads(self, tile: Tile, level: int) -> dict[str, str | int | bool | None]:
        size = f"{counted_as(tile.lines, 'line')}, {counted_as(tile.units, 'unit')}"
        said = f"{tile.id}: {size}, {counted_as(tile.commits, 'commit')}"
        told: dict[str, str | int | bool | None] = {"title": said, "aria_label": said, "tabindex": -1 if level else None}
        if tile.kind == "file":
            return {"href": page_url("code", index=self._index, unit=file_key(tile.id)), "data_go": True, **told}
        return {"href": f"?at={tile.id}", "data_set": f"at={tile.id}", **told}


def _said(hottest: float, measure: str) -> Markup:
    if not hottest:
        return el("p", f"Area: lines, from 1/{LEAST} of the total. No git history.", class_="dim note")
    steps = [el("span", class_="area step", style=f"--heat:{step / (_STEPS - 1):.2f}") for step in range(_STEPS)]
    words = f"Area: lines, from 1/{LEAST} of the total. Colour: {measure}, 0 "
    return el("p", words, *steps, f" {hottest:,.3g} or more", class_="dim note")


def squarified(tiles: Sequence[Tile], frame: Frame) -> list[tuple[Tile, Frame]]:
    """Return the place of each tile in a frame, its area in proportion to its lines, as near to a square as its row allows.

    The largest first, ties by id. Bruls, Huizing and van Wijk: Squarified Treemaps (2000).
    """
    x, y, wide, high = frame
    left = sorted(tiles, key=lambda tile: (-tile.lines, tile.id))
    scale = wide * high / (sum(tile.lines for tile in left) or 1)
    found: list[tuple[Tile, Frame]] = []
    while left and wide > 0 and high > 0:
        side = min(wide, high)
        count = 1
        while count < len(left) and _worst(left[: count + 1], side, scale) <= _worst(left[:count], side, scale):
            count += 1
        row, left = left[:count], left[count:]
        deep = sum(tile.lines for tile in row) * scale / side
        along = 0.0
        for tile in row:
            length = tile.lines * scale / deep
            found.append((tile, (x + along, y, length, deep) if wide < high else (x, y + along, deep, length)))
            along += length
        if wide < high:
            y, high = y + deep, high - deep
        else:
            x, wide = x + deep, wide - deep
    return found


def _worst(row: Sequence[Tile], side: float, scale: float) -> float:
    """Return how far the longest area of a row is from a square."""
    sizes = [tile.lines * scale for tile in row]
    whole = sum(sizes)
    return max(max(side**2 * size / whole**2, whole**2 / (side**2 * size)) for size in sizes)
