"""Which names a function defines for itself, and what is known of the values that they hold."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

import tree_sitter

from core.extract.chains import Chain
from core.extract.javascript.definitions import type_expression
from core.extract.javascript.imports import MODULE_ITSELF, default_export, required_at
from core.extract.meaning import MODULE
from core.extract.parse import Defined, Parsed
from core.extract.variables import Stands, Variables

_AROUND = ("await_expression", "as_expression", "non_null_expression", "parenthesized_expression")
_COMPONENTS = ("component", "function")
_CLASSES = ("class", "component", "interface", "object")


class ScriptScopes:
    """The names of a module and of every function in it."""

    def __init__(
        self,
        parsed: Parsed,
        defined: Defined,
        captures: Mapping[str, Sequence[tree_sitter.Node]],
        imported: set[str],
        chains: Mapping[int, Chain],
    ) -> None:
        self._parsed, self._defined, self._chains = parsed, defined, chains
        self._bound: dict[int, set[str]] = defaultdict(set)
        self.types: dict[tuple[int, str], str] = {}
        self._variables = Variables(self._stands)
        self.attributes: dict[int, dict[str, str]] = defaultdict(dict)
        self.module_names = imported | {
            one.name for one in defined.definitions if one.parent == MODULE and one.kind != "test" and "." not in one.qualified
        }
        self._imported = imported
        self._kinds = {one.name: one.kind for one in defined.definitions if one.parent == MODULE}
        self._inner = {(one.parent, one.name) for one in defined.definitions if one.kind != "test"}
        brought = required_at(parsed, captures.get("require", ()), captures.get("value", ()))
        for node in captures.get("bind", ()):
            if node.start_byte not in brought:
                self._bound[defined.outline.at(node.start_byte)].add(parsed.code(node))
        for node in captures.get("value", ()):
            self._learn(node)
        for number, definition in enumerate(defined.definitions):
            if definition.kind == "object":
                self._learn_object(number, defined.nodes[number])

    def value(self, expression: str, scope: int) -> str | None:
        """Return the expression to use: itself when other modules can tell, its type when it is local, else None."""
        root, rest = split_root(expression)
        found = self._variables(root, scope)
        return found + rest if found is not None else None

    def _stands(self, name: str, scope: int) -> Stands | None:
        if name in ("this", "super"):
            return Stands(name) if self.class_of(scope) != MODULE else None
        owner = self._owner(name, scope)
        known = self.types.get((owner, name))
        if owner == MODULE and name in self.module_names and (known is None or (MODULE, name) in self._inner):
            return Stands(name)
        if owner != MODULE and (owner, name) in self._inner:
            return Stands(name)
        if not known:
            return None
        root, rest = split_root(known)
        return Stands(root, owner, rest) if root != name else None

    def is_known(self, name: str, scope: int) -> bool:
        """Tell whether the module defines or imports a name, or a function around the scope does."""
        return self._owner(name, scope) != MODULE or name in self.module_names or name in self._bound[MODULE]

    def is_of_component(self, name: str) -> bool:
        """Tell whether a name is a member of the object that the module exports as default."""
        numbers = (number for number, one in enumerate(self._defined.definitions) if one.qualified == "default")
        return any((number, name) in self._inner or name in self.attributes[number] for number in numbers)

    def class_of(self, scope: int) -> int:
        """Return the class or object around a scope, -1 for none."""
        while scope != MODULE and self._defined.definitions[scope].kind not in _CLASSES:
            scope = self._defined.definitions[scope].parent
        return scope

    def _owner(self, name: str, scope: int) -> int:
        while scope != MODULE:
            if name in self._bound[scope] or (scope, name) in self._inner:
                own = self._defined.definitions[scope]
                if own.kind not in _CLASSES and not (own.name == name and (scope, name) not in self.types):
                    return scope
            scope = self._defined.definitions[scope].parent
        return MODULE

    def _learn(self, node: tree_sitter.Node) -> None:
        """Remember what a declaration, an assignment or a typed parameter says of a name or a field."""
        if node.type == "export_statement":
            self._export(default_export(node))
            return
        scope = self._defined.outline.at(node.start_byte)
        annotation = node.child_by_field_name("type")
        expression = type_expression(self._parsed.code(annotation)) if annotation is not None else ""
        value = node.child_by_field_name("value") or node.child_by_field_name("right")
        expression = expression or self._expression(value)
        if node.type == "for_in_statement":
            of = node.child_by_field_name("operator")
            expression = f"{expression}*" if expression and of is not None and of.type == "of" else ""
        target = (
            node.child_by_field_name("name") or node.child_by_field_name("left") or node.child_by_field_name("pattern")
            or node.child_by_field_name("property")
        )  # fmt: skip
        if target is None:
            return
        if target.type == "object_pattern":
            self._taken_apart(scope, target, expression)
            return
        name = self._parsed.code(target)
        if name in MODULE_ITSELF:
            self._export(value)
        elif node.type.endswith(("field_definition", "property_signature")) or name.startswith("this."):
            self._set_field(scope, name.removeprefix("this."), expression)
        elif target.type == "identifier" and not (scope == MODULE and name in self._imported):
            self._set(scope, name, expression)
            if node.type.endswith("_parameter") and node.named_children[0].type == "accessibility_modifier":
                self._set_field(scope, name, expression)

    def _learn_object(self, number: int, node: tree_sitter.Node) -> None:
        """Remember what the fields of an object are: `{ lamp, press: new Press(), tone: lib.tone }`."""
        written = node.child_by_field_name("value") or node.child_by_field_name("right")
        for child in written.named_children if written is not None and written.type == "object" else ():
            if child.type == "shorthand_property_identifier":
                name = expression = self._parsed.code(child)
            elif child.type == "pair":
                name = self._parsed.code(child.named_children[0])
                expression = self._expression(child.child_by_field_name("value"))
            else:
                continue
            value = self.value(expression, self._defined.definitions[number].parent) if expression else None
            if value:
                self.attributes[number].setdefault(name.strip("\"'"), value)

    def _export(self, value: tree_sitter.Node | None) -> None:
        """Remember the value that a module exports as default, where it is no definition: `new Api()`, `memo(Card)`."""
        expression = self._wrapped(value, (*_COMPONENTS, "class")) or self._expression(value)
        if expression:
            self._set(MODULE, "default", expression)

    def _taken_apart(self, scope: int, pattern: tree_sitter.Node, expression: str) -> None:
        """Remember the names of `const { a, b: c } = value` as the members of the value."""
        for child in pattern.named_children:
            if child.type == "shorthand_property_identifier_pattern":
                name = self._parsed.code(child)
                self._member(scope, name, f"{expression}.{name}" if expression else "")
            elif child.type == "pair_pattern":
                key, value = child.child_by_field_name("key"), child.child_by_field_name("value")
                if key is not None and value is not None and value.type == "identifier":
                    self._member(
                        scope, self._parsed.code(value), f"{expression}.{self._parsed.code(key)}" if expression else ""
                    )

    def _member(self, scope: int, name: str, expression: str) -> None:
        if not (scope == MODULE and name in self._imported):
            self._set(scope, name, expression)

    def _set(self, scope: int, name: str, expression: str) -> None:
        if (scope, name) in self.types and self.types[scope, name] != expression:
            expression = ""  # two values: nothing is sure
        self.types[scope, name] = expression
        self._variables.forget()

    def _set_field(self, scope: int, name: str, expression: str) -> None:
        owner = self.class_of(scope)
        value = self.value(expression, scope) if expression else None
        if owner != MODULE and value:
            self.attributes[owner].setdefault(name, value)

    def _expression(self, node: tree_sitter.Node | None) -> str:
        """Return the whole of a value as an expression, empty if it is more than a chain of names."""
        while node is not None and node.type in _AROUND:
            node = next(iter(node.named_children), None)
        if node is None:
            return ""
        if node.type == "new_expression":
            made = node.child_by_field_name("constructor")
            expression = self._expression(made)
            return f"{expression}()" if expression else ""
        if node.type == "call_expression" and (given := self._injected(node) or self._wrapped(node, _COMPONENTS)):
            return given
        if node.type == "subscript_expression":
            inner = self._expression(node.child_by_field_name("object"))
            return f"{inner}[]" if inner else ""
        chain = self._chains.get(node.start_byte)
        return chain.expression(node.end_byte) if chain is not None else ""

    def _wrapped(self, node: tree_sitter.Node | None, kinds: Sequence[str]) -> str:
        """Return the component that calls wrap, as `memo(Card)` and `connect(select)(Card)`; empty for any other value."""
        while node is not None and node.type == "call_expression":
            arguments = node.child_by_field_name("arguments")
            node = next(iter(arguments.named_children), None) if arguments is not None else None
            if node is None or node.type != "identifier":
                continue
            name = self._parsed.code(node)
            known = self._kinds.get(name, "class" if name in self._imported else "")
            return name if name[:1].isupper() and known in kinds else ""
        return ""

    def _injected(self, node: tree_sitter.Node) -> str:
        """Return what `inject(Service)` of Angular gives, an instance of the class; empty for any other call."""
        function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        given = arguments.named_children if arguments is not None else []
        if function is None or self._parsed.code(function) != "inject" or not given or given[0].type != "identifier":
            return ""
        return f"{self._parsed.code(given[0])}()"


def split_root(expression: str) -> tuple[str, str]:
    """Split an expression into its first name and the rest, which keeps its sign."""
    for position, sign in enumerate(expression):
        if sign in ".([*+%":
            return expression[:position], expression[position:]
    return expression, ""
