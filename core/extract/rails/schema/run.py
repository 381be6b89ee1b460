"""Run the statements of a migration or of `schema.rb` on a draft of the tables.

Conditions that ask the draft (`table_exists?`, `column_exists?`) are decided by it; of any other condition both branches
are taken, because columns that some installation has are worth knowing.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from core.extract.rails.schema.columns import At, in_block
from core.extract.rails.schema.statements import STATEMENTS, table_name_of
from core.extract.rails.schema.table import SchemaDraft
from core.extract.ruby.evaluate.evaluator import arguments, enter, evaluate
from core.extract.ruby.evaluate.kinds import Block, Code, Const, Frame, Options, Symbol, Value, is_known
from core.extract.ruby.evaluate.walker import MAX_DEPTH, StatementWalker, turns
from core.extract.ruby.syntax.nodes import Call, TooDeep, call_of, line_of, named, statements
from core.extract.ruby.syntax.parse import text_of
from core.extract.ruby.syntax.tree import Node

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
class Runner(StatementWalker[Frame]):
    """One program of statements: the draft it changes, its methods and the version of Rails it was written for."""

    draft: SchemaDraft
    frame: Frame
    version: float = 0.0
    most: int = field(default=500_000, kw_only=True)

    def frame_of(self, at: Frame) -> Frame:
        """Return the frame, which is all there is of a place."""
        return at

    def within(self, at: Frame, frame: Frame) -> Frame:
        """Return the other frame."""
        return frame

    def stopped(self, node: Node, at: Frame, too_deep: bool) -> None:
        """Raise `TooDeep` where a running Ruby might never come back."""
        line = line_of(node)
        if too_deep:
            raise TooDeep(f"a method calls itself, or line {line} is nested more than {MAX_DEPTH} deep")
        raise TooDeep(f"line {line} comes after more than {self.most:,} statements")

    def run_block(self, block: Block, given: list[Value], options: Options | None = None) -> None:
        """Run a block or method with these values."""
        self.run(statements(block.node), enter(block, given, options))

    def truth(self, condition: Node, at: Frame) -> bool | None:
        """Return what a condition is, as far as the draft can tell."""
        inner = named(condition)
        if condition.type == "parenthesized_statements" and len(inner) == 1:
            return self.truth(inner[0], at)
        if condition.type == "unary" and text_of(condition).startswith(("!", "not")):
            truth = self.truth(inner[-1], at)
            return None if truth is None else not truth
        call = call_of(condition)
        if call and call.name in ("table_exists?", "data_source_exists?", "column_exists?", "index_exists?"):
            return self._exists(call, at)
        value = evaluate(condition, at)
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

    def call(self, call: Call, at: Frame) -> None:
        """Do what a statement about tables, a loop or a method of the program says."""
        receiver = evaluate(call.receiver, at) if call.receiver is not None else None
        if isinstance(receiver, _TableBlock):
            self._in_table(call, at, receiver.name)
        elif isinstance(receiver, _Direction):
            if call.name == "up" and call.block is not None:
                self.run_block(Block(call.block, at), [])
        elif call.name in STATEMENTS and (not isinstance(receiver, Const) or "connection" in text_of(call.receiver)):
            self._change(call, at)
        elif isinstance(receiver, (list, dict)) and call.name.startswith("each") and call.block is not None:
            self._unroll(call, at, receiver)
        elif call.name in self.methods and receiver is None:
            given, options = arguments(call, at)
            self.run_block(self.methods[call.name], given, options)
        else:
            self._other(call, at)

    def _other(self, call: Call, frame: Frame) -> None:
        if call.name in _COUNTED:
            self.draft.count(call.name)
        elif call.name == "change_table":
            self._table_block(call, frame)
        elif call.block is not None and call.name not in ("down", "find_each", "in_batches", "each", "tap"):
            given: list[Value] = [_Direction()] if call.name == "reversible" else []
            self.run_block(Block(call.block, frame), given)

    def _at(self, call: Call, whole: bool = False) -> At:
        end = call.end_line if whole else call.last_head_line
        return At(self.frame.path, line_of(call.node), end, self.frame.inflections, self.version)

    def _change(self, call: Call, frame: Frame) -> None:
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

    def _unroll(self, call: Call, frame: Frame, values: list[Value] | Options) -> None:
        assert call.block is not None
        for given in turns(call, values):
            if not any(isinstance(value, Code) for value in given):
                self.run_block(Block(call.block, frame), given)


def with_path(frame: Frame, path: str) -> Frame:
    """Return the frame of another file."""
    return replace(frame, path=path, variables={})
