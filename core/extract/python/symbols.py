"""What expressions stand for: looks names up through scopes, imports, classes and values of variables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from core.extract.facts import FileFacts
from core.extract.lineage import Lineage
from core.extract.meaning import MODULE, FarthestMeaning, Meaning
from core.extract.python import holders
from core.extract.python.expressions import STEP
from core.extract.python.imports import PythonImport
from core.extract.python.members import PythonMembers
from core.extract.python.module import PythonModule, module_of
from core.extract.python.modules import AMBIGUOUS, PythonModules
from core.extract.questions import Asking, Questions
from core.extract.stars import Stars

_PROPERTY = "property"
"""The kind of what `property(read)` makes: reading it runs the function."""


class PythonSymbols(PythonMembers):
    """All modules of a repository; every answer is a plain value."""

    def __init__(self, modules: PythonModules, files: Sequence[FileFacts]) -> None:
        self.modules = modules
        self.table: dict[str, PythonModule] = {}
        for facts in files:
            self.table.setdefault(modules.names[facts.path], module_of(modules.names[facts.path], facts))
        starred = {name: list(self._starred(module)) for name, module in sorted(self.table.items()) if module.stars}
        targets = {name: others for name, others in starred.items() if others}
        self._stars = Stars(targets, {name: self._names(name) for name in self.table} if targets else {})
        self.models: dict[str, Meaning | None] = {}  # by `app.Model`
        self.classes: dict[str, list[Meaning]] = {}
        for name, module in self.table.items():
            for one, number in module.inner.get(MODULE, {}).items():
                if module.definition(number).kind == "class":
                    self.classes.setdefault(one, []).append(Meaning("class", name, number))
        self._related: Mapping[Meaning, Mapping[str, Meaning]] = {}
        self._lent: set[str] = set()
        self._many: dict[str, dict[Meaning, None]] = {}  # models by the name of their rows
        self._bases: dict[Meaning, dict[str, Meaning]] = {}
        self._lineage = Lineage({}, {})
        self.answer = Questions()
        self._find_bases()

    def dotted(self, meaning: Meaning) -> str:
        """Return the full name of what is meant."""
        if meaning.number == MODULE:
            return meaning.where
        return f"{meaning.where}.{self.definition(meaning).qualified}"

    def evaluate(self, expression: str, module: str, scope: int) -> FarthestMeaning:
        """Return what the longest part of an expression that leads anywhere means, as seen from a scope of a module."""
        found: FarthestMeaning = self.answer(self._evaluate, expression, module, scope)
        return found

    def named_in_full(self, name: str, importer: str) -> Meaning | None:
        """Return the class or function that a dotted name means from the top, None if it is none."""
        where, _, member = name.rpartition(".")
        while where:
            found = self.modules.find(where, importer)
            if found and found != AMBIGUOUS:
                meant = self.evaluate(member, found, MODULE)
                is_code = meant.meaning is not None and meant.meaning.kind in ("class", "function") and not meant.left
                return meant.meaning if is_code else None
            where, _, last = where.rpartition(".")
            member = f"{last}.{member}"
        return None

    def method(self, own: Meaning, name: str) -> Meaning | None:
        """Return the method that instances of a class have by a name, None if they have none that is known."""
        found = self.member(own, name)
        return None if found is None or self.is_property(found) else found._replace(sure=False)

    def built(self, own: Meaning) -> Meaning | None:
        """Return the model whose instances a class of factory_boy makes, None for any other class."""
        found: Meaning | None = self.answer(self._built, own._replace(sure=True))
        return found

    def owner(self, method: Meaning) -> Meaning:
        """Return the class that a method is written in."""
        return Meaning("class", method.where, self.definition(method).parent)

    def property(self, own: Meaning, name: str) -> Meaning | None:
        """Return the property that instances of a class have by a name, None if they have none that is known."""
        found = self.member(own, name)
        return found._replace(sure=False) if found is not None and self.is_property(found) else None

    def is_property(self, member: Meaning) -> bool:
        """Tell whether reading a function of a class runs it."""
        return bool(self.answer(self._is_property, member))

    def member(self, own: Meaning, name: str) -> Meaning | None:
        """Return the method or property that a class or one above it defines by a name, None if none does."""
        found: Meaning | None = self.answer(self._class_attribute, own._replace(kind="instance"), name)
        return found if found is not None and found.kind == "function" else None

    def relate(self, related: Mapping[Meaning, Mapping[str, Meaning]]) -> None:
        """Take what the fields of models lend to their instances: by class and name an instance or many of them."""
        self._related = related
        self._lent = {name for lent in related.values() for name in lent}
        self._many = defaultdict(dict)
        for lent in related.values():
            for name, given in lent.items():
                if given.kind == holders.MANY:
                    self._many[name][given] = None
        self.answer = Questions()

    def lent_many(self, name: str) -> tuple[Meaning, ...]:
        """Return of which models some record has many by a name, each once."""
        return tuple(self._many.get(name, ()))

    def above(self, own: Meaning) -> Iterator[Meaning]:
        """Yield a class and all above it that the repository has, nearest first."""
        return self._line(own)

    def methods_of(self, own: Meaning) -> Iterator[str]:
        """Yield the names of what a class itself defines."""
        yield from self.table[own.where].inner.get(own.number, {})

    def class_in(self, own: Meaning, name: str) -> Meaning | None:
        """Return the class that an attribute of a class holds, or of whose instances it holds many, or its method gives."""
        found: Meaning | None = self.answer(self._held, own, name)
        return found._replace(kind="class", sure=True) if found is not None and found.kind in ("class", "many") else None

    def _held(self, own: Meaning, name: str) -> Asking:
        found = yield from self._class_attribute(own._replace(kind="instance"), name)
        if found is not None and found.kind == "function":
            found = yield from self._returned(found, own._replace(kind="instance"))
        return found

    def listed(self, own: Meaning, name: str) -> list[Meaning]:
        """Return the classes, own ones or those of libraries, that the nearest list of this name above a class names."""
        for holder in self.above(own):
            module = self.table[holder.where]
            names = module.facts.extra.get("lists", {}).get(str(holder.number), {}).get(name)
            if names is not None:
                found = (self.evaluate(one, module.name, holder.number) for one in names)
                return [one.meaning for one in found if one.meaning is not None and not one.left]
        return []

    def bases(self, own: Meaning) -> tuple[Meaning, ...]:
        """Return the meanings of a class's direct bases, as far as they are known: classes and external names."""
        known = self._bases.get(own, {})
        return tuple(known[base] for base in self.definition(own).bases if base in known)

    def leaves(self, own: Meaning) -> bool:
        """Tell whether a class inherits, at whatever distance, from one that is not in the repository."""
        found: bool | None = self.answer(self._leaves, own)
        return bool(found)

    def _leaves(self, own: Meaning) -> Asking:
        for base in self.bases(own):
            if base.kind == "external" or (yield self._leaves, base):
                return True
        return None

    def _find_bases(self) -> None:
        """Find the bases of all classes; one may be found only as an attribute of a class that inherits it."""
        waiting = [
            (Meaning("class", name, number), base)
            for name in sorted(self.table)
            for number, definition in enumerate(self.table[name].facts.definitions)
            for base in definition.bases
        ]
        while waiting:
            left = []
            for own, base in waiting:
                found = self.evaluate(base, own.where, self.definition(own).parent)
                if found.meaning is not None and found.meaning._replace(sure=True) == own:  # named like the one it inherits
                    found = FarthestMeaning(self.answer(self._shadowed, base, own), ())
                if found.meaning is None or found.left:
                    left.append((own, base))
                elif found.meaning.kind in ("class", "external"):
                    self._bases.setdefault(own, {})[base] = found.meaning._replace(sure=True)
            if len(left) == len(waiting):
                return
            waiting = left
            bases = {own: [base for base in self.bases(own) if base.kind == "class"] for own in self._bases}
            classes = {*bases, *(base for above in bases.values() for base in above)}
            self._lineage = Lineage(bases, {one: self.table[one.where].members(one.number) for one in classes})
            self.answer = Questions()

    def _shadowed(self, name: str, own: Meaning) -> Asking:
        """Return what a name means before a class of the same name is there: what is imported under it."""
        module = self.table[own.where]
        one = module.imports.get(self.definition(own).parent, {}).get(name) or module.imports.get(MODULE, {}).get(name)
        found = (yield self._imported, one, own.where) if one is not None else None
        return found

    def _evaluate(self, expression: str, module: str, scope: int) -> Asking:
        """Follow an expression from its first name as far as it leads."""
        end = len(expression) if not (first := STEP.search(expression)) else first.start()
        steps = tuple(STEP.findall(expression, end))
        meaning = yield from self._lookup(expression[:end], self.table[module], scope)
        found = yield from self._follow(meaning, steps, module)
        return found

    def _follow(self, meaning: Meaning | None, steps: Sequence[str], module: str) -> Asking:
        """Follow steps from a meaning as far as they lead."""
        before: Meaning | None = None
        read: tuple[tuple[Meaning, int], ...] = ()
        for position, step in enumerate(steps):
            if meaning is None:
                return FarthestMeaning(None, tuple(steps[position:]), read)
            following = yield from self._step(meaning, step, module, before)
            if following is not None and following.kind == _PROPERTY and meaning.kind in ("instance", "super"):
                following = following._replace(kind="function")
                read += ((following._replace(sure=meaning.sure), len(steps) - position),)
                following = yield from self._returned(following, meaning)
            elif following is not None and (yield from self._is_read(meaning, following)):
                read += ((following._replace(sure=meaning.sure), len(steps) - position),)
                following = yield from self._returned(following, meaning)
            if following is None and step == "()" and before is not None and before.kind == holders.MANY:
                following = before  # a method of a query gives a query, unless it says what else
            if following is None and step[0] == "." and meaning.kind == "instance" and before is not None:
                following = self._of_manager(before, meaning, step[1:])
            if following is None:
                return FarthestMeaning(meaning, tuple(steps[position:]), read)
            before, meaning = meaning, following if meaning.sure else following._replace(sure=False)
        return FarthestMeaning(meaning, (), read)

    def _of_manager(self, model: Meaning, manager: Meaning, name: str) -> Meaning | None:
        """Return what a method of a library's queries gives that a manager of a model has, whatever the manager is called."""
        if model.kind != "class" or not self.leaves(manager._replace(kind="class", sure=True)):
            return None
        many = Meaning(holders.MANY, model.where, model.number, False)
        return holders.member(many, name) if self.leaves(model._replace(sure=True)) else None

    def _step(self, meaning: Meaning, step: str, module: str, before: Meaning | None) -> Asking:
        if step == "()":
            found = yield from self._call(meaning, before)
            return found
        if step[0] == ".":
            found = yield from self._attribute(meaning, step[1:], module)
            return found
        if step == "[]" and meaning.kind == "class":
            is_generic = any(self._parameters(one.where, one.number) for one in self._line(meaning))
            return meaning if is_generic else None  # with types for its parameters it is the same class
        if step == "&":
            return meaning._replace(kind=_PROPERTY) if meaning.kind == "function" else None
        if step == "~" and meaning.kind == "instance":
            found = yield from self._entered(meaning)
            return found
        return holders.step(meaning, step)

    def _lookup(self, name: str, module: PythonModule, scope: int) -> Asking:
        if name in ("self", "cls", "super"):
            owner = self._class_around(module, scope)
            kinds = {"self": "instance", "cls": "class", "super": "super"}
            return Meaning(kinds[name], module.name, owner) if owner != MODULE else None
        current = scope
        while current != MODULE:
            if module.definition(current).kind != "class" or current == scope:
                if (one := module.imports.get(current, {}).get(name)) is not None:
                    found = yield self._imported, one, module.name
                    return found
                if (number := module.inner.get(current, {}).get(name)) is not None:
                    return self._defined(module, number)
                value = module.attributes.get(str(current), {}).get(name) if current == scope else None
                if value is not None:
                    found = yield from self._value(value, module.name, current)
                    return found
            current = module.definition(current).parent
        found = yield self._member, module.name, name
        return found

    def _member(self, module: str, name: str) -> Asking:
        """Return what a module's attribute means: a definition, an import, a value, an inner module."""
        own = self.table[module]
        if (number := own.inner.get(MODULE, {}).get(name)) is not None:
            return self._defined(own, number)
        if (one := own.imports.get(MODULE, {}).get(name)) is not None:
            found = yield self._imported, one, module
            return found
        if name in own.values and own.values[name] != name:
            found = yield from self._value(own.values[name], module, MODULE)
            return found
        if name in own.names:
            return None
        if child := self.modules.child(module, name):
            return Meaning("module", child)
        for source in self._stars.sources(module, name):
            found = yield self._member, source, name
            return found
        return None

    def variable(self, expression: str, module: str, scope: int) -> tuple[str, str] | None:
        """Return the module and the name of the module variable that an expression stands for, None if it is none."""
        owner, _, name = expression.rpartition(".")
        if owner:
            meaning = self.evaluate(owner, module, scope).meaning
            return self._variable_of(meaning.where, name) if meaning is not None and meaning.kind == "module" else None
        found = self.table[module]
        while scope != MODULE:
            if (one := found.imports.get(scope, {}).get(name)) is not None:
                target = self._module_of(one, module)
                return self._variable_of(target, one.name) if target else None
            scope = found.definition(scope).parent
        return self._variable_of(module, name)

    def _variable_of(self, module: str, name: str) -> tuple[str, str] | None:
        """Return the module and the name under which a variable was made, following the imports of it."""
        found: tuple[str, str] | None = self.answer(self._made, module, name)
        return found

    def _made(self, module: str, name: str) -> Asking:
        own = self.table[module]
        one = own.imports.get(MODULE, {}).get(name)
        if one is None:
            return (module, name) if name in own.names else None
        target = self._module_of(one, module)
        found = (yield self._made, target, one.name) if target else None
        return found

    def _module_of(self, one: PythonImport, importer: str) -> str:
        """Return the module from which an import brings in a name, empty if it is none of the repository's."""
        target = self.module(one.module, importer)
        return target.where if target is not None and target.kind == "module" and one.name else ""

    def _names(self, module: str) -> set[str]:
        return {*self.table[module].top_names(), *self.modules.children(module)}

    def _starred(self, module: PythonModule) -> Iterator[str]:
        """Yield the modules of which a module brings in all names."""
        for star in module.stars:
            target = self.module(star.module, module.name)
            if target is not None and target.kind == "module" and target.where != module.name:
                yield target.where

    def module(self, name: str, importer: str) -> Meaning | None:
        """Return the module that an import statement names, `external` or `ambiguous` if it is none of the repository's."""
        if name.startswith("."):
            found = self.modules.relative(name, importer)
            return Meaning("module", found) if found else None
        found = self.modules.find(name, importer)
        if found == AMBIGUOUS:
            return Meaning("ambiguous", name)
        return Meaning("module", found) if found else Meaning("external", name)

    def imported_module(self, one: PythonImport, importer: str) -> str:
        """Return the module that a statement imports or imports a name from: the repository's, or the name of another."""
        target = self.module(one.module, importer)
        if target is not None and target.kind == "module":
            return (one.name and self.modules.child(target.where, one.name)) or target.where
        if one.name and one.module.startswith("."):  # a folder that is no package
            dots = one.module if one.module.endswith(".") else f"{one.module}."
            return self.modules.relative(dots + one.name, importer)
        inner = self.modules.find(f"{one.module}.{one.name}", importer) if one.name else ""
        return inner if inner and inner != AMBIGUOUS else one.module.lstrip(".")

    def brought_in(self, one: PythonImport, importer: str) -> Meaning | None:
        """Return what a statement imports, also where a definition of the name replaces it when the import fails."""
        found: Meaning | None = self.answer(self._imported, one, importer)
        return found

    def _imported(self, one: PythonImport, importer: str) -> Asking:
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
        found = yield self._member, target.where, one.name
        return found

    def _class_around(self, module: PythonModule, scope: int) -> int:
        while scope != MODULE and module.definition(scope).kind != "class":
            scope = module.definition(scope).parent
        return scope
