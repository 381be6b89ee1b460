"""Run the statements of a migration or of `schema.rb` on a draft of the tables.

Conditions that ask the draft (`table_exists?`, `column_exists?`) are decided by it; of any other condition both branches
are taken, because columns that some installation has are worth knowing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from core.extract.rails.schema.columns import SAME_TYPE, At, default_of, define, in_block, references, timestamps
from core.extract.rails.schema.table import Column, ForeignKey, Index, SchemaDraft, Table
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
Statement = Callable[[SchemaDraft, At, list[Value], Options], None]


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


def _text(value: Value) -> str:
    """Return a table or column name; empty where only a running Ruby knows it."""
    return str(value) if isinstance(value, str) else ""


def _many(value: Value) -> tuple[str, ...]:
    parts = value if isinstance(value, list) else [value]
    return tuple(part.source if isinstance(part, Code) else str(part) for part in parts if part is not None)


def create_table(draft: SchemaDraft, at: At, given: list[Value], options: Options) -> None:
    """Create a table with its primary key; its other columns come from the block."""
    name = _text(given[0])
    if options.get("force") and name:
        draft.tables.pop(name, None)
    key = options.get("primary_key")
    keys = _many(key) if key else ("id",)
    kind = options.get("id", True)
    columns: tuple[Column, ...] = ()
    if kind is not False and (not key or len(keys) == 1):
        named = str(kind) if isinstance(kind, str) else at.key_type
        columns = (Column(keys[0], "bigint" if named == "primary_key" else named, at.path, at.line, False, via="create_table"),)
    comment = options.get("comment")
    table = Table(name, at.span, columns, primary_key=() if kind is False and not key else keys, comment=_text(comment))
    draft.create(table)


def create_join_table(draft: SchemaDraft, at: At, given: list[Value], options: Options) -> None:
    """Create the table between two others, named after both."""
    name = table_name_of("create_join_table", given, options)
    columns = tuple(
        Column(f"{at.inflections.singularize(str(part))}_id", at.key_type, at.path, at.line, False, via="create_join_table")
        for part in given[:2]
    )
    draft.create(Table(name, at.span, columns, primary_key=()))


def table_name_of(statement: str, given: list[Value], options: Options) -> str:
    """Return the table whose block follows a `create_table`, `create_join_table` or `change_table`."""
    if statement != "create_join_table":
        return _text(given[0]) if given else ""
    both = sorted(str(part) for part in given[:2])
    return _text(options.get("table_name")) or re.sub(r"^(.*[._])(.+)\0\1(.+)", r"\1\2_\3", "\0".join(both)).replace("\0", "_")


def _drop_table(draft: SchemaDraft, _at: At, given: list[Value], _options: Options) -> None:
    for name in given:
        draft.tables.pop(_text(name), None)


def _rename_table(draft: SchemaDraft, at: At, given: list[Value], _options: Options) -> None:
    draft.rename_table(_text(given[0]), _text(given[1]), at.span)


def _add_column(draft: SchemaDraft, at: At, given: list[Value], options: Options) -> None:
    define(draft, at, _text(given[0]), _text(given[2]) if len(given) > 2 else str(options.get("type", "")), [given[1]], options)


def _add_columns(draft: SchemaDraft, at: At, given: list[Value], options: Options) -> None:
    define(draft, at, _text(given[0]), _text(options.get("type")), given[1:], options)


def _change_column(draft: SchemaDraft, at: At, given: list[Value], options: Options) -> None:
    table, name = _text(given[0]), _text(given[1])
    known = draft.tables[table].column(name) if table in draft.tables else None
    if known is None:
        return
    kind = SAME_TYPE.get(_text(given[2]), _text(given[2])) if len(given) > 2 else known.type
    changed = replace(known, type=kind, file_path=at.path, line=at.line)
    if "null" in options:
        changed = replace(changed, null=options["null"] is not False)
    if "default" in options:
        changed = replace(changed, default=default_of(options["default"]))
    draft.add_column(table, changed, at.span)


def _change_default(draft: SchemaDraft, at: At, given: list[Value], options: Options) -> None:
    value = options.get("to") if "to" in options else (given[2] if len(given) > 2 else None)
    _change_column(draft, at, given[:2], {"default": value})


def _change_null(draft: SchemaDraft, at: At, given: list[Value], _options: Options) -> None:
    _change_column(draft, at, given[:2], {"null": given[2] if len(given) > 2 else True})


def _remove_column(draft: SchemaDraft, at: At, given: list[Value], _options: Options) -> None:
    draft.drop_column(_text(given[0]), _text(given[1]), at.span)


def _remove_columns(draft: SchemaDraft, at: At, given: list[Value], _options: Options) -> None:
    for name in given[1:]:
        for column in name if isinstance(name, list) else [name]:
            draft.drop_column(_text(given[0]), _text(column), at.span)


def _rename_column(draft: SchemaDraft, at: At, given: list[Value], _options: Options) -> None:
    draft.rename_column(_text(given[0]), _text(given[1]), _text(given[2]), at.span)


def _add_reference(draft: SchemaDraft, at: At, given: list[Value], options: Options) -> None:
    references(draft, at, _text(given[0]), given[1:], options)


def _remove_reference(draft: SchemaDraft, at: At, given: list[Value], options: Options) -> None:
    for name in given[1:]:
        draft.drop_column(_text(given[0]), f"{name}_id", at.span)
        if options.get("polymorphic"):
            draft.drop_column(_text(given[0]), f"{name}_type", at.span)


def _add_timestamps(draft: SchemaDraft, at: At, given: list[Value], options: Options) -> None:
    timestamps(draft, at, _text(given[0]), given[1:], options)


def _remove_timestamps(draft: SchemaDraft, at: At, given: list[Value], _options: Options) -> None:
    for name in ("created_at", "updated_at"):
        draft.drop_column(_text(given[0]), name, at.span)


def add_index(draft: SchemaDraft, at: At, given: list[Value], options: Options) -> None:
    """Add an index, named as Rails names it unless it has its own name."""
    columns = _many(given[1]) if len(given) > 1 else ()
    table = _text(given[0])
    name = _text(options.get("name")) or f"index_{table}_on_{'_and_'.join(columns)}"
    where = options.get("where")
    draft.add_index(table, Index(name, columns, at.path, at.line, options.get("unique") is True, _text(where)), at.span)


def _remove_index(draft: SchemaDraft, at: At, given: list[Value], options: Options) -> None:
    table = draft.tables.get(_text(given[0]))
    if table is None:
        return
    columns = _many(options["column"] if "column" in options else given[1]) if len(given) > 1 or "column" in options else ()
    name = _text(options.get("name"))
    kept = tuple(index for index in table.indexes if (index.name != name if name else index.columns != columns))
    draft.change(table.name, at.span, indexes=kept)


def add_foreign_key(draft: SchemaDraft, at: At, given: list[Value], options: Options) -> None:
    """Add a foreign key; its column is named after the table it points at unless given."""
    to_table = _text(given[1])
    column = _text(options.get("column")) or f"{at.inflections.singularize(to_table.rsplit('.', 1)[-1])}_id"
    draft.add_key(_text(given[0]), ForeignKey(column, to_table, at.path, at.line, _text(options.get("name"))), at.span)


def _remove_foreign_key(draft: SchemaDraft, at: At, given: list[Value], options: Options) -> None:
    table = draft.tables.get(_text(given[0]))
    if table is None:
        return
    to_table, column, name = _text(given[1]) if len(given) > 1 else "", _text(options.get("column")), _text(options.get("name"))
    kept = tuple(
        key
        for key in table.foreign_keys
        if not ((to_table and key.to_table == to_table) or (column and key.column == column) or (name and key.name == name))
    )
    draft.change(table.name, at.span, foreign_keys=kept)


STATEMENTS: dict[str, tuple[int, Statement]] = {
    "create_table": (1, create_table),
    "create_join_table": (2, create_join_table),
    "drop_table": (1, _drop_table),
    "rename_table": (2, _rename_table),
    "add_column": (2, _add_column),
    "add_columns": (2, _add_columns),
    "change_column": (3, _change_column),
    "change_column_default": (2, _change_default),
    "change_column_null": (2, _change_null),
    "remove_column": (2, _remove_column),
    "remove_columns": (2, _remove_columns),
    "rename_column": (3, _rename_column),
    "add_reference": (2, _add_reference),
    "add_belongs_to": (2, _add_reference),
    "remove_reference": (2, _remove_reference),
    "remove_belongs_to": (2, _remove_reference),
    "add_timestamps": (1, _add_timestamps),
    "remove_timestamps": (1, _remove_timestamps),
    "add_index": (2, add_index),
    "remove_index": (1, _remove_index),
    "add_foreign_key": (2, add_foreign_key),
    "remove_foreign_key": (1, _remove_foreign_key),
}
"""Statements by name with the number of arguments they need at least."""
