"""What the local variables of functions hold, by where they are used: the nearest binding around counts.

A binding is seen from where it ends to the end of the block, arm or closure that it stands in, and hides those before it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import tree_sitter

from core.extract.parse import Extents, Parsed
from core.extract.rust.types import plain_type, type_expression

_WHOLE = (0, 1 << 60)
_INSIDE = ("mut_pattern", "ref_pattern", "reference_pattern", "match_pattern")
_UNWRAPPED = ("Some", "Ok")
_PASSED = ("reference_expression", "try_expression", "await_expression", "parenthesized_expression", "unary_expression")


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
