"""Documents of interfaces: methods of Protocol Buffers, operations of OpenAPI, fields of GraphQL's roots."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from core.extract.outgoing.rpc import RPC, declared_methods
from core.extract.rails.files.yaml_lines import leaves
from core.text.lines import line_at

MARKS = ("rpc ", "openapi", "swagger", "type Query", "type Mutation", "type Subscription")
"""Words of which a document has one."""

_VERBS = frozenset({"get", "put", "post", "delete", "patch", "head", "options"})
_HOST = re.compile(r"^[a-z]+://[^/]+")
_VARIABLES = ("servers", "0", "variables")
_VARIABLE = re.compile(r"\{(\w+)\}")
_OPENS = re.compile(r"['\"]?(?:openapi|swagger)['\"]?\s*:\s*['\"]?\d")
_ROOT = re.compile(r"^\s*(?:extend\s+)?type\s+(Query|Mutation|Subscription)\b[^{]*\{", re.MULTILINE)
_FIELD = re.compile(r"^\s*(\w+)\s*(?:\((?:[^()]|\([^()]*\))*\))?\s*:", re.MULTILINE)
_ASIDE = re.compile(r'"""(?:.|\n)*?"""|#[^\n]*')
_LARGEST = 3_000_000


class DeclaredCall(NamedTuple):
    """What a document says can be asked for: verb and path, the name that it gives it, and the line."""

    verb: str
    path: str
    name: str
    line: int


def declared(language: str, text: str) -> list[DeclaredCall]:
    """Return what a document declares, in its order; none for what is no document, or larger than three megabytes."""
    if len(text) > _LARGEST:
        return []
    if language == "protobuf":
        return [DeclaredCall(RPC, one.path, "", one.line) for one in declared_methods(text)]
    if language == "graphql":
        return list(_fields(text))
    return _operations(text) if language in ("yaml", "json") and _OPENS.search(text[:20_000]) else []


def _operations(text: str) -> list[DeclaredCall]:
    try:
        found = leaves(text)
    except ValueError:
        return []  # the coverage of the index names a file that is no YAML
    base, variables = "", {path[3]: value for path, value, _ in found if path[:3] == _VARIABLES and path[4:] == ("default",)}
    lines: dict[tuple[str, str], int] = {}
    names: dict[tuple[str, str], str] = {}
    for path, value, line in found:
        if path in (("basePath",), ("servers", "0", "url")):
            base = _base(value, variables)
        if len(path) > 3 and path[0] == "paths" and path[2] in _VERBS:
            lines.setdefault((path[2], path[1]), line)
            if path[3:] == ("operationId",):
                names[path[2], path[1]] = value
    return [
        DeclaredCall(verb.upper(), f"{base}{path}", names.get((verb, path), ""), line) for (verb, path), line in lines.items()
    ]


def _base(address: str, variables: Mapping[str, str]) -> str:
    """Return the path that an address has before those of operations, with the usual values of what is left open in it."""
    filled = _HOST.sub("", _VARIABLE.sub(lambda found: variables.get(found[1], found[0]), address))
    return "" if "{" in filled else re.sub("/+", "/", filled).rstrip("/")


def _fields(text: str) -> Iterator[DeclaredCall]:
    """Yield the fields of the roots of a schema that a document writes."""
    plain = _ASIDE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    for root in _ROOT.finditer(plain):
        end = plain.find("\n}", root.end())
        body = plain[root.end() : end if end >= 0 else len(plain)]
        for field in _FIELD.finditer(body):
            yield DeclaredCall(root[1].upper(), field[1], "", line_at(plain, root.end() + field.start(1)))
