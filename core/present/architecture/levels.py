"""Draw the levels of a structure: every part in the row of its level, what it uses below it, what leads up in red."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from core.analyse.levels import Cell, Level, Matrix
from core.model import Relation, split_key, unit_key
from core.present.drawings.layered_graph import PER_ROW, Arrow, Box, layered_svg
from core.present.drawings.matrix import cell_name
from core.present.html.elements import Markup, el, joined
from core.present.html.grid import Row, boxed_grid, more_note
from core.present.html.labels import group_name, kinds_of
from core.present.html.links import page_url, set_link, unit_url
from core.text.counts import counted_as

MOST_BOXES = 60
"""More parts than this cannot be read as boxes."""
_CALM = 45  # links that lead down that a reader can still tell apart
_ARROW = " → "


@dataclass(frozen=True, slots=True)
class LevelMap:
    """The parts by level, the top one first, and the links that are drawn: all that lead up, the heaviest that lead down."""

    levels: tuple[tuple[int, tuple[str, ...]], ...]
    in_cycle: frozenset[str]
    arrows: tuple[Arrow, ...]
    of: int

    @property
    def sentence(self) -> str:
        """What is drawn of what there is."""
        if not self.arrows:
            return "No links between these parts at this depth."
        up = sum(arrow.back for arrow in self.arrows)
        down = len(self.arrows) - up
        shown = f"the {down} heaviest of {self.of - up:,}" if len(self.arrows) < self.of else f"all {down}"
        return (
            f"{counted_as(len(self.levels), 'layer')}: upper layers use lower ones. "
            f"Dashed links point up, against the inferred layering: {up:,}. Links that point down: {shown}."
        )


def level_map(parts: Iterable[Level], cells: Iterable[Cell]) -> LevelMap:
    """Return the parts that have a link, by level, and their links; those against the order are drawn as such."""
    linked = sorted(cells, key=lambda cell: (-cell.weight, cell.source, cell.target))
    ends = {end for cell in linked for end in (cell.source, cell.target)}
    listed = sorted((part for part in parts if part.unit in ends), key=lambda part: (-part.level, part.unit))
    arrows = [Arrow(cell.source, cell.target, cell.weight, kinds_of(cell.kinds), cell.back) for cell in linked]
    shown = [*(one for one in arrows if one.back), *[one for one in arrows if not one.back][:_CALM]]
    rows = tuple((number, tuple(part.unit for part in row)) for number, row in groupby(listed, key=lambda part: part.level))
    cycle = frozenset(part.unit for part in listed if part.component)
    return LevelMap(rows, cycle, tuple(sorted(shown, key=lambda one: (one.source, one.target))), len(arrows))


def level_svg(drawn: LevelMap, level: str, index: str, picked: str = "", *, counts: bool = True) -> Markup:
    """Return the drawing: a box leads to the map of its place or to its unit, an arrow sets `link` of the address.

    With `counts` arrows carry the number of their lines where there is room.
    """
    rows: list[Sequence[str]] = []
    titles: list[str] = []
    for number, row in drawn.levels:
        for start in range(0, len(row), PER_ROW):
            rows.append(row[start : start + PER_ROW])
            titles.append("" if start else f"Level {number}")
    boxes = [
        Box(
            name,
            split_key(name)[1] if level == "unit" else group_name(name),
            _note(name, drawn),
            place_url(name, level, index),
            hue=_hue(name, drawn),
        )
        for row in rows
        for name in row
    ]
    return layered_svg(boxes, drawn.arrows, drawn.sentence, picked, rows, titles, counts=counts)


def _note(name: str, drawn: LevelMap) -> str:
    return "in a cycle" if name in drawn.in_cycle else "in no cycle"


def _hue(name: str, drawn: LevelMap) -> str:
    return "hue1" if name in drawn.in_cycle else "hue0"


def cell_list(matrix: Matrix, picked: str, limit: int = 2_000) -> Markup:
    """Return the cells of a matrix as links that pick one: those against the order first, then the heaviest."""
    ordered = sorted(matrix.items, key=lambda cell: (not cell.back, -cell.weight, cell.row, cell.column))
    rows = [_cell_row(cell, cell_name(cell) == picked) for cell in ordered[:limit]]
    table = boxed_grid(("Dependency", ("Lines", "num"), "Relations", "Layering"), rows)
    return joined(table, more_note(limit, len(ordered)))


def _cell_row(cell: Cell, chosen: bool) -> Row:
    name, current = f"{cell.source}{_ARROW}{cell.target}", "true" if chosen else None
    against = el("span", f"{cell.up:,} against", class_="warn") if cell.back else None
    return set_link("cell", cell_name(cell), name, aria_current=current), cell.weight, kinds_of(cell.kinds), against


def place_url(name: str, level: str, index: str) -> str:
    """Return where a part of this level is shown: a folder or namespace on the map of places, any other on its page."""
    if level in ("folder", "namespace"):
        return page_url("map", index=index, level="" if level == "folder" else level, at=name)
    return unit_url(name if level == "unit" else unit_key(level, name), index)


def lines_of(cells: Iterable[Cell], link: str) -> tuple[Relation, ...]:
    """Return the lines behind a link that an address names as `source → target`; none for another one."""
    source, _, target = link.partition(_ARROW)
    return next((cell.lines for cell in cells if (cell.source, cell.target) == (source, target)), ())
