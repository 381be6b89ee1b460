"""The values of name lookup: what a name means, and a module arranged for looking into."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from core.extract.facts import Definition, FileFacts
from core.extract.python.imports import Import

MODULE = -1
"""The scope of a module itself."""


class Meaning(NamedTuple):
    """What an expression stands for.

    `kind` is `module`, `class`, `function`, `instance` (of the class), `super` (of the class), `external` (`where` is its
    dotted name) or `ambiguous`; `number` is the position of the definition in the module `where`. `sure` is false when the
    type of a variable was used on the way.
    """

    kind: str
    where: str
    number: int = MODULE
    sure: bool = True


class Found(NamedTuple):
    """The meaning of the longest part of an expression that has one, and the steps that are left."""

    meaning: Meaning | None
    left: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Module:
    """A module's facts arranged for looking things up."""

    name: str
    facts: FileFacts
    inner: Mapping[int, Mapping[str, int]]
    imports: Mapping[int, Mapping[str, Import]]
    stars: tuple[Import, ...]
    values: Mapping[str, str]
    attributes: Mapping[str, Mapping[str, str]]
    names: frozenset[str]

    def definition(self, number: int) -> Definition:
        """Return a definition by its position."""
        return self.facts.definitions[number]


def module_of(name: str, facts: FileFacts) -> Module:
    """Arrange a file's facts."""
    inner: dict[int, dict[str, int]] = {}
    for number, definition in enumerate(facts.definitions):
        members = inner.setdefault(definition.parent, {})
        members.setdefault(definition.name, number)
    rows = [Import(*row) for row in facts.extra["imports"]]
    scoped: dict[int, dict[str, Import]] = {}
    for row in rows:
        if row.name != "*":
            scoped.setdefault(row.scope, {}).setdefault(row.alias, row)
    extra: Mapping[str, Any] = facts.extra
    stars = tuple(row for row in rows if row.name == "*")
    return Module(name, facts, inner, scoped, stars, extra["values"], extra["attributes"], frozenset(extra["names"]))
