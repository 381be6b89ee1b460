"""Where the views of earlier versions are now, so that links in notes, reports and bookmarks keep working."""

from __future__ import annotations

from collections.abc import Mapping

Parameters = Mapping[str, list[str]]
"""Parameters of an address with their values, in order."""

_FINDINGS = {"unused", "unread columns", "schema", "missing indexes", "n+1", "view queries", "environment", "runtime"}
_REVIEWED = {
    "units": "changed", "relations": "changed", "files": "changed", "graph": "affected", "users": "affected",
    "entries": "affected", "along": "people", "people": "people",
}  # fmt: skip

MOVED: Mapping[tuple[str, str], tuple[str, Mapping[str, str]]] = {
    ("overview", ""): ("home", {}),
    ("overview", "all files"): ("map", {"view": "treemap"}),
    ("query", ""): ("search", {}),
    ("query", "stages"): ("search", {"view": "why", "explain": "stages"}),
    ("query", "why not"): ("search", {"view": "why", "explain": "dropped"}),
    ("query", "what if"): ("search", {"view": "why", "explain": "settings"}),
    ("query", "table"): ("search", {"view": "results"}),
    ("budget", ""): ("search", {"view": "why", "explain": "budget"}),
    ("unit", ""): ("code", {}),
    ("file", ""): ("code", {}),
    ("flow", ""): ("code", {"side": "flow"}),
    ("flow", "diagram"): ("code", {"side": "flow"}),
    ("flow", "reached from"): ("code", {"side": "flow", "flow": "reached from"}),
    ("flow", "destroy"): ("code", {"side": "flow", "flow": "destroy"}),
    ("graph", ""): ("code", {"side": "around"}),
    ("graph", "impact"): ("code", {"side": "around", "around": "impact"}),
    ("graph", "path"): ("code", {"side": "around", "around": "path"}),
    ("graph", "lines"): ("code", {"side": "used by"}),
    ("graph", "map"): ("map", {}),
    ("graph", "question"): ("search", {}),
    ("structure", ""): ("map", {"view": "matrix"}),
    ("structure", "levels"): ("map", {"view": "map", "level": ""}),
    ("structure", "packages"): ("map", {"view": "packages"}),
    ("structure", "repositories"): ("map", {"view": "repositories"}),
    ("structure", "rules"): ("health", {"view": "rules"}),
    ("structure", "misplaced"): ("health", {"view": "findings", "list": "misplaced"}),
    ("hubs", ""): ("health", {"view": "hubs"}),
    ("hubs", "cycles"): ("health", {"view": "cycles"}),
    ("hubs", "unreached"): ("health", {"view": "findings", "list": "unreached"}),
    ("hubs", "orphans"): ("health", {"view": "findings", "list": "unused"}),
    ("findings", ""): ("health", {"view": "findings", "list": "unused", "type": ""}),
    **{("findings", name): ("health", {"view": "findings", "list": name}) for name in sorted(_FINDINGS)},
    ("change", ""): ("health", {"view": "hotspots"}),
    ("change", "hidden coupling"): ("changes", {"view": "together"}),
    ("change", "changes together"): ("changes", {"view": "together", "related": "true"}),
    ("change", "commits"): ("changes", {"view": "compare"}),
    ("change", "since"): ("changes", {"view": "compare", "of": "index"}),
    ("review", ""): ("changes", {"view": "review"}),
    **{("review", name): ("changes", {"view": "review", "part": part}) for name, part in _REVIEWED.items()},
    ("evaluation", ""): ("settings", {"view": "evaluation"}),
    ("indexes", ""): ("settings", {}),
    ("indexes", "coverage"): ("settings", {"view": "coverage"}),
    ("indexes", "settings"): ("settings", {"view": "settings"}),
    ("indexes", "products"): ("settings", {"view": "settings"}),
    ("indexes", "side by side"): ("settings", {"view": "side by side"}),
}
"""The page of today with what its address says, by the page and view of earlier versions; `""` stands for all other views.

A parameter without a value is taken out of the address."""

_RENAMED: Mapping[tuple[str, str], str] = {("flow", "entry"): "unit", ("findings", "list"): "recorded"}
_SIDES: Mapping[str, Mapping[str, str]] = {
    "facts": {"side": "data"},
    "columns": {"side": "data"},
    "similar": {"side": "around", "around": "similar"},
    "chunks": {"side": ""},
}


def moved(page: str, said: Parameters) -> tuple[str, dict[str, list[str]]] | None:
    """Return the page and the parameters that an address of earlier versions means today; None for an address of today."""
    if page == "file" and said.get("text"):
        return "search", dict(said)
    view = _view(page, said)
    found = MOVED.get((page, view)) or MOVED.get((page, ""))
    if found is None:
        return None
    now, fixed = found
    gone = () if page == "query" else ("view",)  # the other views of a question are called the same
    kept = {_RENAMED.get((page, name), name): list(values) for name, values in said.items() if name not in gone}
    side = _SIDES.get(_first(said, "side"), {}) if page == "unit" else {}
    return now, {name: values for name, values in {**kept, **_listed(fixed), **_listed(side)}.items() if values}


def _view(page: str, said: Parameters) -> str:
    """Return the view that an address of earlier versions shows; empty for the first one of its page."""
    view = _first(said, "view")
    if page == "overview" and {"areas", "at"} & said.keys():
        return "all files"
    if page == "graph" and view != "question" and ("unit" not in said or (not view and "at" in said)):
        return "map"
    return view


def _first(said: Parameters, name: str) -> str:
    return next(iter(said.get(name, ())), "")


def _listed(fixed: Mapping[str, str]) -> dict[str, list[str]]:
    return {name: [value] if value else [] for name, value in fixed.items()}
