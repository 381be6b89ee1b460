"""One Ruby file to facts: one walk over its tree, each node looked at once."""

from __future__ import annotations

import re
from collections.abc import Mapping

from tree_sitter import Node

from core.extract.facts import FileFacts, SourceFile
from core.extract.ruby.reading import calls, defining, fallback
from core.extract.ruby.reading.context import BODY, CODE, MACRO, Enclosing
from core.extract.ruby.reading.state import Handler, Reading
from core.extract.ruby.syntax.parse import RubyTree, text_of

_CLASS_NAME_KEY = re.compile(r"(?:^|_)(?:type|class|klass|class_name|types|classes|class_names)=?$")
_LONGEST_LIST = 200  # a longer list of names is data
_CLASS_NAME = re.compile(r"(?:::)?[A-Z]\w*(?:::[A-Z]\w*)*")
_TYPE_IN_SQL = re.compile(r"(?:\b|_)type\s*(?:=|<>|!=)\s*'([A-Z]\w*(?:::[A-Z]\w*)*)'")


def read(file: SourceFile, parsed: RubyTree) -> FileFacts:
    """Return what a Ruby file says; of one that is repaired or read in part the problems say so."""
    reading, problem = Reading(file, parsed.source, _HANDLERS), parsed.problem(file.path)
    reading.walk(parsed.root)
    if problem is not None and problem.status == "partial":
        fallback.add_missing(reading.outline, file.text)
    return FileFacts(
        path=file.path,
        language=file.language,
        sha=file.sha,
        lines=file.text.count("\n") + (not file.text.endswith("\n") and bool(file.text)),
        is_test=file.is_test,
        docstring=reading.outline.opening(),
        definitions=tuple(draft.finished() for draft in reading.outline.drafts),
        references=tuple(reading.references),
        declarations=tuple(reading.declarations),
        problems=(*((problem,) if problem else ()), *reading.problems.values()),
        extra={"literals": reading.lists} if reading.lists else {},
    )


def _comment(reading: Reading, node: Node, context: Enclosing, statement: bool) -> None:
    reading.outline.comment(node, reading.source)


def _parameters(reading: Reading, node: Node, context: Enclosing, statement: bool) -> None:
    for child in node.named_children:
        named = child if child.type == "identifier" else child.child_by_field_name("name")
        if named is not None:
            reading.learn(text_of(named), context)
        elif child.type == "destructured_parameter":
            reading.later(child, context)
        reading.later(child.child_by_field_name("value"), context)


def _assignment(reading: Reading, node: Node, context: Enclosing, statement: bool) -> None:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is not None and left.type in ("constant", "scope_resolution") and right is not None:
        defining.constant_assignment(reading, node, left, right, context)
        return
    if left is not None and left.type == "identifier":
        reading.learn(text_of(left), context)
        if context.mode == MACRO and right is not None:
            calls.declare_local(reading, left, right, node, context)
    elif left is not None and left.type == "left_assignment_list":
        for child in left.named_children:
            if child.type == "identifier":
                reading.learn(text_of(child), context)
    elif left is not None and right is not None and statement and context.mode == BODY:
        calls.declare_assignment(reading, left, right, node, context)
    if left is not None and right is not None and _CLASS_NAME_KEY.search(text_of(left)) is not None:
        calls.refer_to_strings(reading, right, context)
    reading.later(right, context.running() if context.mode == CODE else context)
    if left is not None and left.type not in ("identifier", "left_assignment_list"):
        reading.later(left, context)


