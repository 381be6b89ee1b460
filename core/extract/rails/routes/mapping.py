"""From one line of `routes.rb` and its scope to routes: path, name, controller and action as Rails' mapper makes them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from core.extract.rails.routes.route import Route, without_format
from core.extract.rails.routes.scope import CANONICAL_ACTIONS, RouteScope, joined, names, normal_path, path_of
from core.extract.ruby.evaluate.kinds import Block, Code, Const, Frame, Options, Symbol, Value
from core.extract.ruby.syntax.nodes import Call

_SHORTHAND = re.compile(r"^/?[-\w]+/[-\w/]+$")
_NAME = re.compile(r"^_?[a-z_]\w*$", re.IGNORECASE)
_RACK_ACTION = re.compile(r"^(?P<controller>[\w:]+)Controller\.action\(\s*:?[\"']?(?P<action>\w+)")
_VERBS = {"all": "ANY"}


WRAPPER = "wrapper:"
"""How `via` names an object of the application that draws in its own way: what it makes of a path is not known."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a route is written and how it came about: the evidence that every route carries."""

    call: Call
    frame: Frame
    via: str = ""
    engine: str = ""
    certainty: str = "declared"

    def expanded(self, via: str) -> Origin:
        """Return the evidence for a route that a macro makes."""
        return replace(self, certainty="expanded", via=self.via or via)


@dataclass(slots=True)
class RouteSet:
    """The routes drawn so far, and the names that are taken per engine."""

    routes: list[Route] = field(default_factory=list)
    taken: set[tuple[str, str]] = field(default_factory=set)


def map_route(into: RouteSet, scope: RouteScope, origin: Origin, path: Value, options: Options) -> None:
    """Add the routes of one path, `get "a/b", to: "c#d"`, in its scope; a path known at run time only is kept as code."""
    options = dict(options)
    level = options.pop("on", None)
    if level is not None:
        map_route(into, _on(scope, str(level)), origin, path, options)
    elif scope.level == "resources":
        map_route(into, nested(scope), origin, path, options)
    elif scope.level == "resource":
        map_route(into, member(scope), origin, path, options)
    else:
        _add(into, scope, origin, path, options)


def _on(scope: RouteScope, level: str) -> RouteScope:
    return (
        {"member": member, "collection": collection, "new": new}[level](scope)
        if level in ("member", "collection", "new")
        else scope
    )


def member(scope: RouteScope) -> RouteScope:
    """Return the scope of one member of the open resource."""
    if scope.resource is None:
        return scope
    inner = scope.shortened() if scope.is_shallow else scope
    return inner.at("member").below(scope.resource.member_path)


def collection(scope: RouteScope) -> RouteScope:
    """Return the scope of the open resource as a whole."""
    return scope.at("collection").below(scope.resource.path) if scope.resource else scope


def new(scope: RouteScope) -> RouteScope:
    """Return the scope of the form for a new member."""
    return scope.at("new").below(f"{scope.resource.path}/{scope.path_name('new')}") if scope.resource else scope


def nested(scope: RouteScope) -> RouteScope:
    """Return the scope for what is nested in one member of the open resource."""
    if scope.resource is None:
        return scope
    inner = scope.shortened() if scope.is_shallow and scope.shallow_depth >= 1 else scope
    return inner.at("nested").below(scope.resource.nested_path).named(scope.resource.member_name)


def _add(into: RouteSet, scope: RouteScope, origin: Origin, path: Value, options: Options) -> None:
    written = path_of(path)
    to = options.get("to", scope.to)
    if to is None and scope.controller and scope.action:
        to = f"{scope.controller}#{scope.action}"
    is_symbol = isinstance(path, Symbol)
    if to is None and "action" not in options and not is_symbol:
        to = _shorthand(written)
    action: str | None = written if re.fullmatch(r"[\w\-/]+", written) else None
    default_action = options.get("action") or scope.action
    if not default_action and action and "/" not in action:
        default_action = action.replace("-", "_")
    name = _name(into, scope, origin, options, action)
    pattern = _pattern(scope, written, is_symbol, options)
    controller, action_name, app = _endpoint(scope, to, options.get("controller"), default_action)
    if name:
        into.taken.add((origin.engine, name))
    for verb in _verbs(options.get("via", scope.via)):
        into.routes.append(_route(origin, verb, pattern, name, (controller, action_name, app), scope, options, "#{" in pattern))


