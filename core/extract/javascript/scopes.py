"""Which names a function defines for itself, and what is known of the values that they hold."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

import tree_sitter

from core.extract.chains import Chain
from core.extract.javascript.definitions import function_of, has_members, owner_of_this
from core.extract.javascript.imports import MODULE_ITSELF, default_export, required_at
from core.extract.javascript.types import FUNCTION, lends, member_type, parts, split_root, type_expression
from core.extract.javascript.values import CASTS, COMPONENTS, ScriptValues, taken_apart
from core.extract.meaning import MODULE
from core.extract.parse import Defined, Extents, Parsed
from core.extract.variables import Binding, Variables

_TARGETS = {
    "assignment_expression": "left", "for_in_statement": "left", "field_definition": "property",
    "required_parameter": "pattern", "optional_parameter": "pattern",
}  # fmt: skip
_MODIFIERS = ("accessibility_modifier", "override_modifier", "readonly")
OBJECT = "{}"
"""What a function gives that writes out an object."""
_SHAPES = ("interface", "type", "class", "component")


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
        self._parsed, self._defined = parsed, defined
        details = parsed.captures("details")
        self.values = ScriptValues(
            parsed, chains, defined.definitions, imported, details.get("lending", ()), details.get("branch", ())
        )
        self._bound: dict[int, set[str]] = defaultdict(set)
        self.types: dict[tuple[int, str], str] = {}
        self._declared: set[tuple[int, str]] = set()
        self._variables = Variables()
        self._used: dict[tuple[str, int], tuple[bool, str | None]] = {}
        self.attributes: dict[int, dict[str, str]] = defaultdict(dict)
        self.module_names = imported | {
            one.name for one in defined.definitions if one.parent == MODULE and one.kind != "test" and "." not in one.qualified
        }
        self._imported = imported
        self._parameters = {name for one in defined.definitions for name in one.metadata.get("parameters", ())}
        self._inner = {(one.parent, one.name) for one in defined.definitions if one.kind != "test"}
        # A function in a function is no unit that could be called, but for those that a factory gives.
        self._functions = {(one.parent, one.name) for one in defined.definitions if one.kind == "function"}
        brought = required_at(parsed, captures.get("require", ()), captures.get("value", ()))
        for node in captures.get("bind", ()):
            if node.start_byte not in brought:
                self._bound[defined.outline.at(node.start_byte)].add(parsed.code(node))
        self._local = {name for scope, names in self._bound.items() if scope != MODULE for name in names}
        self._local.update((name for parent, name in self._inner if parent != MODULE), self._parameters, ("this", "super"))
        for number, definition in enumerate(defined.definitions):
            for name, extends in definition.metadata.get("parameters", {}).items():
                if extends and not has_members(definition):
                    self.types[number, name] = extends.removesuffix("()")
        for node in captures.get("value", ()):
            self._learn(node)
        self.functions = Extents((node.start_byte, node.end_byte) for node in captures.get("function", ()))
        functions = enumerate(map(function_of, defined.nodes))
        self.by_function = {(node.start_byte, node.end_byte): number for number, node in functions}
        self.returns = self._returned(captures.get("return", ()), captures.get("function", ()))
        for number, definition in enumerate(defined.definitions):
            if definition.kind == "object":
                self._learn_object(number, defined.nodes[number])

    def value(self, expression: str, scope: int) -> str | None:
        """Return the expression to use: itself when other modules can tell, its type when it is local, else None."""
        root, rest = split_root(expression)
        found = self._variables(root, self._seen_from(root, scope), self._stands)
        return found + rest if found is not None else None

    def _seen_from(self, name: str, scope: int) -> int:
        """Return the scope itself, or the module for a name that no function has for itself: it means the same everywhere."""
        return scope if name in self._local or "<" in name or "&" in name else MODULE

    def stands(self, node: tree_sitter.Node) -> str:
        """Return the expression to use for a value, empty where nothing is known of it."""
        expression = self.values.expression(node)
        return (self.value(expression, self._defined.outline.at(node.start_byte)) or "") if expression else ""

    def _stands(self, name: str, scope: int) -> Binding | None:
        if name in ("this", "super"):
            return Binding(name) if self.class_of(scope) != MODULE else None
        if "&" in name and len(names := parts(name, "&")) > 1:
            known_types = [one for one in names if self._is_type(one.partition("<")[0], scope)]
            return Binding("&".join(known_types)) if known_types else None
        if "<" in name:
            plain = name.partition("<")[0]
            return Binding(name) if plain == FUNCTION or self._is_type(plain, scope) else Binding(plain, scope)
        owner = self.owner(name, scope)
        if owner == MODULE and self._is_type(name, scope) and name not in self.module_names:
            return Binding(name)
        known = self.types.get((owner, name))
        if owner == MODULE and name in self.module_names and (known is None or (MODULE, name) in self._inner):
            return Binding(name)
        if owner != MODULE and (owner, name) in self._inner:
            return Binding(name)
        if not known:
            return None
        root, rest = split_root(known)
        return Binding(root, owner, rest) if root != name else None

    def _is_type(self, name: str, scope: int) -> bool:
        """Tell whether a module defines or imports a type, or a type around the scope has it as a parameter."""
        if name in self._parameters:
            while scope != MODULE:
                own = self._defined.definitions[scope]
                if has_members(own) and name in own.metadata.get("parameters", ()):
                    return True
                scope = own.parent
        return name in self.module_names

    def is_known(self, name: str, scope: int) -> bool:
        """Tell whether the module defines or imports a name, or a function around the scope does."""
        if "<" in name or "&" in name:
            return self._stands(name, scope) is not None
        return self.owner(name, scope) != MODULE or name in self.module_names or name in self._bound[MODULE]

    def use(self, name: str, scope: int) -> tuple[bool, str | None]:
        """Return whether a name is known, and what it stands for; each is found once, as all values are known by then."""
        scope = self._seen_from(name, scope)
        found = self._used.get((name, scope))
        if found is None:
            is_known = name in ("this", "super") or self.is_known(name, scope)
            found = self._used[name, scope] = is_known, self.value(name, scope) if is_known else None
        return found

    def is_of_component(self, name: str) -> bool:
        """Tell whether a name is a member of the object that the module exports as default."""
        numbers = (number for number, one in enumerate(self._defined.definitions) if one.qualified == "default")
        return any((number, name) in self._inner or name in self.attributes[number] for number in numbers)

    def class_of(self, scope: int) -> int:
        """Return the class or object around a scope, -1 for none."""
        return owner_of_this(self._defined.definitions, scope)

    def owner(self, name: str, scope: int) -> int:
        """Return the function around a scope that a name is local to, -1 for the module."""
        while scope != MODULE:
            if name in self._bound[scope] or (scope, name) in self._inner:
                own = self._defined.definitions[scope]
                if not has_members(own) and not (own.name == name and (scope, name) not in self.types):
                    return scope
            scope = self._defined.definitions[scope].parent
        return MODULE

    def _learn(self, node: tree_sitter.Node) -> None:
        """Remember what a declaration, an assignment or a typed parameter says of a name or a field."""
        if node.type == "export_statement":
            self._export(default_export(node))
            return
        scope = self._defined.outline.at(node.start_byte)
        target = node.child_by_field_name(_TARGETS.get(node.type, "name"))
        if target is not None and target.type == "rest_pattern":
            target = target.named_children[0]
        if target is None or self.values.is_lent(target):
            return
        if target.type in ("object_pattern", "array_pattern"):
            self._taken_apart(scope, target, node)
        elif (name := self._parsed.code(target)) in MODULE_ITSELF:
            self._export(node.child_by_field_name("right"))
        else:
            self._keep(scope, node, name, target.type == "identifier")

    def _given(self, node: tree_sitter.Node) -> str:
        """Return what a declaration or an assignment gives: of the declared type, else the value itself."""
        declared = self._declared_type(node)
        expression = type_expression(declared) if declared else ""
        expression = (expression if lends(expression) else "") or self.values.expression(
            node.child_by_field_name("value") or node.child_by_field_name("right")
        )
        if node.type != "for_in_statement" or not expression:
            return expression
        operator = node.child_by_field_name("operator")
        return f"{expression}*" if operator is not None and operator.type == "of" else ""

    def _declared_type(self, node: tree_sitter.Node) -> str:
        annotation = node.child_by_field_name("type") or node.child_by_field_name("return_type")
        gives = self._parsed.code(annotation) if annotation is not None else ""
        if node.type != "method_signature":
            return gives
        parameters = node.child_by_field_name("parameters")
        return f"{self._parsed.code(parameters)} {FUNCTION} {gives.lstrip(': ')}" if parameters is not None else ""

    def _keep(self, scope: int, node: tree_sitter.Node, name: str, is_plain: bool) -> None:
        kind = node.type
        if kind in ("property_signature", "method_signature"):
            if scope != MODULE and self._defined.definitions[scope].kind in _SHAPES:
                self._set_field(scope, name, self._given(node))
        elif kind.endswith("field_definition") or name.startswith("this."):
            self._set_field(scope, name.removeprefix("this."), self._given(node))
        elif is_plain and not (scope == MODULE and name in self._imported):
            expression = self._given(node)
            self._set(scope, name, expression)
            if kind == "variable_declarator" and expression and node.child_by_field_name("type") is not None:
                self._declared.add((scope, name))  # whatever it is given later
            if kind.endswith("_parameter") and any(child.type in _MODIFIERS for child in node.children):
                self._set_field(scope, name, expression)

    def _learn_object(self, number: int, node: tree_sitter.Node) -> None:
        """Remember what the fields of an object are: `{ lamp, press: new Press(), tone: lib.tone }`."""
        written = node.child_by_field_name("value") or node.child_by_field_name("right")
        while written is not None and written.type in CASTS:
            written = written.named_children[0]
        if written is not None and written.type == "object":
            self._learn_fields(number, written, self._defined.definitions[number].parent)

    def _learn_fields(self, number: int, written: tree_sitter.Node, scope: int) -> None:
        for child in written.named_children:
            if child.type == "shorthand_property_identifier":
                name = expression = self._parsed.code(child)
            elif child.type == "pair":
                name = self._parsed.code(child.named_children[0])
                expression = self.values.expression(child.child_by_field_name("value"))
            else:
                continue
            value = self.value(expression, scope) if expression else None
            if value:
                self.attributes[number].setdefault(name.strip("\"'"), value)

    def _returned(self, returns: Sequence[tree_sitter.Node], functions: Sequence[tree_sitter.Node]) -> dict[int, str]:
        """Return what functions without a declared type give, where all that they return is one expression."""
        extents, definitions = self.functions, self._defined.definitions
        owners = {at: number for at, number in self.by_function.items() if "returns" not in definitions[number].metadata}
        given: dict[int, set[str]] = defaultdict(set)
        for node in functions:  # those that are an expression
            body, owner = node.child_by_field_name("body"), owners.get((node.start_byte, node.end_byte))
            if owner is not None and body is not None and body.type != "statement_block":
                given[owner].add(self._gives(body, owner))
        for node in returns:
            extent = extents.at(node.start_byte)
            owner = owners.get(extents.extents[extent]) if extent >= 0 else None
            value = node.named_children[0]
            if owner is not None and value.type not in ("null", "undefined"):
                given[owner].add(self._gives(value, owner))
        return {number: next(iter(found)) for number, found in sorted(given.items()) if len(found) == 1 and "" not in found}

    def _gives(self, value: tree_sitter.Node, owner: int) -> str:
        """Return what a function gives; an object that it writes out has its fields with the function."""
        while value.type == "parenthesized_expression" and value.named_children:
            value = value.named_children[0]
        if value.type != "object":
            given = self.value(self.values.expression(value), owner) or ""
            return "" if (owner, given) in self._functions else given
        self._learn_fields(owner, value, owner)
        is_factory = (
            self._defined.definitions[owner].metadata.get("gives") and self._defined.definitions[owner].parent == MODULE
        )
        for name in [one for one, given in self.attributes[owner].items() if (owner, given) in self._functions]:
            if not is_factory:
                del self.attributes[owner][name]
        return OBJECT if self.attributes[owner] else ""

    def _export(self, value: tree_sitter.Node | None) -> None:
        """Remember the value that a module exports as default, where it is no definition: `new Api()`, `memo(Card)`."""
        expression = self.values.wrapped(value, (*COMPONENTS, "class")) or self.values.expression(value)
        if expression:
            self._set(MODULE, "default", expression)

    def _taken_apart(self, scope: int, pattern: tree_sitter.Node, given: tree_sitter.Node) -> None:
        """Remember the names of `const { a, b: c } = value` as the members of the value, or of its declared type."""
        annotation = given.child_by_field_name("type")
        type_ = annotation.named_children[0] if annotation is not None and annotation.named_children else None
        value = self._given(given) if type_ is None else ""
        is_known = type_ is not None or (value != "" and self.is_known(split_root(value)[0], scope))
        for node, steps in taken_apart(self._parsed, pattern):
            # Of a list of which nothing is known, a name says nothing about another value that is called so.
            if not self.values.is_lent(node) and (is_known or steps[:1] != "@"):
                known = member_type(self._parsed, type_, steps) if type_ is not None else value and f"{value}{steps}"
                self._member(scope, self._parsed.code(node), known)

    def _member(self, scope: int, name: str, expression: str) -> None:
        if not (scope == MODULE and name in self._imported):
            self._set(scope, name, expression)

    def _set(self, scope: int, name: str, expression: str) -> None:
        if (scope, name) in self._declared:
            return
        if (scope, name) in self.types and self.types[scope, name] != expression:
            expression = ""  # two values: nothing is sure
        self.types[scope, name] = expression
        self._variables.forget()

    def _set_field(self, scope: int, name: str, expression: str) -> None:
        owner = self.class_of(scope)
        value = self.value(expression, scope) if expression else None
        if owner != MODULE and value:
            self.attributes[owner].setdefault(name, value)
