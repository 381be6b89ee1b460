"""The analyses of the architecture, one row each: commands, addresses, tools, pages and links are made from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

LEVELS = ("unit", "member", "file", "folder", "namespace", "package", "part")
OPTIONS = {
    "level": "unit, member, file, folder, namespace or package",
    "type": "Of 'unused', 'findings': method, n+1 …",
    "since": "Of 'findings': new since a commit",
    "types": "Of 'cycles': count imports of types",
}
"""Options of single analyses, next to relation kinds and a limit, which all faces offer."""
_GRAPH = ("kinds", "level")


@dataclass(frozen=True, slots=True)
class AnalysisRow:
    """One analysis: a summary, its options, and the page that shows it.

    Without a `summary` it needs a unit or an earlier generation, so it is no command. The address of the `page` has the `fixed`
    parameters and the `carried` arguments of the analysis. An analysis without a page has no link.
    """

    summary: str = ""
    options: tuple[str, ...] = ()
    page: str = ""
    fixed: Mapping[str, str] = field(default_factory=dict)
    carried: tuple[str, ...] = ()


def _health(view: str, summary: str, options: tuple[str, ...] = (), carried: tuple[str, ...] = ()) -> AnalysisRow:
    return AnalysisRow(summary, options, "health", {"view": view}, carried)


def _found(list_: str, summary: str, options: tuple[str, ...] = (), carried: tuple[str, ...] = ()) -> AnalysisRow:
    return AnalysisRow(summary, options, "health", {"view": "findings", "list": list_}, carried)


def _mapped(view: str, summary: str, options: tuple[str, ...] = (), carried: tuple[str, ...] = ()) -> AnalysisRow:
    return AnalysisRow(summary, options, "map", {"view": view}, carried)


def _changed(view: str, summary: str = "") -> AnalysisRow:
    return AnalysisRow(summary, (), "changes", {"view": view})


_LEVEL = ("level",)
_AROUND = {"side": "around", "around": "path"}

ANALYSES: Mapping[str, AnalysisRow] = {
    "cycles": _health("cycles", "Dependency cycles and the links to cut", (*_GRAPH, "types"), _LEVEL),
    "hubs": _health("hubs", "Most used units", _GRAPH, ("by", "level")),
    "pagerank": AnalysisRow("Units by PageRank", _GRAPH, "health", {"view": "hubs", "by": "pagerank"}, _LEVEL),
    "hotspots": _health("hotspots", "Large, complex files that change often"),
    "violations": _health("rules", "Links that break the declared architecture"),
    "trend": _health("trend", "Health numbers of each version of the index"),
    "findings": _health("findings", "All findings by severity and certainty", ("type", "since"), ("since",)),
    "unused": _found("unused", "Code without known references, with verdict", ("type",)),
    "unreached": _found("unreached", "Units that no entry point reaches", _LEVEL),
    "missing_indexes": _found("missing indexes", "Queried columns without a database index"),
    "n_plus_one": _found("n+1", "Associations loaded once per record"),
    "view_queries": _found("view queries", "Queries made by templates"),
    "environment": _found("environment", "Environment variables and settings in the code"),
    "unread_columns": _found("unread columns", "Columns that no code is known to read"),
    "schema_gaps": _found("schema", "Schema rules that models do not validate"),
    "misplaced": _found("misplaced", "Units that belong in another folder", _LEVEL, _LEVEL),
    "dependencies": AnalysisRow(page="code", fixed={"side": "uses"}, carried=("unit",)),
    "dependents": AnalysisRow(page="code", fixed={"side": "used by"}, carried=("unit",)),
    "impact": AnalysisRow(page="code", fixed={"side": "around", "around": "impact"}, carried=("unit",)),
    "path": AnalysisRow(page="code", fixed=_AROUND, carried=("start", "end")),
    "paths": AnalysisRow(page="code", fixed=_AROUND, carried=("start", "end")),
    "matrix": _mapped("matrix", "Dependency structure matrix", _GRAPH, _LEVEL),
    "tiles": _mapped("treemap", "Folders and files by size and change"),
    "files": AnalysisRow("Files by risk: size, change, complexity, use", (), "map", {"view": "treemap", "areas": "all files"}),
    "packages": _mapped("packages", "Packages, engines and crates side by side"),
    "repositories": _mapped("repositories", "Members of a group side by side"),
    "boundaries": _mapped("repositories", "Links between the repositories of a group"),
    "versions": _mapped("repositories", "Libraries with different versions in a group"),
    "parts": AnalysisRow("Parts of the domain: models, code, tables, tests", (), "map", {"level": "part"}),
    "commits": _changed("recent", "Latest commits with their files"),
    "cochange": _changed("together", "Files that change together without a relation"),
    "compare": _changed("compare"),
    "entry_points": AnalysisRow("Units that are started from outside", page="home"),
    "reading_order": AnalysisRow("What to read first, and why", page="home"),
    "counts": AnalysisRow("Units by type", page="home"),
    "bridges": AnalysisRow("Single points of failure in the graph", _GRAPH),
    "communities": AnalysisRow("Units that belong together, against the folders"),
    "coupling": AnalysisRow("Coupling, instability and cohesion", _GRAPH),
    "dead_coupling": AnalysisRow("Related files that never change together"),
    "dead_ends": AnalysisRow("Units without dependencies", _LEVEL),
    "layers": AnalysisRow("Layers, and the links that break them", _GRAPH),
    "orphans": AnalysisRow("Units without callers or known reason", _LEVEL),
}
"""By method of `core.analyse.Analysis`. A page that is named alone shows its first row."""
COMMANDS: Mapping[str, AnalysisRow] = {
    name.replace("_", "-"): ANALYSES[name] for name in sorted(ANALYSES) if ANALYSES[name].summary
}
"""The analyses that need no argument, by the name that people type, in alphabetical order."""
