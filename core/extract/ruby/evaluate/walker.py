"""Statements run one after the other as Ruby would run them, as far as values tell: names, conditions, blocks, limits.

What a call does is said by who walks (routes are drawn, tables are changed). Of a condition that only a running program can
decide both branches are taken.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from core.extract.ruby.evaluate.evaluator import evaluate
from core.extract.ruby.evaluate.kinds import Block, Code, Frame, Options, Value
from core.extract.ruby.evaluate.methods import combine
from core.extract.ruby.syntax.nodes import BODIES, Call, call_of, named, statements
from core.extract.ruby.syntax.parse import text_of
from core.extract.ruby.syntax.tree import Node

MAX_DEPTH = 60
"""Blocks, conditions and methods inside each other; what calls itself would never end."""

_CONDITIONS = ("if", "unless", "elsif", "if_modifier", "unless_modifier", "conditional")
_INSIDE = ("module", "class", "rescue_modifier", *BODIES)

At = TypeVar("At")
"""Where a statement stands: at least a frame."""


@dataclass
class StatementWalker(ABC, Generic[At]):
    """A program that is run: the methods that it has defined, and what it may still cost."""

    methods: dict[str, Block] = field(default_factory=dict, kw_only=True)
    depth: int = field(default=0, kw_only=True)
    steps: int = field(default=0, kw_only=True)
    most: int = field(default=100_000, kw_only=True)  # statements, those in loops as often as they run

    @abstractmethod
    def frame_of(self, at: At) -> Frame:
        """Return what names mean at a place."""

    @abstractmethod
    def within(self, at: At, frame: Frame) -> At:
        """Return the place with other meanings of names."""

    @abstractmethod
    def truth(self, condition: Node, at: At) -> bool | None:
        """Return what a condition is; None where only a running program can tell."""

    @abstractmethod
    def call(self, call: Call, at: At) -> None:
        """Do what a call says."""

    @abstractmethod
    def stopped(self, node: Node, at: At, too_deep: bool) -> None:
        """Tell that a statement is not run, because it is too deep or because too many were run before."""

    def yielded(self, at: At) -> None:
        """Run the block that the method around was given."""

    def run(self, nodes: Sequence[Node], at: At) -> None:
        """Run statements in order; a name assigned by one is known to the next."""
        for node in nodes:
            self._perform(node, at)

    def _perform(self, node: Node, at: At) -> None:
        if self.depth >= MAX_DEPTH or self.steps >= self.most:
            self.stopped(node, at, self.depth >= MAX_DEPTH)
            return
        self.steps += 1
        self.depth += 1
        self._statement(node, at)
        self.depth -= 1

    def _statement(self, node: Node, at: At) -> None:
        if node.type in ("call", "identifier"):
            if call := call_of(node):
                self.call(call, at)
        elif node.type == "assignment":
            _assign(node, self.frame_of(at))
        elif node.type == "operator_assignment":
            _reassign(node, self.frame_of(at))
        elif node.type == "method":
            self.methods[text_of(node.child_by_field_name("name"))] = Block(node, self.frame_of(at))
        elif node.type in _CONDITIONS:
            self._branch(node, at)
        elif node.type == "yield":
            self.yielded(at)
        elif node.type == "case":
            inside = self.within(at, self.frame_of(at).under(f"case {text_of(node.child_by_field_name('value'))}"))
            for branch in named(node):
                if branch.type in ("when", "else"):
                    self.run(statements(branch.child_by_field_name("body") or branch), inside)
        elif node.type in _INSIDE:
            self.run(statements(node.child_by_field_name("body") or node), at)

    def _branch(self, node: Node, at: At) -> None:
        condition = node.child_by_field_name("condition")
        truth, negated = self.truth(condition, at) if condition is not None else None, node.type.startswith("unless")
        decided = None if truth is None else truth != negated
        source, frame = text_of(condition), self.frame_of(at)
        body = node.child_by_field_name("consequence") or node.child_by_field_name("body")
        for branch, wanted in ((body, True), (node.child_by_field_name("alternative"), False)):
            if branch is not None and decided in (None, wanted):
                under = source if wanted != negated else f"!({source})"
                inside = at if decided is not None else self.within(at, frame.under(under))
                self.run(statements(branch) if branch.type in BODIES else [branch], inside)


def turns(call: Call, values: list[Value] | Options) -> Iterator[list[Value]]:
    """Yield what the block of a loop over known values is given in each turn."""
    rows = [[key, value] for key, value in values.items()] if isinstance(values, dict) else [[value] for value in values]
    for position, row in enumerate(rows):
        yield [*row, position] if call.name == "each_with_index" else row


def _assign(node: Node, frame: Frame) -> None:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is not None and right is not None and left.type in ("identifier", "constant"):
        value, known = evaluate(right, frame), frame.variables.get(text_of(left))
        may_keep = bool(frame.condition) and isinstance(value, Code) and known is not None
        frame.variables[text_of(left)] = known if may_keep else value  # what it is without the condition is known


def _reassign(node: Node, frame: Frame) -> None:
    """`names &= other`, `prefix ||= "x"`."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        return
    known, value = frame.variables.get(text_of(left)), evaluate(right, frame)
    operator = text_of(node.child_by_field_name("operator")).removesuffix("=")
    kept = (known or value) if operator == "||" else combine(operator, known, value)
    frame.variables[text_of(left)] = Code(text_of(node)) if kept is None else kept
