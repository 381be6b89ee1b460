"""A module prepared for name lookups.

Most kinds of `Meaning` name themselves: `module`, `class`, `function`, `ambiguous`. An `instance` is one of the class, `super`
is that of the class, and `external` has a dotted name in `where`. The kinds of `core.extract.python.holders` contain instances
of the class.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from core.extract.facts import Declaration, Definition, FileFacts
from core.extract.meaning import MODULE
from core.extract.python.imports import PythonImport


@dataclass(frozen=True, slots=True)
class PythonModule:
    """A module's facts arranged for looking things up."""

    name: str
    facts: FileFacts
    inner: Mapping[int, Mapping[str, int]]
    imports: Mapping[int, Mapping[str, PythonImport]]
    imported: tuple[PythonImport, ...]
    stars: tuple[PythonImport, ...]
    values: Mapping[str, str]
    attributes: Mapping[str, Mapping[str, str]]
    gives: Mapping[str, str]
    names: frozenset[str]
    declared: Mapping[int, Sequence[Declaration]]
    for_types: frozenset[str]

    def definition(self, number: int) -> Definition:
        """Return a definition by its position."""
        return self.facts.definitions[number]

    def members(self, number: int) -> Collection[str]:
        """Return the names of what a class defines and of its attributes."""
        attributes = self.attributes.get(str(number))
        return self.inner.get(number, {}) if attributes is None else {**self.inner.get(number, {}), **attributes}

    def top_names(self) -> set[str]:
        """Return the names that the module has without `import *`."""
        return {*self.inner.get(MODULE, ()), *self.imports.get(MODULE, ()), *self.values, *self.names}


def module_of(name: str, facts: FileFacts) -> PythonModule:
    """Arrange a file's facts."""
    inner: dict[int, dict[str, int]] = {}
    for number, definition in enumerate(facts.definitions):
        members = inner.setdefault(definition.parent, {})
        members.setdefault(definition.name, number)
    rows = [PythonImport(*row) for row in facts.extra["imports"]]
    scoped: dict[int, dict[str, PythonImport]] = {}
    for row in rows:
        if row.name != "*":
            scoped.setdefault(row.scope, {}).setdefault(row.alias, row)
    stars = tuple(row for row in rows if row.name == "*")
    declared: dict[int, list[Declaration]] = {}
    for one in facts.declarations:
        declared.setdefault(one.scope, []).append(one)
    run = {row.alias for row in rows if not row.for_types}
    for_types = frozenset(row.alias for row in rows if row.for_types and row.alias not in run)
    values, attributes = facts.extra["values"], facts.extra["attributes"]
    return PythonModule(
        name,
        facts,
        inner,
        scoped,
        tuple(rows),
        stars,
        values,
        attributes,
        facts.extra["gives"],
        frozenset(facts.extra["names"]),
        declared,
        for_types,
    )
