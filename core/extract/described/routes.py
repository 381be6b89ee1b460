"""Which path leads to which function: annotations of Spring, JAX-RS and ASP.NET, and calls that route."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from core.extract.described.named import TYPES, DefinedAt, Field, KnownTypes
from core.extract.described.programs import BodyPrograms
from core.extract.facts import Definition, FileFacts

_ANNOTATION = re.compile(r"^@(?:\w+\.)*(\w+)(?:\((.*)\))?$", re.DOTALL)
_TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"')
_OPTION = re.compile(r"\b(\w+)\s*=\s*(?!=)")
_METHOD = re.compile(r"\b(?:RequestMethod\.)?(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\b")
_MAPPINGS = {f"{verb.capitalize()}Mapping": verb for verb in ("GET", "POST", "PUT", "PATCH", "DELETE")}
_ATTRIBUTE = re.compile(
    r"\b(Http(?:Get|Post|Put|Patch|Delete|Head|Options)|Route)(?:Attribute)?\b\s*(?:\(([^()]*(?:\([^()]*\)[^()]*)*)\))?"
)
_RESOURCE_VERBS = frozenset({"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"})
_BY_HABIT = ""
"""The path of an action that names none: it is that of its controller and its own name."""


class RouteRow(NamedTuple):
    """A route and what answers it; `verb` is empty where every one is answered, `handler` None where that is not known.

    `inside` are the first and last line of a function without a name that answers; `number` is the definition around it;
    `named` is the line that names the handler, 0 for the first of the route.
    """

    verb: str
    path: str
    line: int
    end: int
    handler: DefinedAt | None
    certainty: str = "declared"
    number: int = -1
    inside: tuple[int, int] = (0, 0)
    named: int = 0


def routes_of(facts: FileFacts, types: KnownTypes, programs: BodyPrograms) -> Iterator[RouteRow]:
    """Yield the routes of a file, in the order of their lines."""
    if facts.language in ("java", "kotlin"):
        yield from _annotated(facts, types, _spring)
        yield from _resources(facts, types)
    if facts.language == "csharp":
        yield from _annotated(facts, types, _aspnet)
    for verb, path, line, end, number, *handler in facts.extra["routes"]:
        inside = (int(handler[1]), int(handler[2])) if handler[:1] == ["inside"] else (0, 0)
        found = _handler(facts, number, handler, types, programs) if handler[:1] != ["inside"] else None
        named = int(handler[3]) if handler[:1] == ["member"] and len(handler) > 3 else 0
        yield RouteRow(verb, path, line, end, found, number=number, inside=inside, named=named)


def _handler(
    facts: FileFacts, number: int, handler: list[str | int], types: KnownTypes, programs: BodyPrograms
) -> DefinedAt | None:
    """Return the function that a route names: a step of a program, or a class and its method."""
    if not handler:
        return None
    if handler[0] == "step":
        values, _ = programs.run(facts, number)
        found = values[int(handler[1])] if int(handler[1]) >= 0 else None
        return found.place if found is not None and found.kind == "member" else None
    type_ = types.resolve(str(handler[1]), DefinedAt(facts.path, number))
    if handler[0] == "type":
        return types.types[type_.name][0] if type_.kind == "known" else None
    member, _, _ = types.member(type_, str(handler[2])) if type_.kind == "known" else (None, {}, False)
    return None if isinstance(member, Field) else member


_Found = Iterator[tuple[str, str]]


def _annotated(facts: FileFacts, types: KnownTypes, read: type[_Spring] | type[_AspNet]) -> Iterator[RouteRow]:
    for number, one in enumerate(facts.definitions):
        if one.kind != "method" or one.parent < 0:
            continue
        for verb, path in read.routes(_with_prefix(DefinedAt(facts.path, one.parent), types), one):
            by_habit = path == _BY_HABIT
            whole = (
                f"/{facts.definitions[one.parent].name.removesuffix('Controller')}/{one.name.removesuffix('Async')}"
                if by_habit
                else path
            )
            certainty = "inferred" if by_habit else "declared"
            yield RouteRow(verb, whole, one.start_line, one.end_line, DefinedAt(facts.path, number), certainty)


def _resources(facts: FileFacts, types: KnownTypes) -> Iterator[RouteRow]:
    """Yield the routes of JAX-RS classes: `@GET` and `@Path("{id}")` of a method in a class with `@Path("devices")`.

    A method of a base class answers for each class below that has a path, at the line of that class.
    """
    for number, one in enumerate(facts.definitions):
        prefix = dict(_marks(one)).get("Path")
        if one.kind not in TYPES or one.kind == "interface" or prefix is None:
            continue
        own = DefinedAt(facts.path, number)
        above = [types.types[base.name][0] for base, _ in types.above(types.path(own)) if types.types.get(base.name)]
        seen: set[tuple[str, str]] = set()
        for place in (own, *above):
            for at, method in enumerate(types.files[place.path].definitions):
                marks = dict(_marks(method)) if method.kind == "method" and method.parent == place.number else {}
                path = joined(_put_together(prefix), _put_together(marks.get("Path", '""')))
                for verb in sorted(_RESOURCE_VERBS.intersection(marks)):
                    if (verb, path) not in seen:
                        seen.add((verb, path))
                        lines = method if place == own else one
                        yield RouteRow(verb, path, lines.start_line, lines.end_line, DefinedAt(place.path, at))


def _marks(one: Definition) -> Iterator[tuple[str, str]]:
    """Yield the annotations of a definition by name, each with its argument as it is written."""
    for text in one.decorators:
        if found := _ANNOTATION.match(text):
            yield found.group(1), (found.group(2) or '""').removeprefix("value").lstrip(" =")


def _with_prefix(place: DefinedAt, types: KnownTypes) -> Definition:
    """Return the type at a place; a controller of ASP.NET without a prefix of its own has that of the nearest class above."""
    own = types.definition(place)
    if types.files[place.path].language != "csharp" or _AspNet.has_prefix(own):
        return own
    above = (types.definition(at[0]) for one, _ in types.above(types.path(place)) if (at := types.types.get(one.name)))
    base = next(filter(_AspNet.has_prefix, above), own)
    return replace(own, decorators=(*own.decorators, *base.decorators))


class _Spring:
    """`@GetMapping("/x")` in a class with `@RequestMapping("/y")`."""

    @classmethod
    def routes(cls, around: Definition, one: Definition) -> _Found:
        """Yield the verbs and paths of a method."""
        prefixes = [path for text in around.decorators for _, paths in cls._mapping(text) for path in paths] or [""]
        if around.kind == "interface":  # a client's: what it asks of others
            return
        for text in one.decorators:
            for verbs, paths in cls._mapping(text):
                yield from ((verb, joined(prefix, path)) for prefix in prefixes for path in paths or [""] for verb in verbs)

    @classmethod
    def _mapping(cls, text: str) -> Iterator[tuple[list[str], list[str]]]:
        found = _ANNOTATION.match(text)
        if found is None or (found.group(1) not in _MAPPINGS and found.group(1) != "RequestMapping"):
            return
        inside = found.group(2) or ""
        options = list(_OPTION.finditer(inside))
        parts = {"value": inside if not options else inside[: options[0].start()]}
        for place, option in enumerate(options):
            end = options[place + 1].start() if place + 1 < len(options) else len(inside)
            parts[option.group(1)] = inside[option.end() : end]
        written = parts.get("path") or parts["value"]
        paths = [_put_together(one) for one in written.strip(" ,{}\n").split(",") if one.strip()]
        verbs = _METHOD.findall(parts.get("method", "")) or [""]
        yield [_MAPPINGS[found.group(1)]] if found.group(1) in _MAPPINGS else verbs, paths


class _AspNet:
    """`[HttpGet("x")]` in a class with `[Route("api/[controller]")]`."""

    @classmethod
    def routes(cls, around: Definition, one: Definition) -> _Found:
        """Yield the verbs and paths of a method."""
        prefixes = [path for text in around.decorators for name, path in cls._attributes(text) if name == "Route"]
        own = [pair for text in one.decorators for pair in cls._attributes(text)]
        verbs = [(name.removeprefix("Http").upper(), path) for name, path in own if name != "Route"]
        paths = [path for name, path in own if name == "Route"]
        if not verbs and paths:
            verbs = [("", "")]
        controller = around.name.removesuffix("Controller")
        if not prefixes and not paths and not any(path for _, path in verbs):
            yield from ((verb, _BY_HABIT) for verb, _ in verbs)  # as ASP.NET does where nothing else is written
            return
        for prefix in prefixes or [""]:
            for verb, path in verbs:
                for more in paths or [""]:
                    whole = path if path.startswith(("/", "~/")) else joined(joined(prefix, more), path)
                    named = re.sub(r"\[controller\]", controller, whole.removeprefix("~"), flags=re.IGNORECASE)
                    yield verb, re.sub(r"\[action\]", one.name.removesuffix("Async"), joined("", named), flags=re.IGNORECASE)

    @classmethod
    def has_prefix(cls, around: Definition) -> bool:
        """Tell whether a class says where the paths of its methods begin."""
        return any(name == "Route" for text in around.decorators for name, _ in cls._attributes(text))

    @classmethod
    def _attributes(cls, text: str) -> Iterator[tuple[str, str]]:
        for found in _ATTRIBUTE.finditer(text):
            written = _TEXT.search(found.group(2) or "")
            yield found.group(1), written.group(1) if written is not None else ""


_spring, _aspnet = _Spring, _AspNet


def _put_together(expression: str) -> str:
    """Return a path of texts and constants; what is not written here stands as `#{NAME}`."""
    parts = (one.strip() for one in expression.split("+"))
    return "".join(one[1:-1] if one[:1] == '"' else f"#{{{one}}}" for one in parts)


def joined(prefix: str, path: str) -> str:
    """Return two parts of a path as one that begins with a slash."""
    return "/" + "/".join(filter(None, (prefix.strip("/"), path.strip("/"))))
