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
    "hubs": ResultPage("hubs", ("by", "level"), {"view": "hubs"}),
    "pagerank": ResultPage("hubs", ("level",), {"view": "hubs", "by": "pagerank"}),
    "cycles": ResultPage("hubs", ("level",), {"view": "cycles"}),
    "orphans": ResultPage("hubs", (), {"view": "orphans"}),
    "dead_ends": ResultPage("hubs", (), {"view": "dead ends"}),
    "unreached": ResultPage("hubs", (), {"view": "unreached"}),
    "missing_indexes": ResultPage("findings", (), {"view": "missing indexes"}),
    "n_plus_one": ResultPage("findings", (), {"view": "n+1"}),
    "view_queries": ResultPage("findings", (), {"view": "view queries"}),
    "environment": ResultPage("findings", (), {"view": "environment"}),
    "unused": ResultPage("findings", ("type",), {"view": "unused"}),
    "unread_columns": ResultPage("findings", (), {"view": "unread columns"}),
    "schema_gaps": ResultPage("findings", (), {"view": "schema"}),
    "entry_points": ResultPage("overview"),
    "dependencies": ResultPage("graph", ("unit",)),
    "dependents": ResultPage("graph", ("unit",)),
    "impact": ResultPage("graph", ("unit",), {"view": "impact"}),
    "path": ResultPage("graph", ("start", "end"), {"view": "path"}),
    "paths": ResultPage("graph", ("start", "end"), {"view": "path"}),
    "bridges": ResultPage("hubs", (), {"view": "bridges"}),
    "coupling": ResultPage("structure", ("level",), {"view": "coupling"}),
    "communities": ResultPage("structure", (), {"view": "communities"}),
    "parts": ResultPage("structure", (), {"view": "communities"}),
    "misplaced": ResultPage("structure", ("level",), {"view": "misplaced"}),
    "layers": ResultPage("structure", ("level",), {"view": "levels"}),
    "matrix": ResultPage("structure", ("level",), {"view": "matrix"}),
    "packages": ResultPage("structure", (), {"view": "packages"}),
    "repositories": ResultPage("structure", (), {"view": "repositories"}),
    "boundaries": ResultPage("structure", (), {"view": "repositories"}),
    "versions": ResultPage("structure", (), {"view": "repositories"}),
    "hotspots": ResultPage("change", (), {"view": "hotspots"}),
    "cochange": ResultPage("change", (), {"view": "changes together"}),
    "dead_coupling": ResultPage("change", (), {"view": "never together"}),
    "violations": ResultPage("structure", (), {"view": "rules"}),
    "compare": ResultPage("change"),
    "reading_order": ResultPage("overview"),
    "counts": ResultPage("overview"),
    "tiles": ResultPage("overview"),
    "files": ResultPage("overview", (), {"areas": "all files"}),
}
"""By the name of the analysis: the method of `core.analyse.Analysis`."""

_CALLED = {"start": "unit", "end": "to"}  # what the pages call an argument


def result_link(pages: PageLinks, asked: Asked) -> PageLink | None:
    """Return the link to the page that shows this result; None for an analysis that no page shows."""
    shown = RESULT_PAGES.get(asked.analysis)
    if shown is None:
        return None
    carried = {_CALLED.get(name, name): asked.arguments[name] for name in shown.carried if name in asked.arguments}
    return pages.link(shown.page, **{**shown.fixed, **carried})
