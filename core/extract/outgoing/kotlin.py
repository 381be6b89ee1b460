"""Calls as Kotlin writes them, whose grammar names no parts."""

from __future__ import annotations

from typing import NamedTuple

from tree_sitter import Node

from core.extract.parse import Parsed

_SCOPED = frozenset({"apply", "also", "run", "with"})


class KotlinCall(NamedTuple):
    """A call or an annotation: on what, its name, what is given by place and by name."""

    receiver: Node | None
    name: str
    given: tuple[Node, ...]
    named: dict[str, Node]


def call_of(parsed: Parsed, node: Node) -> KotlinCall | None:
    """Return a call or annotation with its parts; None for what has no name. In `x.apply { f() }` `f` is called on `x`."""
    called = node.named_children[0] if node.named_children else None
    if called is None:
        return None
    if called.type == "user_type":  # an annotation
        receiver, name = None, parsed.code(called).rpartition(".")[2]
    elif called.type == "navigation_expression":
        receiver, name = called.named_children[0], parsed.code(called.named_children[-1])
    elif called.type == "identifier":
        receiver, name = _applied(parsed, node), parsed.code(called)
    else:
        return None
    held = next((one for one in node.named_children if one.type == "value_arguments"), None)
    given: list[Node] = []
    named: dict[str, Node] = {}
    for one in held.named_children if held is not None else ():
        parts = one.named_children
        if len(parts) == 2 and any(child.type == "=" for child in one.children):
            named[parsed.code(parts[0])] = parts[1]
        elif parts:
            given.append(parts[-1])
    return KotlinCall(receiver, name, tuple(given), named)


def set_by(node: Node) -> tuple[Node, Node] | None:
    """Return the name and the value of a property or variable that is declared with one."""
    declared = next((one for one in node.named_children if one.type == "variable_declaration"), None)
    value = node.named_children[-1] if node.named_children else None
    if declared is None or value is None or not declared.named_children or value.start_byte < declared.end_byte:
        return None
    return (declared.named_children[0], value) if value.type not in ("user_type", "getter", "setter") else None


def _applied(parsed: Parsed, node: Node) -> Node | None:
    """Return what the block around a call is applied to: the `consumer` of `consumer.apply { subscribe(topics) }`."""
    around = node.parent
    while around is not None and around.type != "lambda_literal":
        if around.type == "function_declaration":
            return None
        around = around.parent
    call = around.parent.parent if around is not None and around.parent is not None else None
    called = call.named_children[0] if call is not None and call.type == "call_expression" and call.named_children else None
    if called is None or called.type != "navigation_expression" or parsed.code(called.named_children[-1]) not in _SCOPED:
        return None
    return called.named_children[0]
