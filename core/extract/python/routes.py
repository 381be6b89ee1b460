"""Which path leads to which view: Flask, FastAPI and their kind by decorators, Django by `urlpatterns`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from core.extract.facts import Declaration
from core.extract.meaning import MODULE, Meaning
from core.extract.python.frameworks import ROUTING
from core.extract.python.module import PythonModule
from core.extract.python.symbols import PythonSymbols
from core.extract.python.views import VERBS, PythonViews
from core.extract.questions import Asking, Questions
from core.model import Problem

_ROUTERS = frozenset(("Blueprint", "APIRouter", "FastAPI", "Flask", "Starlette", "Router", "Sanic", "Quart"))
_MOUNTING = {"register_blueprint": "url_prefix", "include_router": "prefix", "mount": "path"}
_DJANGO = frozenset(("path", "re_path", "url"))
_PLURAL_VERBS = frozenset(("route", "api_route", "add_url_rule", "add_api_route", "add_route"))
_GROUP = re.compile(r"\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)")
_AS_VIEW = re.compile(r"^([\w.]+)\.as_view\(")
_WRAPPED = re.compile(r"^[\w.]+\((?:[\w.()]*\()?([\w.]+?)(?:\.as_view\(.*\))?\)+")
MOST = 40
"""Places of one router that are followed: what is mounted twice in what is mounted twice … has more than anybody can use."""
Router = TypeVar("Router", bound=Hashable)
Mount = tuple[Router | None, str]


@dataclass(frozen=True, slots=True)
class ViewRoute:
    """One path: `verb` is empty where a framework does not say, `target` the view if it is in the repository.

    `handler` is the method of a class that answers, `before` are the functions that run before it.
    """

    verb: str
    path: str
    file_path: str
    line: int
    end_line: int
    name: str
    target: Meaning | None
    handler: str = ""
    before: tuple[Meaning, ...] = ()

    @property
    def identifier(self) -> str:
        """How a person writes the route: `GET /carts/{id}`."""
        return f"{self.verb} {self.path}".strip()


def routes(symbols: PythonSymbols) -> tuple[list[ViewRoute], list[Problem]]:
    """Return all routes, ordered by file and line, and where only some of the places of a router were followed."""
    mounted = _mounts(symbols)
    included = Prefixes(_includes(symbols), str.__add__)
    routers = Prefixes(_included_routers(symbols, included), str.__add__)
    views = PythonViews(symbols)
    hooks = _hooks(symbols)
    found: list[ViewRoute] = []
    for module in symbols.table.values():
        lists = _Lists(module)
        for one in module.facts.declarations:
            last = one.name.rpartition(".")[2]
            if last in ROUTING or last in _PLURAL_VERBS:
                found.extend(_decorated(one, module, symbols, mounted, views, hooks))
            elif last in _DJANGO and not one.receiver:
                found.extend(_django(one, module, symbols, included.of(module.name), lists, views))
            elif last == "register" and len(one.arguments) > 1 and "." in one.name:
                found.extend(_registered(one, module, symbols, views, included, routers))
    crowded = sorted({*included.crowded, *(module for module, _ in mounted.crowded)})
    told = f"mounted in more than {MOST} places, of which the first {MOST} were followed"
    problems = [Problem(symbols.table[module].facts.path, "partial", f"routes: {told}") for module in crowded]
    return sorted(found, key=lambda route: (route.file_path, route.line, route.identifier)), problems


def _decorated(
    one: Declaration, module: PythonModule, symbols: PythonSymbols, mounted: Prefixes[tuple[str, str]],
    views: PythonViews, hooks: Mapping[tuple[str, str], list[Meaning]],
) -> Iterator[ViewRoute]:  # fmt: skip
    """Yield the routes of `@app.get("/x")` or of `app.add_url_rule("/x", view_func=view)`."""
    path = one.arguments[0] if one.arguments else one.options.get("path", one.options.get("rule"))
    owner, _, last = one.name.rpartition(".")
    if not isinstance(path, str) or not owner or (path and not path.startswith("/")):
        return
    is_decorator = one.nesting == ("decorator",)
    if last in ROUTING and last not in _PLURAL_VERBS and not is_decorator:
        return  # `client.get("/x")` asks for a path
    target = Meaning("function", module.name, one.scope) if is_decorator else _view(one, module, symbols)
    router = symbols.variable(owner, module.name, one.scope)
    before = (*hooks.get(_EVERY, ()), *(hooks.get(router, ()) if router is not None else ()))
    by_class = target is not None and target.kind == "class"
    answers = [(verb.upper(), verb) for verb in VERBS if by_class and target is not None and views.has(target, verb)]
    for prefix in mounted.of(router) if router is not None else [""]:
        for verb, handler in answers or [(verb, "") for verb in _verbs(one, last)]:
            yield replace(_route(verb, _join(prefix, path), one, module, target, handler), before=before)


_HOOK = re.compile(r"^(?P<owner>[\w.]+)\.before_(?:(?P<app>app_)?request|(?P<serving>websocket))$")
_EVERY = ("", "")
"""The router of the functions that run before each request of an application."""


def _hooks(symbols: PythonSymbols) -> dict[tuple[str, str], list[Meaning]]:
    """Return the functions that Flask runs before each request, by the blueprint whose requests they are."""
    found: dict[tuple[str, str], list[Meaning]] = defaultdict(list)
    for module in symbols.table.values():
        made = {one.receiver: one.name.rpartition(".")[2] for one in module.declared.get(MODULE, ())}
        for number, definition in enumerate(module.facts.definitions if not module.facts.is_test else ()):
            for hook in filter(None, map(_HOOK.match, definition.decorators)):
                router = symbols.variable(hook["owner"], module.name, definition.parent)
                of_all = hook["app"] or made.get(hook["owner"]) in ("Flask", "Quart") or router is None
                if router is not None or of_all:
                    found[_EVERY if of_all or router is None else router].append(Meaning("function", module.name, number))
    return found


def _verbs(one: Declaration, last: str) -> list[str]:
    if last == "websocket":
        return ["WEBSOCKET"]
    if last not in _PLURAL_VERBS:
        return [last.upper()]
    methods = one.options.get("methods", ["GET"])
    return [str(method).upper() for method in methods] if isinstance(methods, list) and methods else ["GET"]


def _view(one: Declaration, module: PythonModule, symbols: PythonSymbols) -> Meaning | None:
    value = one.options.get("view_func", one.options.get("endpoint", one.arguments[-1] if len(one.arguments) > 1 else None))
    return _meaning(value, module, symbols, one.scope)


def _meaning(value: object, module: PythonModule, symbols: PythonSymbols, scope: int) -> Meaning | None:
    """Return the view that an argument names: `views.index`, `Index.as_view()` or one of them in a decorator's call."""
    expression = _view_expression(value) if isinstance(value, dict) else ""
    if not expression:
        return None
    found = symbols.evaluate(expression, module.name, scope)
    is_view = found.meaning is not None and not found.left and found.meaning.kind in ("class", "function")
    return found.meaning if is_view else None


