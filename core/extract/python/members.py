"""What classes, instances, modules and functions give: members, calls, and the values that these return."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence

from core.extract.facts import Definition
from core.extract.lineage import Lineage
from core.extract.meaning import MODULE, Meaning
from core.extract.python import holders
from core.extract.python.expressions import STEP, split_root
from core.extract.python.module import PythonModule
from core.extract.python.modules import AMBIGUOUS, PythonModules
from core.extract.questions import Asking
from core.model.closure import closure

_PROPERTY = re.compile(
    r"(?:\w+\.)*(?:\w*property|reify|lazy_?attribute|lazyattr|declared_attr(?:\.\w+)?)(?:\(.*\))?$", re.DOTALL
)
"""Decorators that make a property, of the standard library and others; in a repository, a class with `__get__` does too."""
_OF_CLASSES = re.compile(r"class_?(?:method|property)|declared_attr", re.IGNORECASE)


class PythonMembers(ABC):
    """Looks up members of values that are known. Its heirs resolve names."""

    modules: PythonModules
    table: dict[str, PythonModule]
    _lineage: Lineage
    _related: Mapping[Meaning, Mapping[str, Meaning]]
    _lent: set[str]
    _bases: Mapping[Meaning, Mapping[str, Meaning]]

    @abstractmethod
    def bases(self, own: Meaning) -> tuple[Meaning, ...]:
        """Return the classes right above a class."""

    @abstractmethod
    def leaves(self, own: Meaning) -> bool:
        """Tell whether a class has one above it that the repository does not have."""

    @abstractmethod
    def _evaluate(self, expression: str, module: str, scope: int) -> Asking:
        """Follow an expression from its first name as far as it leads."""

    @abstractmethod
    def _follow(self, meaning: Meaning | None, steps: Sequence[str], module: str) -> Asking:
        """Follow steps from a meaning as far as they lead."""

    @abstractmethod
    def _member(self, module: str, name: str) -> Asking:
        """Return what a module has under a name."""

    def definition(self, meaning: Meaning) -> Definition:
        """Return the definition of a class, an instance's class or a function."""
        return self.table[meaning.where].definition(meaning.number)

    def _entered(self, meaning: Meaning) -> Asking:
        """Return what `with` gives of an instance: what its `__enter__` says, else the instance."""
        for name in ("__enter__", "__aenter__"):
            member = yield from self._class_attribute(meaning, name)
            if member is not None and member.kind == "function":
                found = yield from self._returned(member, meaning)
                return found or meaning
        return meaning

    def _value(self, expression: str, module: str, scope: int) -> Asking:
        found = yield self._evaluate, expression, module, scope
        known = found is not None and found.meaning is not None and not found.left
        return found.meaning._replace(sure=False) if known else None

    def _defined(self, module: PythonModule, number: int) -> Meaning:
        kind = "class" if module.definition(number).kind == "class" else "function"
        return Meaning(kind, module.name, number)

    @staticmethod
    def _external(meaning: Meaning, name: str) -> Meaning:
        return meaning._replace(where=f"{meaning.where}.{name}")

    def _attribute(self, meaning: Meaning, name: str, module: str) -> Asking:
        """Return what `meaning.name` means, None if that cannot be told."""
        if meaning.kind == "module":
            found = yield self._member, meaning.where, name
            return found
        if meaning.kind == "external":
            inner = self.modules.find(f"{meaning.where}.{name}", module) if "(" not in meaning.where else ""
            return Meaning("module", inner) if inner and inner != AMBIGUOUS else self._external(meaning, name)
        if meaning.kind == "instance" and name == "__class__":
            return meaning._replace(kind="class")
        if meaning.kind in ("class", "instance", "super"):
            found = self._of_fields(meaning, name) or (yield from self._class_attribute(meaning, name))
            if found is None and meaning.kind == "class" and name in holders.OF_FACTORIES:
                model = yield self._built, meaning._replace(sure=True)
                return model._replace(kind=holders.OF_FACTORIES[name]) if model is not None else None
            return found or (yield from self._shown(meaning, name))
        if meaning.kind == holders.MANY and (manager := (yield from self._manager(meaning))) is not None:
            found = yield from self._class_attribute(manager, name)
            if found is not None:
                return found
        return holders.member(meaning, name)

    def _manager(self, many: Meaning) -> Asking:
        """Return an instance of the class of queries that the model of many instances has as `objects`, None without one."""
        own = Meaning("class", many.where, many.number)
        holder = (
            own if holders.OBJECTS in self.table[own.where].members(own.number) else self._lineage.owner(own, holders.OBJECTS)
        )
        if holder is None:
            return None
        expression = self.table[holder.where].attributes.get(str(holder.number), {}).get(holders.OBJECTS, "")
        queries = expression.removesuffix(".as_manager()")
        found = yield from self._value(queries if queries == expression else f"{queries}()", holder.where, holder.number)
        return found if found is not None and found.kind == "instance" else None

    def _of_fields(self, meaning: Meaning, name: str) -> Meaning | None:
        """Return what a field of a model gives on an instance, its own field or that of a model which leads to it."""
        if meaning.kind != "instance" or name not in self._lent:
            return None
        line = self._line(Meaning("class", meaning.where, meaning.number))
        return next((found for holder in line if (found := self._related.get(holder, {}).get(name)) is not None), None)

    def _shown(self, meaning: Meaning, name: str) -> Asking:
        """Return what a view of a framework gives that shows an object of its `queryset` or `model`."""
        for attribute in {"get_object": ("queryset", "get_queryset", "model"), "get_queryset": ("queryset",)}.get(name, ()):
            found = yield from self._class_attribute(meaning, attribute)
            if found is not None and found.kind == "function":
                found = yield from self._returned(found, meaning)
            if found is not None and (one := holders.shown(found, name)) is not None:
                return one
        return None

    def _line(self, own: Meaning) -> Iterator[Meaning]:
        """Return a class and all above it, nearest first."""
        return closure([own], lambda here: (base for base in self.bases(here) if base.kind == "class"))

    def _class_attribute(self, meaning: Meaning, name: str) -> Asking:
        own = Meaning("class", meaning.where, meaning.number)
        if name == holders.OBJECTS and meaning.kind == "class" and self.leaves(own):
            return Meaning(holders.MANY, own.where, own.number, False)
        has = meaning.kind != "super" and name in self.table[own.where].members(own.number)
        owner = own if has else self._lineage.owner(own, name)
        if owner is None:
            return None
        module = self.table[owner.where]
        if (number := module.inner.get(owner.number, {}).get(name)) is not None:
            return self._defined(module, number)
        found = yield from self._value(module.attributes[str(owner.number)][name], owner.where, owner.number)
        return found

    def _is_read(self, meaning: Meaning, member: Meaning) -> Asking:
        """Tell whether asking a value for this member runs it, as properties of instances and of classes do."""
        if member.kind != "function" or meaning.kind not in ("instance", "super", "class"):
            return False
        decorators = self.definition(member).decorators
        if not decorators or (meaning.kind == "class" and not any(_OF_CLASSES.search(one) for one in decorators)):
            return False
        found = yield self._is_property, member
        return bool(found)

    def _is_property(self, member: Meaning) -> Asking:
        """Tell whether a decorator makes a function a property: by its name, or by what the repository says of it."""
        definition = self.definition(member)
        for decorator in definition.decorators:
            if _PROPERTY.match(decorator):
                return True
            made = yield self._evaluate, decorator.partition("(")[0], member.where, definition.parent
            if made.left or made.meaning is None or made.meaning.kind not in ("class", "function"):
                continue
            if made.meaning.kind == "function":
                if self.definition(made.meaning).metadata.get("returns", "").removesuffix("()").endswith("property"):
                    return True
            elif any(
                "__get__" in self.table[one.where].members(one.number)
                or any(base.where.endswith("property") for base in self.bases(one))
                for one in self._line(made.meaning)
            ):
                return True
        return None

    def _call(self, meaning: Meaning, receiver: Meaning | None = None) -> Asking:
        """Return what a call gives; a method may give what the one that it was asked of is."""
        if meaning.kind == "class":
            model = yield self._built, meaning._replace(sure=True)
            return (model or meaning)._replace(kind="instance")
        if meaning.kind == "super":
            return meaning
        if meaning.kind == "external":
            return meaning._replace(where=f"{meaning.where}()")
        if meaning.kind in holders.KINDS:
            return holders.called(meaning)
        if meaning.kind == "function":
            parent = self.definition(meaning).parent
            own = Meaning("class", meaning.where, parent) if parent != MODULE else None
            if own is not None and receiver is not None and receiver.kind in ("class", "instance", "super"):
                own = receiver
            found = yield from self._returned(meaning, own)
            return found
        return None

    def _built(self, own: Meaning) -> Asking:
        """Return the model that a class of factory_boy makes when it is called, by its `Meta`; None for any other class."""
        line = list(self._line(own))
        external = (base.where for one in line for base in self.bases(one) if base.kind == "external")
        if not any(where.partition(".")[0] == "factory" for where in external):
            return None
        for one in line:
            module = self.table[one.where]
            meta = module.inner.get(one.number, {}).get("Meta")
            written = module.attributes.get(str(meta), {}).get("model", "") if meta is not None else ""
            if written:
                found = yield self._evaluate, written, one.where, one.number
                is_known = found.meaning is not None and found.meaning.kind == "class" and not found.left
                return found.meaning._replace(sure=False) if is_known else None
        return None

    def _returned(self, function: Meaning, receiver: Meaning | None) -> Asking:
        definition, module = self.definition(function), self.table[function.where]
        expression, scope = definition.metadata.get("returns", ""), definition.parent
        if not expression:
            expression, scope = module.gives.get(str(function.number), ""), function.number
        root, rest = split_root(expression)
        start: Meaning | None = None
        if receiver is not None and root in ("self", "cls"):
            start = receiver._replace(kind="instance" if root == "self" else "class", sure=False)
        elif (
            receiver is not None and definition.parent != MODULE and root in self._parameters(function.where, definition.parent)
        ):
            own, owner = receiver._replace(kind="class", sure=True), Meaning("class", function.where, definition.parent)
            start = yield from self._argument(own, owner, root)
        if start is not None:
            found = yield self._follow, start, tuple(STEP.findall(rest)), function.where  # None for one that reads itself
            known = found is not None and found.meaning is not None and not found.left
            return found.meaning._replace(sure=False) if known else None
        found = (yield from self._value(expression, function.where, scope)) if expression else None
        return found

    def _parameters(self, module: str, number: int) -> Sequence[str]:
        """Return the names of the type parameters of a class."""
        found: Sequence[str] = self.table[module].definition(number).metadata.get("parameters", ())
        return found

    def _argument(self, own: Meaning, owner: Meaning, parameter: str) -> Asking:
        """Return the class that a class gives a class above it for a type parameter, None if that is not told."""
        for base in self.bases(own):
            if base.kind != "class":
                continue
            parameters = self._parameters(base.where, base.number)
            if base == owner:
                wanted = parameter
            else:
                found = yield self._argument, base, owner, parameter
                if isinstance(found, Meaning) or found is None:
                    if found is not None:
                        return found
                    continue
                wanted = found
            given = self._given_to(own, base)
            name = given[parameters.index(wanted)] if wanted in parameters and len(given) > parameters.index(wanted) else ""
            if name in self._parameters(own.where, own.number):
                return name
            told = (yield from self._value(name, own.where, self.definition(own).parent)) if name else None
            if told is not None:
                return told
        return None

    def _given_to(self, own: Meaning, base: Meaning) -> Sequence[str]:
        """Return the type arguments that a class writes behind one of its bases."""
        written = next((text for text, meaning in self._bases.get(own, {}).items() if meaning == base), "")
        found: Sequence[str] = self.definition(own).metadata.get("arguments", {}).get(written, ())
        return found
