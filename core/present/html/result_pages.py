"""The page of the workbench that shows the result of each analysis."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.model.address import Asked
from core.present.html.links import PageLink, PageLinks


@dataclass(frozen=True, slots=True)
class ResultPage:
    """A page, the arguments of the analysis that its address carries, and the parameters that are always the same."""

    page: str
    carried: tuple[str, ...] = ()
    fixed: Mapping[str, str] = field(default_factory=dict)


RESULT_PAGES: Mapping[str, ResultPage] = {
    "cycles": ResultPage("health", ("level",), {"view": "cycles"}),
    "hubs": ResultPage("health", ("by", "level"), {"view": "hubs"}),
    "pagerank": ResultPage("health", ("level",), {"view": "hubs", "by": "pagerank"}),
    "hotspots": ResultPage("health", (), {"view": "hotspots"}),
    "trend": ResultPage("health", (), {"view": "trend"}),
    "violations": ResultPage("health", (), {"view": "rules"}),
    "findings": ResultPage("health", ("since",), {"view": "findings"}),
    "unused": ResultPage("health", (), {"view": "findings", "list": "unused"}),
    "unreached": ResultPage("health", (), {"view": "findings", "list": "unreached"}),
    "missing_indexes": ResultPage("health", (), {"view": "findings", "list": "missing indexes"}),
    "n_plus_one": ResultPage("health", (), {"view": "findings", "list": "n+1"}),
    "view_queries": ResultPage("health", (), {"view": "findings", "list": "view queries"}),
    "environment": ResultPage("health", (), {"view": "findings", "list": "environment"}),
    "unread_columns": ResultPage("health", (), {"view": "findings", "list": "unread columns"}),
    "schema_gaps": ResultPage("health", (), {"view": "findings", "list": "schema"}),
    "misplaced": ResultPage("health", ("level",), {"view": "findings", "list": "misplaced"}),
    "dependencies": ResultPage("code", ("unit",), {"side": "uses"}),
    "dependents": ResultPage("code", ("unit",), {"side": "used by"}),
    "impact": ResultPage("code", ("unit",), {"side": "around", "around": "impact"}),
    "path": ResultPage("code", ("start", "end"), {"side": "around", "around": "path"}),
    "paths": ResultPage("code", ("start", "end"), {"side": "around", "around": "path"}),
    "matrix": ResultPage("map", ("level",), {"view": "matrix"}),
    "tiles": ResultPage("map", (), {"view": "treemap"}),
    "files": ResultPage("map", (), {"view": "treemap", "areas": "all files"}),
    "packages": ResultPage("map", (), {"view": "packages"}),
    "repositories": ResultPage("map", (), {"view": "repositories"}),
    "boundaries": ResultPage("map", (), {"view": "repositories"}),
    "versions": ResultPage("map", (), {"view": "repositories"}),
    "commits": ResultPage("changes", (), {"view": "recent"}),
    "cochange": ResultPage("changes", (), {"view": "together"}),
    "compare": ResultPage("changes", (), {"view": "compare"}),
    "parts": ResultPage("map", (), {"level": "part"}),
    "entry_points": ResultPage("home"),
    "reading_order": ResultPage("home"),
    "counts": ResultPage("home"),
}
"""By the name of the analysis: the method of `core.analyse.Analysis`. A page begins with its first one."""

_CALLED = {"start": "unit", "end": "to"}  # what the pages call an argument


def result_link(pages: PageLinks, asked: Asked) -> PageLink | None:
    """Return the link to the page that shows this result; None for an analysis that no page shows."""
    shown = RESULT_PAGES.get(asked.analysis)
    if shown is None:
        return None
    carried = {_CALLED.get(name, name): asked.arguments[name] for name in shown.carried if name in asked.arguments}
    return pages.link(shown.page, **{**shown.fixed, **carried})
