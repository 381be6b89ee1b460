"""The pictures of an open index: `wb.plot.hubs()` draws what `wb.analyse.hubs()` lists."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from core.analyse.windows import YEAR
from core.flow.text import cuts_of
from core.present.drawings.figures import (
    figure_coupling,
    figure_hotspots,
    figure_hubs,
    figure_levels,
    figure_matrix,
    figure_tiles,
)  # fmt: skip
from core.present.export.flows import flow_mermaid
from core.present.html.elements import Markup
from core.present.notebook.plot import Plot
from core.workbench import views
from core.workbench.flows import flow
from core.workbench.view_pictures import picture

if TYPE_CHECKING:
    from core.model.run import SearchRun
    from core.present.view import ShownView
    from core.workbench.open_bench import OpenBench
    from core.workbench.views import AskView

_FIGURES: Mapping[str, Callable[..., Any]] = {
    "hubs": figure_hubs, "hotspots": figure_hotspots, "coupling": figure_coupling, "layers": figure_levels,
    "matrix": figure_matrix, "tiles": figure_tiles,
}  # fmt: skip
"""The chart of each analysis that has one; the others are drawings."""
_POINTS = 40  # of a scatter plot: more of them cover each other
_DEEP, _DEPTH = 4, 2  # calls followed, and deep in a diagram, as on the page of flows


class Plots:
    """The pictures of one index, each with its data in `wb.analyse`, `wb.flow` or `wb.ask`."""

    def __init__(self, bench: OpenBench, ask: AskView) -> None:
        self._bench, self._ask = bench, ask

    def hubs(self, by: str = "fan_in", *, level: str = "unit", limit: int = _POINTS) -> Plot:
        """Return a chart of the most used units: how many units each uses, and how many use it."""
        return self._analysis("hubs", by=by, level=level, limit=limit)

    def cycles(self, *, level: str = "unit", associations: bool = False) -> Plot:
        """Return a drawing of the dependency cycles, a square for each unit in one."""
        return self._analysis("cycles", level=level, associations=associations)

    def levels(self, level: str = "unit", *, depth: int = 0) -> Plot:
        """Return a chart of the dependency levels: units on the top level use those below."""
        return self._analysis("layers", level=level, depth=depth)

    def matrix(self, level: str = "folder", *, depth: int = 0) -> Plot:
        """Return a chart of the dependency matrix: rows use columns, red cells violate the order."""
        return self._analysis("matrix", level=level, depth=depth)

    def coupling(self, level: str = "folder", *, depth: int = 0) -> Plot:
        """Return a chart of how many units each folder depends on, and how many depend on it."""
        return self._analysis("coupling", level=level, depth=depth)

    def hotspots(self, *, days: int = YEAR, limit: int = _POINTS) -> Plot:
        """Return a chart of hotspots: commits, complexity and, as area, lines."""
        return self._analysis("hotspots", days=days, limit=limit)

    def areas(self, *, tests: bool = False, days: int = YEAR) -> Plot:
        """Return a treemap of folders and files by lines, coloured by commits."""
        return self._analysis("tiles", tests=tests, days=days)

    def path(self, start: str, end: str) -> Plot:
        """Return a drawing of a shortest path of relations from one unit to another."""
        return self._analysis("path", start=self._bench.head(start).key, end=self._bench.head(end).key)

    def map(self, at: str = "", *, level: str = "folder") -> Plot:
        """Return a map of the dependencies between folders or namespaces, everywhere or inside one."""
        return self._view(views.place_map(self._bench, {"at": at, "level": level}, self._ask))

    def around(self, name: str) -> Plot:
        """Return a drawing of a unit with its callers and dependencies."""
        return self._view(views.around(self._bench, {"unit": name}, self._ask))

    def answer(self, run: SearchRun) -> Plot:
        """Return a drawing of the units that a question found, with their dependencies."""
        return Plot(run.question, run.said, views.found_drawing(self._bench, run), pages=self._bench.pages)

    def flow(self, entry: str, *, depth: int = _DEPTH) -> Plot:
        """Return a Mermaid sequence diagram of the flow of an entry point."""
        found = flow(self._bench, entry, depth=_DEEP)
        return Plot(found.title, (found.sentence, *cuts_of(found)), mermaid=flow_mermaid(found, depth), pages=self._bench.pages)

    def _analysis(self, name: str, **arguments: Any) -> Plot:
        result = getattr(self._bench.analyse, name)(**arguments)
        chart = _FIGURES.get(name) if result.items else None
        drawing = picture(self._bench, name, result, arguments) or Markup("")
        return Plot(
            result.title, result.said, drawing, charted=partial(chart, result) if chart else None, pages=self._bench.pages
        )

    def _view(self, part: ShownView) -> Plot:
        drawing = part.pictures[0][1] if part.pictures else Markup("")
        return Plot(part.title, part.said, drawing, pages=self._bench.pages)
