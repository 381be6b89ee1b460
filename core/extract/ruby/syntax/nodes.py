"""A tree of Ruby as calls, blocks and statements."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import TypeVar

import tree_sitter

from core.extract.ruby.syntax.parse import text_of
from core.extract.ruby.syntax.tree import Node

BODIES = ("body_statement", "block_body", "then", "else", "begin", "parenthesized_statements", "program", "ensure", "do")
"""Nodes that hold statements and mean nothing by themselves."""


_WITH_BODY = ("block", "do_block", "method", "singleton_method", "lambda")


_MAX_DEPTH = 1000  # nodes; every one costs its ancestors' time, and what people write stays far below


class TooDeep(ValueError):
    """Code that is nested so deeply that reading it would not end in time; the message says where."""


N = TypeVar("N", bound=Node)


@dataclass(frozen=True, slots=True)
class Call:
    """One method call: its name, receiver and arguments as nodes.

    `block` is the `{ }` or `do` node, `block_argument` the `&x`.
    """

    name: str
    node: Node
    receiver: Node | None = None
    arguments: tuple[Node, ...] = ()
    block: Node | None = None
    block_argument: Node | None = None

    @property
    def line(self) -> int:
        """The line where the method is named, from 1."""
        named = self.node.child_by_field_name("method")
        return (named or self.node).start_point[0] + 1

    @property
    def end_line(self) -> int:
        """The last line of the call, its block included."""
        return self.node.end_point[0] + 1

    @property
    def last_head_line(self) -> int:
        """The last line of the call without its block."""
        end = self.block.start_point[0] if self.block else self.node.end_point[0]
        return end + 1


def line_of(node: Node) -> int:
    """Return the first line of a node, counted from 1."""
    return node.start_point[0] + 1


def named(node: Node) -> list[Node]:
    """Return the named children of a node without comments."""
    return [child for child in node.named_children if child.type not in ("comment", "heredoc_body")]


def statements(node: Node | None) -> list[Node]:
    """Return the statements of a block, method or body in order."""
    if node is None:
        return []
    body = node.child_by_field_name("body") if node.type in _WITH_BODY else node
    if body is None:
        return []
    if body.type in ("block", "do_block"):
        return statements(body)
    return named(body) if body.type in BODIES else [body]


def call_of(node: Node) -> Call | None:
    """Return the node as a call, a bare name included; none for anything else."""
    if node.type == "identifier":
        return Call(text_of(node), node)
    if node.type != "call":
        return None
    method = node.child_by_field_name("method")
    arguments = node.child_by_field_name("arguments")
    given = named(arguments) if arguments else []
    passed = [argument for argument in given if argument.type == "block_argument"]
    return Call(
        text_of(method) if method else "call",
        node,
        node.child_by_field_name("receiver"),
        tuple(argument for argument in given if argument.type != "block_argument"),
        node.child_by_field_name("block"),
        passed[0] if passed else None,
    )


def calls_in(node: Node) -> Iterator[Call]:
    """Yield every call with a method field below a node, in source order, nested ones included; raises as `walk` does."""
    for current in walk(node):
        if current.type == "call" and (call := call_of(current)):
            yield call


def walk(node: N) -> Iterator[N]:
    """Yield a node and everything below it in source order; raises `TooDeep` where code is nested beyond all measure."""
    return _walk(node, attrgetter("children"))


def walk_named(node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """Yield what `walk` does without keywords and signs, which are more than half of a tree."""
    return _walk(node, attrgetter("named_children"))


def _walk(node: N, children: Callable[[N], Sequence[N]]) -> Iterator[N]:
    around = [iter((node,))]
    while around:
        for current in around[-1]:
            if len(around) > _MAX_DEPTH + 1:
                raise TooDeep(f"line {line_of(current)} is nested more than {_MAX_DEPTH} deep")
            yield current
            if inside := children(current):
                around.append(iter(inside))
                break
        else:
            around.pop()


def parameters_of(node: Node) -> list[Node]:
    """Return the parameters of a block, lambda or method in order."""
    given = node.child_by_field_name("parameters")
    if given is None and node.type == "lambda":
        return []
    return named(given) if given else []


def parameter_name(node: Node) -> str:
    """Return the name that a parameter binds."""
    name = node.child_by_field_name("name")
    return text_of(name) if name else text_of(node).lstrip("*&")


def enclosing_constant(node: tree_sitter.Node) -> str:
    """Return the qualified name of the class or module around a node, as far as this file tells it."""
    words: list[str] = []
    current = node.parent
    while current is not None:
        if current.type in ("class", "module"):
            words.insert(0, text_of(current.child_by_field_name("name")))
        current = current.parent
    return "::".join(words).removeprefix("::")


def enclosing_method(node: tree_sitter.Node) -> str:
    """Return the name of the method around a node, empty outside of methods."""
    current = node.parent
    while current is not None:
        if current.type in ("method", "singleton_method"):
            return text_of(current.child_by_field_name("name"))
        current = current.parent
    return ""
