"""What one file says, before anything is known of the others: the values between reading and linking.

A reader turns the bytes of one file into `FileFacts`; it sees no other file, so its result can be kept by content hash. A
linker sees the facts of all files and turns names into units and relations. Everything here converts to and from JSON.
"""

from __future__ import annotations

import marshal
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from operator import attrgetter
from sys import intern
from typing import Any, NamedTuple

from core.model import Problem

FACTS_VERSION = 28
"""Part of the cache key: raise it whenever a reader's output changes."""


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One file of the checkout, decoded: `path` is relative with forward slashes, `sha` the digest of its bytes."""

    path: str
    language: str
    text: str
    sha: str
    is_test: bool = False


@dataclass(frozen=True, slots=True)
class Definition:
    """A named thing that a file defines.

    `kind` is the unit type as far as the file alone tells it (`class`, `module`, `method`, `function`, `struct`, `section`,
    …), `qualified` the name as the language writes it as far as the file alone tells it, `parent` the position of the
    enclosing definition in `FileFacts.definitions` (-1 for none). Positions in the file are lines from 1, ends included.
    """

    kind: str
    name: str
    qualified: str
    start_line: int
    end_line: int
    parent: int = -1
    signature: str = ""
    docstring: str = ""
    bases: tuple[str, ...] = ()
    decorators: tuple[str, ...] = ()
    visibility: str = "public"
    complexity: int = 1
    metadata: Mapping[str, Any] = field(default_factory=dict)


DOING = ("steps", "branches")
"""What a definition's metadata says of what it does: its steps, and the branches around them."""


_NOTHING: Mapping[str, object] = {}  # nobody changes facts


class Reference(NamedTuple):
    """A name that a file uses: `name` as written, `scope` the position of the enclosing definition (-1: the file)."""

    name: str
    kind: str
    line: int
    scope: int = -1
    receiver: str = ""
    metadata: Mapping[str, Any] = _NOTHING

    @property
    def method(self) -> str:
        """The name that is called on a value: `save` of `cart.save`; empty for any other reference."""
        return self.name.rpartition(".")[2] if self.kind == "call" and "." in self.name else ""


@dataclass(frozen=True, slots=True)
class Declaration:
    """A call that declares something, as in a class body: `has_many :orders, dependent: :destroy`.

    `arguments` and the values of `options` are JSON values; a symbol is the string with a leading colon, a constant is
    `{"const": "A::B"}`, a block or lambda is `{"proc": "source"}`, anything else that is not literal is
    `{"code": "source"}`. `nesting` names the blocks around the call, outermost first (`included`, `class_methods`, …),
    `condition` is what must hold when the class is loaded (`Rails.env.test?`).
    """

    name: str
    arguments: tuple[object, ...]
    options: Mapping[str, object]
    start_line: int
    end_line: int
    scope: int = -1
    receiver: str = ""
    nesting: tuple[str, ...] = ()
    condition: str = ""


@dataclass(frozen=True, slots=True)
class FileFacts:
    """Everything that one file says. `extra` is for what only one linker understands (routes, tables, templates)."""

    path: str
    language: str
    sha: str
    lines: int
    is_test: bool = False
    docstring: str = ""
    definitions: tuple[Definition, ...] = ()
    references: tuple[Reference, ...] = ()
    declarations: tuple[Declaration, ...] = ()
    problems: tuple[Problem, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)


_ROWS: Mapping[str, type[Definition | Declaration | Problem]] = {
    "definitions": Definition,
    "declarations": Declaration,
    "problems": Problem,
}


def to_json(facts: FileFacts) -> dict[str, object]:
    """Return the facts as JSON values; rows are lists in the order of their fields, which keeps the cache small."""
    data = {field.name: getattr(facts, field.name) for field in fields(facts)}
    for name, kind in _ROWS.items():
        values = attrgetter(*(field.name for field in fields(kind)))
        data[name] = [values(row) for row in data[name]]
    data["references"] = list(map(tuple, facts.references))
    return data


def from_json(data: Mapping[str, Any]) -> FileFacts:
    """Return the facts that `to_json` gave; raises `KeyError` or `TypeError` when the data is of another shape."""
    rows = {name: tuple([kind(*_with_tuples(row)) for row in data[name]]) for name, kind in _ROWS.items()}
    # Names as one object each and one empty mapping: there are millions of references.
    references = [
        Reference(intern(name), intern(what), line, scope, intern(receiver), metadata or _NOTHING)
        for name, what, line, scope, receiver, metadata in data["references"]
    ]
    return FileFacts(**{**data, **rows, "references": tuple(references)})


def _with_tuples(row: Sequence[Any]) -> list[Any]:
    return [tuple(value) if type(value) is list else value for value in row]


def packed(facts: FileFacts) -> bytes:
    """Return the facts as few bytes, which only the same version of Python understands; the checksum of zlib guards them."""
    return zlib.compress(marshal.dumps(to_json(facts)), 1)


def unpacked(data: bytes) -> FileFacts:
    """Return the facts that `packed` gave; raises `zlib.error` when the bytes are damaged."""
    return from_json(marshal.loads(zlib.decompress(data)))
