"""Which path leads to which view: Flask, FastAPI and their kind by decorators, Django by `urlpatterns`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.extract.facts import Declaration
from core.extract.meaning import MODULE, Meaning
from core.extract.python.frameworks import ROUTING
from core.extract.python.module import Module
from core.extract.python.symbols import Symbols

_ROUTERS = frozenset(("Blueprint", "APIRouter", "FastAPI", "Flask", "Starlette", "Router", "Sanic", "Quart"))
_MOUNTING = {"register_blueprint": "url_prefix", "include_router": "prefix", "mount": "path"}
_DJANGO = frozenset(("path", "re_path", "url"))
_PLURAL_VERBS = frozenset(("route", "api_route", "add_url_rule", "add_api_route", "add_route"))
_AS_VIEW = re.compile(r"^([\w.]+)\.as_view\(")
_WRAPPED = re.compile(r"^[\w.]+\((?:[\w.()]*\()?([\w.]+?)(?:\.as_view\(.*\))?\)+")
_LONGEST = 6  # includes inside includes


@dataclass(frozen=True, slots=True)
class Route:
    """One path: `verb` is empty where a framework does not say, `target` the view if it is in the repository."""

    verb: str
    path: str
    file_path: str
    line: int
    end_line: int
    name: str
    target: Meaning | None

    @property
    def identifier(self) -> str:
        """How a person writes the route: `GET /carts/{id}`."""
        return f"{self.verb} {self.path}".strip()


def routes(symbols: Symbols) -> list[Route]:
    """Return all routes, ordered by file and line."""
    mounted = _mounts(symbols)
    included = _includes(symbols)
    found: list[Route] = []
    for module in symbols.table.values():
        prefixes = _django_prefixes(module.name, included, ())
        for one in module.facts.declarations:
            last = one.name.rpartition(".")[2]
            if last in ROUTING or last in _PLURAL_VERBS:
                found.extend(_decorated(one, module, symbols, mounted))
            elif last in _DJANGO and not one.receiver:
                found.extend(_django(one, module, symbols, prefixes))
    return sorted(found, key=lambda route: (route.file_path, route.line, route.identifier))


def _decorated(
    one: Declaration, module: Module, symbols: Symbols, mounted: Mapping[tuple[str, str], list[str]]
) -> Iterator[Route]:
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
    for prefix in mounted.get(router, [""]) if router is not None else [""]:
        for verb in _verbs(one, last):
            yield _route(verb, _join(prefix, path), one, module, target)


def _verbs(one: Declaration, last: str) -> list[str]:
    if last == "websocket":
        return ["WEBSOCKET"]
    if last not in _PLURAL_VERBS:
        return [last.upper()]
    methods = one.options.get("methods", ["GET"])
    return [str(method).upper() for method in methods] if isinstance(methods, list) and methods else ["GET"]


def _view(one: Declaration, module: Module, symbols: Symbols) -> Meaning | None:
    value = one.options.get("view_func", one.options.get("endpoint", one.arguments[-1] if len(one.arguments) > 1 else None))
    return _meaning(value, module, symbols, one.scope)


def _meaning(value: Any, module: Module, symbols: Symbols, scope: int) -> Meaning | None:
    """Return the view that an argument names: `views.index`, `Index.as_view()` or one of them in a decorator's call."""
    expression = _view_expression(value) if isinstance(value, dict) else ""
    if not expression:
        return None
    found = symbols.evaluate(expression, module.name, scope)
    is_view = found.meaning is not None and not found.left and found.meaning.kind in ("class", "function")
    return found.meaning if is_view else None


def _view_expression(value: Mapping[str, Any]) -> str:
    code = "".join(str(value.get("const") or value.get("code", "")).split())
    if "(" not in code:
        return code
    made = _AS_VIEW.match(code) or _WRAPPED.match(code)
    return made.group(1) if made is not None else ""


def _mounts(symbols: Symbols) -> dict[tuple[str, str], list[str]]:
    """Return the prefixes of every router variable, by module and name."""
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
    return {router: _prefixes(router, own, outer, 0) for router in own}


