"""Where the world enters: routes, tasks, scripts and everything that a framework finds by its name or place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from core.analyse.places import Units, owner
from core.analyse.result import Result
from core.analyse.view import View
from core.model import Relation, UnitHead
from core.model.closure import closure
from core.vocabulary import CONTAINERS, FRAMEWORK, PROSE, UNIT_TYPES, relation_kind, unit_type

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


BY_PLACE = "script or configuration, loaded by path"
"""Why a file that lies in `bin`, `config` and the like is started."""

BY_HAND = frozenset(row.entry for row in UNIT_TYPES.values() if row.entry.startswith("run manually"))
"""Why tasks, commands and generators are started."""


def entry_reasons(units: Units, relations: Iterable[Relation], level: str = "unit") -> dict[str, str]:
    """Return, by unit or member, why it is started from outside; units without a reason are missing.

    Of several relations that start a unit the first one counts.
    """
    reasons: dict[str, str] = {}
    for key, unit in sorted(units.items()):
        reason = _starts(unit)
        if reason:
            reasons.setdefault(_at(units, key, level), reason)
    for one in relations:
        reason = relation_kind(one.kind).started
        if reason and one.source != one.target:
            reasons.setdefault(_at(units, one.target, level), reason)
    return reasons


def convention_reasons(units: Units) -> dict[str, str]:
    """Return, by key, how a framework finds a unit that no code needs to name; others are missing."""
    return {key: reason for key, unit in units.items() if (reason := unit_type(unit.type).convention)}


def _starts(unit: UnitHead) -> str:
    if unit.type in _NEVER_STARTED or unit.is_test:
        return ""
    if reason := unit_type(unit.type).entry:
        return reason
    if unit.type in ("function", "method") and _SEPARATOR.split(unit.identifier)[-1] in _STARTING_NAMES:
        return "program start"
    return BY_PLACE if _STARTING_PLACES.search(unit.file_path) else ""


def _at(units: Units, key: str, level: str) -> str:
    return owner(units, key) if level == "unit" else key


def entry_points(units: Units, relations: Iterable[Relation], view: View, reasons: Mapping[str, str]) -> Result[EntryPoint]:
    """Return the units that are started from outside, those that reach most first, ties by key.

    A route counts as the controller that it leads to, once however many routes do; migrations are only counted. Found by
    type, by place (`bin/`, `config/`) and by the kind of relation that leads to them; what only a framework's naming rule
    finds is listed by `orphans`, and files that lead to nothing are not listed. `reasons` are the `entry_reasons` of units.
    """
    starts = _starts_per_unit(units, relations)
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
        f"{len(found)} entry points. {len(leads_on)} routes count as their actions. {len(once)} migrations are left out.",
        *view.notes(),
    )
    return Result(EntryPoint, "Entry points", tuple(found), notes)


def _starts_per_unit(units: Units, relations: Iterable[Relation]) -> dict[str, int]:
    members: dict[str, set[str]] = {}
    for one in relations:
        if relation_kind(one.kind).started:
            members.setdefault(owner(units, one.target), set()).add(one.source)
    return {unit: len(sources) for unit, sources in members.items()}


def reachable(view: View, starts: Iterable[str]) -> set[str]:
    """Return every node that the starts lead to, the starts themselves included."""
    return set(closure((start for start in starts if start in view.out), lambda node: view.out[node]))
