"""The routes of all modules: which function answers which verb and path, below the prefixes under which routers are mounted."""

from __future__ import annotations

import posixpath
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from core.extract.javascript.definitions import PROCEDURES
from core.extract.javascript.routing import Row
from core.extract.javascript.symbols import ScriptSymbols
from core.extract.javascript.types import split_root
from core.extract.meaning import MODULE, Meaning

_LIBRARIES = re.compile(
    r"^(?:express|express-\w*-?router|koa|koa-router|@koa/router|koa-\w*router|fastify|hono|polka|restify|restana|find-my-way|router"
    r"|itty-router|@hapi/\w+|h3|elysia|oak|hyper-express|ultimate-express|@tinyhttp/\w+|express-promise-router)(?:/.*)?$"
)
"""Packages whose values are routers."""
_CALLED_SO = re.compile(r"^(?:\w*[rR]outer|app|server|api|fastify|express\w*|koa)$")
"""What a parameter is called that takes routes, where its type tells nothing."""
_CONTROLLERS = ("controller", "jsoncontroller", "restcontroller", "route", "resolver")
_VERBS = {verb.lower(): verb for verb in ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS")} | {"all": "ANY"}
_FIELDS = {name: verb for name, verb in PROCEDURES.items() if name != "handler"}
"""Decorators of resolvers of GraphQL by the verb of their route, whose path is the name of a field."""
_GUARDS = ("UseGuards", "UseBefore")
_RUNS = ("canActivate", "use", "handle")  # how a guard or a middleware that is a class is run
_NEUTRAL = "VERSION_NEUTRAL"
_DEEPEST = 8
_FUNCTIONS = ("function", "method", "component")
_THIS = "this"
"""The router of an object that hands its routes on by its own methods."""


_NOTHING: Row = {"verb": "none", "number": -1}


class ScriptRouter(NamedTuple):
    """A router: the variable of a module, or of a function in it, that holds it."""

    path: str
    scope: int
    name: str


_Rows = dict[ScriptRouter, tuple[str, Row]]


@dataclass(frozen=True, slots=True)
class ScriptRoute:
    """One route: what answers it, if that is known, and what runs before."""

    verb: str
    path: str
    file_path: str
    line: int
    end_line: int
    handler: Meaning | None
    before: tuple[Meaning, ...] = ()
    certainty: str = "declared"

    @property
    def identifier(self) -> str:
        """The verb and the path, as a route is named."""
        return f"{self.verb} {self.path}".strip()


class ScriptRoutes:
    """Finds the routes of a repository; `all` are ordered by file and line."""

    def __init__(self, symbols: ScriptSymbols) -> None:
        self._symbols = symbols
        self._rows = [
            (path, row) for path in sorted(symbols.table) for row in symbols.table[path].facts.extra.get("routes", ())
        ]
        self._mounted: dict[ScriptRouter, list[tuple[ScriptRouter, str]]] = defaultdict(list)
        self._own: dict[ScriptRouter, str] = {}
        self._known: dict[ScriptRouter, bool] = {}
        self._delegates: dict[tuple[str, int], list[Row]] = defaultdict(list)
        self._held: dict[tuple[str, int], set[str]] = defaultdict(set)
        for path, row in self._rows:
            if row["do"] == "delegate":
                self._delegates[path, int(str(row["within"]))].append(row)
            elif row["do"] in ("route", "mount") and row.get("name") != _THIS:
                self._held[path, int(str(row.get("scope", MODULE)))].add(str(row.get("name", "")))
        self._settings = {str(row["name"]): row for _, row in self._rows if row["do"] == "setting"}
        for path, row in self._rows:
            if row["do"] == "mount":
                self._mount(path, row)
            elif row["do"] == "prefix" and (router := self._router(path, row)) is not None:
                self._own[router] = str(row["path"])
            if row.get("own") and (router := self._router(path, row)) is not None:
                self._own[router] = str(row["own"])
        self._composed = {(path, int(str(row["within"]))): row for path, row in self._rows if row["do"] == "composed"}
        self._guarded: dict[tuple[str, int], list[Meaning]] = defaultdict(list)
        owned = list(self._owned())
        self.all = sorted(
            [*self._called(), *self._given(owned), *self._declared(), *self._procedures()],
            key=lambda one: (one.file_path, one.line, one.identifier),
        )

    def _router(self, path: str, row: Row) -> ScriptRouter | None:
        """Return the router that a row is about, where its module alone or others define it; None where it is none."""
        router = self._variable(path, int(str(row.get("scope", MODULE))), str(row.get("name", "")))
        if router not in self._known:
            self._known[router] = self._is_router(router, path, row)
        return router if self._known[router] else None

    def _variable(self, path: str, scope: int, name: str) -> ScriptRouter:
        """Return the variable that a name means, in the module that exports it where it is imported."""
        root, rest = split_root(name)
        for _ in range(_DEEPEST):
            module = self._symbols.table.get(path)
            if scope != MODULE or module is None or root not in module.imports:
                break
            one = module.imports[root]
            target = self._symbols.module(one.module, path)
            other = self._symbols.table.get(target.where)
            if other is None:
                break
            wanted = rest[1:] if rest and one.name in ("*", "=", "default") and rest.startswith(".") else one.name
            rest = "" if wanted != one.name else rest
            own = other.facts.extra["exports"].get(wanted if wanted != "*" else "default", wanted)
            if own not in other.imports and (passed := other.passed.get(wanted)) is not None:
                path, root = other.facts.path, passed.alias
                following = self._symbols.table.get(self._symbols.module(passed.module, path).where)
                if following is None:
                    break
                path, root = following.facts.path, following.facts.extra["exports"].get(passed.name, passed.name)
                continue
            path, root = other.facts.path, "default" if own in ("=", "*") else own
        return ScriptRouter(path, scope, root + rest)

    def _is_router(self, router: ScriptRouter, path: str, row: Row) -> bool:
        """Tell whether a variable holds a router: by what makes it, by its type, or by its name where it is a parameter."""
        module = self._symbols.table[router.path]
        value = str(row.get("value", "")) or module.facts.extra["values"].get(router.name, "")
        if router.path != path:
            value = module.facts.extra["values"].get(router.name, "")
        found = self._symbols.evaluate(value, router.path, router.scope).meaning if value else None
        if found is not None:
            is_own = found.kind in ("unit", "instance")
            library = self._symbols.library(found._replace(kind="unit", sure=True, given=())) if is_own else found.where
            return _LIBRARIES.match(library) is not None
        mine = value or not row.get("taken")
        named = _CALLED_SO.match(router.name.rpartition(".")[2]) is not None
        return named and (not mine or router.name.startswith("default") or str(row.get("path", "")).startswith("/"))

    def _handed_to(self, path: str, scope: int, called: str, depth: int = 0) -> Row | None:
        """Return the call of a router to which a method of the application hands on what it is given; None for another one."""
        found = self._symbols.evaluate(called, path, scope) if called else None
        if found is None or found.meaning is None or found.meaning.kind != "unit" or found.left or depth > _DEEPEST:
            return None
        where, number = found.meaning.where, found.meaning.number
        for row in self._delegates.get((where, number), ()):
            if self._router(where, row) is not None:
                return row
            inner = self._handed_to(where, number, str(row["called"]), depth + 1)
            if inner is not None:
                return {**inner, "verbs": row["verbs"] or inner["verbs"]}
        return None

    def _owned(self) -> Iterator[tuple[str, Row, Row]]:
        """Yield what methods of the application are given for a router, each with the call of the router; note mounts."""
        for path, row in self._rows:
            if row["do"] != "own":
                continue
            handed = self._handed_to(path, int(str(row["within"])), str(row["called"]))
            if handed is not None and handed["how"]:
                parent = ScriptRouter(path, int(str(row["owner"])), _THIS)
                for child in row["children"] if isinstance(row["children"], list | tuple) else ():
                    for one in self._children(path, int(str(child["within"])), str(child["child"]), str(child["how"])):
                        self._mounted[one].append((parent, str(row["path"])))
            elif handed is not None:
                yield path, row, handed

    def _given(self, owned: Sequence[tuple[str, Row, Row]]) -> Iterator[ScriptRoute]:
        """Yield the routes that methods of the application are given; below a prefix only where it is known."""
        for path, row, handed in owned:
            known = [self._handler(path, _listed(one)) for one in _listed(row["handlers"])]
            handlers = [one for one in known if one is not None and self._symbols.definition(one).kind in _FUNCTIONS]
            if not handlers and not row["described"]:
                continue  # it may as well ask a server for the path
            prefixes = self._prefixes(ScriptRouter(path, int(str(row["owner"])), _THIS))
            for verb in _listed(row["verbs"]) or _listed(handed["verbs"]) or ["ANY"]:
                for prefix in prefixes:
                    yield ScriptRoute(
                        str(verb), _joined(prefix, str(row["path"])), path, int(str(row["line"])), int(str(row["end"])),
                        handlers[-1] if handlers else None, tuple(handlers[:-1]), "inferred",
                    )  # fmt: skip

    def _mount(self, path: str, row: Row) -> None:
        parent = self._router(path, row)
        if parent is None:
            return
        scope = int(str(row["within"]))
        for child in self._children(path, scope, str(row["child"]), str(row["how"])):
            if child != parent:
                self._mounted[child].append((parent, str(row["path"])))

    def _children(self, path: str, scope: int, written: str, how: str) -> Iterator[ScriptRouter]:
        """Yield the routers that are mounted: a variable, what a module exports, or those of a function that is given one."""
        if how == "module":
            target = self._symbols.module(written, path)
            if target.kind == "module" and target.where in self._symbols.table:
                exports = self._symbols.table[target.where].facts.extra["exports"]
                own = exports.get("default", exports.get("=", "default"))
                yield from self._of_function(target.where, own)
                yield self._variable(target.where, MODULE, own)
            return
        holder, _, name = written.rpartition(".")
        if how == "held":
            found = self._symbols.evaluate(holder, path, scope)
            if found.meaning is not None and found.meaning.kind == "instance" and not found.left:
                yield ScriptRouter(found.meaning.where, found.meaning.number, name)
                yield ScriptRouter(found.meaning.where, found.meaning.number, _THIS)
            how = "variable"
        found = self._symbols.evaluate(written, path, scope)
        if found.meaning is not None and found.meaning.kind == "unit" and not found.left:
            definition = self._symbols.definition(found.meaning)
            yield from self._in_function(found.meaning.where, found.meaning.number)
            if definition.kind not in ("class", "object"):
                return
        if how == "variable":
            yield self._variable(path, scope, written)

    def _of_function(self, path: str, name: str) -> Iterator[ScriptRouter]:
        number = self._symbols.table[path].inner.get(MODULE, {}).get(name)
        if number is not None:
            yield from self._in_function(path, number)

    def _in_function(self, path: str, number: int) -> Iterator[ScriptRouter]:
        """Yield the routers of a function: the parameter that it adds routes to, or what it makes."""
        rows = [row for row in self._symbols.table[path].facts.extra.get("routes", ()) if row.get("scope") == number]
        taken = [row for row in rows if row.get("taken")] or rows
        yield from dict.fromkeys(ScriptRouter(path, number, str(row.get("name", ""))) for row in taken)

    def _prefixes(self, router: ScriptRouter, depth: int = 0) -> list[str]:
        """Return the prefixes under which a router is mounted, those of the routers above before its own."""
        own = self._own.get(router, "")
        above = self._mounted.get(router, ())
        if not above and router.scope != MODULE and len(self._held.get((router.path, router.scope), ())) <= 1:
            above = self._mounted.get(router._replace(name=_THIS), ())  # the only router of an object
        if not above or depth > _DEEPEST:
            return [own]
        found = (_joined(before, prefix, own) for parent, prefix in above for before in self._prefixes(parent, depth + 1))
        return list(dict.fromkeys(found))

    def _called(self) -> Iterator[ScriptRoute]:
        """Yield the routes that calls of routers make."""
        for path, row in self._rows:
            if row["do"] != "route" or (router := self._router(path, row)) is None:
                continue
            handlers = [self._handler(path, _listed(one)) for one in _listed(row["handlers"])]
            before = tuple(one for one in handlers[:-1] if one is not None)
            for prefix in self._prefixes(router):
                yield ScriptRoute(
                    str(row["verb"]), _joined(prefix, str(row["path"])), path, int(str(row["line"])), int(str(row["end"])),
                    handlers[-1], before,
                )  # fmt: skip

    def _handler(self, path: str, given: Sequence[object]) -> Meaning | None:
        number, expression, scope = int(str(given[0])), str(given[1]), int(str(given[2]))
        if number >= 0:
            return Meaning("unit", path, number)
        found = self._symbols.evaluate(expression.removesuffix("()"), path, scope) if expression else None
        known = found is not None and found.meaning is not None and found.meaning.kind == "unit" and not found.left
        return found.meaning if known and found is not None else None

    def _declared(self) -> Iterator[ScriptRoute]:
        """Yield the routes of classes with a decorator that makes them controllers, of their methods with one for a verb."""
        by_file: dict[str, list[Row]] = defaultdict(list)
        for path, row in self._rows:
            if row["do"] == "decorator" and int(str(row["number"])) >= 0:
                if self._is_external(path, str(row["name"])):
                    by_file[path].append(row)
                elif composed := self._composed_guards(path, str(row["name"])):
                    self._guarded[path, int(str(row["number"]))] += composed
        for path, rows in by_file.items():
            classes = {int(str(row["number"])): row for row in rows if str(row["name"]).lower() in _CONTROLLERS}
            for row in rows:
                definition = self._symbols.table[path].definition(int(str(row["number"])))
                controller = classes.get(definition.parent)
                verbs = _FIELDS if controller is not None and str(controller["name"]) == "Resolver" else _VERBS
                verb = verbs.get(str(row["name"]).removeprefix("http").lower())
                if verb is not None and controller is not None:
                    yield from self._of_method(path, row, verb, classes[definition.parent], rows)

    def _procedures(self) -> Iterator[ScriptRoute]:
        """Yield the procedures of the routers that no other router has, and the resolvers of GraphQL."""
        tables: dict[ScriptRouter, tuple[str, Row]] = {}
        made: dict[ScriptRouter, tuple[str, Row]] = {}
        for path, row in self._rows:
            known = tables if row["do"] == "table" else made if row["do"] == "procedure" else {}
            known[ScriptRouter(path, MODULE, str(row.get("name", "")))] = path, row
            if row["do"] == "resolver":
                yield from self._procedure(path, row, str(row["path"]), made)
        inside = {self._variable(path, MODULE, str(one["root"])) for path, row in tables.values() for _, one in _fields(row)}
        for router, (path, row) in tables.items():
            if router not in inside:
                yield from self._of_table(path, row, "", tables, made)

    def _of_table(
        self, path: str, row: Row, before: str, tables: _Rows, made: _Rows, depth: int = 0
    ) -> Iterator[ScriptRoute]:  # fmt: skip
        for name, one in _fields(row):
            inner = tables.get(self._variable(path, MODULE, str(one["root"]))) if not one["verb"] else None
            if inner is None:
                yield from self._procedure(path, one, before + name, made)
            elif depth < _DEEPEST:
                yield from self._of_table(*inner, f"{before}{name}.", tables, made, depth + 1)

    def _procedure(self, path: str, row: Row, name: str, made: _Rows) -> Iterator[ScriptRoute]:
        """Yield the route of a procedure, which another module may define; none where nothing says what handles it."""
        where, line, end = path, int(str(row["line"])), int(str(row["end"]))
        while not row["verb"]:
            where, row = made.get(self._variable(where, MODULE, str(row["root"])), ("", _NOTHING))
        if int(str(row["number"])) >= 0:
            before = tuple(dict.fromkeys(self._checks(where, row, made)))
            yield ScriptRoute(str(row["verb"]), name, path, line, end, Meaning("unit", where, int(str(row["number"]))), before)

    def _checks(self, path: str, row: Row, made: _Rows, depth: int = 0) -> Iterator[Meaning]:
        """Yield what runs before a procedure, that of the one which it is made from first."""
        root = made.get(self._variable(path, MODULE, str(row["root"]))) if row["root"] else None
        if root is not None and root[1] is not row and depth < _DEEPEST:
            yield from self._checks(*root, made, depth + 1)
        found = (self._handler(path, _listed(one)) for one in _listed(row["before"]))
        yield from (one for one in found if one is not None)

    def _is_external(self, path: str, name: str) -> bool:
        found = self._symbols.evaluate(name, path, MODULE).meaning
        return found is not None and found.kind == "external"

    def _of_method(self, path: str, row: Row, verb: str, controller: Row, rows: Sequence[Row]) -> Iterator[ScriptRoute]:
        number, owner = int(str(row["number"])), int(str(controller["number"]))
        definition = self._symbols.table[path].definition(number)
        versions = [one for one in rows if one["name"] == "Version" and one["number"] == number]
        guards = [one for one in rows if one["name"] in _GUARDS and one["number"] in (owner, number)]
        named_guards = [self._guard(path, str(name)) for one in guards for name in _listed(one["names"])]
        composed = [*self._guarded.get((path, owner), ()), *self._guarded.get((path, number), ())]
        before = (*(one for one in named_guards if one is not None), *composed)
        place = path, int(str(row["line"])), definition.end_line, Meaning("unit", path, number)
        if verb in _FIELDS.values():
            named = [*map(str, _listed(row["paths"])), definition.name]
            yield ScriptRoute(verb, next(filter(None, named)), *place, before)
            return
        for base in _listed(controller["paths"]) or [str(controller.get("path", ""))]:
            for rest in _listed(row["paths"]) or [str(row.get("path", ""))]:
                version = next(
                    (str(one) for given in versions for one in _listed(given["paths"])), str(controller.get("version", ""))
                )
                yield ScriptRoute(verb, _joined(self._global(path, controller, version), str(base), str(rest)), *place, before)

    def _global(self, path: str, controller: Row, version: str) -> str:
        """Return what Nest puts before all paths: the global prefix and the version, where it is part of the path."""
        found = self._symbols.evaluate(str(controller["name"]), path, MODULE).meaning
        if found is None or not found.where.startswith("@nestjs/"):
            return ""
        prefix, versioning = self._settings.get("setGlobalPrefix"), self._settings.get("enableVersioning")
        number = version or str((versioning or {}).get("defaultVersion", ""))
        versioned = versioning is not None and number and number != _NEUTRAL
        return _joined(str((prefix or {}).get("value", "")), f"v{number}" if versioned else "")

    def _composed_guards(self, path: str, name: str) -> list[Meaning]:
        """Return the guards that a decorator of the repository is made of."""
        found = self._symbols.evaluate(name, path, MODULE).meaning if self._composed else None
        row = self._composed.get((found.where, found.number)) if found is not None and found.kind == "unit" else None
        if row is None or found is None:
            return []
        guards = (self._guard(found.where, str(one)) for one in _listed(row["names"]))
        return [one for one in guards if one is not None]

    def _guard(self, path: str, name: str) -> Meaning | None:
        found = self._symbols.evaluate(name, path, MODULE)
        if found.meaning is None or found.meaning.kind != "unit" or found.left:
            return None
        methods = (self._symbols.method(found.meaning, one) for one in _RUNS)
        return next((one for one in methods if one is not None), found.meaning)


def _fields(row: Row) -> list[tuple[str, Row]]:
    """Return the fields of a table of procedures by their dotted names."""
    return [(str(one[0]), one[1]) for one in row["fields"]]  # type: ignore[attr-defined]


def _joined(*parts: str) -> str:
    joined = "/".join(part.strip("/") for part in parts if part.strip("/"))
    return posixpath.normpath(f"/{joined}")


def _listed(value: object) -> list[object]:
    return list(value) if isinstance(value, list | tuple) else []