def _operator_assignment(reading: Reading, node: Node, context: Enclosing, statement: bool) -> None:
    """Read `NAME ||= value` as the definition of a constant; other operators change what exists."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is not None and right is not None and left.type in ("constant", "scope_resolution"):
        defining.constant_assignment(reading, node, left, right, context)
    else:
        if left is not None and left.type == "identifier":
            reading.learn(text_of(left), context)
        reading.children(node, context)


def _identifier(reading: Reading, node: Node, context: Enclosing, statement: bool) -> None:
    name = text_of(node)
    if context.mode != CODE and statement:
        calls.declare_bare(reading, name, node, context)
    if context.mode != BODY and not reading.file.is_test and not reading.is_local(name, context):
        reading.refer(name, "call", node, context)


def _constant(reading: Reading, node: Node, context: Enclosing, statement: bool) -> None:
    scope = node.child_by_field_name("scope") if node.type == "scope_resolution" else None
    if scope is not None and scope.type not in ("constant", "scope_resolution"):
        reading.later(scope, context)
        return
    reading.refer("".join(text_of(node).split()), "constant", node, context)


def _pair(reading: Reading, node: Node, context: Enclosing, statement: bool) -> None:
    key, value = node.child_by_field_name("key"), node.child_by_field_name("value")
    names_class = key is not None and _CLASS_NAME_KEY.search(text_of(key).strip(":'\"")) is not None
    if names_class and value is not None:
        calls.refer_to_strings(reading, value, context)
    if key is not None and key.type == "string":
        calls.refer_to_string(reading, key, context, single=True)
    if not (names_class and value is not None and value.type == "string"):
        reading.later(value, context)
    if key is not None and key.type not in ("hash_key_symbol", "string"):
        reading.later(key, context)


def _when(reading: Reading, node: Node, context: Enclosing, statement: bool) -> None:
    for pattern in node.children_by_field_name("pattern"):
        calls.refer_to_strings(reading, pattern, context)
    reading.children(node, context)


def _string(reading: Reading, node: Node, context: Enclosing, statement: bool) -> None:
    calls.refer_to_string(reading, node, context)
    reading.children(node, context)


def _string_content(reading: Reading, node: Node, context: Enclosing, statement: bool) -> None:
    """Find the classes that SQL compares a type column with."""
    for name in _TYPE_IN_SQL.findall(text_of(node)):
        reading.refer(name, "string", node, context)


def _list(reading: Reading, node: Node, context: Enclosing, statement: bool) -> None:
    """Read a list of nothing but class names, `%w[Comment Story]`, as naming these classes."""
    is_short = node.named_child_count <= _LONGEST_LIST
    strings = (child for child in node.named_children if is_short and child.type in ("string", "bare_string"))
    words = {child: text_of(child).strip("\"'") for child in strings}
    if is_short and len(words) == node.named_child_count and all(_CLASS_NAME.fullmatch(word) for word in words.values()):
        for child, word in words.items():
            reading.refer(word, "string", child, context, among=list(words.values()))
    reading.children(node, context)


def _binary(reading: Reading, node: Node, context: Enclosing, statement: bool) -> None:
    operator = node.child_by_field_name("operator")
    if operator is not None and operator.type in ("==", "!="):
        for side in node.named_children:
            if side.type == "string":
                calls.refer_to_string(reading, side, context, single=True)
    if operator is not None and operator.type in ("&&", "||", "and", "or"):
        reading.branch(context)
    elif operator is not None and operator.type == "<<" and statement and context.mode == BODY:
        calls.declare_append(reading, node, context)
    reading.children(node, context)


def _modifier(reading: Reading, node: Node, context: Enclosing, statement: bool) -> None:
    reading.later(node.child_by_field_name("condition"), context)
    reading.later(node.child_by_field_name("body"), context, statement)


def _skip(reading: Reading, node: Node, context: Enclosing, statement: bool) -> None:
    return


_HANDLERS: Mapping[str, Handler] = {
    "comment": _comment,
    "class": defining.container,
    "module": defining.container,
    "singleton_class": defining.singleton_class,
    "method": defining.method,
    "singleton_method": defining.method,
    "method_parameters": _parameters,
    "block_parameters": _parameters,
    "lambda_parameters": _parameters,
    "destructured_parameter": _parameters,
    "assignment": _assignment,
    "operator_assignment": _operator_assignment,
    "call": calls.call,
    "identifier": _identifier,
    "constant": _constant,
    "scope_resolution": _constant,
    "pair": _pair,
    "when": _when,
    "string": _string,
    "string_content": _string_content,
    "array": _list,
    "string_array": _list,
    "binary": _binary,
    "if_modifier": _modifier,
    "unless_modifier": _modifier,
    "alias": _skip,
    "undef": _skip,
    "simple_symbol": _skip,
    "superclass": _skip,
}
