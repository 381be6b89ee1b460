"""Routes as units of the index, and the relations from a route to the action that answers it."""

from __future__ import annotations

from collections.abc import Callable

from core.extract.rails.routes.route import Route, RouteTable
from core.extract.repository import Repository
from core.model import CodeUnit, Relation, unit_key

Lookup = Callable[[str, str], str | None]
"""From the path of a controller (`admin/products`) and an action to the key of the method or class; none if unknown."""


def route_units(table: RouteTable, repository: Repository) -> list[CodeUnit]:
    """Return one unit of type `route` per verb and path, in the order of the table.

    Rails answers with the first of several routes of one verb and path; the others (other hosts, formats, conditions) are
    listed in `metadata["also"]`.
    """
    groups: dict[str, list[Route]] = {}
    for route in table.routes:
        groups.setdefault(route.identifier, []).append(route)
    return [_unit(routes, repository) for routes in groups.values()]


def _unit(routes: list[Route], repository: Repository) -> CodeUnit:
    first = routes[0]
    endpoint = f"{first.controller}#{first.action}" if first.controller else first.app
    return CodeUnit(
        type="route",
        identifier=first.identifier,
        name=first.name or first.path,
        namespace=first.controller.rpartition("/")[0],
        language="ruby",
        file_path=first.file_path,
        start_line=first.line,
        end_line=first.end_line,
        source_code=repository.lines(first.file_path, first.line, first.end_line),
        signature=f"{first.identifier} → {endpoint}",
        metadata={**route_facts(first), **({"also": [route_facts(route) for route in routes[1:]]} if routes[1:] else {})},
    )


def route_facts(route: Route) -> dict[str, object]:
    """Return what is known of a route as a fact: its parts, and where and how they are known."""
    facts = {
        "name": route.name, "verb": route.verb, "path": route.path, "controller": route.controller, "action": route.action,
        "app": route.app, "engine": route.engine, "condition": route.condition, "defaults": dict(route.defaults),
        "guards": list(route.guards),
    }  # fmt: skip
    evidence = {"file_path": route.file_path, "line": route.line, "certainty": route.certainty, "via": route.via}
    return {key: value for key, value in facts.items() if value or key in ("name", "verb", "path")} | evidence


def route_relations(table: RouteTable, lookup: Lookup) -> list[Relation]:
    """Return `routes_to` from every route to the action that `lookup` knows, the line of the route as evidence."""
    found: dict[tuple[str, str], Relation] = {}
    for route in table.routes:
        target = lookup(route.controller, route.action) if route.controller else None
        if target:
            source = unit_key("route", route.identifier)
            relation = Relation(source, target, "routes_to", route.file_path, route.line, route.certainty, via=route.via)
            found.setdefault((source, target), relation)
    return list(found.values())
