"""Compare the routes of the running application with those read from the route files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from core.model import CodeUnit, Relation, unit_key
from core.model.facts import facts_in
from core.probe.compare import BOTH, CONFIRMED, DIFFER, RUNTIME_ONLY, STATIC_ONLY, UNWRITTEN, Trust, labelled
from core.probe.read import Probe, Row
from core.probe.seen import GEM, is_rails
from core.probe.values import FactDifference


def merge_routes(
    units: Mapping[str, CodeUnit], relations: Iterable[Relation], probe: Probe, trust: Trust
) -> tuple[dict[str, CodeUnit], list[Relation]]:
    """Return the routes that are new or labelled, and all relations with those of routes as the runtime knows them."""
    static = {unit.identifier: unit for unit in units.values() if unit.type == "route"}
    seen = _by_identifier(probe)
    controllers = {unit.identifier.lower(): unit for unit in units.values() if unit.type == "controller"}
    changed: dict[str, CodeUnit] = {}
    answered: list[Relation] = []
    moved: set[str] = set()
    for identifier, unit in static.items():
        rows = seen.get(identifier, [])
        same = any(_same_end(row, fact) for row in rows for fact in _facts(unit))
        trust.add("routes", BOTH if same else DIFFER if rows else STATIC_ONLY)
        changed[unit.key] = labelled(unit, CONFIRMED, found=bool(rows)) if same or not rows else _redirected(unit, rows[0])
        if rows and not same:
            moved.add(unit.key)
            answered += _relations(changed[unit.key], controllers, units)
    for identifier, rows in seen.items():
        if identifier not in static and not all(map(_by_rails, rows)):
            trust.add("routes", RUNTIME_ONLY)
            new = _new_route(identifier, rows[0], units)
            changed[new.key] = new
            answered += _relations(new, controllers, units)
    kept = [one for one in relations if one.kind != "routes_to" or one.source not in moved]
    return changed, [*kept, *answered]


def _by_identifier(probe: Probe) -> dict[str, list[Row]]:
    seen: dict[str, list[Row]] = {}
    for row in probe.routes:
        for verb in (str(row.get("verb") or "") or "ANY").split("|"):
            seen.setdefault(f"{verb} {_path(row)}", []).append(row)
    return seen


def _by_rails(row: Row) -> bool:
    """Tell whether Rails made the route for a part of its own, such as stored files, with no line of the application."""
    site = row.get("declared_at") or {}
    return not site.get("file") and is_rails(str((site.get("via") or {}).get("origin") or ""))


def _path(row: Row) -> str:
    return str(row.get("path") or "").removesuffix("(.:format)") or "/"


def _facts(unit: CodeUnit) -> list[Mapping[str, object]]:
    return [unit.metadata, *facts_in(unit.metadata, "also")]


def _same_end(row: Row, fact: Mapping[str, object]) -> bool:
    if not row.get("controller"):
        return not fact.get("controller")
    return (row.get("controller"), row.get("action")) == (fact.get("controller"), fact.get("action"))


def _redirected(unit: CodeUnit, row: Row) -> CodeUnit:
    """Return the route with the end that the runtime knows."""
    label = f"differs: {FactDifference('leads to', _end(unit.metadata) or None, _end(row))}"
    metadata = {key: value for key, value in unit.metadata.items() if key not in ("controller", "action", "app")}
    return replace(
        unit,
        namespace=str(row.get("controller") or "").rpartition("/")[0],
        signature=f"{unit.identifier} → {_end(row)}",
        metadata={**metadata, **_ends(row), "certainty": "dynamic", "runtime": label},
    )


def _ends(row: Row) -> dict[str, str]:
    return {key: str(row[key]) for key in ("controller", "action", "app") if row.get(key)}


def _end(row: Mapping[str, object]) -> str:
    return f"{row['controller']}#{row.get('action') or ''}" if row.get("controller") else str(row.get("app") or "")


def _new_route(identifier: str, row: Row, units: Mapping[str, CodeUnit]) -> CodeUnit:
    """Return the unit of a route that no route file spells out, at the line that asked for it as far as that is known."""
    site = row.get("declared_at") or {}
    gem = str((site.get("via") or {}).get("origin") or "")
    known = unit_key("file", str(site.get("file") or "")) in units
    path, line = (str(site["file"]), int(site.get("line") or 1)) if known else ("", 0)
    text = units[unit_key("file", path)].source_code.split("\n") if known else []
    via = gem if gem.startswith(GEM) else "runtime"
    label = f"from gem {gem.removeprefix(GEM)}" if gem.startswith(GEM) else UNWRITTEN
    verb, _, pattern = identifier.partition(" ")
    evidence = {"file_path": path, "line": line, "certainty": "dynamic", "via": via, "runtime": label}
    return CodeUnit(
        "route", identifier, str(row.get("name") or pattern), str(row.get("controller") or "").rpartition("/")[0], "ruby", path,
        line, line, text[line - 1] if 0 < line <= len(text) else "", signature=f"{identifier} → {_end(row)}",
        parent=unit_key("file", path) if known else "", origin="runtime",
        metadata={"name": str(row.get("name") or ""), "verb": verb, "path": pattern, **_ends(row), **evidence},
    )  # fmt: skip


def _relations(route: CodeUnit, controllers: Mapping[str, CodeUnit], units: Mapping[str, CodeUnit]) -> list[Relation]:
    """Return the relation to the action, or to its class where the action has no method of its own."""
    name, action = str(route.metadata.get("controller") or ""), str(route.metadata.get("action") or "")
    controller = controllers.get(f"{name.replace('_', '').replace('/', '::')}controller".lower())
    if not name or not controller or not route.file_path:
        return []
    method = unit_key("method", f"{controller.identifier}#{action}")
    target, via = method if method in units else controller.key, str(route.metadata.get("via") or "")
    return [Relation(route.key, target, "routes_to", route.file_path, route.start_line, "dynamic", "runtime", via)]
