"""Which names a function defines for itself, and what is known of their types."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import tree_sitter

from core.extract.chains import Chain
from core.extract.parse import Defined, Extents, Parsed
from core.extract.rust.types import plain_type, type_expression
from core.extract.variables import Binding, Variables

_ROOT = re.compile(r"\w+!?")
_FUNCTIONS = ("function", "method")
_WHOLE = (0, 1 << 60)
_INSIDE = ("mut_pattern", "ref_pattern", "reference_pattern", "match_pattern")
_UNWRAPPED = ("Some", "Ok")
_PASSED = ("reference_expression", "try_expression", "await_expression", "parenthesized_expression", "unary_expression")


class RustScopes:
    """The local names of every function of a file; `fields` are the types of structs' fields by struct and name."""

    def __init__(
        self,
        parsed: Parsed,
        defined: Defined,
        captures: Mapping[str, Sequence[tree_sitter.Node]],
        chains: Mapping[int, Chain],
    ) -> None:
        self._parsed, self._defined, self._chains = parsed, defined, chains
        self._bound: dict[int, set[str]] = defaultdict(set)
        self._variables = Variables()
        self.fields: dict[int, dict[str, str]] = defaultdict(dict)
        self.patterns = self._in_patterns(captures.get("pattern", ()))
        for node in captures.get("bind", ()):
            self._bound[defined.outline.at(node.start_byte)].add(parsed.code(node))
            self.patterns.add(node.start_byte)
        self._bindings = RustBindings(parsed, defined.outline, captures, self._expression)
        self._values: list[tuple[RustBinding, int]] = []  # by the number in `name@number`
        self._numbers: dict[tuple[RustBinding, int], int] = {}
        self._bounds = self._bounds_of(captures.get("parameter", ()))
        for node in captures.get("value", ()):
            self._learn(node)

    def value(self, expression: str, scope: int, position: int) -> str | None:
        """Return the expression to use at a byte: itself when other files can tell, its type when it is local, else None."""
        root = _ROOT.match(expression)
        if root is None:
            return None
        here = self._step(root.group(), scope, position)
        if here is None or here.scope is None:
            return here.name + expression[root.end() :] if here is not None else None
        found = self._variables(here.name, here.scope, self._stands)
        return found + expression[root.end() :] if found is not None else None

    def _stands(self, name: str, scope: int) -> Binding | None:
        """Return what a numbered binding stands for."""
        binding, owner = self._values[int(name.partition("@")[2])]
        root = _ROOT.match(binding.expression)
        if root is None:
            return None
        found = self._step(root.group(), owner, binding.at)
        return Binding(found.name, found.scope, found.rest + binding.expression[root.end() :]) if found is not None else None

    def _step(self, name: str, scope: int, position: int) -> Binding | None:
        owner = self._owner(name, scope)
        if owner is None:
            return Binding(name)
        if (owner, name) in self._bounds:
            return Binding(self._bounds[owner, name])
        binding = self._bindings.at(owner, name, position)
        if binding is None or not binding.expression:
            return None
        number = self._numbers.setdefault((binding, owner), len(self._values))
        if number == len(self._values):
            self._values.append((binding, owner))
        return Binding(f"{name}@{number}", owner)

    def _bounds_of(self, nodes: Sequence[tree_sitter.Node]) -> dict[tuple[int, str], str]:
        """Return by scope and name the trait that a type parameter is bound to."""
        found: dict[tuple[int, str], str] = {}
        for node in nodes:
            name, bounds = node.child_by_field_name("name"), node.child_by_field_name("bounds")
            name = name or node.child_by_field_name("left")
            first = next((one for one in bounds.named_children if one.type != "lifetime"), None) if bounds is not None else None
            if name is not None and first is not None and (trait := plain_type(self._parsed.code(first))).isidentifier():
                key = self._defined.outline.at(node.start_byte), self._parsed.code(name)
                found.setdefault(key, trait)
        return found

    def _owner(self, name: str, scope: int) -> int | None:
        while scope >= 0:
            if name in self._bound[scope]:
                return scope
            if self._defined.definitions[scope].kind == "module":
                return None
            scope = self._defined.definitions[scope].parent
        return None

    def _in_patterns(self, nodes: Sequence[tree_sitter.Node]) -> set[int]:
        """Bind the plain small names inside patterns; return where they stand."""
        starts = sorted(self._chains)
        bound: set[int] = set()
        for node in nodes:
            position = bisect_right(starts, node.start_byte - 1)
            while position < len(starts) and starts[position] < node.end_byte:
                chain = self._chains[starts[position]]
                if not chain.steps and chain.root[:1].islower() and not self._is_path(chain):
                    self._bound[self._defined.outline.at(chain.start)].add(chain.root)
                    bound.add(chain.start)
                position += 1
        return bound

    def _is_path(self, chain: Chain) -> bool:
        return self._parsed.data[chain.root_end : chain.root_end + 2] in (b"::", b"{") or chain.root in (
            "self",
            "crate",
            "super",
        )

    def _learn(self, node: tree_sitter.Node) -> None:
        """Remember the type of a field, or of what a variant of an enum holds."""
        scope = self._defined.outline.at(node.start_byte)
        name, type_, body = (node.child_by_field_name(field) for field in ("name", "type", "body"))
        if name is None or scope < 0:
            return
        if node.type == "field_declaration" and type_ is not None:
            self._field(scope, self._parsed.code(name), type_)
        elif body is not None and body.type == "ordered_field_declaration_list":
            types = (child for child in body.named_children if child.type not in ("visibility_modifier", "attribute_item"))
            for number, one in enumerate(types):
                self._field(scope, f"{self._parsed.code(name)}__{number}", one)

    def _field(self, scope: int, name: str, type_: tree_sitter.Node) -> None:
        if expression := type_expression(self._parsed.code(type_)):
            self.fields[scope].setdefault(name, expression)

    def _expression(self, node: tree_sitter.Node | None) -> str:
        """Return the whole of a value as an expression, empty if it is more than a chain of names."""
        node = passed(node)
        if node is None:
            return ""
        if node.type == "index_expression" and node.named_children:
            inner = self._expression(node.named_children[0])
            is_range = len(node.named_children) > 1 and node.named_children[1].type == "range_expression"
            return inner if is_range or not inner else f"{inner}[]"
        if node.type == "struct_expression":
            name = node.child_by_field_name("name")
            return type_expression(self._parsed.code(name)) if name is not None else ""
        chain = self._chains.get(node.start_byte)
        return chain.expression(node.end_byte) if chain is not None else ""


