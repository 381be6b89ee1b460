"""What expressions of a JavaScript module stand for.

The kinds of `Meaning` are `module`, `unit` (a definition), `instance` (of one) and `external`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field

from core.extract.facts import Definition, FileFacts
from core.extract.holders import ELEMENT, KINDS, SAME, STEPS
from core.extract.javascript import holders
from core.extract.javascript.definitions import has_members, owner_of_this, units_of
from core.extract.javascript.effects import is_of_records
from core.extract.javascript.imports import WHOLE, ScriptImport
from core.extract.javascript.paths import Paths
from core.extract.javascript.scopes import OBJECT
from core.extract.javascript.types import FUNCTION, parts, split_root
from core.extract.lineage import Lineage
from core.extract.meaning import MODULE, NOWHERE, FarthestMeaning, Meaning
from core.extract.questions import Asking, Questions
from core.extract.stars import Stars
from core.model.closure import closure

_CLASSES = ("class", "component")
_FIRST = re.compile(r"[\w$#]+")
_STEP = re.compile(r"\.[\w$#]+|\(\)|\[\]|[*+%]|@\d+(?::[\w$]+)?")
CALLABLE = "callable"
"""The kind of a function of which only the type is known; what it is `given` are the types of what it gives and takes."""
_DEEPEST = 4  # types within types; what is deeper is left out
Given = tuple[tuple[str, Meaning], ...]


@dataclass(frozen=True, slots=True)
class ScriptModule:
    """A module's facts arranged for looking things up."""

    facts: FileFacts
    inner: Mapping[int, Mapping[str, int]]
    imports: Mapping[str, ScriptImport]
    passed: Mapping[str, ScriptImport]
    stars: Sequence[str]
    units: Set[int]
    local: Set[str]
    """Names that are defined inside of functions, and those of the parameters of types."""
    keys: dict[int, str] = field(default_factory=dict)
    """The keys of units by what is in them, as far as they were asked for."""

    def definition(self, number: int) -> Definition:
        """Return a definition by its position."""
        return self.facts.definitions[number]

    def members(self, number: int) -> set[str]:
        """Return the names of what is defined in a class or object, and of its fields."""
        return {*self.inner.get(number, ()), *self.facts.extra["attributes"].get(str(number), ())}

    def names(self) -> set[str]:
        """Return all names that others may import from the module, but for those of `export *`."""
        extra = self.facts.extra
        own = {*self.inner.get(MODULE, ()), *extra["exports"], *extra["values"], *self.passed}
        return own - {"default", WHOLE}


def _module(facts: FileFacts) -> ScriptModule:
    inner: dict[int, dict[str, int]] = {}
    by_name = {one.qualified: number for number, one in reversed(list(enumerate(facts.definitions)))}
    for number, definition in enumerate(facts.definitions):
        if definition.kind == "test" or "title" in definition.metadata:
            continue  # its title is no name
        owner, _, _ = definition.qualified.rpartition(".")
        parent = definition.parent if definition.parent != MODULE or not owner else by_name.get(owner, MODULE)
        inner.setdefault(parent, {}).setdefault(definition.name, number)
    rows = [ScriptImport(*row) for row in facts.extra["imports"]]
    passed = [ScriptImport(*row) for row in facts.extra["passed"]]
    named = {row.alias: row for row in reversed(passed) if row.alias != "*"}
    stars = [row.module for row in passed if row.alias == "*"]
    imports = {row.alias: row for row in reversed(rows) if row.alias}
    functions = (names for number, names in inner.items() if number != MODULE and not has_members(facts.definitions[number]))
    local = {name for names in functions for name in names}
    local.update(name for definition in facts.definitions for name in definition.metadata.get("parameters", ()))
    return ScriptModule(facts, inner, imports, named, stars, units_of(facts.definitions), local)


