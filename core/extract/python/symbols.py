"""What expressions stand for: looks names up through scopes, imports, classes and values of variables."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from core.extract.facts import Definition, FileFacts
from core.extract.meaning import MODULE, Found, Meaning
from core.extract.python.imports import Import
from core.extract.python.module import Module, module_of
from core.extract.python.modules import AMBIGUOUS, Modules

_STEP = re.compile(r"\.\w+|\(\)")
_DEEPEST = 12  # values of values; a cycle of variables ends here


class Symbols:
    """All modules of a repository; every answer is a plain value."""

    def __init__(self, modules: Modules, files: Sequence[FileFacts]) -> None:
        self.modules = modules
        self.table: dict[str, Module] = {}
        for facts in files:
            self.table.setdefault(modules.names[facts.path], module_of(modules.names[facts.path], facts))
        self.evaluate = lru_cache(maxsize=200_000)(self._evaluate)
        self.bases = lru_cache(maxsize=None)(self._bases)
        self.ancestors = lru_cache(maxsize=None)(self._ancestors)
        self._depth = 0

    def definition(self, meaning: Meaning) -> Definition:
        """Return the definition of a class, an instance's class or a function."""
        return self.table[meaning.where].definition(meaning.number)

    def dotted(self, meaning: Meaning) -> str:
        """Return the full name of what is meant."""
        if meaning.number == MODULE:
            return meaning.where
        return f"{meaning.where}.{self.definition(meaning).qualified}"

    def _evaluate(self, expression: str, module: str, scope: int) -> Found:
        """Follow an expression from its first name as far as it leads; remembered as `evaluate`."""
        end = len(expression) if not (first := _STEP.search(expression)) else first.start()
        steps = tuple(_STEP.findall(expression, end))
        if self._depth > _DEEPEST:
            return Found(None, steps)
        self._depth += 1
        try:
            return self._follow(self._lookup(expression[:end], self.table[module], scope), steps, module)
        finally:
            self._depth -= 1

    def _follow(self, meaning: Meaning | None, steps: tuple[str, ...], module: str) -> Found:
        for position, step in enumerate(steps):
            if meaning is None:
                return Found(None, steps[position:])
            following = self._call(meaning, module) if step == "()" else self.attribute(meaning, step[1:], module)
            if following is None:
                return Found(meaning, steps[position:])
            meaning = following if meaning.sure else following._replace(sure=False)
        return Found(meaning, ())

    def _lookup(self, name: str, module: Module, scope: int) -> Meaning | None:
        if name in ("self", "cls", "super"):
            owner = self._class_around(module, scope)
            kinds = {"self": "instance", "cls": "class", "super": "super"}
            return Meaning(kinds[name], module.name, owner) if owner != MODULE else None
        current = scope
        while current != MODULE:
            if module.definition(current).kind != "class" or current == scope:
                if (one := module.imports.get(current, {}).get(name)) is not None:
                    return self._imported(one, module.name)
                if (number := module.inner.get(current, {}).get(name)) is not None:
                    return self._defined(module, number)
                value = module.attributes.get(str(current), {}).get(name) if current == scope else None
                if value is not None:
                    return self._value(value, module.name, current)
            current = module.definition(current).parent
        return self.member(module.name, name)

    def member(self, module: str, name: str) -> Meaning | None:
        """Return what a module's attribute means: a definition, an import, a value, an inner module."""
        found = self.table[module]
        if (number := found.inner.get(MODULE, {}).get(name)) is not None:
            return self._defined(found, number)
        if (one := found.imports.get(MODULE, {}).get(name)) is not None:
            return self._imported(one, module)
        if name in found.values and found.values[name] != name:
            return self._value(found.values[name], module, MODULE)
        if name in found.names:
            return None
        if child := self.modules.child(module, name):
            return Meaning("module", child)
        for star in found.stars:
            if (meaning := self._starred(star, module, name)) is not None:
                return meaning
        return None

    def variable(self, expression: str, module: str, scope: int) -> tuple[str, str] | None:
        """Return the module and the name of the module variable that an expression stands for, None if it is none."""
        owner, _, name = expression.rpartition(".")
        if owner:
            meaning = self.evaluate(owner, module, scope).meaning
            return self._variable_of(meaning.where, name, 0) if meaning is not None and meaning.kind == "module" else None
        found = self.table[module]
        while scope != MODULE:
            if (one := found.imports.get(scope, {}).get(name)) is not None:
                return self._imported_variable(one, module, 0)
            scope = found.definition(scope).parent
        return self._variable_of(module, name, 0)

    def _variable_of(self, module: str, name: str, depth: int) -> tuple[str, str] | None:
        found = self.table[module]
        if (one := found.imports.get(MODULE, {}).get(name)) is not None:
            return self._imported_variable(one, module, depth)
        return (module, name) if name in found.names else None

    def _imported_variable(self, one: Import, module: str, depth: int) -> tuple[str, str] | None:
        target = self.module(one.module, module)
        if target is None or target.kind != "module" or not one.name or depth > _DEEPEST:
            return None
        return self._variable_of(target.where, one.name, depth + 1)

    def _starred(self, star: Import, module: str, name: str) -> Meaning | None:
        target = self.module(star.module, module)
        if target is None or target.kind != "module" or target.where == module or self._depth > _DEEPEST:
            return None
        self._depth += 1
        try:
            return self.member(target.where, name)
        finally:
            self._depth -= 1

    def module(self, name: str, importer: str) -> Meaning | None:
        """Return the module that an import statement names, `external` or `ambiguous` if it is none of the repository's."""
        if name.startswith("."):
            found = self.modules.relative(name, importer)
            return Meaning("module", found) if found else None
        found = self.modules.find(name, importer)
        if found == AMBIGUOUS:
            return Meaning("ambiguous", name)
        return Meaning("module", found) if found else Meaning("external", name)

    def _imported(self, one: Import, importer: str) -> Meaning | None:
        if not one.name:
            whole = one.module if one.alias != one.module.split(".")[0] else one.alias
            return self.module(whole, importer)
        target = self.module(one.module, importer)
        if target is None:  # `from . import x` in a folder that is no package
            dots = one.module if one.module.endswith(".") else f"{one.module}."
            return self.module(dots + one.name, importer)
        if target.kind == "external":
            inner = self.modules.find(f"{one.module}.{one.name}", importer) if one.module[0] != "." else ""
            return Meaning("module", inner) if inner and inner != AMBIGUOUS else self._external(target, one.name)
        if target.kind != "module":
            return target
        if target.where == importer:
            child = self.modules.child(importer, one.name)
            return Meaning("module", child) if child else None
        self._depth += 1
        try:
            return self.member(target.where, one.name) if self._depth <= _DEEPEST else None
        finally:
            self._depth -= 1

    def _value(self, expression: str, module: str, scope: int) -> Meaning | None:
        found = self.evaluate(expression, module, scope)
        return found.meaning._replace(sure=False) if found.meaning is not None and not found.left else None

    def _defined(self, module: Module, number: int) -> Meaning:
        kind = "class" if module.definition(number).kind == "class" else "function"
        return Meaning(kind, module.name, number)

    def _class_around(self, module: Module, scope: int) -> int:
        while scope != MODULE and module.definition(scope).kind != "class":
            scope = module.definition(scope).parent
        return scope

    @staticmethod
    def _external(meaning: Meaning, name: str) -> Meaning:
        return meaning._replace(where=f"{meaning.where}.{name}")

    def attribute(self, meaning: Meaning, name: str, module: str) -> Meaning | None:
        """Return what `meaning.name` means, None if that cannot be told."""
        if meaning.kind == "module":
            return self.member(meaning.where, name)
        if meaning.kind == "external":
            found = self.modules.find(f"{meaning.where}.{name}", module) if "(" not in meaning.where else ""
            return Meaning("module", found) if found and found != AMBIGUOUS else self._external(meaning, name)
        if meaning.kind in ("class", "instance", "super"):
            return self._class_attribute(meaning, name)
        return None

    def _class_attribute(self, meaning: Meaning, name: str) -> Meaning | None:
        own = Meaning("class", meaning.where, meaning.number)
        line = (own, *self.ancestors(own)) if meaning.kind != "super" else self.ancestors(own)
        for owner in line:
            if owner.kind != "class":
                continue
            module = self.table[owner.where]
            if (number := module.inner.get(owner.number, {}).get(name)) is not None:
                return self._property(meaning, self._defined(module, number), own)
            value = module.attributes.get(str(owner.number), {}).get(name)
            if value is not None:
                return self._value(value, owner.where, owner.number)
        return None

    def _property(self, meaning: Meaning, member: Meaning, receiver: Meaning) -> Meaning | None:
        """Return the member, or what a property gives when it is asked of an instance."""
        if meaning.kind != "instance" or member.kind != "function":
            return member
        decorators = self.definition(member).decorators
        return member if not any(one.endswith("property") for one in decorators) else self._returned(member, receiver)

    def _call(self, meaning: Meaning, module: str) -> Meaning | None:
        if meaning.kind == "class":
            return meaning._replace(kind="instance")
        if meaning.kind == "super":
            return meaning
        if meaning.kind == "external":
            return meaning._replace(where=f"{meaning.where}()")
        if meaning.kind == "function":
            parent = self.definition(meaning).parent
            return self._returned(meaning, Meaning("class", meaning.where, parent) if parent != MODULE else None)
        return None

    def _returned(self, function: Meaning, receiver: Meaning | None) -> Meaning | None:
        expression = self.definition(function).metadata.get("returns", "")
        if expression == "self":
            return Meaning("instance", receiver.where, receiver.number, False) if receiver is not None else None
        scope = self.definition(function).parent
        return self._value(expression, function.where, scope) if expression else None

    def _bases(self, own: Meaning) -> tuple[Meaning, ...]:
        """Return the meanings of a class's direct bases, as far as they are known; remembered as `bases`."""
        definition = self.definition(own)
        found = (self.evaluate(base, own.where, definition.parent) for base in definition.bases)
        return tuple(
            one.meaning
            for one in found
            if one.meaning is not None and not one.left and one.meaning.kind in ("class", "external")
        )

    def _ancestors(self, own: Meaning) -> tuple[Meaning, ...]:
        """Return all classes above a class, depth first from left to right; remembered as `ancestors`."""
        found: dict[Meaning, None] = {}
        waiting = list(reversed(self.bases(own)))
        while waiting:
            one = waiting.pop()._replace(sure=True)
            if one in found or one == own:
                continue
            found[one] = None
            if one.kind == "class":
                waiting.extend(reversed(self.bases(one)))
        return tuple(found)
