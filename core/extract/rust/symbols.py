"""What paths and expressions of a Rust file lead to.

The kinds of `Meaning` are `module` (`where` is its path), `item` (definition `number` of the file `where`), `instance` (of
that type), `external` and `ambiguous`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from core.extract.facts import Definition, FileFacts
from core.extract.holders import KINDS, STEPS
from core.extract.meaning import MODULE, FarthestMeaning, Meaning
from core.extract.questions import Asking, Questions
from core.extract.rust import holders
from core.extract.rust.crates import Crates
from core.extract.rust.modules import RustModules, RustScope, whole
from core.extract.rust.uses import UsedPath
from core.extract.stars import Stars

_STEP = re.compile(r"::\w+|\.\w+|\(\)|\[\]|[!+%*]")
_ROOT = re.compile(r"\w+")
# Methods of the standard library that give what they are called on, or what is wrapped in it.
_TRANSPARENT = frozenset(
    ("unwrap", "expect", "clone", "as_ref", "as_mut", "borrow", "borrow_mut", "lock", "read", "write", "to_owned", "iter",
     "unwrap_or_default", "deref", "get_mut", "into_inner", "await", "ok", "ok_or", "ok_or_else", "unwrap_or",
     "unwrap_or_else", "as_deref", "as_deref_mut", "take", "cloned", "copied", "map_err", "context", "with_context",
     "deref_mut", "by_ref", "filter", "or_else", "or", "iter_mut", "into_iter", "inspect", "inspect_err", "upgrade")
)  # fmt: skip
_TYPES = ("struct", "enum", "trait", "type")  # items that have methods and instances


class RustSymbols:
    """All items of a repository by the path of their module."""

    def __init__(self, crates: Crates, files: Sequence[FileFacts]) -> None:
        self.modules = RustModules(crates, files)
        self.files, self.places = self.modules.files, self.modules.places
        self._answer = Questions()
        self._stars: Stars[RustScope] = Stars({}, {})
        self._members: dict[Meaning, dict[str, list[Meaning]]] = defaultdict(lambda: defaultdict(list))
        self._all_members: dict[Meaning, dict[str, list[Meaning]]] = {}
        self.traits: dict[Meaning, list[Meaning]] = defaultdict(list)
        self.impls: dict[tuple[str, int], Meaning] = {}
        self._find_stars()
        for facts in files:
            self._attach(facts)
        self._all_members.clear()
        self._answer.forget(self._evaluate)  # what was looked up before all methods were known

    def definition(self, meaning: Meaning) -> Definition:
        """Return the definition that is meant."""
        return self.files[meaning.where].definitions[meaning.number]

    def _find_stars(self) -> None:
        """Find the modules that `use …::*` means; one may be found only by the names that another brings in."""
        waiting = [(file, use) for file, use in self.modules.all_uses() if use.alias == "*"]
        targets: dict[RustScope, dict[UsedPath, RustScope]] = defaultdict(dict)
        while waiting:
            found = [(file, use, self._answer(self._used, use, file)) for file, use in waiting]
            waiting = []
            for file, use, target in found:
                if target is not None and target.kind == "module":
                    targets[RustScope(file, use.scope)][use] = whole(target.where)
                else:
                    waiting.append((file, use))
            self._answer = Questions()
            if len(waiting) == len(found):
                break
            self._stars = self._stars_to(targets)
        for file, use in self.modules.all_uses():  # in this order, whatever is asked first later
            self._answer(self._used, use, file)

    def _stars_to(self, targets: Mapping[RustScope, Mapping[UsedPath, RustScope]]) -> Stars[RustScope]:
        ordered = {
            scope: list(dict.fromkeys(found[use] for use in sorted(found, key=_line))) for scope, found in targets.items()
        }
        for path in sorted({other.file for others in ordered.values() for other in others}):
            ordered[whole(path)] = self.modules.scopes.get(path, [])
        scopes = {*ordered, *(other for others in ordered.values() for other in others)}
        return Stars(ordered, self.modules.names(iter(scopes)))

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

    def method(self, type_: Meaning, name: str) -> Meaning | None:
        """Return the method that instances of a type have by a name, None if there is none or several."""
        found = self._member(type_._replace(kind="instance"), name)
        return found._replace(sure=False) if found is not None and found.kind == "item" else None

    def evaluate(self, expression: str, file: str, scope: int) -> FarthestMeaning:
        """Return what the longest part of an expression that leads anywhere means, as seen from a scope of a file."""
        found: FarthestMeaning = self._answer(self._evaluate, expression, file, scope)
        return found

    def _evaluate(self, expression: str, file: str, scope: int) -> Asking:
        root = _ROOT.match(expression)
        steps = tuple(_STEP.findall(expression, root.end() if root else 0))
        if root is None:
            return FarthestMeaning(None, steps)
        if steps[:1] == ("!",):
            return FarthestMeaning(self.modules.macro(root.group(), file), ())
        meaning = yield from self._lookup(root.group(), file, scope)
        found = yield from self._follow(meaning, steps)
        return found

    def _follow(self, meaning: Meaning | None, steps: tuple[str, ...]) -> Asking:
        position = 0
        while position < len(steps) and meaning is not None:
            step = steps[position]
            if step == "!":
                return FarthestMeaning(self.modules.macro(steps[position - 1][2:], "") if position else None, ())
            following = yield from self._step(meaning, step, steps[position + 1 : position + 2])
            if following is None:
                break
            meaning = following if meaning.sure else following._replace(sure=False)
            position += 1
        return FarthestMeaning(meaning, steps[position:])

    def _lookup(self, name: str, file: str, scope: int) -> Asking:
        if name in ("self", "Self"):
            type_ = self._type_around(file, scope)
            if type_ is not None and (name == "Self" or not self.modules.is_module(file, scope)):
                return type_._replace(kind="instance") if name == "self" else type_
        if name in ("crate", "self", "super"):
            return self._relative_module(name, file, scope)
        while not self.modules.is_module(file, scope):
            for use in self.modules.uses.get(RustScope(file, scope), {}).get(name, ()):
                found = yield self._used, use, file
                if found is not None:
                    return found
            scope = self.files[file].definitions[scope].parent
        found = yield self._in_scope, RustScope(file, scope), name
        return found or self._crate(name)

    def _relative_module(self, name: str, file: str, scope: int) -> Meaning:
        if name == "crate":
            return Meaning("module", self.places[file].crate)
        path = self.modules.path(file, scope)
        return Meaning("module", path if name == "self" else path.rpartition("::")[0])

    def _crate(self, name: str) -> Meaning:
        return Meaning("module", name) if name in self.modules.crates else Meaning("external", name)

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

    def _in_scope(self, scope: RustScope, name: str) -> Asking:
        """Return what a name means directly in one module: its items, inner modules, uses and used `*`."""
        if (own := self.modules.own(scope, name)) is not None:
            return own
        uses = self.modules.uses.get(scope, {}).get(name, ())
        is_external = False
        for use in uses:
            found = yield self._used, use, scope.file
            if found is not None and found.kind != "external":
                return found
            is_external = is_external or found is not None
        if not is_external:  # a name that is brought in singly hides those of `*`
            for source in self._stars.sources(scope, name):
                found = yield self._in_scope, source, name
                if found is not None and found.kind != "external":
                    return found
        return Meaning("external", name) if uses else None

    def _used(self, use: UsedPath, file: str) -> Asking:
        root, _, rest = use.path.partition("::")
        first = yield from self._first_of_use(root, file, use)
        found = yield from self._follow(first, tuple(f"::{part}" for part in rest.split("::") if part))
        return found.meaning if not found.left else None

    def _first_of_use(self, root: str, file: str, use: UsedPath) -> Asking:
        """Return what the first name of a used path means; it is no name that the same `use` brings in."""
        if root in ("crate", "self", "super") or root != use.alias:
            found = yield from self._lookup(root, file, self.modules.around(file, use.scope))
            return found
        return self.modules.child(self.modules.path(file, use.scope), root) or self._crate(root)

    def _in_module(self, path: str, name: str) -> Asking:
        best: Meaning | None = None
        for scope in self.modules.scopes.get(path, ()):
            found = yield self._in_scope, scope, name
            if found is not None and found.kind != "external":
                return found
            best = best or found
        return self.modules.child(path, name) or best

    def _step(self, meaning: Meaning, step: str, following: tuple[str, ...]) -> Asking:
        if meaning.kind == "external":
            return meaning
        if meaning.kind == "module":
            found = (yield from self._in_module(meaning.where, step[2:])) if step.startswith("::") else None
            return found
        if meaning.kind == "ambiguous":
            return None
        if meaning.kind in KINDS or step in STEPS:
            return holders.step(meaning, step)
        if step == "()":
            result = yield from self._call(meaning)
            return result
        name = step.lstrip(":.")
        member = self._member(meaning, name)
        if step.startswith(".") and following != ("()",) and (following or member is None):  # a field: a method is called
            field = self.files[meaning.where].extra["attributes"].get(str(meaning.number), {}).get(name)
            value = (yield from self._value(field, meaning.where, meaning.number)) if field is not None else None
            return value
        if member is not None:
            return member
        is_same = step.startswith(".") and meaning.kind == "instance" and name in _TRANSPARENT
        return meaning._replace(sure=False) if is_same else None

    def _member(self, meaning: Meaning, name: str) -> Meaning | None:
        """Return the method of a type or of a trait that it implements, the type's own first."""
        type_ = Meaning("item", meaning.where, meaning.number)
        if type_ not in self._all_members:
            members: dict[str, list[Meaning]] = {}
            for holder in (type_, *dict.fromkeys(self.traits.get(type_, ()))):
                for one, methods in self._members.get(holder, {}).items():
                    members.setdefault(one, methods)
            self._all_members[type_] = members
        found = self._all_members[type_].get(name, ())
        if len(found) == 1:
            return found[0]
        return Meaning("ambiguous", name) if found else None

    def _call(self, meaning: Meaning) -> Asking:
        if meaning.kind == "instance":
            return meaning if not meaning.sure else None  # a transparent method was called on it
        definition = self.definition(meaning)
        if definition.kind in _TYPES:
            return meaning._replace(kind="instance")
        returns = definition.metadata.get("returns", "")
        found = (yield from self._value(returns, meaning.where, meaning.number)) if returns else None
        return found

    def _value(self, expression: str, file: str, scope: int) -> Asking:
        found = yield self._evaluate, expression, file, scope
        known = found is not None and found.meaning is not None and not found.left
        return found.meaning._replace(sure=False) if known else None


def _line(use: UsedPath) -> tuple[int, str]:
    return use.line, use.path
