"""Run the statements of a migration or of `schema.rb` on a draft of the tables.

Conditions that ask the draft (`table_exists?`, `column_exists?`) are decided by it; of any other condition both branches
are taken, because columns that some installation has are worth knowing.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from core.extract.rails.schema.columns import At, in_block
from core.extract.rails.schema.statements import STATEMENTS, table_name_of
from core.extract.rails.schema.table import SchemaDraft
from core.extract.ruby.evaluate.evaluator import arguments, enter, evaluate
from core.extract.ruby.evaluate.kinds import Block, Code, Const, Frame, Symbol, is_known
from core.extract.ruby.syntax.nodes import BODIES, Call, TooDeep, call_of, line_of, named, statements, text_of
from core.extract.ruby.syntax.tree import Node

_MAX_DEPTH = 60  # blocks, conditions and methods inside each other
_COUNTED = (
    "execute",
    "exec_query",
    "select_all",
    "revert",
    "create_view",
    "update_view",
    "drop_view",
    "create_enum",
    "create_function",
)
_IN_BLOCKS = {
    "remove": "remove_columns", "rename": "rename_column", "change": "change_column", "change_default": "change_column_default",
    "change_null": "change_column_null", "index": "add_index", "remove_index": "remove_index", "foreign_key": "add_foreign_key",
    "remove_foreign_key": "remove_foreign_key", "remove_references": "remove_reference",
    "remove_belongs_to": "remove_reference", "remove_timestamps": "remove_timestamps",
}  # fmt: skip
_WITHOUT_COLUMN = ("check_constraint", "exclusion_constraint", "unique_constraint", "remove_check_constraint", "column_exists?")


@dataclass(frozen=True)
class _TableBlock:
    """What the variable of a table block stands for."""

    name: str


@dataclass(frozen=True)
class _Direction:
    """What the variable of a `reversible` block stands for."""


@dataclass
class Runner:
    """One program of statements: the draft it changes, its methods and the version of Rails it was written for."""

    draft: SchemaDraft
    frame: Frame
    version: float = 0.0
    methods: dict[str, Block] = field(default_factory=dict)
    depth: int = 0
    steps: int = 0
    most: int = 500_000  # statements, those in loops as often as they run

    def run(self, nodes: list[Node], frame: Frame) -> None:
        """Run statements in order."""
        for node in nodes:
            self._perform(node, frame)

    def run_block(self, block: Block, given: list[Any], options: dict[Any, Any] | None = None) -> None:
        """Run a block or method with these values."""
        self.run(statements(block.node), enter(block, given, options))

    def _perform(self, node: Node, frame: Frame) -> None:
        """Run one statement; raises `TooDeep` where a running Ruby might never come back."""
        if self.depth >= _MAX_DEPTH:
            raise TooDeep(f"a method calls itself, or line {line_of(node)} is nested more than {_MAX_DEPTH} deep")
        if self.steps >= self.most:
            raise TooDeep(f"line {line_of(node)} comes after more than {self.most:,} statements")
        self.steps += 1
        self.depth += 1
        self._run(node, frame)
        self.depth -= 1

    def _run(self, node: Node, frame: Frame) -> None:
        if node.type in ("call", "identifier"):
            if call := call_of(node):
                self._call(call, frame)
        elif node.type == "assignment":
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            if left is not None and right is not None:
                frame.variables[text_of(left)] = evaluate(right, frame)
        elif node.type in ("if", "unless", "elsif", "if_modifier", "unless_modifier", "conditional"):
            self._branch(node, frame)
        elif node.type == "case":
            for branch in named(node):
                if branch.type in ("when", "else"):
                    self.run(statements(branch.child_by_field_name("body") or branch), frame)
        elif node.type in BODIES or node.type == "rescue_modifier":
            self.run(statements(node.child_by_field_name("body") or node), frame)

    def _branch(self, node: Node, frame: Frame) -> None:
        condition = node.child_by_field_name("condition")
        truth = self._truth(condition, frame) if condition is not None else None
        if truth is not None and node.type.startswith("unless"):
            truth = not truth
        body = node.child_by_field_name("consequence") or node.child_by_field_name("body")
        for branch, wanted in ((body, True), (node.child_by_field_name("alternative"), False)):
            if branch is not None and truth in (None, wanted):
                self.run(statements(branch) if branch.type in BODIES else [branch], frame)

    def _truth(self, node: Node, frame: Frame) -> bool | None:
        """Return what a condition is, as far as the draft can tell."""
        inner = named(node)
        if node.type == "parenthesized_statements" and len(inner) == 1:
            return self._truth(inner[0], frame)
        if node.type == "unary" and text_of(node).startswith(("!", "not")):
            truth = self._truth(inner[-1], frame)
            return None if truth is None else not truth
        call = call_of(node)
        if call and call.name in ("table_exists?", "data_source_exists?", "column_exists?", "index_exists?"):
            return self._exists(call, frame)
        value = evaluate(node, frame)
        return value if isinstance(value, bool) else None

    def _exists(self, call: Call, frame: Frame) -> bool | None:
        given, options = arguments(call, frame)
        if not is_known(given) or not given:
            return None
        table = self.draft.tables.get(str(given[0]))
        if table is None or call.name in ("table_exists?", "data_source_exists?"):
            return table is not None
        if call.name == "column_exists?" and len(given) > 1:
            return table.column(str(given[1])) is not None
        columns = tuple(str(part) for part in (given[1] if len(given) > 1 and isinstance(given[1], list) else given[1:2]))
        return any(index.name == options.get("name") or index.columns == columns for index in table.indexes)

    def _call(self, call: Call, frame: Frame) -> None:
        receiver = evaluate(call.receiver, frame) if call.receiver is not None else None
        if isinstance(receiver, _TableBlock):
            self._in_table(call, frame, receiver.name)
        elif isinstance(receiver, _Direction):
            if call.name == "up" and call.block is not None:
                self.run_block(Block(call.block, frame), [])
        elif call.name in STATEMENTS and (not isinstance(receiver, Const) or "connection" in text_of(call.receiver)):
            self._statement(call, frame)
        elif isinstance(receiver, (list, dict)) and call.name.startswith("each") and call.block is not None:
            self._unroll(call, frame, receiver)
        elif call.name in self.methods and receiver is None:
            given, options = arguments(call, frame)
            self.run_block(self.methods[call.name], given, options)
        else:
            self._other(call, frame)

    def _other(self, call: Call, frame: Frame) -> None:
        if call.name in _COUNTED:
            self.draft.count(call.name)
        elif call.name == "change_table":
            self._table_block(call, frame)
        elif call.block is not None and call.name not in ("down", "find_each", "in_batches", "each", "tap"):
            given = [_Direction()] if call.name == "reversible" else []
            self.run_block(Block(call.block, frame), given)

    def _at(self, call: Call, whole: bool = False) -> At:
        end = call.end_line if whole else call.last_head_line
        return At(self.frame.path, line_of(call.node), end, self.frame.inflections, self.version)

    def _statement(self, call: Call, frame: Frame) -> None:
        needed, statement = STATEMENTS[call.name]
        given, options = arguments(call, frame)
        if len(given) < needed or not isinstance(given[0], str):
            self.draft.count(f"{call.name} of a computed table")
            return
        statement(self.draft, self._at(call, whole=True), given, options)
        if call.name in ("create_table", "create_join_table"):
            self._table_block(call, frame)

    def _table_block(self, call: Call, frame: Frame) -> None:
        given, options = arguments(call, frame)
        table = table_name_of(call.name, given, options)
        if not table:
            self.draft.count(f"{call.name} of a computed table")
        elif call.block is not None:
            self.run_block(Block(call.block, frame), [_TableBlock(table)])

    def _in_table(self, call: Call, frame: Frame, table: str) -> None:
        given, options = arguments(call, frame)
        word = _IN_BLOCKS.get(call.name, call.name)
        at = self._at(call)
        if word in STATEMENTS and call.name in _IN_BLOCKS:
            needed, statement = STATEMENTS[word]
            if len(given) + 1 >= needed:
                statement(self.draft, at, [Symbol(table), *given], options)
        elif call.name not in _WITHOUT_COLUMN:
            in_block(self.draft, at, table, call.name, given, options)

    def _unroll(self, call: Call, frame: Frame, values: list[Any] | dict[Any, Any]) -> None:
        assert call.block is not None
        rows = [[key, value] for key, value in values.items()] if isinstance(values, dict) else [[value] for value in values]
        for position, row in enumerate(rows):
            if not any(isinstance(value, Code) for value in row):
                given = [*row, position] if call.name == "each_with_index" else row
                self.run_block(Block(call.block, frame), given)


def with_path(frame: Frame, path: str) -> Frame:
    """Return the frame of another file."""
    return replace(frame, path=path, variables={})
