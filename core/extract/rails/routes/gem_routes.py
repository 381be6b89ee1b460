"""Routes that gems draw, by their macros or by themselves, from the table `core/languages/rails/routes.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import TypedDict

from core.extract.rails.routes.draw import Drawing, Handler, MapperPlace
from core.extract.rails.routes.mapping import Origin, map_route
from core.extract.rails.routes.scope import names
from core.extract.ruby.evaluate.evaluator import arguments
from core.extract.ruby.evaluate.kinds import Const, Options
from core.extract.ruby.syntax.nodes import Call, calls_in


class _Macro(TypedDict):
    macro: str
    gem: str
    scope: str
    routes: list[str]


class _Own(TypedDict):
    gem: str
    names: list[str]


class _Table(TypedDict):
    macro: list[_Macro]
    own: list[_Own]


@cache
def _table() -> _Table:
    read = tomllib.loads(files("core.languages").joinpath("rails/routes.toml").read_text(encoding="utf-8"))
    return _Table(macro=read["macro"], own=read["own"])


@cache
def _rows() -> Mapping[str, _Macro]:
    return {row["macro"]: row for row in _table()["macro"]}


@cache
def own_routes() -> Mapping[str, str]:
    """Return the gem by the name of each route that is there without a word in the application's `routes.rb`."""
    return {name: row["gem"] for row in _table()["own"] for name in row["names"]}


def gem_handlers() -> dict[str, Handler]:
    """Return a handler for every macro of the table."""
    return dict.fromkeys(_rows(), _draw)


def _draw(drawing: Drawing, place: MapperPlace, call: Call) -> None:
    row = _rows()[call.name]
    _, options = arguments(call, place.frame)
    path = options.get("scope") or options.get("at") or row["scope"]
    skipped, replaced = _configured(place, call)
    origin = Origin(call, place.frame, f"gem:{row['gem']}", place.engine, "expanded")
    for line in row["routes"]:
        verb, rest, endpoint, name = line.split()
        controller, mark, action = endpoint.partition("#")
        part = controller.rpartition("/")[2]
        if part in skipped:
            continue
        to = f"/{replaced.get(part, controller)}#{action}" if mark else Const(endpoint)
        given: Options = {"to": to, "via": [verb.lower() if verb != "ANY" else "all"], "as": None if name == "-" else name}
        map_route(drawing.routes, place.scope, origin, f"{path}/{rest}", given)


def _configured(place: MapperPlace, call: Call) -> tuple[set[str], dict[str, str]]:
    """Return what the block skips and replaces: `skip_controllers :tokens`, `controllers applications: "x"`."""
    skipped: set[str] = set()
    replaced: dict[str, str] = {}
    for inner in calls_in(call.block) if call.block is not None else ():
        given, options = arguments(inner, place.frame)
        if inner.name == "skip_controllers":
            skipped.update(names(given))
        elif inner.name == "controllers":
            replaced.update({str(key): str(value) for key, value in options.items() if isinstance(value, str)})
    return skipped, replaced