class RustBinding(NamedTuple):
    """From where to where a name holds a value, and the expression of it; empty where nothing is known."""

    position: int
    end: int
    expression: str
    at: int


class RustBindings:
    """All bindings of the local names of a file; `expression_of` gives the expression of a value."""

    def __init__(
        self,
        parsed: Parsed,
        outline: Extents,
        captures: Mapping[str, Sequence[tree_sitter.Node]],
        expression_of: Callable[[tree_sitter.Node | None], str],
    ) -> None:
        self._parsed, self._outline, self._of = parsed, outline, expression_of
        self._blocks = Extents((node.start_byte, node.end_byte) for node in captures.get("block", ()))
        self._found: dict[tuple[int, str], list[RustBinding]] = defaultdict(list)
        for node in captures.get("bound", ()):
            self._statement(node)
        for rows in self._found.values():
            rows.sort()

    def at(self, scope: int, name: str, position: int) -> RustBinding | None:
        """Return the binding of a name that is seen from a byte, None if there is none."""
        rows = self._found.get((scope, name), ())
        number = bisect_right(rows, position, key=lambda one: one.position)
        return next((one for one in reversed(rows[:number]) if position < one.end), None)

    def _statement(self, node: tree_sitter.Node) -> None:
        pattern, value = node.child_by_field_name("pattern"), node.child_by_field_name("value")
        body = node.child_by_field_name("body")
        if node.type == "let_declaration":
            block = self._blocks.at(node.start_byte)
            end = self._blocks.extents[block][1] if block >= 0 else _WHOLE[1]
            self._bind(pattern, self._typed(node) or self._of(value), node.end_byte, end, node.start_byte)
        elif node.type == "parameter":
            self._bind(pattern, self._typed(node), node.start_byte, _WHOLE[1], node.start_byte)
        elif node.type == "for_expression" and body is not None:
            over = self._of(value)
            self._bind(pattern, f"{over}*" if over else "", body.start_byte, body.end_byte, node.start_byte)
        elif node.type == "closure_expression":
            for one in (node.child_by_field_name("parameters") or node).named_children:
                is_typed = one.type == "parameter"
                inner = one.child_by_field_name("pattern") if is_typed else one
                if one.type != "block" and (body is None or one.start_byte < body.start_byte):
                    self._bind(inner, self._typed(one) if is_typed else "", node.start_byte, node.end_byte, node.start_byte)
        elif node.type == "match_expression":
            for arm in body.named_children if body is not None else ():
                if arm.type == "match_arm":
                    self._bind(
                        arm.child_by_field_name("pattern"), self._of(value), arm.start_byte, arm.end_byte, node.start_byte
                    )
        elif node.type in ("if_expression", "while_expression"):
            self._conditions(node)

    def _conditions(self, node: tree_sitter.Node) -> None:
        condition = node.child_by_field_name("condition")
        body = node.child_by_field_name("consequence") or node.child_by_field_name("body")
        parts = [condition] if condition is not None else []
        if condition is not None and condition.type == "let_chain":
            parts = list(condition.named_children)
        for one in parts:
            if one.type == "let_condition" and body is not None:
                value = self._of(one.child_by_field_name("value"))
                self._bind(one.child_by_field_name("pattern"), value, one.end_byte, body.end_byte, one.start_byte)

    def _typed(self, node: tree_sitter.Node) -> str:
        type_ = node.child_by_field_name("type")
        return type_expression(self._parsed.code(type_)) if type_ is not None else ""

    def _bind(self, pattern: tree_sitter.Node | None, value: str, position: int, end: int, at: int) -> None:
        """Bind the names of a pattern that a value is taken apart by."""
        while pattern is not None and pattern.type in _INSIDE and pattern.named_children:
            pattern = pattern.named_children[-1 if pattern.type != "match_pattern" else 0]
        if pattern is None:
            return
        if pattern.type in ("identifier", "shorthand_field_identifier"):
            key = self._outline.at(pattern.start_byte), self._parsed.code(pattern)
            self._found[key].append(RustBinding(position, end, value, at))
        elif pattern.type == "tuple_struct_pattern":
            self._variant(pattern, value, position, end, at)
        elif pattern.type == "struct_pattern":
            self._fields(pattern, position, end, at)
        else:
            for child in pattern.named_children:
                if child.type not in ("scoped_identifier", "range_pattern"):
                    self._bind(child, "", position, end, at)

    def _variant(self, pattern: tree_sitter.Node, value: str, position: int, end: int, at: int) -> None:
        type_ = pattern.child_by_field_name("type")
        path = self._parsed.code(type_) if type_ is not None else ""
        owner, _, name = plain_type(path).rpartition("::")
        inner = [child for child in pattern.named_children if type_ is None or child.start_byte != type_.start_byte]
        for number, child in enumerate(inner):
            if path in _UNWRAPPED:
                self._bind(child, value, position, end, at)
            else:
                self._bind(child, f"{owner}().{name}__{number}" if owner else "", position, end, at)

    def _fields(self, pattern: tree_sitter.Node, position: int, end: int, at: int) -> None:
        type_ = pattern.child_by_field_name("type")
        path = plain_type(self._parsed.code(type_)) if type_ is not None else ""
        for child in pattern.named_children:
            if child.type != "field_pattern":
                continue
            name, inner = child.child_by_field_name("name"), child.child_by_field_name("pattern")
            if name is not None:
                self._bind(inner or name, f"{path}().{self._parsed.code(name)}" if path else "", position, end, at)


def passed(node: tree_sitter.Node | None) -> tree_sitter.Node | None:
    """Return the value inside of `&`, `*`, `?`, `.await` and brackets."""
    while node is not None and node.type in _PASSED:
        node = node.child_by_field_name("value") or next(iter(node.named_children), None)
    return node
