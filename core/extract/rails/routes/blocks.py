"""The words of `routes.rb` that open a block: they change the scope of what is inside and draw nothing themselves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from core.extract.rails.routes.draw import Drawing, Handler, MapperPlace, block_of, guarded, note, run_block
from core.extract.rails.routes.mapping import collection, member, nested, new
from core.extract.rails.routes.scope import RouteScope, joined, names, normal_path, path_of
from core.extract.ruby.evaluate.evaluator import arguments
from core.extract.ruby.evaluate.kinds import Code, Options, Value
from core.extract.ruby.syntax.nodes import Call, parameters_of


def options_of(place: MapperPlace, call: Call) -> tuple[list[Value], Options]:
    """Return the arguments of a call, with the options that `with_options` adds."""
    positional, options = arguments(call, place.frame)
    return positional, {**dict(place.merged), **dict(place.options), **options}


def scoped(scope: RouteScope, options: Options) -> RouteScope:
    """Return the scope inside `scope(**options)`: what the options add to it."""
    is_nested = scope.level == "nested"
    path, name = options.get("path"), options.get("as")
    shallow_path = options.get("shallow_path", path if not is_nested and "path" in options else None)
    shallow_prefix = options.get("shallow_prefix", name if not is_nested and "as" in options else None)
    inner = scope.below(path).named(name).in_module(options.get("module"))
    changes: dict[str, Any] = {}  # fields of the scope
    if isinstance(shallow_path, str):
        changes["shallow_path"] = normal_path(f"{scope.shallow_path}/{shallow_path}")
    if isinstance(shallow_prefix, str):
        changes["shallow_prefix"] = joined(scope.shallow_prefix, shallow_prefix)
    for key in ("controller", "action"):
        if isinstance(options.get(key), str):
            changes[key] = str(options[key])
    changes |= {key: options[key] for key in ("to", "format") if key in options}
    if "via" in options:
        changes["via"] = names(options["via"])
    if "shallow" in options:
        changes["shallow"] = bool(options["shallow"])
    if isinstance(path_names := options.get("path_names"), dict):
        changes["path_names"] = tuple({**dict(scope.path_names), **path_names}.items())
    if isinstance(defaults := options.get("defaults"), dict):
        changes["defaults"] = tuple({**dict(scope.defaults), **defaults}.items())
    if "only" in options or "except" in options:
        changes["only"] = names(options["only"]) if "only" in options else None
        changes["excluded"] = names(options["except"]) if "except" in options else None
    return replace(inner, **changes)


def scope(drawing: Drawing, place: MapperPlace, call: Call) -> None:
    """`scope "path", module: "x" do`."""
    positional, options = options_of(place, call)
    written = [part for part in positional if isinstance(part, (str, Code))]
    if written:
        options["path"] = "/".join(map(path_of, written))
    run_block(drawing, place.inside(scoped(place.scope, options)), block_of(place, call))


def namespace(drawing: Drawing, place: MapperPlace, call: Call) -> None:
    """`namespace :admin do`."""
    positional, options = options_of(place, call)
    if not positional or not isinstance(positional[0], str):
        note(drawing, place, call, "the name of the namespace is known at run time only")
        return
    word, scope = str(positional[0]), nested(place.scope) if place.scope.in_resource else place.scope
    path = options.pop("path", word)
    standard: Options = {
        "module": word,
        "as": options.get("as", word),
        "shallow_path": path,
        "shallow_prefix": options.get("as", word),
    }
    run_block(drawing, place.inside(scoped(scope.below(path), {**standard, **options})), block_of(place, call))


def at_level(level: Callable[[RouteScope], RouteScope]) -> Handler:
    """Return the handler of `member do`, `collection do` and their kin."""

    def handle(drawing: Drawing, place: MapperPlace, call: Call) -> None:
        run_block(drawing, place.inside(level(place.scope)), block_of(place, call))

    return handle


def shallow(drawing: Drawing, place: MapperPlace, call: Call) -> None:
    """`shallow do`."""
    run_block(drawing, place.inside(replace(place.scope, shallow=True)), block_of(place, call))


def controller(drawing: Drawing, place: MapperPlace, call: Call) -> None:
    """`controller :x do`."""
    positional, _ = options_of(place, call)
    name = positional[0] if positional and isinstance(positional[0], str) else place.scope.controller
    run_block(drawing, place.inside(replace(place.scope, controller=str(name))), block_of(place, call))


def defaults(drawing: Drawing, place: MapperPlace, call: Call) -> None:
    """`defaults format: :json do`."""
    _, options = options_of(place, call)
    run_block(drawing, place.inside(scoped(place.scope, {"defaults": options})), block_of(place, call))


def pass_through(drawing: Drawing, place: MapperPlace, call: Call) -> None:
    """`constraints`, `authenticate`: what decides per request changes no path, but is worth knowing."""
    guarded(drawing, place, call)


def with_options(drawing: Drawing, place: MapperPlace, call: Call) -> None:
    """`with_options only: :index do |mapper|`; without a variable every call inside takes the options."""
    _, options = options_of(place, call)
    block = block_of(place, call)
    if block is not None and not parameters_of(block.node):
        place = replace(place, merged=tuple((str(key), value) for key, value in options.items()))
    run_block(drawing, place, block, [options])


BLOCKS: dict[str, Handler] = {
    "scope": scope,
    "namespace": namespace,
    "member": at_level(member),
    "collection": at_level(collection),
    "new": at_level(new),
    "nested": at_level(nested),
    "shallow": shallow,
    "controller": controller,
    "defaults": defaults,
    "constraints": pass_through,
    "with_options": with_options,
}
"""Handlers by word."""
