"""The vocabulary of `routes.rb`: the effect of `resources`, `namespace`, `get`, `mount` and others on a scope.

All handlers have the same signature and are in `HANDLERS` by name. Routes inside `resources` have Rails' order: the block
first, then the standard actions. Order matters because the first matching route wins.
"""

from __future__ import annotations

import re
from dataclasses import replace

from core.extract.rails.routes.blocks import BLOCKS, options_of, scoped
from core.extract.rails.routes.devise import draw_devise
from core.extract.rails.routes.draw import Drawing, Handler, MapperPlace, block_of, draw_file, note, only_once, run_block
from core.extract.rails.routes.gem_routes import gem_handlers
from core.extract.rails.routes.mapping import Origin, collection, map_route, member, nested, new
from core.extract.rails.routes.scope import names, new_resource, normal_path
from core.extract.ruby.evaluate.evaluator import arguments, evaluate
from core.extract.ruby.evaluate.kinds import Block, Code, Const, Options, Regex, Symbol, Value
from core.extract.ruby.syntax.nodes import Call, calls_in
from core.extract.ruby.syntax.parse import text_of

_RESOURCE_OPTIONS = ("as", "controller", "path", "only", "except", "param", "concerns")
_STANDARD = {  # action → verbs, level; in the order in which Rails draws them
    "index": (("GET",), "collection"), "create": (("POST",), "collection"), "new": (("GET",), "new"),
    "edit": (("GET",), "member"), "show": (("GET",), "member"), "update": (("PATCH", "PUT"), "member"),
    "destroy": (("DELETE",), "member"),
}  # fmt: skip
_PLURAL_ORDER = ("index", "create", "new", "edit", "show", "update", "destroy")
_SINGLE_ORDER = ("new", "edit", "show", "update", "destroy", "create")


def _resources(drawing: Drawing, place: MapperPlace, call: Call) -> None:
    positional, options = options_of(place, call)
    for name in positional:
        if not isinstance(name, str):
            note(drawing, place, call, "the name of the resource is known at run time only")
        else:
            _one_resource(drawing, place, call, name, options)


def _one_resource(drawing: Drawing, place: MapperPlace, call: Call, name: str, options: Options) -> None:
    options = dict(options)
    scope = place.scope
    if options.pop("shallow", False):
        scope = replace(scope, shallow=True)
    if scope.in_resource:
        scope = nested(scope)
    options = {key: value for key, value in options.items() if not isinstance(value, Regex)}
    around = {key: value for key, value in options.items() if key not in _RESOURCE_OPTIONS}
    scope = scoped(scope, around) if around else scope
    single = call.name == "resource"
    resource = new_resource(name, options, scope, place.frame.inflections, single)
    inside = place.inside(scope.opened(resource))
    run_block(drawing, inside, block_of(place, call))
    _draw_concerns(drawing, inside, call, options.get("concerns"), {})
    _draw_standard(drawing, inside, call, _SINGLE_ORDER if single else _PLURAL_ORDER)


def _draw_standard(drawing: Drawing, place: MapperPlace, call: Call, order: tuple[str, ...]) -> None:
    resource = place.scope.resource
    assert resource is not None
    levels = {"collection": collection, "new": new, "member": member}
    for action in order:
        if action not in resource.actions:
            continue
        verbs, level = _STANDARD[action]
        level = "collection" if resource.single and action == "create" else level
        scope = levels[level](place.scope)
        for verb in verbs:
            origin = _origin(place, call).expanded(call.name)
            map_route(drawing.routes, scope, origin, Symbol(action), {"via": [verb]})


def _origin(place: MapperPlace, call: Call) -> Origin:
    path, written = place.site or (place.frame.path, call)
    frame = replace(place.frame, path=path)
    return Origin(written, frame, place.via, place.engine, "expanded" if place.via else "declared")


def _concern(drawing: Drawing, place: MapperPlace, call: Call) -> None:
    positional, _ = arguments(call, place.frame)
    block = block_of(place, call)
    if block and positional and isinstance(positional[0], str):
        drawing.concerns[str(positional[0])] = block
    else:
        note(drawing, place, call, "a concern that is an object is known at run time only")


def _concerns(drawing: Drawing, place: MapperPlace, call: Call) -> None:
    positional, options = arguments(call, place.frame)
    _draw_concerns(drawing, place, call, positional, options)


def _draw_concerns(drawing: Drawing, place: MapperPlace, call: Call, wanted: Value, options: Options) -> None:
    given = wanted if isinstance(wanted, list) else [wanted]
    for name in (name for value in given for name in names(value)):
        if block := drawing.concerns.get(name):
            with only_once(drawing, place, call.node, f"the concern '{name}'") as first:
                run_block(drawing, replace(place, via=place.via or f"concern:{name}"), block if first else None, [options])
        else:
            note(drawing, place, call, f"the concern '{name}' is not written here")


def _verb(drawing: Drawing, place: MapperPlace, call: Call) -> None:
    positional, options = options_of(place, call)
    _match(drawing, place, call, positional, {**options, "via": [call.name]})


def _match_call(drawing: Drawing, place: MapperPlace, call: Call) -> None:
    positional, options = options_of(place, call)
    _match(drawing, place, call, positional, options)


