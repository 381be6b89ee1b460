"""What is known of a Ruby file while it is read, and the nodes that are still to be read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from tree_sitter import Node

from core.extract.facts import Declaration, Reference, SourceFile
from core.extract.ruby.reading.context import Enclosing
from core.extract.ruby.reading.outline import BRANCHES, RubyOutline
from core.extract.ruby.reading.terms import ANYTHING, called, union
from core.extract.ruby.reading.values import Value
from core.model import Problem

MAX_DEPTH = 1000
"""How many nodes deep a file is read: what people write stays far below, and every node costs its ancestors' time."""

_BODIES = frozenset(
    {"program", "body_statement", "block_body", "then", "else", "begin", "ensure", "rescue", "do", "when", "case"}
)

Handler = Callable[["Reading", Node, Enclosing, bool], None]
"""Reads one kind of node; the last argument tells whether it is a statement."""


class BodyEnd(NamedTuple):
    """Stands in the queue where a body ends, and says what is to be done there."""

    reached: Callable[[], None]


class Reading:
    """What is known of a file so far, and the nodes that are still to be read."""

    def __init__(self, file: SourceFile, source: bytes, handlers: Mapping[str, Handler]) -> None:
        self.file = file
        self.source = source
        self.outline = RubyOutline()
        self.references: list[Reference] = []
        self.declarations: list[Declaration] = []
        self.literals: dict[str, Value] = {}
        self.lists: dict[str, Value] = {}  # literal lists and hashes by qualified constant, for loops in other files
        self.locals: dict[int, dict[str, str]] = {}  # the terms of variables by definition and name
        self.built: dict[tuple[int, str], list[Node]] = {}  # literals that make the values of variables, by definition and name
        self.told: dict[int, Mapping[str, str]] = {}  # the terms of parameters whose types are written, by definition and name
        self.has_sigs = b"sig" in source
        self.description = ""
        self.said: list[dict[str, Value]] = []  # what methods say of what they take and give
        self.steps: dict[int, list[tuple[tuple[int, int, int], list[Value]]]] = {}  # by definition, with their order
        self.branches: dict[int, list[list[Value]]] = {}
        self.problems: dict[str, Problem] = {}  # by reason: what a limit left out, at its first place
        self.turns = 0  # of loops over literals that were read once for each element
        self.depth = 0  # of the node that is being read
        self._handlers = handlers
        self._stack: list[tuple[Node | BodyEnd, Enclosing, bool, int]] = []

    def walk(self, root: Node) -> None:
        """Read a tree in the order of its text."""
        self.read_from(root, Enclosing())

    def read_from(self, node: Node, context: Enclosing) -> None:
        """Read a node and what is in it."""
        stack, handlers = self._stack, self._handlers
        stack.append((node, context, True, self.depth))
        while stack:
            queued, context, statement, depth = stack.pop()
            if isinstance(queued, BodyEnd):
                queued.reached()
                continue
            node = queued
            self.depth, kind = depth, node.type
            if depth > MAX_DEPTH:
                self.leave_out(node, f"nested more than {MAX_DEPTH} deep: what is inside is not read")
                continue
            if kind in BRANCHES:
                self.branch(context)
            handler = handlers.get(kind)
            if handler is None:
                self.children(node, context, kind in _BODIES)
            else:
                handler(self, node, context, statement)

    def read_now(self, node: Node, context: Enclosing) -> None:
        """Read a node and what is in it before anything that is queued."""
        waiting, depth = self._stack, self.depth
        self._stack = []
        self.read_from(node, context)
        self._stack, self.depth = waiting, depth

    def children(self, node: Node, context: Enclosing, statements: bool = False) -> None:
        """Queue the children of a node."""
        inside = self.depth + 1
        self._stack += [(child, context, statements, inside) for child in reversed(node.named_children)]

    def later(self, node: Node | None, context: Enclosing, statement: bool = False) -> None:
        """Queue a node; what is queued last is read first."""
        if node is not None:
            self._stack.append((node, context, statement, self.depth + 1))

    def at_end(self, reached: Callable[[], None], context: Enclosing) -> None:
        """Queue what is to be done when all that is queued after it has been read."""
        self._stack.append((BodyEnd(reached), context, False, self.depth))

    def leave_out(self, node: Node, reason: str) -> None:
        """Tell that something is not read, once for each reason."""
        self.problems.setdefault(reason, Problem(self.file.path, "partial", reason, node.start_point.row + 1))

    def branch(self, context: Enclosing) -> None:
        """Count a decision for the enclosing method."""
        if context.scope >= 0 and (draft := self.outline.drafts[context.scope]).kind == "method":
            draft.complexity += 1

    def refer(self, name: str, kind: str, node: Node, context: Enclosing, receiver: str = "", **facts: Value) -> None:
        """Keep a reference, once."""
        if not context.quiet:
            self.references.append(Reference(name, kind, node.start_point.row + 1, context.scope, receiver, facts))

    def is_local(self, name: str, context: Enclosing) -> bool:
        """Tell whether a bare name is a variable here."""
        return name in self._assigned(context)

    def variables(self, context: Enclosing) -> dict[str, str]:
        """Return the terms of the variables of the enclosing definition, and of what a condition narrows."""
        known = self._assigned(context)
        return {**known, **context.narrowed} if context.narrowed else known

    def _assigned(self, context: Enclosing) -> dict[str, str]:
        return self.locals.setdefault(context.scope, {})

    def learn(self, name: str, context: Enclosing, term: str = ANYTHING, surely: bool = True) -> None:
        """Remember a bare name as a variable of the enclosing definition, which is this now; unless `surely`, or as it was."""
        known = self._assigned(context)
        known[name] = called(term if surely or name not in known else union([known[name], term]), name)