def _view_expression(value: Mapping[str, object]) -> str:
    code = "".join(str(value.get("const") or value.get("code", "")).split())
    if "(" not in code:
        return code
    made = _AS_VIEW.match(code) or _WRAPPED.match(code)
    return made.group(1) if made is not None else ""


def _mounts(symbols: PythonSymbols) -> Prefixes[tuple[str, str]]:
    """Return the prefixes of every router variable, by module and name; its own prefix follows that of its place."""
    own: dict[tuple[str, str], str] = {}
    outer: dict[tuple[str, str], list[tuple[tuple[str, str] | None, str]]] = defaultdict(list)
    for module in symbols.table.values():
        for one in module.facts.declarations:
            owner, _, last = one.name.rpartition(".")
            if one.receiver and last in _ROUTERS and one.scope == MODULE:
                own[module.name, one.receiver] = _text(one.options.get("url_prefix", one.options.get("prefix", "")))
            elif last in _MOUNTING and one.arguments:
                position = 1 if last == "mount" else 0
                router = one.arguments[position] if len(one.arguments) > position else None
                name = router.get("const", "") if isinstance(router, dict) else ""
                mounted = symbols.variable(name, module.name, one.scope) if name else None
                prefix = one.arguments[0] if last == "mount" else one.options.get(_MOUNTING[last], "")
                if mounted is not None:
                    outer[mounted].append((symbols.variable(owner, module.name, one.scope), _text(prefix)))
    mounts: dict[tuple[str, str], list[tuple[tuple[str, str] | None, str]]] = {}
    for router in (*own, *(other for other in outer if other not in own)):
        here = own.get(router, "")
        places = outer.get(router, [(None, "")])
        mounts[router] = [(parent, _join(prefix, here)) for parent, prefix in places]
    return Prefixes(mounts, _join)


def _includes(symbols: PythonSymbols) -> dict[str, list[tuple[str | None, str]]]:
    """Return by module the (including module, prefix) pairs of Django's `path(prefix, include("module"))`."""
    found: dict[str, list[tuple[str | None, str]]] = defaultdict(list)
    for module in symbols.table.values():
        paths = {one.start_line: one for one in module.facts.declarations if one.name.rpartition(".")[2] in _DJANGO}
        for one in module.facts.declarations:
            if one.name.rpartition(".")[2] != "include" or not one.arguments or not one.nesting:
                continue
            first = one.arguments[0]
            name = first[0] if isinstance(first, list) and first else first
            target = _included(name, module, symbols)
            if target and module.facts.is_test and not symbols.table[target].facts.is_test:
                continue
            outer = next((paths[int(line)] for line in reversed(one.nesting) if line.isdigit() and int(line) in paths), None)
            if target and outer is not None and outer.arguments:
                found[target].append((module.name, _plain(outer, _text(outer.arguments[0]))))
    return found


