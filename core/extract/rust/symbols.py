"""What paths and expressions of a Rust file lead to.

The kinds of `Meaning` are `module` (`where` is its path), `item` (definition `number` of the file `where`), `instance` (of
that type), `external` and `ambiguous`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from core.extract.facts import Definition, FileFacts
from core.extract.meaning import MODULE, Found, Meaning
from core.extract.rust.crates import Crates, Place
from core.extract.rust.uses import Use

_STEP = re.compile(r"::\w+|\.\w+|\(\)|!")
_ROOT = re.compile(r"\w+")
_DEEPEST = 16
# Methods of the standard library that give what they are called on, or what is wrapped in it.
_TRANSPARENT = frozenset(
    ("unwrap", "expect", "clone", "as_ref", "as_mut", "borrow", "borrow_mut", "lock", "read", "write", "to_owned", "iter",
     "unwrap_or_default", "deref", "get_mut", "into_inner", "await")
)  # fmt: skip
_TYPES = ("struct", "enum", "trait", "type")  # items that have methods and instances


class Scope(NamedTuple):
    """One module, as a file or inside a file (`number` is its definition there)."""

    file: str
    number: int


class Symbols:
    """All items of a repository by the path of their module."""

    def __init__(self, crates: Crates, files: Sequence[FileFacts]) -> None:
        self.files = {facts.path: facts for facts in files}
        self.places: Mapping[str, Place] = crates.places(self.files)
        self._crates = crates.names
        self._modules: dict[str, list[Scope]] = defaultdict(list)
        self._items: dict[Scope, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
        self._uses: dict[Scope, dict[str, list[Use]]] = defaultdict(lambda: defaultdict(list))
        self._macros: dict[str, list[Meaning]] = defaultdict(list)
        self._children: dict[str, set[str]] = defaultdict(set)
        self.evaluate = lru_cache(maxsize=100_000)(self._evaluate)
        self._depth = 0
        for facts in files:
            self._arrange(facts)
        for path in sorted(self._modules):
            while "::" in path:
                path, _, name = path.rpartition("::")
                self._children[path].add(name)
        self._members: dict[Meaning, dict[str, list[Meaning]]] = defaultdict(lambda: defaultdict(list))
        self.traits: dict[Meaning, list[Meaning]] = defaultdict(list)
        self.impls: dict[tuple[str, int], Meaning] = {}
        for facts in files:
            self._attach(facts)
        self.evaluate.cache_clear()  # what was looked up before all methods were known

    def definition(self, meaning: Meaning) -> Definition:
        """Return the definition that is meant."""
        return self.files[meaning.where].definitions[meaning.number]

    def module_path(self, file: str, number: int) -> str:
        """Return the path of the module that a definition is in."""
        facts = self.files[file]
        names = []
        while number != MODULE:
            if facts.definitions[number].kind == "module":
                names.append(facts.definitions[number].name)
            number = facts.definitions[number].parent
        return "::".join((self.places[file].path, *reversed(names)))

    def _arrange(self, facts: FileFacts) -> None:
        self._modules[self.places[facts.path].path].append(Scope(facts.path, MODULE))
        for number, definition in enumerate(facts.definitions):
            parent = definition.parent
            if definition.kind == "macro":
                self._macros[definition.name].append(Meaning("item", facts.path, number))
            elif definition.kind != "impl" and self._is_module(facts, parent):
                self._items[Scope(facts.path, parent)][definition.name].append(number)
            if definition.kind == "module":
                self._modules[self.module_path(facts.path, number)].append(Scope(facts.path, number))
        for row in facts.extra["uses"]:
            use = Use(*row)
            self._uses[Scope(facts.path, use.scope)][use.alias].append(use)

    @staticmethod
    def _is_module(facts: FileFacts, number: int) -> bool:
        return number == MODULE or facts.definitions[number].kind == "module"

    def _attach(self, facts: FileFacts) -> None:
        """Give the methods of every `impl` and trait to the type they are written for."""
        for number, definition in enumerate(facts.definitions):
            own = Meaning("item", facts.path, number)
            if definition.kind == "impl":
                type_ = self.resolve(definition.metadata["type"], facts.path, definition.parent)
                if type_ is not None and type_.kind == "item":
                    self.impls[facts.path, number] = type_
                    trait = self.resolve(definition.metadata["trait"], facts.path, definition.parent)
                    if trait is not None and trait.kind == "item":
                        self.traits[type_].append(trait)
            elif definition.kind == "method":
                outer = facts.definitions[definition.parent]
                holder = (
                    Meaning("item", facts.path, definition.parent)
                    if outer.kind == "trait"
                    else self.impls.get((facts.path, definition.parent))
                )
                if holder is not None:
                    self._members[holder][definition.name].append(own)

    def resolve(self, path: str, file: str, scope: int) -> Meaning | None:
        """Return what a whole path leads to, None if any part of it leads nowhere."""
        if not path:
            return None
        found = self.evaluate(path, file, scope)
        return found.meaning if not found.left else None

    def _evaluate(self, expression: str, file: str, scope: int) -> Found:
        root = _ROOT.match(expression)
        end = root.end() if root else 0
        steps = tuple(_STEP.findall(expression, end))
        if root is None or self._depth > _DEEPEST:
            return Found(None, steps)
        self._depth += 1
        try:
            if steps[:1] == ("!",):
                return Found(self._macro(root.group(), file), ())
            meaning = self._lookup(root.group(), file, scope)
            return self._follow(meaning, steps)
        finally:
            self._depth -= 1

    def _follow(self, meaning: Meaning | None, steps: tuple[str, ...]) -> Found:
        position = 0
        while position < len(steps) and meaning is not None:
            step = steps[position]
            if step == "!":
                return Found(self._macro(steps[position - 1][2:], "") if position else None, ())
            following = self._step(meaning, step, steps[position + 1 : position + 2])
            if following is None:
                break
            meaning = following if meaning.sure else following._replace(sure=False)
            position += 1
        return Found(meaning, steps[position:])

    def _macro(self, name: str, file: str) -> Meaning | None:
        found = self._macros.get(name, [])
        here = [one for one in found if one.where == file] or found
        if len(here) == 1:
            return here[0]
        return Meaning("ambiguous", name) if here else Meaning("external", name)

    def _lookup(self, name: str, file: str, scope: int) -> Meaning | None:
        facts = self.files[file]
        if name in ("self", "Self"):
            type_ = self._type_around(file, scope)
            if type_ is not None and (name == "Self" or not self._is_module(facts, scope)):
                return type_._replace(kind="instance") if name == "self" else type_
        if name in ("crate", "self", "super"):
            return self._relative_module(name, file, scope)
        while not self._is_module(facts, scope):
            for use in self._uses.get(Scope(file, scope), {}).get(name, ()):
                if (found := self._used(use, file)) is not None:
                    return found
            scope = facts.definitions[scope].parent
        return self._in_scope(Scope(file, scope), name) or self._crate(name)

    def _relative_module(self, name: str, file: str, scope: int) -> Meaning:
        if name == "crate":
            return Meaning("module", self.places[file].crate)
        path = self.module_path(file, scope)
        return Meaning("module", path if name == "self" else path.rpartition("::")[0])

    def _crate(self, name: str) -> Meaning:
        return Meaning("module", name) if name in self._crates else Meaning("external", name)

    def _type_around(self, file: str, scope: int) -> Meaning | None:
        facts = self.files[file]
        while scope != MODULE:
            kind = facts.definitions[scope].kind
            if kind == "impl":
                return self.impls.get((file, scope))
            if kind in _TYPES:
                return Meaning("item", file, scope)
            scope = facts.definitions[scope].parent
        return None

    def _in_scope(self, scope: Scope, name: str) -> Meaning | None:
        """Return what a name means directly in one module: its items, inner modules, uses and used `*`."""
        if numbers := self._items.get(scope, {}).get(name):
            first = self._own(scope, numbers[0])
            return first
        path = self.module_path(scope.file, scope.number)
        if name in self._children.get(path, ()):
            return Meaning("module", f"{path}::{name}")
        uses = self._uses.get(scope, {})
        for use in (*uses.get(name, ()), *uses.get("*", ())):
            found = self._used(use, scope.file) if use.alias != "*" else self._from_all(use, scope.file, name)
            if found is not None and found.kind != "external":
                return found
        return Meaning("external", name) if name in uses else None

    def _own(self, scope: Scope, number: int) -> Meaning:
        definition = self.files[scope.file].definitions[number]
        if definition.kind == "module":
            return Meaning("module", self.module_path(scope.file, number))
        return Meaning("item", scope.file, number)

    def _used(self, use: Use, file: str) -> Meaning | None:
        root, _, rest = use.path.partition("::")
        if self._depth > _DEEPEST:
            return None
        self._depth += 1
        try:
            first = self._first_of_use(root, file, use)
            found = self._follow(first, tuple(f"::{part}" for part in rest.split("::") if part))
            return found.meaning if not found.left else None
        finally:
            self._depth -= 1

    def _first_of_use(self, root: str, file: str, use: Use) -> Meaning | None:
        """Return what the first name of a used path means; it is no name that the same `use` brings in."""
        if root in ("crate", "self", "super") or root != use.alias:
            return self._lookup(root, file, self._module_scope(file, use.scope))
        path = self.module_path(file, use.scope)
        return Meaning("module", f"{path}::{root}") if root in self._children.get(path, ()) else self._crate(root)

    def _module_scope(self, file: str, scope: int) -> int:
        while not self._is_module(self.files[file], scope):
            scope = self.files[file].definitions[scope].parent
        return scope

    def _from_all(self, use: Use, file: str, name: str) -> Meaning | None:
        target = self._used(Use(use.scope, use.line, use.path, ""), file)
        if target is None or target.kind != "module" or self._depth > _DEEPEST:
            return None
        self._depth += 1
        try:
            return self._in_module(target.where, name)
        finally:
            self._depth -= 1

    def _in_module(self, path: str, name: str) -> Meaning | None:
        for scope in self._modules.get(path, ()):
            if (found := self._in_scope(scope, name)) is not None:
                return found
        if name in self._children.get(path, ()):
            return Meaning("module", f"{path}::{name}")
        return None

    def _step(self, meaning: Meaning, step: str, following: tuple[str, ...]) -> Meaning | None:
        if meaning.kind == "external":
            return meaning
        if meaning.kind == "module":
            return self._in_module(meaning.where, step[2:]) if step.startswith("::") else None
        if meaning.kind == "ambiguous":
            return None
        if step == "()":
            return self._call(meaning)
        name = step.lstrip(":.")
        if step.startswith(".") and following not in ((), ("()",)):  # a field: a method would be called
            field = self.files[meaning.where].extra["attributes"].get(str(meaning.number), {}).get(name)
            return self._value(field, meaning.where, self.definition(meaning).parent) if field is not None else None
        if (member := self._member(meaning, name)) is not None:
            return member
        is_same = step.startswith(".") and meaning.kind == "instance" and name in _TRANSPARENT
        return meaning._replace(sure=False) if is_same else None

    def _member(self, meaning: Meaning, name: str) -> Meaning | None:
        type_ = Meaning("item", meaning.where, meaning.number)
        for holder in (type_, *self.traits.get(type_, ())):
            found = self._members.get(holder, {}).get(name, ())
            if len(found) == 1:
                return found[0]
            if found:
                return Meaning("ambiguous", name)
        return None

    def _call(self, meaning: Meaning) -> Meaning | None:
        if meaning.kind == "instance":
            return meaning if not meaning.sure else None  # a transparent method was called on it
        definition = self.definition(meaning)
        if definition.kind in _TYPES:
            return meaning._replace(kind="instance")
        returns = definition.metadata.get("returns", "")
        return self._value(returns, meaning.where, meaning.number) if returns else None

    def _value(self, expression: str, file: str, scope: int) -> Meaning | None:
        found = self.evaluate(expression, file, scope)
        return found.meaning._replace(sure=False) if found.meaning is not None and not found.left else None