def _match(drawing: Drawing, place: MapperPlace, call: Call, paths: list[Value], options: Options) -> None:
    if not paths:
        path, to = _hash_rocket(place, call)
        if path is None:
            note(drawing, place, call, "no path is given")
            return
        options = _endpoint_option(to, {key: value for key, value in options.items() if key != path})
        paths = [path]
    for one in (part for value in paths for part in (value if isinstance(value, list) else [value])):
        map_route(drawing.routes, place.scope, _origin(place, call), one, options)


def _hash_rocket(place: MapperPlace, call: Call) -> tuple[Value, Value]:
    """Return path and target of `get "download" => "files#show", download: "1"`, whose option may be called like the path."""
    for pair in call.arguments:
        key, value = pair.child_by_field_name("key"), pair.child_by_field_name("value")
        if key is not None and value is not None and key.type == "string" and pair.children[1].type != ":":
            return evaluate(key, place.frame), evaluate(value, place.frame)
    return None, None


def _endpoint_option(to: Value, options: Options) -> Options:
    if isinstance(to, Symbol):
        return {**options, "action": str(to)}
    if isinstance(to, str) and "#" not in to:
        return {**options, "controller": to}
    return {**options, "to": to}


def _root(drawing: Drawing, place: MapperPlace, call: Call) -> None:
    positional, options = options_of(place, call)
    if positional and isinstance(positional[0], str):
        options["to"] = str(positional[0])
    scope = place.scope
    if scope.level == "resources" and scope.resource is not None:
        scope = scope.at("root").below(scope.resource.path)
    map_route(drawing.routes, scope, _origin(place, call), "/", {"as": "root", **options, "via": ["GET"]})


def _mount(drawing: Drawing, place: MapperPlace, call: Call) -> None:
    positional, options = arguments(call, place.frame)
    app = positional[0] if positional else next((key for key in options if isinstance(key, (Const, Code))), None)
    path = options.pop("at", None) if positional else options.pop(app, None)
    if app is None or path is None:
        note(drawing, place, call, "what is mounted, or where, is known at run time only")
        return
    app = app if isinstance(app, (Const, Code)) else Code(text_of(call.node))
    named_as = _app_name(app.name if isinstance(app, Const) else app.source, place)
    options = {"via": ["all"], "as": named_as, **options, "to": app, "format": False}
    if isinstance(app, Const) and isinstance(path, str):
        drawing.mounts.setdefault(app.name, normal_path(f"{place.scope.path}/{path}"))
    map_route(drawing.routes, place.scope, _origin(place, call).expanded("mount"), path, options)


def _app_name(app: str, place: MapperPlace) -> str:
    """Return the name of a mounted application, as Rails derives it from its class."""
    constant = app.split(".", 1)[0].split("(", 1)[0]
    return place.frame.inflections.underscore(constant).replace("/", "_")


def _draw(drawing: Drawing, place: MapperPlace, call: Call) -> None:
    positional, _ = arguments(call, place.frame)
    for name in names(positional):
        path = drawing.files(name, place.frame.path)
        if path:
            draw_file(drawing, replace(place, via=place.via), path)
        else:
            note(drawing, place, call, f"there is no file config/routes/{name}.rb")


def _evaluated(drawing: Drawing, place: MapperPlace, call: Call) -> None:
    """`instance_exec(&block)` and `instance_eval File.read(…)`."""
    block = block_of(place, call)
    positional, _ = arguments(call, place.frame)
    if block is None:
        block = next((value for value in positional if isinstance(value, Block)), None)
    if block is None:
        note(drawing, place, call, "the routes are in a file whose name is known at run time only")
    run_block(drawing, place, block)


def _direct(drawing: Drawing, place: MapperPlace, call: Call) -> None:
    """`direct(:homepage) { route_for :root }` names a helper that builds the URL of another route."""
    positional, _ = arguments(call, place.frame)
    for inner in calls_in(call.block) if call.block is not None else ():
        given, _ = arguments(inner, place.frame)
        built = given[0] if inner.name == "route_for" and given else re.sub(r"_(?:path|url)$", "", inner.name)
        if isinstance(built, str) and built != inner.name and names(positional):
            drawing.direct.setdefault(names(positional)[0], str(built))


def _ignored(_drawing: Drawing, _place: MapperPlace, _call: Call) -> None:
    """Read what draws no route: `resolve`, requires."""


HANDLERS: dict[str, Handler] = {
    **gem_handlers(),
    **BLOCKS,
    "resources": _resources,
    "resource": _resources,
    "concern": _concern,
    "concerns": _concerns,
    "match": _match_call,
    "root": _root,
    "mount": _mount,
    "draw": _draw,
    "devise_for": draw_devise,
    "direct": _direct,
    "instance_exec": _evaluated,
    "instance_eval": _evaluated,
    **dict.fromkeys(("get", "post", "put", "patch", "delete", "options", "head", "connect"), _verb),
    **dict.fromkeys(("resolve", "require", "require_relative", "require_dependency", "include", "extend", "puts"), _ignored),
}
"""Every word of the mapper; a word that is not here is a method of the file or is noted as not understood."""