def _included(name: object, module: PythonModule, symbols: PythonSymbols) -> str:
    if isinstance(name, str):
        meaning = symbols.module(name, module.name)
    else:
        const = name.get("const", "") if isinstance(name, dict) else ""
        meaning = symbols.evaluate(const, module.name, MODULE).meaning if const else None
    return meaning.where if meaning is not None and meaning.kind == "module" else ""


def _django(
    one: Declaration, module: PythonModule, symbols: PythonSymbols, prefixes: Sequence[str], lists: _Lists, views: PythonViews
) -> Iterator[ViewRoute]:
    """Yield the routes of one `path()`, one per verb and way in which its module is included; an include is none itself."""
    values = [*one.arguments[1:2], *([one.options["view"]] if "view" in one.options else [])]
    if not one.arguments or not isinstance(one.arguments[0], str) or not values:
        return
    code = values[0].get("code", "") if isinstance(values[0], dict) else ""
    if re.match(r"(?:\w+\.)*include\(", code) or isinstance(values[0], list):
        return
    target = _meaning(values[0], module, symbols, one.scope)
    if target is None and not isinstance(values[0], dict):
        return
    inner = lists.prefix(one)
    for prefix in prefixes:
        path = f"/{prefix}{inner}{_plain(one, one.arguments[0])}"
        for verb, handler in _answers(values[0], target, symbols, views):
            yield _route(verb, path, one, module, target, handler)


_ONLY = re.compile(r"require_(?P<one>GET|POST|safe)|(?:require_http_methods|api_view)\(\s*[\[(](?P<listed>[^\])]*)")
_NAMED_ACTION = re.compile(r"""["'](\w+)["']\s*:\s*["'](\w+)["']""")


def _answers(value: object, target: Meaning | None, symbols: PythonSymbols, views: PythonViews) -> list[tuple[str, str]]:
    """Return the verbs that a view of Django answers, each with the method of a class; no verb where nothing says which."""
    if target is not None and target.kind == "class":
        code = str(value.get("code", "")) if isinstance(value, dict) else ""
        named = _NAMED_ACTION.findall(code.partition(".as_view(")[2])  # the actions of a viewset
        found = [(verb.upper(), action) for verb, action in named if verb in VERBS]
        found = found or [(verb.upper(), verb) for verb in VERBS if views.has(target, verb)]
        return found or [("", "")]
    decorators = symbols.definition(target).decorators if target is not None else ()
    for decorator in decorators:
        if (only := _ONLY.search(decorator)) is not None:
            listed = only["listed"].replace('"', "").replace("'", "").split(",") if only["listed"] else [only["one"]]
            return [("GET" if one.strip() == "safe" else one.strip().upper(), "") for one in listed if one.strip()]
    return [("", "")]


def _registered(
    one: Declaration, module: PythonModule, symbols: PythonSymbols, views: PythonViews,
    included: Prefixes[str], routers: Prefixes[tuple[str, str]],
) -> Iterator[ViewRoute]:  # fmt: skip
    """Yield the routes of `router.register("orders", OrderViewSet)`: one for each action, as REST framework makes them."""
    target = _meaning(one.arguments[1], module, symbols, one.scope)
    router = symbols.variable(one.name.rpartition(".")[0], module.name, one.scope)
    if target is None or target.kind != "class" or router is None or not isinstance(one.arguments[0], str):
        return
    top = f"{named}/" if (named := one.arguments[0].strip("/")) else ""  # without a name the prefix has its slash already
    for prefix in routers.of(router) if router in routers else included.of(module.name):
        for verb, tail, handler in views.actions(target):
            yield _route(verb, f"/{prefix}{top}{tail}", one, module, target, handler)


def _included_routers(
    symbols: PythonSymbols, included: Prefixes[str]
) -> dict[tuple[str, str], list[tuple[tuple[str, str] | None, str]]]:
    """Return by router the prefixes under which `include(router.urls)` puts it."""
    found: dict[tuple[str, str], list[tuple[tuple[str, str] | None, str]]] = defaultdict(list)
    for module in symbols.table.values():
        lists: _Lists | None = None
        paths = {str(one.start_line): one for one in module.facts.declarations if one.name.rpartition(".")[2] in _DJANGO}
        for one in module.facts.declarations:
            named = _list_named(one.arguments[0]) if one.name.rpartition(".")[2] == "include" and one.arguments else ""
            if not named.endswith(".urls") or module.facts.is_test:
                continue
            router = symbols.variable(named.removesuffix(".urls"), module.name, one.scope)
            outer = next((paths[line] for line in reversed(one.nesting) if line in paths), None)
            if router is not None and outer is not None and outer.arguments:
                lists = lists or _Lists(module)
                inner = lists.prefix(outer) + _plain(outer, _text(outer.arguments[0]))
                found[router] += [(None, f"{prefix}{inner}") for prefix in included.of(module.name)]
    return found


