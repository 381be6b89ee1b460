"""Where the world enters: routes, tasks, scripts and everything that a framework finds by its name or place."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.analyse.places import owner
from core.analyse.result import Result
from core.analyse.view import View
from core.vocabulary import CONTAINERS, FRAMEWORK, PROSE, relation_kind, unit_type

if TYPE_CHECKING:
    import networkx as nx

_STARTING_NAMES = frozenset({"main", "__main__"})
_STARTING_PLACES = re.compile(
    r"(^|/)(bin|exe|script|scripts|config)/|(^|/)(setup|conftest|manage|build|__main__)\.\w+$|\.rake$|(^|/)Rakefile$"
)
_ONCE = "migration"
_SEPARATOR = re.compile(r"[.:#/]")
_NEVER_STARTED = (CONTAINERS - {"file"}) | PROSE | FRAMEWORK


@dataclass(frozen=True, slots=True)
class EntryPoint:
    """A unit that is started from outside; `reaches` counts the units that it leads to, `size` its members that start."""

    unit: str
    type: str
    reason: str
    starts: int
    reaches: int
    file_path: str


BY_PLACE = "a script or configuration, run or loaded by its path"
"""Why a file that lies in `bin`, `config` and the like is started."""


def entry_reasons(graph: nx.MultiDiGraph, level: str = "unit") -> dict[str, str]:
    """Return, by unit or member, why it is started from outside; units without a reason are missing."""
    reasons: dict[str, str] = {}
    for key in sorted(graph.nodes):
        reason = _starts(graph.nodes[key])
        if reason:
            reasons.setdefault(_at(graph, key, level), reason)
    for source, target, edge in graph.edges(data=True):
        reason = relation_kind(edge["kind"]).started
        if reason and source != target:
            reasons.setdefault(_at(graph, target, level), reason)
    return reasons


def convention_reasons(graph: nx.MultiDiGraph) -> dict[str, str]:
    """Return, by key, how a framework finds a unit that no code needs to name; others are missing."""
    found: dict[str, str] = {}
    for key, node in graph.nodes(data=True):
        reason = unit_type(node.get("type", "")).convention
        if reason:
            found[key] = reason
    return found


def _starts(node: Mapping[str, str]) -> str:
    type_ = node.get("type", "")
    if type_ in _NEVER_STARTED or node.get("is_test"):
        return ""
    if reason := unit_type(type_).entry:
        return reason
    if type_ in ("function", "method") and _SEPARATOR.split(node.get("identifier", ""))[-1] in _STARTING_NAMES:
        return "the program starts here"
    return BY_PLACE if _STARTING_PLACES.search(node.get("file_path", "")) else ""


def _at(graph: nx.MultiDiGraph, key: str, level: str) -> str:
    return owner(graph.nodes, key) if level == "unit" else key


def entry_points(graph: nx.MultiDiGraph, view: View, limit: int = 0) -> Result[EntryPoint]:
    """Return the units that are started from outside, those that reach most first, ties by key; a `limit` of 0 gives all.

    A route counts as the controller that it leads to, once however many routes do; migrations are only counted. Found by
    type, by place (`bin/`, `config/`) and by the kind of relation that leads to them; what only a framework's naming rule
    finds is listed by `orphans`, and files that lead to nothing are not listed.
    """
    reasons = entry_reasons(graph)
    starts = _starts_per_unit(graph)
    leads_on = {node for node, reason in reasons.items() if view.types.get(node) == "route" and view.out.get(node)}
    once = {node for node in reasons if view.types.get(node) == _ONCE}
    chosen = [node for node in sorted(reasons) if node in view.out and node not in leads_on | once]
    found = [
        EntryPoint(
            node, view.types[node], reasons[node], starts.get(node, 1), len(reachable(view, [node])) - 1, view.files[node]
        )
        for node in chosen
    ]
    found = [entry for entry in found if entry.type != "file" or entry.reaches]
    found.sort(key=lambda entry: (-entry.reaches, entry.unit))
    notes = (
        f"{len(found)} entry points; {len(leads_on)} routes are counted as what they lead to, {len(once)} migrations left out.",
        *view.notes(),
    )
    return Result(EntryPoint, "Entry points", tuple(found[: limit or None]), notes)


def _starts_per_unit(graph: nx.MultiDiGraph) -> dict[str, int]:
    members: dict[str, set[str]] = {}
    for source, target, edge in graph.edges(data=True):
        if relation_kind(edge["kind"]).started:
            members.setdefault(owner(graph.nodes, target), set()).add(source)
    return {unit: len(sources) for unit, sources in members.items()}


def reachable(view: View, starts: Iterable[str]) -> set[str]:
    """Return every node that the starts lead to, the starts themselves included."""
    seen = {start for start in starts if start in view.out}
    queue = deque(sorted(seen))
    while queue:
        for target in view.out[queue.popleft()]:
            if target not in seen:
                seen.add(target)
                queue.append(target)
    return seen