def _prefixes(
    router: tuple[str, str],
    own: Mapping[tuple[str, str], str],
    outer: Mapping[tuple[str, str], Sequence[tuple[tuple[str, str] | None, str]]],
    depth: int,
) -> list[str]:
    here = own.get(router, "")
    if router not in outer or depth > _LONGEST:
        return [here]
    found = []
    for parent, prefix in outer[router]:
        above = _prefixes(parent, own, outer, depth + 1) if parent is not None and parent != router else [""]
        found += [_join(_join(one, prefix), here) for one in above]
    return list(dict.fromkeys(found))


def _includes(symbols: Symbols) -> dict[str, list[tuple[str, str]]]:
    """Return by module the (including module, prefix) pairs of Django's `path(prefix, include("module"))`."""
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
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


def _included(name: Any, module: Module, symbols: Symbols) -> str:
    if isinstance(name, str):
        meaning = symbols.module(name, module.name)
    else:
        const = name.get("const", "") if isinstance(name, dict) else ""
        meaning = symbols.evaluate(const, module.name, MODULE).meaning if const else None
    return meaning.where if meaning is not None and meaning.kind == "module" else ""


def _django_prefixes(module: str, included: Mapping[str, list[tuple[str, str]]], seen: tuple[str, ...]) -> list[str]:
    if module not in included or module in seen or len(seen) > _LONGEST:
        return [""]
    return [
        above + prefix for outer, prefix in included[module] for above in _django_prefixes(outer, included, (*seen, module))
    ]


def _django(one: Declaration, module: Module, symbols: Symbols, prefixes: Sequence[str]) -> Iterator[Route]:
    """Yield the routes of one `path()`, one per way in which its module is included; an include is none itself."""
    values = [*one.arguments[1:2], *([one.options["view"]] if "view" in one.options else [])]
    if not one.arguments or not isinstance(one.arguments[0], str) or not values:
        return
    code = values[0].get("code", "") if isinstance(values[0], dict) else ""
    if re.match(r"(?:\w+\.)*include\(", code) or isinstance(values[0], list):
        return
    target = _meaning(values[0], module, symbols, one.scope)
    if target is None and not isinstance(values[0], dict):
        return
    inner = _inner_prefix(one, module, 0)
    for prefix in prefixes:
        yield _route("", f"/{prefix}{inner}{_plain(one, one.arguments[0])}", one, module, target)


def _inner_prefix(one: Declaration, module: Module, depth: int) -> str:
    """Return the prefix that calls around a path give it, in place or by including the list that it stands in."""
    paths = [other for other in module.facts.declarations if other.name.rpartition(".")[2] in _DJANGO and other.arguments]
    lines = list(one.nesting)
    around = [other for other in paths if str(other.start_line) in lines and other is not one]
    prefix = "".join(_plain(other, _text(other.arguments[0])) for other in around)
    named = next((line[1:] for line in lines if line.startswith("=")), "")
    if not named or named == "urlpatterns" or depth > _LONGEST:
        return prefix
    for other in module.facts.declarations:
        if other.name.rpartition(".")[2] == "include" and other.arguments and _includes_list(other.arguments[0], named):
            holder = next((path for path in paths if str(path.start_line) in other.nesting), None)
            if holder is not None:
                return _inner_prefix(holder, module, depth + 1) + _plain(holder, _text(holder.arguments[0])) + prefix
    return prefix


def _includes_list(argument: Any, name: str) -> bool:
    first = argument[0] if isinstance(argument, list) and argument else argument
    return isinstance(first, dict) and first.get("const") == name


def _plain(one: Declaration, pattern: str) -> str:
    """Return a path pattern without the anchors of a regular expression."""
    return pattern.removeprefix("^").removesuffix("$") if one.name.rpartition(".")[2] != "path" else pattern


def _route(verb: str, path: str, one: Declaration, module: Module, target: Meaning | None) -> Route:
    return Route(verb, path or "/", module.facts.path, one.start_line, one.end_line, _text(one.options.get("name", "")), target)


def _join(prefix: str, path: str) -> str:
    return f"{prefix.rstrip('/')}/{path.lstrip('/')}" if prefix and path else prefix or path


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
