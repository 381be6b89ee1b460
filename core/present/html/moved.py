"""Where the views of earlier versions are now, so that links in notes, reports and bookmarks keep working."""

from __future__ import annotations

from collections.abc import Mapping

Parameters = Mapping[str, list[str]]
"""Parameters of an address with their values, in order."""

_FINDINGS = {"unused", "unread columns", "schema", "missing indexes", "n+1", "view queries", "environment", "runtime"}

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
    ("flow", "reached from"): ("code", {"side": "flow", "flow": "reached from"}),
    ("flow", "destroy"): ("code", {"side": "flow", "flow": "destroy"}),
    ("graph", ""): ("code", {"side": "around"}),
    ("graph", "impact"): ("code", {"side": "around", "around": "impact"}),
    ("graph", "path"): ("code", {"side": "around", "around": "path"}),
    ("graph", "map"): ("map", {}),
    ("graph", "question"): ("search", {}),
    ("structure", ""): ("map", {"view": "matrix"}),
    ("structure", "levels"): ("map", {"view": "map"}),
    ("structure", "packages"): ("map", {"view": "packages"}),
    ("structure", "repositories"): ("map", {"view": "repositories"}),
    ("structure", "rules"): ("health", {"view": "rules"}),
    ("structure", "misplaced"): ("health", {"view": "findings", "list": "misplaced"}),
    ("hubs", ""): ("health", {"view": "hubs"}),
    ("hubs", "cycles"): ("health", {"view": "cycles"}),
    ("hubs", "unreached"): ("health", {"view": "findings", "list": "unreached"}),
    ("hubs", "orphans"): ("health", {"view": "findings"}),
    ("findings", ""): ("health", {"view": "findings"}),
    **{("findings", name): ("health", {"view": "findings", "list": name}) for name in sorted(_FINDINGS)},
    ("change", ""): ("health", {"view": "hotspots"}),
    ("change", "hidden coupling"): ("changes", {"view": "together"}),
    ("change", "changes together"): ("changes", {"view": "together"}),
    ("change", "commits"): ("changes", {"view": "compare"}),
    ("change", "since"): ("changes", {"view": "compare", "of": "index"}),
    ("review", ""): ("changes", {"view": "review"}),
    ("evaluation", ""): ("settings", {"view": "evaluation"}),
    ("indexes", ""): ("settings", {}),
    ("indexes", "coverage"): ("settings", {"view": "coverage"}),
    ("indexes", "settings"): ("settings", {"view": "settings"}),
    ("indexes", "products"): ("settings", {"view": "settings"}),
    ("indexes", "side by side"): ("settings", {"view": "side by side"}),
}
"""The page of today with what its address says, by the page and view of earlier versions; `""` stands for all other views."""

_CALLED = {"entry": "unit"}
_SIDES = {"facts": "data", "columns": "data", "similar": "around", "chunks": "around"}


def moved(page: str, said: Parameters) -> tuple[str, dict[str, list[str]]] | None:
    """Return the page and the parameters that an address of earlier versions means today; None for an address of today."""
    view = next(iter(said.get("view") or said.get("areas") or [""]), "")
    if page == "file" and said.get("text"):
        return "search", dict(said)
    if page == "graph" and "unit" not in said and view != "question":
        view = "map"
    exact = MOVED.get((page, view))
    found = exact or MOVED.get((page, ""))
    if found is None:
        return None
    gone = {"view"} if exact else set()
    kept = {_CALLED.get(name, name): list(values) for name, values in said.items() if name not in gone}
    if side := kept.get("side"):
        kept["side"] = [_SIDES.get(one, one) for one in side]
    now, fixed = found
    return now, {**kept, **{name: [value] for name, value in fixed.items()}}