class ScriptSymbols:
    """All modules of a repository by path."""

    def __init__(self, paths: Paths, files: Sequence[FileFacts]) -> None:
        self.paths = paths
        self.table = {facts.path: _module(facts) for facts in files}
        passed = {path: list(self._passing(module)) for path, module in self.table.items()}
        targets = {path: others for path, others in sorted(passed.items()) if others}
        self._stars = Stars(targets, {path: module.names() for path, module in self.table.items()} if targets else {})
        self._bases: dict[Meaning, dict[str, Meaning]] = {}
        self._outside: dict[Meaning, str] = {}
        self._inherited: Set[Meaning] = frozenset()
        self._only: dict[Meaning, Meaning] = {}
        self._generic: Set[Meaning] = frozenset()
        self._libraries: dict[Meaning, str] = {}
        self._lineage = Lineage({}, {})
        self._answer = Questions()
        self._find_bases()
        self._find_implementing()
        self._find_generic()
        for path in sorted(self.table):  # in this order, whatever is asked first later
            for one in (*self.table[path].imports.values(), *self.table[path].passed.values()):
                self.imported(one, path)

    def definition(self, meaning: Meaning) -> Definition:
        """Return the definition that is meant."""
        return self.table[meaning.where].definition(meaning.number)

    def module(self, name: str, importer: str) -> Meaning:
        """Return the module that an import path means, `external` if it is none of the repository's."""
        found = self.paths.find(name, importer)
        return Meaning("module", found) if found else Meaning("external", name)

    def imported(self, one: ScriptImport, importer: str) -> Meaning | None:
        """Return what an import brings in, None if that cannot be told."""
        found: Meaning | None = self._answer(self._imported, one, importer)
        return found

    def method(self, own: Meaning, name: str) -> Meaning | None:
        """Return the method that instances of a class have by a name, None if they have none that is known."""
        found: Meaning | None = self._answer(self._member, own._replace(kind="instance"), name)
        is_method = found is not None and found.kind == "unit" and self.definition(found).kind == "method"
        return found._replace(sure=False) if found is not None and is_method else None

    def evaluate(self, expression: str, path: str, scope: int) -> FarthestMeaning:
        """Return what the longest part of an expression that leads anywhere means, as seen from a scope of a module."""
        if scope != MODULE and "<" not in expression:
            first = _FIRST.match(expression)
            root = first[0] if first is not None else ""
            if root not in ("this", "super") and root not in self.table[path].local:
                scope = MODULE  # the same from everywhere in the module, and found once
        found: FarthestMeaning = self._answer(self._evaluate, expression, path, scope)
        return found

    def bases(self, own: Meaning) -> list[Meaning]:
        """Return the definitions of a class's direct bases that the repository has."""
        known = self._bases.get(own, {})
        return [known[base] for base in _above(self.definition(own)) if base in known]

    def library(self, own: Meaning) -> str:
        """Return the package from which a class, or one above it, inherits; empty where the repository has all of them."""
        waiting, seen, found = [own], {own}, ""
        while waiting and not found:
            here = waiting.pop()
            found = self._libraries.get(here) or self._outside.get(here, "")
            above = () if here in self._libraries else self.bases(here)
            waiting += [base for base in reversed(above) if base not in seen]
            seen.update(above)
        self._libraries.update(dict.fromkeys((own,) if found else seen, found))
        return found

    def class_around(self, path: str, scope: int) -> int:
        """Return the class or object around a scope, -1 for none."""
        return owner_of_this(self.table[path].facts.definitions, scope)

    def _passing(self, module: ScriptModule) -> Iterator[str]:
        """Yield the modules of which a module passes on everything."""
        for star in module.stars:
            target = self.module(star, module.facts.path)
            if target.kind == "module" and target.where in self.table:
                yield target.where

    def _find_bases(self) -> None:
        """Find the bases of all classes; one may be found only as a member of a class that inherits it."""
        waiting = [
            (Meaning("unit", path, number), base)
            for path in sorted(self.table)
            for number, definition in enumerate(self.table[path].facts.definitions)
            for base in _above(definition)
        ]
        while waiting:
            left = []
            for own, base in waiting:
                found = self.evaluate(base, own.where, MODULE)
                if found.meaning is None or found.left:
                    left.append((own, base))
                elif found.meaning.kind == "external":
                    self._outside.setdefault(own, found.meaning.where)
                elif found.meaning.kind == ("instance" if base.endswith("()") else "unit"):
                    self._bases.setdefault(own, {})[base] = found.meaning._replace(kind="unit", sure=True, given=())
            if len(left) == len(waiting):
                return
            waiting = left
            bases = {own: self.bases(own) for own in self._bases}
            self._inherited = {base for own, above in bases.items() if self.definition(own).kind != "type" for base in above}
            classes = {*bases, *(base for above in bases.values() for base in above)}
            self._lineage = Lineage(bases, {one: self.table[one.where].members(one.number) for one in classes})
            self._answer = Questions()

    def _find_implementing(self) -> None:
        """Find the interfaces that only one class implements: that class is what runs."""
        implementing: dict[Meaning, list[Meaning]] = {}
        for own, bases in self._bases.items():
            if self.definition(own).kind in _CLASSES and not self.table[own.where].facts.is_test:
                for base in bases.values():
                    implementing.setdefault(base, []).append(own)
        self._only = {
            base: classes[0]
            for base, classes in implementing.items()
            if len(classes) == 1 and self.definition(base).kind == "interface"
        }
        self._answer = Questions()

    def _find_generic(self) -> None:
        """Find the classes and types that give something to the parameters of a type above them, or are one of their own."""
        below: dict[Meaning, list[Meaning]] = {}
        for own in self._bases:
            for base in self.bases(own):
                below.setdefault(base, []).append(own)
        giving = []
        for path in sorted(self.table):
            for number, definition in enumerate(self.table[path].facts.definitions):
                is_given = "given" in definition.metadata or any("<" in base for base in _above(definition))
                own_names = definition.metadata.get("parameters", ())
                if is_given or (own_names and any(split_root(base)[0] in own_names for base in _above(definition))):
                    giving.append(Meaning("unit", path, number))
        self._generic = set(closure(giving, lambda own: below.get(own, ())))
        self._answer = Questions()

    def _exported(self, path: str, name: str) -> Asking:
        """Return what a module exports under a name, following what it passes on."""
        module = self.table.get(path)
        if module is None:
            return None
        exports = module.facts.extra["exports"]
        own = exports.get(name, name)
        if (number := module.inner.get(MODULE, {}).get(own)) is not None:
            return Meaning("unit", path, number)
        if (name in exports and own != name) or own in module.facts.extra["values"]:
            found = yield from self._own(path, own)
            return found
        one = module.passed.get(name)
        if one is None and name in exports:
            one = module.imports.get(name)
        if one is not None:
            found = yield self._imported, one, path
            return found
        if name == "default":
            return None
        for source in self._stars.sources(path, name):
            found = yield self._exported, source, name
            if found is not None:
                return found
        whole = module.inner.get(MODULE, {}).get("default")  # module.exports = { name: … }
        if whole is None or module.definition(whole).kind != "object":
            return None
        found = yield self._member, Meaning("unit", path, whole), name
        return found

    def _imported(self, one: ScriptImport, importer: str) -> Asking:
        target = self.module(one.module, importer)
        if target.kind == "external" or one.name in ("", "*"):
            return target
        if one.name == WHOLE and not self._is_whole(target.where):
            return target
        found = yield self._exported, target.where, one.name
        if found is not None or one.name != "default" or self._passes_default(target.where):
            return found
        return target  # `import cart from "./cart"` of a module in the older style is the module itself

    def _passes_default(self, path: str) -> bool:
        return path in self.table and "default" in self.table[path].passed

    def _is_whole(self, path: str) -> bool:
        return path in self.table and WHOLE in self.table[path].facts.extra["exports"]

    def _evaluate(self, expression: str, path: str, scope: int, given: Given = ()) -> Asking:
        root, rest = split_root(expression)
        if "&" in root and len(names := parts(root, "&")) > 1:
            found = yield from self._of_several(names, rest, path, scope, given)
            return found
        steps = tuple(_STEP.findall(rest))
        if "<" in root:
            meaning = yield from self._typed(root, path, scope, given)
        elif given and (meaning := dict(given).get(root)) is not None:
            steps = steps[1:] if steps[:1] == ("()",) else steps  # it is an instance already
        else:
            meaning = yield from self._lookup(root, path, scope)
        for position, step in enumerate(steps):
            following = (yield from self._step(meaning, step)) if meaning is not None else None
            if following is None and step[0] == "@":
                return FarthestMeaning(None, steps[position:])  # of what a function is given nothing is known but its name
            if meaning is None or following is None:
                return FarthestMeaning(meaning, steps[position:])
            if following.kind in (ELEMENT, SAME, CALLABLE) and step[0] == "." and position == len(steps) - 1:
                return FarthestMeaning(meaning, steps[position:])  # a method of a library or an interface, which is only named
            meaning = following if meaning.sure else following._replace(sure=False)
        return FarthestMeaning(meaning, ())

    def _typed(self, root: str, path: str, scope: int, given: Given) -> Asking:
        """Return what a type means whose parameters are given something: `Box<Cart()>`, or a function: `=><Cart()>`."""
        name, _, written = root.partition("<")
        arguments: list[Meaning | None] = []
        for one in parts(written[:-1], ","):
            found = (yield self._evaluate, one, path, scope, given) if one else None
            meaning = found.meaning if found is not None and not found.left else None
            arguments.append(meaning if meaning is not None and _depth(meaning) < _DEEPEST else None)
        if name == FUNCTION:
            signs = ("()", *(f"@{number}" for number in range(len(arguments) - 1)))
            return Meaning(CALLABLE, path, scope, False, _paired(signs, arguments))
        meaning = yield from self._lookup(name, path, scope)
        if meaning is None or meaning.kind != "unit":
            return meaning
        return meaning._replace(given=_paired(self.definition(meaning).metadata.get("parameters", ()), arguments))

    def _of_several(self, names: Sequence[str], steps: str, path: str, scope: int, given: Given) -> Asking:
        """Return what steps lead to on a value of several types: of the first that has them, own code before libraries."""
        known = []
        for name in names:
            found = yield self._evaluate, f"{name}{steps}", path, scope, given
            if found is not None and found.meaning is not None:
                known.append(found)
        return min(known, key=lambda one: (len(one.left), one.meaning.kind == "external"), default=NOWHERE)

    def _lookup(self, name: str, path: str, scope: int) -> Asking:
        module = self.table[path]
        if name in ("this", "super"):
            owner = self.class_around(path, scope)
            if owner == MODULE:
                return None
            if name == "this":
                return Meaning("instance", path, owner)
            return next((base._replace(kind="instance") for base in self.bases(Meaning("unit", path, owner))), None)
        while scope != MODULE:
            if not has_members(module.definition(scope)) and name in module.inner.get(scope, {}):
                return Meaning("unit", path, module.inner[scope][name])
            extends = module.definition(scope).metadata.get("parameters", {}).get(name)
            if extends:
                found = yield from self._value(extends.removesuffix("()"), path, module.definition(scope).parent)
                return found
            scope = module.definition(scope).parent
        found = yield from self._own(path, name)
        return found

    def _own(self, path: str, name: str) -> Asking:
        module = self.table[path]
        if (number := module.inner.get(MODULE, {}).get(name)) is not None:
            return Meaning("unit", path, number)
        if name in module.imports:
            found = yield self._imported, module.imports[name], path
            return found
        value = module.facts.extra["values"].get(name)
        if not value or value.startswith(f"{name}.") or value == name:
            return None
        found = yield from self._value(value, path, MODULE)
        return found

    def _value(self, expression: str, path: str, scope: int, given: Given = ()) -> Asking:
        found = yield self._evaluate, expression, path, scope, given
        known = found is not None and found.meaning is not None and not found.left
        return found.meaning._replace(sure=False) if known else None

    def _step(self, meaning: Meaning, step: str) -> Asking:
        if meaning.kind == CALLABLE:
            return dict(meaning.given).get(step.partition(":")[0])
        if step[0] == "@" and meaning.kind not in KINDS:
            found = yield from self._taken(meaning, step.partition(":")[0][1:])
            return found
        if meaning.kind == "external":
            return meaning
        if meaning.kind in KINDS or step in STEPS:
            return holders.step(meaning, "[]" if step[0] == "@" else step)
        if meaning.kind == "module":
            found = yield self._exported, meaning.where, step[1:] if step != "()" else "default"
            return found
        definition = self.definition(meaning)
        if meaning.kind == "unit" and definition.metadata.get("getter"):
            value = yield from self._given(meaning, definition)
            found = (yield from self._step(value, step)) if value is not None else None
            return found._replace(sure=False) if found is not None else None
        if step != "()":
            found = yield from self._member(meaning, step[1:])
            return found if found is not None else self._of_record(meaning, step)
        if meaning.kind == "unit" and has_members(definition):
            means = self._means(meaning, definition)
            found = (yield from self._value(means, meaning.where, meaning.number, meaning.given)) if means else None
            return found if found is not None and found.kind != "external" else meaning._replace(kind="instance")
        found = (yield from self._given(meaning, definition)) if meaning.kind == "unit" else None
        return found

    def _means(self, meaning: Meaning, definition: Definition) -> str:
        """Return what a type is only another name of; empty where it has members of its own."""
        alias = definition.metadata.get("alias", ())
        if len(alias) != 1 or str(meaning.number) in self.table[meaning.where].facts.extra["attributes"]:
            return str(definition.metadata.get("means", ""))
        return str(alias[0])

    def _taken(self, meaning: Meaning, position: str) -> Asking:
        """Return the type of what a function takes at a position."""
        declared = self.definition(meaning).metadata.get("takes", {}).get(position) if meaning.kind == "unit" else None
        found = (yield from self._value(declared, meaning.where, meaning.number, meaning.given)) if declared else None
        return found

    def _of_record(self, meaning: Meaning, step: str) -> Meaning | None:
        """Return what a method gives that a class of records inherits from its library: `Order.findOne`, `order.reload`."""
        kind = holders.of_records(step)
        own = Meaning("unit", meaning.where, meaning.number)
        if own in self._inherited:
            return None  # of which of the classes below it the record is, is not known
        known = kind is not None and self.definition(own).kind == "class" and is_of_records(self.library(own))
        return meaning._replace(kind=kind, sure=False) if known and kind is not None else None

    def _given(self, meaning: Meaning, definition: Definition) -> Asking:
        """Return what a function gives, by its declared type or what it returns."""
        inferred = self.table[meaning.where].facts.extra["returns"].get(str(meaning.number), "")
        declared = definition.metadata.get("returns", "")
        if not declared and inferred == OBJECT:
            return meaning._replace(kind="instance", sure=False)
        scope = definition.parent if declared else meaning.number
        value = declared or inferred
        found = (yield from self._value(value, meaning.where, scope, meaning.given)) if value else None
        return found

    def _member(self, meaning: Meaning, name: str) -> Asking:
        """Return the member of a class or interface; of an interface that one class implements that of the class."""
        found = yield from self._declared_member(meaning, name)
        only = self._only.get(Meaning("unit", meaning.where, meaning.number))
        if only is None or (found is not None and found.kind != CALLABLE):
            return found
        run = yield self._member, only._replace(kind="instance"), name
        return run._replace(sure=False) if run is not None else found

    def _declared_member(self, meaning: Meaning, name: str) -> Asking:
        """Return the member of a class or of the nearest above it; fields are only those of instances."""
        own: Meaning | None = Meaning("unit", meaning.where, meaning.number)
        while own is not None:
            module = self.table[own.where]
            number = module.inner.get(own.number, {}).get(name) if has_members(module.definition(own.number)) else None
            if number is not None:
                return Meaning("unit", own.where, number, given=meaning.given)
            value = module.facts.extra["attributes"].get(str(own.number), {}).get(name)
            if value and (meaning.kind == "instance" or module.definition(own.number).kind in ("object", "class", "component")):
                found = yield from self._value(value, own.where, own.number, meaning.given)
                return found
            if own in self._generic:
                found = yield from self._inherited_member(meaning, own, name)
                return found
            own = self._lineage.owner(own, name)
        return None

    def _inherited_member(self, meaning: Meaning, own: Meaning, name: str) -> Asking:
        """Return the member of the nearest base that has it, where the parameters of bases are given something."""
        definition = self.definition(own)
        given = definition.metadata.get("given", {})
        for base in _above(definition):
            found = yield self._evaluate, given.get(base, base), own.where, own.number, meaning.given
            if found is None or found.meaning is None or found.left or found.meaning.kind not in ("unit", "instance"):
                continue
            member = yield self._member, found.meaning._replace(kind=meaning.kind), name
            if member is not None:
                return member
        return None


def _depth(meaning: Meaning) -> int:
    """Return how many types are within each other."""
    return 1 + max((_depth(one) for _, one in meaning.given), default=0)


def _paired(names: Iterable[str], meanings: Sequence[Meaning | None]) -> Given:
    return tuple((name, one) for name, one in zip(names, meanings, strict=False) if one is not None)


def _above(definition: Definition) -> Sequence[str]:
    """Return what a definition inherits from, or the types that another name of them stands for."""
    return definition.metadata.get("alias") or definition.bases
