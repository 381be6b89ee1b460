"""Which names a function defines for itself, and what is known of the values that they hold."""

from __future__ import annotations

import builtins
from collections import defaultdict
from collections.abc import Mapping, Sequence

import tree_sitter

from core.extract.meaning import MODULE
from core.extract.parse import Defined, Parsed
from core.extract.python.bindings import PythonBindings, assigned
from core.extract.python.expressions import NONE, PythonValue, split_root, value_of
from core.extract.python.imports import PythonImport
from core.extract.variables import Binding, Variables

BUILTINS = frozenset(dir(builtins))


class PythonScopes:
    """The names of a module and of every scope in it; looks a name up the way Python does."""

    def __init__(
        self,
        parsed: Parsed,
        defined: Defined,
        captures: Mapping[str, Sequence[tree_sitter.Node]],
        imported: Sequence[PythonImport],
    ) -> None:
        self._parsed, self._defined = parsed, defined
        self.outline = defined.outline
        self._kinds = [definition.kind for definition in defined.definitions]
        self._bound: dict[int, set[str]] = defaultdict(set)
        self.types: dict[tuple[int, str], str] = {}
        self._variables = Variables()
        self.attributes: dict[int, dict[str, str]] = defaultdict(dict)
        self._starred = any(one.name == "*" and one.scope == MODULE for one in imported)
        self._imports = {(one.scope, one.alias) for one in imported}
        for one in imported:
            self._bound[one.scope].add(one.alias)
        for definition in defined.definitions:
            self._bound[definition.parent].add(definition.name)
        self._inner = {(definition.parent, definition.name) for definition in defined.definitions}
        for node in captures.get("bind", ()):
            self._bound[defined.outline.at(node.start_byte)].add(parsed.code(node))
        for node in captures.get("global", ()):
            self._bound[defined.outline.at(node.start_byte)].discard(parsed.code(node))
        self._bindings = PythonBindings(parsed, defined.outline, captures)
        self._values: list[
            tuple[PythonValue, int]
        ] = []  # by the number in `name@number`: what a name holds, and the scope of it
        self._numbers: dict[tuple[int, str, PythonValue], int] = {}
        for node in captures.get("value", ()):
            self._learn(node)
        self.gives = self._given(captures)

    def owner(self, name: str, scope: int) -> int | None:
        """Return the scope that defines a name as seen from `scope`, None if the module does not know it.

        What `import *` may bring in counts as the module's.
        """
        current = scope
        while current != MODULE:
            visible = self._kinds[current] != "class" or current == scope
            if visible and name in self._bound[current]:
                return current
            current = self._defined.definitions[current].parent
        return MODULE if name in self._bound[MODULE] or (self._starred and name not in BUILTINS) else None

    def value(self, name: str, scope: int, position: int) -> str | None:
        """Return the expression to use for a name at a byte: itself when other modules can tell, its type when it is local.

        None means that nothing is known of it. The first parameter of a method is `self` or `cls`.
        """
        root, rest = split_root(name)
        here = self._step(root, scope, position)
        if here is None or here.scope is None:
            return here.name + rest if here is not None else None
        found = self._variables(here.name, here.scope, self._stands)
        return found + rest if found is not None else None

    def _stands(self, name: str, scope: int) -> Binding | None:
        """Return what a numbered value stands for."""
        value, owner = self._values[int(name.partition("@")[2])]
        root, rest = split_root(value.text)
        found = self._step(root, owner, value.start)
        return Binding(found.name, found.scope, found.rest + rest) if found is not None else None

    def _step(self, name: str, scope: int, position: int) -> Binding | None:
        if name == "super":
            return Binding(name) if self.class_of(scope) != MODULE else None
        owner = self.owner(name, scope)
        if owner is None:
            return None
        if owner == MODULE or self._kinds[owner] == "class":
            return Binding(name)
        if (owner, name) in self._imports or (owner, name) in self._inner:
            return Binding(name)
        if name == self._receiver(owner):
            return Binding(self._as_receiver(owner))
        value = self._bindings.at(owner, name, position, inside=owner == self._defined.outline.at(position))
        if not value.text:
            return None
        number = self._numbers.setdefault((owner, name, value), len(self._values))
        if number == len(self._values):
            self._values.append((value, owner))
        return Binding(f"{name}@{number}", owner)

    def class_of(self, scope: int) -> int:
        """Return the class around a scope, -1 for none."""
        while scope != MODULE and self._kinds[scope] != "class":
            scope = self._defined.definitions[scope].parent
        return scope

    def module_names(self) -> set[str]:
        """Return the names that the module itself defines or imports."""
        return self._bound[MODULE]

    def _receiver(self, function: int) -> str:
        """Return the name of a method's first parameter; a static method and a function have none."""
        definition = self._defined.definitions[function]
        if definition.kind != "method" or "staticmethod" in definition.decorators:
            return ""
        parameters = self._defined.nodes[function].child_by_field_name("parameters")
        first = next(iter(parameters.named_children), None) if parameters is not None else None
        return self._parsed.code(first) if first is not None and first.type == "identifier" else ""

    def _as_receiver(self, function: int) -> str:
        definition = self._defined.definitions[function]
        is_class = "classmethod" in definition.decorators or definition.name in ("__new__", "__init_subclass__")
        return "cls" if is_class else "self"

    def _learn(self, node: tree_sitter.Node) -> None:
        """Remember what an assignment says of an attribute of `self`, or of a name of a class or the module."""
        scope = self._defined.outline.at(node.start_byte)
        left = node.child_by_field_name("left")
        if node.type != "assignment" or left is None:
            return
        if left.type == "attribute":
            self._set_attribute(scope, left, assigned(self._parsed, node))
        elif left.type == "identifier" and (scope == MODULE or self._kinds[scope] == "class"):
            self._set(scope, self._parsed.code(left), assigned(self._parsed, node).text)

    def _set(self, scope: int, name: str, expression: str) -> None:
        if expression in ("", NONE) or split_root(expression)[0] == name:
            return
        self.types.setdefault((scope, name), expression)
        if scope != MODULE:
            self.attributes[scope].setdefault(name, expression)

    def _set_attribute(self, scope: int, left: tree_sitter.Node, value: PythonValue) -> None:
        owner = self.class_of(scope)
        receiver, _, attribute = self._parsed.code(left).partition(".")
        if owner == MODULE or value.text in ("", NONE) or not attribute.isidentifier() or scope == owner:
            return
        if receiver == self._receiver(scope):
            found = self.value(value.text, scope, value.start)
            if found is not None and found != f"self.{attribute}":
                self.attributes[owner].setdefault(attribute, found)

    def _given(self, captures: Mapping[str, Sequence[tree_sitter.Node]]) -> dict[int, str]:
        """Return by function what it returns, or a list of what it yields, where all of its ends give the same."""
        found: dict[int, set[str | None]] = defaultdict(set)
        for name, sign in (("return", ""), ("yield", "+")):
            for node in captures.get(name, ()):
                scope = self._defined.outline.at(node.start_byte)
                if scope == MODULE or "returns" in self._defined.definitions[scope].metadata:
                    continue
                value = value_of(self._parsed, node)
                if value.text != NONE:
                    given = self.value(value.text, scope, value.start) if value.text else None
                    found[scope].add(given + sign if given else None)
        for values in found.values():
            empty = {value for value in values if value and value.endswith(".none()")}  # a query of nothing, as Django makes it
            values -= empty if len(empty) < len(values) else set()
        known = {scope: next(iter(values)) for scope, values in sorted(found.items()) if len(values) == 1}
        return {scope: value for scope, value in known.items() if value}