def _route(
    origin: Origin, verb: str, pattern: str, name: str, endpoint: tuple[str, str, str], scope: RouteScope,
    options: Options, dynamic: bool,
) -> Route:  # fmt: skip
    controller, action, app = endpoint
    frame, certainty = origin.frame, origin.certainty
    if frame.unrolled and certainty == "declared":
        certainty = "expanded"
    via = origin.via or ("loop" if frame.unrolled else "")
    certainty = "dynamic" if dynamic or via.startswith(WRAPPER) else certainty
    given = options.get("defaults")
    defaults: Options = {**dict(scope.defaults), **(given if isinstance(given, dict) else {})}
    return Route(
        verb, without_format(pattern), pattern, name, controller, action, frame.path, origin.call.line,
        origin.call.last_head_line, certainty, via, app, origin.engine, frame.condition,
        {str(key): value for key, value in defaults.items() if isinstance(value, (str, int, bool))}, frame.guards,
    )  # fmt: skip


def _shorthand(path: str) -> str | None:
    bare = without_format(path)
    if not _SHORTHAND.match(bare):
        return None
    controller, _, action = bare.removeprefix("/").rpartition("/")
    return f"{controller}#{action}".replace("-", "_")


def _pattern(scope: RouteScope, written: str, is_symbol: bool, options: Options) -> str:
    option_path = options.get("path")
    if not is_symbol or option_path is not None:
        path = f"{scope.path}/{option_path if is_symbol else written}"
    elif scope.in_resource_method and written in CANONICAL_ACTIONS:
        path = scope.path
    else:
        path = f"{scope.path}/{scope.path_name(written)}"
    path = normal_path(path)
    formatted = options.get("format", scope.format)
    if formatted is True:
        return f"{path}.:format"
    if formatted is False or re.search(r"(?:\(\.:format\)|\.:format|/)$", path):
        return path
    return f"{path}(.:format)"


def _name(into: RouteSet, scope: RouteScope, origin: Origin, options: Options, action: str | None) -> str:
    given = options.get("as", True)
    if given is None or given is False or isinstance(given, Code):
        return ""
    explicit = str(given) if given is not True else ""
    if scope.resource is not None and not explicit and not action:
        return ""
    candidate = joined(*_name_words(scope, _prefix(scope, explicit, action)))
    if explicit:
        return candidate
    return candidate if _NAME.match(candidate) and (origin.engine, candidate) not in into.taken else ""


def _prefix(scope: RouteScope, explicit: str, action: str | None) -> str:
    prefix = explicit
    if not prefix and action and not (scope.in_resource_method and action in CANONICAL_ACTIONS):
        prefix = action
    return normal_path(prefix.replace("-", "_"))[1:].replace("/", "_") if prefix and prefix != "/" else ""


def _name_words(scope: RouteScope, prefix: str) -> list[str]:
    one = scope.resource.member_name if scope.resource else ""
    many = scope.resource.collection_name if scope.resource else ""
    orders = {
        "nested": [scope.name, prefix],
        "collection": [prefix, scope.name, many],
        "new": [prefix, "new", scope.name, one],
        "member": [prefix, scope.name, one],
        "root": [scope.name, many, prefix],
    }
    return orders.get(scope.level, [scope.name, one, prefix])


def _endpoint(scope: RouteScope, to: Value, controller: Value, action: Value) -> tuple[str, str, str]:
    """Return controller, action and foreign application; the first two are empty where the last is set."""
    if isinstance(to, Code) and (match := _RACK_ACTION.match(to.source)):
        return re.sub(r"(?<=[a-z\d])(?=[A-Z])", "_", match["controller"]).replace("::", "/").lower(), match["action"], ""
    if isinstance(to, (Code, Const, Block)):
        return "", "", _app(to)
    default = controller if isinstance(controller, str) else scope.controller
    name = str(action or "")
    if isinstance(to, str):
        before, mark, after = to.partition("#")
        default, name = (before, after) if mark else (default, to)
    if default.startswith("/"):
        return default[1:], name, ""
    return (f"{scope.module}/{default}" if scope.module and default else default), name, ""


def _app(to: Code | Const | Block) -> str:
    if isinstance(to, Const):
        return to.name
    source = to.source if isinstance(to, Code) else "->"
    return "redirect" if source.startswith("redirect") else source.split("\n", 1)[0]


def _verbs(via: Value) -> tuple[str, ...]:
    return tuple(_VERBS.get(verb, verb.upper()) for verb in names(via)) or ("ANY",)
