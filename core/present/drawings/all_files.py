"""Every file as an area by its lines, beside those of its folder, coloured by one measure: all of them at once."""

from __future__ import annotations

from collections.abc import Mapping

from core.analyse.health import FileHealth
from core.analyse.result import Result
from core.analyse.sizes import Tile
from core.model import fitted_name
from core.present.drawings.areas import Frame, squarified
from core.present.drawings.treemap import heat_of
from core.present.html.elements import Markup, el, joined
from core.present.html.links import page_url

MEASURES: Mapping[str, str] = {
    "risk": "change frequency times complexity, each as a percentile",
    "commits": "commits of the last year, or all if there are none",
    "complexity": "branches in its code, plus 1",
    "used_by": "dependents of its most-used unit",
    "cycle": "files in its cycle",
    "authors": "people who changed it, in all its history",
}
"""What a file may be coloured by, and what that is."""
MOST = 10_000
"""Files that are drawn; of more, the largest."""
_WIDE, _HIGH = 1100, 620
_TITLE = 15  # pixels of the name of a folder that is high and wide enough for it, and
_NAMED = (60, 34)
_DEEP = 2  # leading parts of a path that make a folder here
_STEPS = 5


def all_files(result: Result[FileHealth], measure: str) -> Markup:
    """Return the drawing with what its colours mean below it; the table beside it is for the keyboard."""
    _, hottest = _heat(result, measure)
    steps = [el("span", class_="area step", style=f"--heat:{step / (_STEPS - 1):.2f}") for step in range(_STEPS)]
    scale = el("span", "0 ", *steps, f" {hottest:,.3g} or more", class_="whole")
    known = (", ", scale) if hottest else (" (no data).",)
    legend = el("p", files_said(result, measure), *known, class_="dim note")
    return joined(el("div", all_files_svg(result, measure), class_="scrolls"), legend)


def files_said(result: Result[FileHealth], measure: str) -> str:
    """Return which files are drawn, and what area and colour mean."""
    shown, of = len(_drawn(result)), len(result)
    drawn = f"All {of:,} files" if shown == of else f"The {shown:,} largest of {of:,} files"
    return f"{drawn}. Area: lines. Colour: {MEASURES[measure]}"


def all_files_svg(result: Result[FileHealth], measure: str, index: str = "") -> Markup:
    """Return the drawing alone; every area leads to its file, of an index where it is not the one that is shown."""
    rows, (heat, _) = _drawn(result), _heat(result, measure)
    groups: dict[str, list[FileHealth]] = {}
    for row in rows:
        groups.setdefault("/".join(row.file.split("/")[:-1][:_DEEP]) or ".", []).append(row)
    folders = [_tile(name, sum(row.lines for row in inside)) for name, inside in groups.items()]
    frames = squarified(folders, (0, 0, _WIDE, _HIGH))
    shapes = [_folder(tile.id, groups[tile.id], frame, heat, index) for tile, frame in frames]
    by = measure.replace("_", " ")
    said = f"Treemap of {len(rows):,} files by lines, coloured by {by}. The table below has the same files"
    return el(
        "svg", *shapes, viewBox=f"0 0 {_WIDE} {_HIGH}", class_="drawing files", role="group", aria_label=said,
        style=f"width:100%;min-width:{_WIDE - 80}px",
    )  # fmt: skip


def _drawn(result: Result[FileHealth]) -> list[FileHealth]:
    return sorted((row for row in result if row.lines), key=lambda row: (-row.lines, row.file))[:MOST]


def _heat(result: Result[FileHealth], measure: str) -> tuple[dict[str, float], float]:
    """Return how warm each file is drawn, and the value from which on it is the warmest."""
    return heat_of({row.file: float(getattr(row, measure)) for row in _drawn(result)})


def _tile(name: str, lines: int) -> Tile:
    return Tile(name, "", name, "file", 0, lines, 0, 0.0)


def _folder(name: str, rows: list[FileHealth], frame: Frame, heat: Mapping[str, float], index: str) -> Markup:
    x, y, wide, high = frame
    top = _TITLE if wide > _NAMED[0] and high > _NAMED[1] else 0
    by_path = {row.file: row for row in rows}
    inside = squarified([_tile(row.file, row.lines) for row in rows], (x + 1, y + top + 1, wide - 2, high - top - 2))
    letters = int((wide - 4) / 6.4)
    title = el("text", fitted_name(name, letters), x=f"{x + 3:.0f}", y=f"{y + 12:.0f}", class_="heading") if top else None
    return joined(*([title] if title else []), *(_file(by_path[tile.id], at, heat[tile.id], index) for tile, at in inside))


def _file(row: FileHealth, at: Frame, heat: float, index: str) -> Markup:
    x, y, wide, high = at
    known = {
        "lines": row.lines, "commits": row.commits, "complexity": row.complexity, "used by": row.used_by,
        **{name: value for name, value in {"in a cycle of": row.cycle, "authors": row.authors}.items() if value},
    }  # fmt: skip
    people = {"main author": row.main_author, "owner": row.code_owner}
    said = [f"{name} {value:,}" for name, value in known.items()] + [f"{name} {who}" for name, who in people.items() if who]
    rect = el(
        "rect", el("title", f"{row.file}: {', '.join(said)}"),
        x=f"{x:.1f}", y=f"{y:.1f}", width=f"{max(wide - 0.6, 0.4):.1f}", height=f"{max(high - 0.6, 0.4):.1f}",
        style=f"--heat:{heat:.2f}",
    )  # fmt: skip
    return el("a", rect, href=page_url("code", index=index, path=row.file), data_go=True, tabindex=-1)
