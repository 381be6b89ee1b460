"""What a condition tells of the class of a value: `one.is_a?(Car)`, `Car === one`, `when Car`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from tree_sitter import Node

from core.extract.ruby.reading.terms import union
from core.extract.ruby.syntax.parse import text_of

_ASKING = frozenset({"is_a?", "kind_of?", "instance_of?"})
_NAMES = ("identifier", "instance_variable")
_CONSTANTS = ("constant", "scope_resolution")
_OF_RUBY = frozenset(
    {
        "String", "Symbol", "Integer", "Float", "Numeric", "Rational", "BigDecimal", "Array", "Hash", "Range", "Regexp", "Proc",
        "Time", "Date", "DateTime", "NilClass", "TrueClass", "FalseClass", "Class", "Module", "Object", "Set",
    }
)  # fmt: skip
"""Classes of values, which are not looked at: what the application adds to them is found by its name."""
_LEAVING = ("return", "next", "break")
_RAISING = frozenset({"raise", "fail"})
_UNLESS = ("unless", "unless_modifier")


def narrowed(node: Node) -> Mapping[str, str]:
    """Return the terms of names whose class is known inside of a branch, as its condition tells; none that it assigns."""
    if node.type in ("when", "case"):
        found = _matched(node)
    elif node.type in _UNLESS:
        found = {}
    else:
        condition = node.child_by_field_name("condition")
        found = asked(condition) if condition is not None else {}
    return {name: term for name, term in found.items() if not _assigns(node, name)}


def afterwards(node: Node) -> Mapping[str, str]:
    """Return the terms of names whose class is known after a branch that leaves: `return unless one.is_a?(Car)`."""
    condition, parent = node.child_by_field_name("condition"), node.parent
    body = node.child_by_field_name("body") or node.child_by_field_name("consequence")
    if condition is None or body is None or parent is None or parent.type != "body_statement" or not _leaves(body):
        return {}
    if node.child_by_field_name("alternative") is not None:
        return {}
    if node.type in _UNLESS:
        return asked(condition)
    negated = condition.type == "unary" and text_of(condition)[:1] == "!"
    return asked(condition.named_children[0]) if negated and condition.named_children else {}


def asked(condition: Node) -> dict[str, str]:
    """Return the terms of the names whose class is asked for, where the condition holds."""
    if condition.type == "parenthesized_statements" and condition.named_child_count == 1:
        return asked(condition.named_children[0])
    if condition.type == "call":
        return dict(_of_call(condition))
    if condition.type != "binary":
        return {}
    left, right = condition.child_by_field_name("left"), condition.child_by_field_name("right")
    operator = condition.child_by_field_name("operator")
    kind = operator.type if operator is not None else ""
    if left is None or right is None:
        return {}
    if kind == "===" and _is_told(left) and right.type in _NAMES:
        return {text_of(right): _instance(left)}
    if kind in ("&&", "and"):
        return asked(left) | asked(right)
    if kind in ("||", "or"):
        first, second = asked(left), asked(right)
        return {name: union([first[name], second[name]]) for name in first if name in second}
    return {}


def _of_call(node: Node) -> Iterator[tuple[str, str]]:
    method, receiver = node.child_by_field_name("method"), node.child_by_field_name("receiver")
    arguments = node.child_by_field_name("arguments")
    given = arguments.named_children if arguments is not None else []
    if method is None or receiver is None or text_of(method) not in _ASKING or len(given) != 1:
        return
    if receiver.type in _NAMES and _is_told(given[0]):
        yield text_of(receiver), _instance(given[0])


def _matched(node: Node) -> dict[str, str]:
    """Return what `when Car, Van` tells of the value of its `case`."""
    value = node.parent.child_by_field_name("value") if node.parent is not None else None
    patterns = [one.named_children[0] for one in node.children_by_field_name("pattern") if one.named_children]
    if value is None or value.type not in _NAMES or not patterns or not all(map(_is_told, patterns)):
        return {}
    return {text_of(value): union(map(_instance, patterns))}


def _is_told(constant: Node) -> bool:
    """Tell whether a pattern is a class that may be the application's."""
    return constant.type in _CONSTANTS and text_of(constant) not in _OF_RUBY


def _instance(constant: Node) -> str:
    return f"{''.join(text_of(constant).split())}.new"


def _leaves(body: Node) -> bool:
    last = body.named_children[-1] if body.type in ("then", "body_statement") and body.named_children else body
    method = last.child_by_field_name("method") if last.type == "call" else last
    return last.type in _LEAVING or (method is not None and text_of(method) in _RAISING)


def _assigns(node: Node, name: str) -> bool:
    return re.search(rf"(?<![\w@.]){re.escape(name)}\s*(?:\|\||&&|[-+*/])?=(?![=~>])", text_of(node)) is not None
