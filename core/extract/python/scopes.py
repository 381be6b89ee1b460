"""Which names a function defines for itself, and what is known of the values that they hold."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

import tree_sitter

from core.extract.chains import Chain
from core.extract.meaning import MODULE
from core.extract.parse import Defined, Parsed
from core.extract.python.annotations import instance_of
from core.extract.python.imports import PythonImport
from core.extract.variables import Stands, Variables


class PythonScopes:
    """The names of a module and of every scope in it; looks a name up the way Python does."""

    def __init__(
        self,
        parsed: Parsed,
        defined: Defined,
        captures: Mapping[str, Sequence[tree_sitter.Node]],
        imported: Sequence[PythonImport],
        chains: Mapping[int, Chain],
    ) -> None:
        self._parsed, self._defined, self._chains = parsed, defined, chains
        self._kinds = [definition.kind for definition in defined.definitions]
        self._bound: dict[int, set[str]] = defaultdict(set)
        self.types: dict[tuple[int, str], str] = {}
        self._variables = Variables(self._stands)
        self.attributes: dict[int, dict[str, str]] = defaultdict(dict)
        self._unsure: set[tuple[int, str]] = set()
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
        for node in captures.get("value", ()):
            self._learn(node)

    def owner(self, name: str, scope: int) -> int | None:
        """Return the scope that defines a name as seen from `scope`, None if the module does not know it."""
        current = scope
        while current != MODULE:
            visible = self._kinds[current] != "class" or current == scope
            if visible and name in self._bound[current]:
                return current
            current = self._defined.definitions[current].parent
        return MODULE if name in self._bound[MODULE] else None

    def value(self, name: str, scope: int) -> str | None:
        """Return the expression to use for a name: itself when other modules can tell, its type when it is local.

        None means that nothing is known of it. The first parameter of a method is `self` or `cls`.
        """
        root, _, _ = _root(name)
        found = self._variables(root, scope)
        return found + name[len(root) :] if found is not None else None

    def _stands(self, name: str, scope: int) -> Stands | None:
        if name == "super":
            return Stands(name) if self.class_of(scope) != MODULE else None
        owner = self.owner(name, scope)
        if owner is None:
            return None
        if owner == MODULE or self._kinds[owner] == "class":
            return Stands(name)
        if (owner, name) in self._imports or (owner, name) in self._inner:
            return Stands(name)
        if name == self._receiver(owner):
            return Stands(self._as_receiver(owner))
        known = self.types.get((owner, name))
        if known is None or (owner, name) in self._unsure:
            return None
        root, sign, rest = _root(known)
        return Stands(root, owner, sign + rest) if root != name else None

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
        """Remember what an assignment or an annotated parameter says of a name or of an attribute of `self`."""
        scope = self._defined.outline.at(node.start_byte)
        if node.type != "assignment":
            name = node.child_by_field_name("name") or next(iter(node.named_children), None)
            self._set(scope, name, self._annotated(node))
            return
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        expression = self._annotated(node) or self._expression(right)
        if left is not None and left.type == "attribute":
            self._set_attribute(scope, left, expression)
        else:
            self._set(scope, left, expression)

    def _annotated(self, node: tree_sitter.Node) -> str:
        annotation = node.child_by_field_name("type")
        return instance_of(self._parsed.code(annotation)) if annotation is not None else ""

    def _expression(self, node: tree_sitter.Node | None) -> str:
        """Return the whole of a value as an expression, empty if it is more than a chain of names."""
        while node is not None and node.type == "await":
            node = next(iter(node.named_children), None)
        if node is None:
            return ""
        chain = self._chains.get(node.start_byte)
        return chain.expression(node.end_byte) if chain is not None else ""

    def _set(self, scope: int, name: tree_sitter.Node | None, expression: str) -> None:
        if name is None or name.type != "identifier":
            return
        key = (scope, self._parsed.code(name))
        self._variables.forget()
        if key in self.types and self.types[key] != expression:
            self._unsure.add(key)
        elif expression:
            self.types[key] = expression
        else:
            self._unsure.add(key)
        if scope != MODULE and self._kinds[scope] == "class" and expression:
            self.attributes[scope].setdefault(key[1], expression)

    def _set_attribute(self, scope: int, left: tree_sitter.Node, expression: str) -> None:
        owner = self.class_of(scope)
        receiver, _, attribute = self._parsed.code(left).partition(".")
        if owner == MODULE or not expression or not attribute.isidentifier() or scope == owner:
            return
        if receiver == self._receiver(scope):
            value = self.value(expression, scope)
            if value is not None:
                self.attributes[owner].setdefault(attribute, value)


def _root(expression: str) -> tuple[str, str, str]:
    """Split an expression into its first name, the sign that follows and the rest (`a().b` is `a`, `(`, `).b`)."""
    for position, sign in enumerate(expression):
        if sign in ".(":
            return expression[:position], sign, expression[position + 1 :]
    return expression, "", ""
