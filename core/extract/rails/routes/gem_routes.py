"""Routes that gems draw, by their macros or by themselves, from the table `core/languages/rails/routes.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import TypedDict

from core.extract.rails.routes.draw import ANY_MACRO, Drawing, Handler, MapperPlace
from core.extract.rails.routes.mapping import Origin, map_route
from core.extract.rails.routes.scope import names
from core.extract.ruby.evaluate.evaluator import arguments
from core.extract.ruby.evaluate.kinds import Const, Options
from core.extract.ruby.syntax.nodes import Call, calls_in

_REST = {
    "create": ("post", ""), "update": ("patch", ""), "destroy": ("delete", ""), "index": ("get", ""), "show": ("get", ""),
    "new": ("get", "/new"), "edit": ("get", "/edit"),
}  # fmt: skip
"""Verb and end of the path of the actions that Rails knows."""


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
    """Return a handler for every macro of the table, and one for any other that is given controllers."""
    return {**dict.fromkeys(_rows(), _draw), ANY_MACRO: _draw_unknown}


def _draw(drawing: Drawing, place: MapperPlace, call: Call) -> None:
    row = _rows()[call.name]
    _, options = arguments(call, place.frame)
    path = options.get("scope") or options.get("at") or row["scope"]
    skipped, replaced = _configured(place, call)
    skipped.update(names(options.get("skip") or ()))
    replaced.update(_controllers(options))
    origin = Origin(call, place.frame, f"gem:{row['gem']}", place.engine, "expanded")
    drawn = set()
    for line in row["routes"]:
        verb, rest, endpoint, name = line.split()
        controller, mark, action = endpoint.partition("#")
        part = controller.rpartition("/")[2]
        drawn.add(part)
        if part in skipped:
            continue
        to = f"/{replaced.get(part, controller)}#{action}" if mark else Const(endpoint)
        given: Options = {"to": to, "via": [verb.lower() if verb != "ANY" else "all"], "as": None if name == "-" else name}
        map_route(drawing.routes, place.scope, origin, f"{path}/{rest}", given)
    others = {part: controller for part, controller in replaced.items() if part not in drawn}
    _draw_controllers(drawing, place, origin, str(path), others)


def _draw_unknown(drawing: Drawing, place: MapperPlace, call: Call) -> None:
    """Draw what a macro that is not known routes to controllers that it is given: `mount_x_for "User", controllers: {…}`.

    Which paths lead there only the macro says: they have a hole, and the verbs are those that Rails has for such actions.
    """
    positional, options = arguments(call, place.frame)
    given = options.get("at") or options.get("path") or options.get("scope") or next(iter(names(positional)), "")
    base = (
        str(given)
        if str(given).islower()
        else place.frame.inflections.pluralize(place.frame.inflections.underscore(str(given)))
    )
    origin = Origin(call, place.frame, f"macro:{call.name}", place.engine, "dynamic")
    _draw_controllers(drawing, place, origin, base, _controllers(options))


def _draw_controllers(drawing: Drawing, place: MapperPlace, origin: Origin, base: str, controllers: Mapping[str, str]) -> None:
    for part, controller in controllers.items():
        for action in drawing.actions(controller):
            verb, rest = _REST.get(action, ("all", f"/{action}"))
            given: Options = {"to": f"/{controller}#{action}", "via": [verb], "as": None}
            map_route(drawing.routes, place.scope, origin, f"{base}/#{{{part}}}{rest}", given)


def _controllers(options: Options) -> dict[str, str]:
    """Return the controllers that a macro is given by the names of those that they replace."""
    given = options.get("controllers")
    pairs = given.items() if isinstance(given, dict) else ()
    return {str(part): str(controller) for part, controller in pairs if isinstance(controller, str)}


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
