"""What expressions of a JavaScript module stand for.

The kinds of `Meaning` are `module`, `unit` (a definition), `instance` (of one) and `external`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from core.extract.facts import Definition, FileFacts
from core.extract.javascript.imports import Import
from core.extract.javascript.paths import Paths
from core.extract.meaning import MODULE, Found, Meaning

CLASSES = ("class", "component", "interface", "object", "enum", "type")
_STEP = re.compile(r"\.[\w$#]+|\(\)")
_DEEPEST = 12


@dataclass(frozen=True, slots=True)
class Module:
    """A module's facts arranged for looking things up."""

    facts: FileFacts
    inner: Mapping[int, Mapping[str, int]]
    imports: Mapping[str, Import]
    passed: Sequence[Import]

    def definition(self, number: int) -> Definition:
        """Return a definition by its position."""
        return self.facts.definitions[number]


def _module(facts: FileFacts) -> Module:
    inner: dict[int, dict[str, int]] = {}
    by_name = {one.qualified: number for number, one in reversed(list(enumerate(facts.definitions)))}
    for number, definition in enumerate(facts.definitions):
        if definition.kind == "test":
            continue  # its title is no name
        owner, _, _ = definition.qualified.rpartition(".")
        parent = definition.parent if definition.parent != MODULE or not owner else by_name.get(owner, MODULE)
        inner.setdefault(parent, {}).setdefault(definition.name, number)
    rows = [Import(*row) for row in facts.extra["imports"]]
    passed = [Import(*row) for row in facts.extra["passed"]]
    return Module(facts, inner, {row.alias: row for row in reversed(rows) if row.alias}, passed)


class Symbols:
    """All modules of a repository by path."""

    def __init__(self, paths: Paths, files: Sequence[FileFacts]) -> None:
        self.paths = paths
        self.table = {facts.path: _module(facts) for facts in files}
        self.evaluate = lru_cache(maxsize=100_000)(self._evaluate)
        self._depth = 0

    def definition(self, meaning: Meaning) -> Definition:
        """Return the definition that is meant."""
        return self.table[meaning.where].definition(meaning.number)

    def module(self, name: str, importer: str) -> Meaning:
        """Return the module that an import path means, `external` if it is none of the repository's."""
        found = self.paths.find(name, importer)
        return Meaning("module", found) if found else Meaning("external", name)

    def exported(self, path: str, name: str) -> Meaning | None:
        """Return what a module exports under a name, following what it passes on."""
        module = self.table.get(path)
        if module is None or self._depth > _DEEPEST:
            return None
        own = module.facts.extra["exports"].get(name, name)
        if (number := module.inner.get(MODULE, {}).get(own)) is not None:
            return Meaning("unit", path, number)
        if (name in module.facts.extra["exports"] and own != name) or own in module.facts.extra["values"]:
            return self._own(path, own)
        self._depth += 1
        try:
            return self._passed(module, name)
        finally:
            self._depth -= 1

    def _passed(self, module: Module, name: str) -> Meaning | None:
        for one in module.passed:
            if one.alias == name:
                return self.imported(one, module.facts.path)
        for one in module.passed:
            if one.alias == "*" and name != "default":
                target = self.module(one.module, module.facts.path)
                if target.kind == "module" and (found := self.exported(target.where, name)) is not None:
                    return found
        if name in module.imports and name in module.facts.extra["exports"]:
            return self.imported(module.imports[name], module.facts.path)
        return None

    def imported(self, one: Import, importer: str) -> Meaning | None:
        """Return what an import brings in."""
        target = self.module(one.module, importer)
        if target.kind == "external" or one.name in ("", "*"):
            return target
        found = self.exported(target.where, one.name)
        # `import cart from "./cart"` of a module in the older style is the module itself.
        return target if found is None and one.name == "default" else found

    def _evaluate(self, expression: str, path: str, scope: int) -> Found:
        first = _STEP.search(expression)
        end = first.start() if first else len(expression)
        steps = tuple(_STEP.findall(expression, end))
        if self._depth > _DEEPEST:
            return Found(None, steps)
        self._depth += 1
        try:
            meaning = self._lookup(expression[:end], path, scope)
            for position, step in enumerate(steps):
                following = self._step(meaning, step) if meaning is not None else None
                if meaning is None or following is None:
                    return Found(meaning, steps[position:])
                meaning = following if meaning.sure else following._replace(sure=False)
            return Found(meaning, ())
        finally:
            self._depth -= 1

    def _lookup(self, name: str, path: str, scope: int) -> Meaning | None:
        module = self.table[path]
        if name in ("this", "super"):
            owner = self.class_around(path, scope)
            if owner == MODULE:
                return None
            own = Meaning("instance", path, owner)
            return own if name == "this" else next((base._replace(kind="instance") for base in self.bases(own)), None)
        while scope != MODULE:
            if module.definition(scope).kind not in CLASSES and name in module.inner.get(scope, {}):
                return Meaning("unit", path, module.inner[scope][name])
            scope = module.definition(scope).parent
        return self._own(path, name)

    def _own(self, path: str, name: str) -> Meaning | None:
        module = self.table[path]
        if (number := module.inner.get(MODULE, {}).get(name)) is not None:
            return Meaning("unit", path, number)
        if name in module.imports:
            return self.imported(module.imports[name], path)
        value = module.facts.extra["values"].get(name)
        return self._value(value, path, MODULE) if value and not value.startswith(f"{name}.") and value != name else None

    def _value(self, expression: str, path: str, scope: int) -> Meaning | None:
        found = self.evaluate(expression, path, scope)
        return found.meaning._replace(sure=False) if found.meaning is not None and not found.left else None

    def class_around(self, path: str, scope: int) -> int:
        """Return the class or object around a scope, -1 for none."""
        module = self.table[path]
        while scope != MODULE and module.definition(scope).kind not in CLASSES:
            scope = module.definition(scope).parent
        return scope

    def _step(self, meaning: Meaning, step: str) -> Meaning | None:
        if meaning.kind == "external":
            return meaning
        if meaning.kind == "module":
            return self.exported(meaning.where, step[1:]) if step != "()" else self.exported(meaning.where, "default")
        if step != "()":
            return self._member(meaning, step[1:])
        definition = self.definition(meaning)
        if meaning.kind == "unit" and definition.kind in CLASSES:
            return meaning._replace(kind="instance")
        returns = definition.metadata.get("returns", "")
        return self._value(returns, meaning.where, definition.parent) if returns and meaning.kind == "unit" else None

    def _member(self, meaning: Meaning, name: str) -> Meaning | None:
        seen: list[Meaning] = []
        waiting = [Meaning("unit", meaning.where, meaning.number)]
        while waiting:
            own = waiting.pop(0)
            if own in seen:
                continue
            seen.append(own)
            module = self.table[own.where]
            if (number := module.inner.get(own.number, {}).get(name)) is not None:
                return Meaning("unit", own.where, number)
            value = module.facts.extra["attributes"].get(str(own.number), {}).get(name)
            if value and meaning.kind == "instance":
                return self._value(value, own.where, own.number)
            waiting.extend(self.bases(own))
        return None

    def bases(self, own: Meaning) -> list[Meaning]:
        """Return the definitions of a class's direct bases that the repository has."""
        found = (self.evaluate(base, own.where, MODULE) for base in self.definition(own).bases)
        return [
            Meaning("unit", one.meaning.where, one.meaning.number)
            for one in found
            if one.meaning is not None and not one.left and one.meaning.kind == "unit"
        ]