class _Lists:
    """The calls that make paths in one module, and those that include lists of them which the module gives names."""

    def __init__(self, module: PythonModule) -> None:
        self._paths: dict[str, list[Declaration]] = defaultdict(list)
        self._holders: dict[str, Declaration] = {}
        for one in module.facts.declarations:
            if one.name.rpartition(".")[2] in _DJANGO and one.arguments:
                self._paths[str(one.start_line)].append(one)
        for one in module.facts.declarations:
            if one.name.rpartition(".")[2] == "include" and one.arguments and (named := _list_named(one.arguments[0])):
                holders = [path for line in one.nesting for path in self._paths.get(line, ())]
                if holders:
                    self._holders.setdefault(named, holders[0])

    def prefix(self, one: Declaration) -> str:
        """Return the prefix that calls around a path give it, in place or by including the list that it stands in."""
        prefix = ""
        seen: set[str] = set()
        while True:
            around = [path for line in dict.fromkeys(one.nesting) for path in self._paths.get(line, ()) if path is not one]
            prefix = "".join(_plain(other, _text(other.arguments[0])) for other in around) + prefix
            named = next((line[1:] for line in one.nesting if line.startswith("=")), "")
            holder = self._holders.get(named) if named != "urlpatterns" and named not in seen else None
            if holder is None:
                return prefix
            seen.add(named)
            prefix = _plain(holder, _text(holder.arguments[0])) + prefix
            one = holder


def _list_named(argument: object) -> str:
    first = argument[0] if isinstance(argument, list) and argument else argument
    return str(first.get("const", "")) if isinstance(first, dict) else ""


def _plain(one: Declaration, pattern: str) -> str:
    """Return a path pattern; one that is a regular expression without anchors, its named groups as `{name}`."""
    if one.name.rpartition(".")[2] == "path":
        return pattern
    return _GROUP.sub(r"{\1}", pattern.removeprefix("^").removesuffix("$"))


def _route(
    verb: str, path: str, one: Declaration, module: PythonModule, target: Meaning | None, handler: str = ""
) -> ViewRoute:  # fmt: skip
    name = _text(one.options.get("name", ""))
    return ViewRoute(verb, path or "/", module.facts.path, one.start_line, one.end_line, name, target, handler)


def _join(prefix: str, path: str) -> str:
    return f"{prefix.rstrip('/')}/{path.lstrip('/')}" if prefix and path else prefix or path


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


class Prefixes(Generic[Router]):
    """What stands before the paths of a router, for each of the places where it is mounted.

    `mounts` are by router what it is mounted in (None where nobody knows) and under which path. Through routers that are
    mounted in each other, also by detours, nobody gets further than one step. `crowded` are the routers with more places
    than are followed.
    """

    def __init__(self, mounts: Mapping[Router, Sequence[Mount[Router]]], join: Callable[[str, str], str]) -> None:
        circle = _circles(mounts)
        self._mounts = {
            router: [(outer if circle.get(outer) != circle.get(router) else None, prefix) for outer, prefix in places]
            for router, places in mounts.items()
        }
        self._join = join
        self._answer = Questions()
        self.crowded: set[Router] = set()

    def __contains__(self, router: Router) -> bool:
        return router in self._mounts

    def of(self, router: Router) -> list[str]:
        """Return the prefixes of a router in the order of its places, an empty one if it is not mounted."""
        found: list[str] = self._answer(self._found, router)
        return found

    def _found(self, router: Router) -> Asking:
        found: dict[str, None] = {}
        for outer, prefix in self._mounts.get(router, ()):
            above = [""] if outer is None else (yield self._found, outer)
            found.update((self._join(one, prefix), None) for one in above)
            if len(found) > MOST:
                self.crowded.add(router)
                break
        return list(found)[:MOST] or [""]


def _circles(mounts: Mapping[Router, Sequence[Mount[Router]]]) -> dict[Router | None, int]:
    """Return a number by router; those that are mounted in each other share it."""
    if not mounts:
        return {}
    import networkx as nx

    def edges() -> Iterator[tuple[Router, Router]]:
        for router, places in mounts.items():
            yield from ((router, outer) for outer, _ in places if outer is not None)

    circles = nx.strongly_connected_components(nx.DiGraph(edges()))
    return {router: number for number, routers in enumerate(circles) for router in routers}
