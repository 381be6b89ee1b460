"""The tree of files beside the code: what lies around a path, what a filter finds, and how hot each place is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from core.present.drawings.treemap import counted, heat_of
from core.present.unit.file_tree import FileTree, TreeRow
from core.workbench.executed import kept_reports
from core.workbench.overlays import OVERLAYS, executed_lines

if TYPE_CHECKING:
    from core.analyse.sizes import Tile
    from core.workbench.open_bench import OpenBench

TOP = "."
_FOUND = 100  # files of a filter; how many more there are is said
_LISTED = 400  # places in one folder, in the same way


def measures(bench: OpenBench) -> dict[str, str]:
    """Return by name what files can be measured by in this index, and what the number means."""
    found = {name: meaning for name, (meaning, _, _) in _MEASURES.items()}
    if not kept_reports(bench).path.is_file():
        del found["coverage"]
    return found


def file_tree(bench: OpenBench, path: str, measure: str = "changes", text: str = "") -> FileTree:
    """Return the folders around a path with all that is in them; with `text`, the files whose paths contain its words instead.

    An unknown measure raises `KeyError`.
    """
    meaning, number, valued = _MEASURES[measure]
    sized = bench.analyse.tiles(tests=True, texts=True)
    tiles = sized.items
    shown, left_out = _found(tiles, text.lower().split()) if text.strip() else _around(tiles, path)
    values = valued(bench, {tile.id: tile for tile, _ in shown})
    heat: dict[str, float] = {}
    for kind in ("folder", "file"):
        heat |= heat_of({tile.id: values[tile.id] or 0 for tile, _ in shown if tile.kind == kind})[0]
    rows = tuple(
        TreeRow(
            tile.id, tile.id if text.strip() else tile.label, tile.kind == "folder", depth,
            _within(path, tile.id), values[tile.id], heat[tile.id],
        )
        for tile, depth in shown
    )  # fmt: skip
    if measure == "changes":  # all commits count where the last year has none
        meaning = f"{counted(sized).removesuffix(' per file')}, summed over files"
    return FileTree(rows, meaning, number, left_out)


def _within(path: str, place: str) -> bool:
    """Tell whether a path is a place or lies in it."""
    return f"{path}/".startswith(f"{place}/")


Shown = list[tuple["Tile", int]]


def _around(tiles: tuple[Tile, ...], path: str) -> tuple[Shown, str]:
    """Return what is in each folder on the way to a path, with its depth; folders stand before files."""
    inside: dict[str, list[Tile]] = {}
    for tile in tiles:
        inside.setdefault(tile.parent, []).append(tile)
    hidden = 0

    def listed(folder: str, depth: int) -> Iterator[tuple[Tile, int]]:
        nonlocal hidden
        every = sorted(inside.get(folder, ()), key=lambda tile: (tile.kind == "file", tile.label.lower(), tile.id))
        for at, tile in enumerate(every):
            is_open = _within(path, tile.id)
            if at >= _LISTED and not is_open:
                hidden += 1
                continue
            yield tile, depth
            if is_open and tile.kind == "folder":
                yield from listed(tile.id, depth + 1)

    shown = list(listed(TOP, 0))
    return shown, f"{hidden:,} more. Filter to find them." if hidden else ""


def _found(tiles: tuple[Tile, ...], words: list[str]) -> tuple[Shown, str]:
    files = [tile for tile in tiles if tile.kind == "file" and all(word in tile.id.lower() for word in words)]
    more = len(files) - _FOUND
    none = "No file has these words in its path."
    return [(tile, 0) for tile in files[:_FOUND]], f"{more:,} more files." if more > 0 else "" if files else none


Values = Mapping[str, float | None]
Tiles = Mapping[str, "Tile"]


def _changes(bench: OpenBench, shown: Tiles) -> Values:
    known = any(history.commits_total for history in bench.histories.values())
    return {path: tile.commits if known else None for path, tile in shown.items()}


def _dependents(bench: OpenBench, shown: Tiles) -> Values:
    """Count the lines that lead into each place from outside it."""
    lines = Counter[str]()
    for link in bench.analyse.uses("file").links():
        end = link.target
        while end:
            if not _within(link.source, end):
                lines[end] += link.weight
            end = end.rpartition("/")[0]
    return {path: lines[path] for path in shown}


def _not_run(bench: OpenBench, shown: Tiles) -> Values:
    found: dict[str, float | None] = {}
    of_file = {path: executed_lines(bench, [path]) for path in kept_reports(bench).paths()}
    for path in shown:
        below = [lines for file, lines in of_file.items() if _within(file, path)]
        ran, never = (sum(numbers) for numbers in zip(*below, strict=True)) if below else (0, 0)
        found[path] = never / (ran + never) if ran + never else None
    return found


_MEASURES: Mapping[str, tuple[str, str, Callable[[OpenBench, Tiles], Values]]] = {
    "changes": ("commits of the last year, or all if it has none", "{:,.0f}", _changes),
    "dependents": ("lines elsewhere that use it", "{:,.0f}", _dependents),
    "coverage": (OVERLAYS["coverage"].legend, OVERLAYS["coverage"].number, _not_run),
}
"""By name: what the number means, how it is written, and what finds it for the places shown."""
