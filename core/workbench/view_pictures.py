"""The picture of each view that shows an analysis, for documents: the one that its page draws."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, cast

from core.analyse.cycles import Cycle
from core.analyse.levels import Level, Matrix
from core.analyse.paths import PathStep
from core.analyse.result import Result
from core.present.architecture.levels import MOST_BOXES, level_map, level_svg
from core.present.architecture.paths import path_boxes
from core.present.drawings.layered_graph import layered_svg
from core.present.drawings.scatter import coupling_points, hotspot_points, hub_points
from core.present.html.elements import Markup
from core.present.report.charts import areas_svg, bars_svg, points_svg, squares_svg
from core.present.report.picture import matrix_svg

if TYPE_CHECKING:
    from core.analyse.coupling import Coupling
    from core.analyse.hotspots import Hotspot
    from core.analyse.hubs import Hub
    from core.analyse.sizes import Tile
    from core.workbench.open_bench import OpenBench

Arguments = Mapping[str, object]
_POINTS = 40  # as many as the pages draw; the table of the document has all


def picture(bench: OpenBench, name: str, result: Result[object], arguments: Arguments) -> Markup | None:
    """Return the picture of the result of an analysis; None where its page has none, or nothing is to be drawn."""
    make = _PICTURES.get(name)
    return make(bench, result, arguments) if make and result.items else None


def _matrix(_: OpenBench, result: Result[object], arguments: Arguments) -> Markup | None:
    return matrix_svg(result) if isinstance(result, Matrix) else None


def _hubs(_: OpenBench, result: Result[object], arguments: Arguments) -> Markup | None:
    return points_svg(hub_points(cast("tuple[Hub, ...]", result.items[:_POINTS])), "uses", "used by", result.title)


def _hotspots(_: OpenBench, result: Result[object], arguments: Arguments) -> Markup | None:
    points = hotspot_points(cast("tuple[Hotspot, ...]", result.items[:_POINTS]))
    return points_svg(points, "commits", "complexity", result.title)


def _coupling(_: OpenBench, result: Result[object], arguments: Arguments) -> Markup | None:
    points = coupling_points(cast("tuple[Coupling, ...]", result.items))
    return points_svg(points, "units that depend on others (Ce)", "units that depend on it (Ca)", result.title)


def _levels(bench: OpenBench, result: Result[object], arguments: Arguments) -> Markup | None:
    level, depth = str(arguments.get("level", "unit")), cast("int", arguments.get("depth", 0))
    within = cast("tuple[str, ...]", arguments.get("parts", ()))
    parts = cast("tuple[Level, ...]", result.items)
    drawn = level_map(parts, bench.analyse.matrix(level, depth=depth, parts=within).items)
    if sum(len(row) for _, row in drawn.levels) <= MOST_BOXES:
        return level_svg(drawn, level, bench.name)
    rows: dict[str, list[float]] = {}
    for part in sorted(parts, key=lambda one: one.level):
        rows.setdefault(f"level {part.level}", [0, 0])[part.component > 0] += 1
    return bars_svg(dict(reversed(rows.items())), ("in no cycle", "in a cycle"), result.title)


def _cycles(_: OpenBench, result: Result[object], arguments: Arguments) -> Markup | None:
    """Draw all cycles as their page does: the units of each as squares."""
    groups = [
        (f"{cycle.size} units, {cycle.cost} lines to cut", cycle.units) for cycle in cast("tuple[Cycle, ...]", result.items)
    ]
    return squares_svg(groups, result.title)


def _tiles(_: OpenBench, result: Result[object], arguments: Arguments) -> Markup | None:
    return areas_svg(cast("tuple[Tile, ...]", result.items), "Folders and files by their lines")


def _path(bench: OpenBench, result: Result[object], arguments: Arguments) -> Markup | None:
    boxes, arrows = path_boxes(cast("tuple[PathStep, ...]", result.items), bench.name)
    return layered_svg(boxes, arrows, result.title)


_PICTURES: Mapping[str, Callable[[OpenBench, Result[object], Arguments], Markup | None]] = {
    "matrix": _matrix, "hubs": _hubs, "pagerank": _hubs, "hotspots": _hotspots, "coupling": _coupling, "layers": _levels,
    "cycles": _cycles, "tiles": _tiles, "path": _path, "paths": _path,
}  # fmt: skip
