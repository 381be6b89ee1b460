"""Expressions of Go as steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

import tree_sitter

from core.extract.go.steps import DEEPEST, UNKNOWN_STEP, Steps

_TYPES = frozenset(
    ("type_identifier", "qualified_type", "pointer_type", "slice_type", "array_type", "map_type", "channel_type",
     "function_type", "generic_type", "struct_type", "interface_type", "parenthesized_type", "implicit_length_array_type")
)  # fmt: skip
_INDEXED = ("slice_type", "array_type", "implicit_length_array_type", "map_type")
_SPINE = {
    "selector_expression": "operand", "call_expression": "function", "index_expression": "operand",
    "slice_expression": "operand", "type_assertion_expression": "operand", "parenthesized_expression": "",
    "unary_expression": "operand", "type_instantiation_expression": "type",
}  # fmt: skip
_AROUND_CALLED = ("parenthesized_expression", "index_expression", "type_instantiation_expression")
_SAME_TYPE = ("*", "&")
_TRUTHS = ("==", "!=", "<", "<=", ">", ">=", "&&", "||")
_MADE = ("new", "make")


class Expressions(Steps):
    """Reads expressions; `handlers` say how other nodes are read, by their type."""

    handlers: ClassVar[Mapping[str, Callable[..., int]]] = {}

    def _visit(self, node: tree_sitter.Node | None, called: bool = False) -> int:
        """Read a statement or an expression; return the step of its value."""
        if node is None:
            return UNKNOWN_STEP
        if self._depth > DEEPEST:
            self.cut = self.cut or self._line(node)
            return UNKNOWN_STEP
        self._depth += 1
        try:
            kind = node.type
            if kind in _SPINE:
                return self._spine(node)
            handler = self.handlers.get(kind)
            if handler is not None:
                return handler(self, node)
            if kind == "identifier":
                return self._name(node, called)
            if kind in _TYPES:
                return self._typed(node)
            for child in node.named_children:
                self._visit(child)
            return UNKNOWN_STEP
        finally:
            self._depth -= 1

    def _name(self, node: tree_sitter.Node, called: bool) -> int:
        name = self._code(node)
        if (known := self._local(name)) is not None:
            self.local += 1
            return known
        if name == "_":
            return UNKNOWN_STEP
        if (text := self._local_type(name)) is not None:
            return self._add(f"t func(?)({text})") if called else self._add(f"t {text}")
        return self._add(f"n {name} {'c' if called else 'r'} {self._line(node)}")

    def _spine(self, node: tree_sitter.Node) -> int:
        """Read `a.b(c)[d]` from its first name outwards, without a call of this function for each part."""
        parts = []
        while (field := _SPINE.get(node.type)) is not None:
            parts.append(node)
            inner = node.child_by_field_name(field) if field else next(iter(node.named_children), None)
            if inner is None or self._is_made(node, inner):
                break
            node = inner
        else:
            step = self._visit(node, called=_is_called(parts))
            return self._outwards(parts, step)
        step = self._made(parts.pop())
        return self._outwards(parts, step)

    def _outwards(self, parts: Sequence[tree_sitter.Node], step: int) -> int:
        for left in range(len(parts) - 1, -1, -1):
            step = self._part(parts[left], step, _is_called(parts[:left]))
        return step

    def _is_made(self, call: tree_sitter.Node, function: tree_sitter.Node) -> bool:
        return call.type == "call_expression" and function.type == "identifier" and self._code(function) in _MADE

    def _made(self, call: tree_sitter.Node) -> int:
        """Return the step of `new(T)` and `make(T, n)`; other parts end here too when nothing is in them."""
        arguments = call.child_by_field_name("arguments")
        given = [one for one in arguments.named_children if one.type != "comment"] if arguments is not None else []
        if not given:
            return UNKNOWN_STEP
        for one in given[1:]:
            self._visit(one)
        first = given[0]
        if first.type == "identifier":
            text = self._code(first)
            if self._local_type(text) is None:
                self._add(f"n {text} r {self._line(first)}")
            return self._add(f"t {self._local_type(text) or text}")
        if first.type in _TYPES or first.type == "selector_expression":
            return self._typed(first)
        return self._visit(first)

    def _part(self, node: tree_sitter.Node, step: int, called: bool) -> int:
        kind = node.type
        if kind == "selector_expression":
            field = node.child_by_field_name("field")
            if field is None or field.is_missing:
                return UNKNOWN_STEP
            return self._add(f". {step} {self._code(field)} {'c' if called else 'r'} {self._line(field)}")
        if kind == "call_expression":
            return self._call(node, step)
        if kind == "index_expression":
            index = node.child_by_field_name("index")
            self._visit(index)
            return self._add(f"[ {step} {self.type_text(index)}") if step >= 0 else UNKNOWN_STEP
        if kind == "slice_expression":
            for child in node.named_children[1:]:
                self._visit(child)
            return step
        if kind == "type_assertion_expression":
            return self._typed(node.child_by_field_name("type"))
        if kind == "type_instantiation_expression":
            return self._instance(node, step)
        if kind == "unary_expression":
            sign = node.child_by_field_name("operator")
            text = self._code(sign) if sign is not None else ""
            if text == "<-":
                return self._add(f"< {step}") if step >= 0 else UNKNOWN_STEP
            return step if text in _SAME_TYPE else UNKNOWN_STEP
        return step  # in brackets

    def _instance(self, node: tree_sitter.Node, step: int) -> int:
        arguments = node.named_children[1:]
        for one in arguments:
            self._use_type(one)
        return self._add(f"[ {step} {','.join(map(self.type_text, arguments))}") if step >= 0 else UNKNOWN_STEP

    def _call(self, node: tree_sitter.Node, step: int) -> int:
        types = node.child_by_field_name("type_arguments")
        if types is not None:
            for one in types.named_children:
                self._use_type(one)
            if step >= 0:
                step = self._add(f"[ {step} {','.join(map(self.type_text, types.named_children))}")
        arguments = node.child_by_field_name("arguments")
        given = [one for one in arguments.named_children if one.type != "comment"] if arguments is not None else []
        prefix = self._routes.prefix_for(given, step, self._parsed, self.steps)
        steps = [self._literal(one, prefix) if one.type == "func_literal" else self._visit(one) for one in given]
        function = node.child_by_field_name("function")
        if function is not None and function.type == "identifier" and self._code(function) == "append" and steps:
            return steps[0]
        made = self._add(f"( {step}") if step >= 0 else UNKNOWN_STEP
        if made >= 0:
            self._routes.called(node, given, steps, step, made, self._parsed, self.steps)
        return made

    def _conversion(self, node: tree_sitter.Node) -> int:
        """Read `T(x)`; where `T` has arguments in brackets the grammar cannot tell it from a call of a generic function."""
        type_ = node.child_by_field_name("type")
        operand = node.child_by_field_name("operand")
        if type_ is None or type_.type != "generic_type":
            step = self._typed(type_)
            self._visit(operand)
            return step
        base, arguments = type_.child_by_field_name("type"), type_.child_by_field_name("type_arguments")
        inner = arguments.named_children if arguments is not None else []
        step = self._generic_name(base)
        for one in inner:
            self._index_or_type(one)
        self._visit(operand)
        if step < 0:
            return UNKNOWN_STEP
        return self._add(f"( {self._add(f'[ {step} ' + ','.join(map(self.type_text, inner)))}")

    def _index_or_type(self, node: tree_sitter.Node) -> None:
        """Read what is in the brackets of `T[x](y)`: an index where it begins with the name of a variable."""
        inner = node.named_children[0] if node.type == "type_elem" and len(node.named_children) == 1 else node
        root = inner.child_by_field_name("package") if inner.type == "qualified_type" else inner
        known = self._local(self._code(root)) if root is not None else None
        if known is None:
            self._use_type(node)
        elif inner.type == "qualified_type" and (name := inner.child_by_field_name("name")) is not None:
            self._add(f". {known} {self._code(name)} r {self._line(name)}")

    def _generic_name(self, node: tree_sitter.Node | None) -> int:
        if node is None:
            return UNKNOWN_STEP
        if node.type == "qualified_type":
            package, name = node.child_by_field_name("package"), node.child_by_field_name("name")
            if package is None or name is None:
                return UNKNOWN_STEP
            known = self._local(self._code(package))
            step = self._add(f"n {self._code(package)} - {self._line(node)}") if known is None else known
            return self._add(f". {step} {self._code(name)} c {self._line(name)}")
        return self._name(node, called=True)

    def _composite(self, node: tree_sitter.Node) -> int:
        type_ = node.child_by_field_name("type")
        step = self._typed(type_)
        self._elements(node.child_by_field_name("body"), step, type_ is not None and type_.type in _INDEXED)
        return step

    def _elements(self, body: tree_sitter.Node | None, step: int, is_indexed: bool) -> None:
        """Read the elements of a literal; those without a type of their own have the type of the literal's elements."""
        if body is None or self._depth > DEEPEST:
            self.cut = self.cut or (self._line(body) if body is not None else 0)
            return
        self._depth += 1
        element = UNKNOWN_STEP
        for one in body.named_children:
            value = one
            if one.type == "keyed_element":
                value = one.child_by_field_name("value") or one
                self._key(one.child_by_field_name("key"), step, is_indexed)
            inner = next(iter(value.named_children), None) if value.type == "literal_element" else value
            if inner is not None and inner.type == "literal_value":
                if element == UNKNOWN_STEP and step >= 0:
                    element = self._add(f"[ {step}")
                self._elements(inner, element, is_indexed=False)
            elif inner is not one:
                self._visit(inner)
        self._depth -= 1

    def _key(self, key: tree_sitter.Node | None, step: int, is_indexed: bool) -> None:
        inner = next(iter(key.named_children), None) if key is not None and key.type == "literal_element" else key
        if inner is None:
            return
        if inner.type != "identifier" or is_indexed:
            self._visit(inner)
        elif step >= 0:
            self._add(f"k {step} {self._code(inner)} {self._line(inner)}")

    def _literal(self, node: tree_sitter.Node, prefix: str = "") -> int:
        """Read a function without a name; it is part of the definition around it. Its router has that prefix."""
        if self._depth > DEEPEST:
            self.cut = self.cut or self._line(node)
            return UNKNOWN_STEP

        def read() -> None:
            self._parameters(node, prefix)
            self._visit(node.child_by_field_name("body"))

        self._inner(read)
        text = self.type_text(node)
        return self._add(f"t {text}") if text != "?" else UNKNOWN_STEP

    def _binary(self, node: tree_sitter.Node) -> int:
        """Read `a + b + c`, which leans to the left, without a call of this function for each operand."""
        outer = []
        inner: tree_sitter.Node | None = node
        while inner is not None and inner.type == "binary_expression":
            outer.append(inner)
            inner = inner.child_by_field_name("left")
        step = self._visit(inner)
        for one in reversed(outer):
            right = self._visit(one.child_by_field_name("right"))
            sign = one.child_by_field_name("operator")
            is_truth = sign is not None and self._code(sign) in _TRUTHS
            step = UNKNOWN_STEP if is_truth else right if step == UNKNOWN_STEP else step
        return step

    def _nothing(self, node: tree_sitter.Node) -> int:
        return UNKNOWN_STEP


def _is_called(parts: Sequence[tree_sitter.Node]) -> bool:
    """Tell whether what the last of these parts holds is called there: directly, in brackets or with type arguments."""
    outer = (part.type for part in reversed(parts) if part.type not in _AROUND_CALLED)
    return next(outer, "") == "call_expression"
