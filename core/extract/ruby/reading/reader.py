"""One Ruby file to facts: one walk over its tree, each node looked at once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from tree_sitter import Node

from core.extract.facts import FileFacts, Reference, SourceFile
from core.extract.ruby.reading import calls, defining, fallback, said, steps
from core.extract.ruby.reading.context import BODY, CODE, MACRO, Enclosing
from core.extract.ruby.reading.given import UNKNOWN, add_to_built, build, refer_to_element, refer_to_sql
from core.extract.ruby.reading.narrowing import asked
from core.extract.ruby.reading.passing import note_default
from core.extract.ruby.reading.state import Handler, Reading
from core.extract.ruby.reading.terms import ANYTHING, block_gets, term_of, then, worth_keeping
from core.extract.ruby.syntax.parse import RubyTree, text_of

_PLAIN = ("identifier", "optional_parameter", "keyword_parameter")
_LONGEST_LIST = 200  # a longer list of names is data
_CLASS_NAME = re.compile(r"(?:::)?[A-Z]\w*(?:::[A-Z]\w*)*")
_TYPE_IN_SQL = re.compile(r"(?:\b|_)type\s*(?:=|<>|!=)\s*'([A-Z]\w*(?:::[A-Z]\w*)*)'")
CLASS_NAME_KEY = re.compile(r"(?:^|_)(?:type|class|klass|class_name|types|classes|class_names)=?$")
"""What a variable or key is called that holds the name of a class."""
_HELD = ("instance_variable", "class_variable")
_ALWAYS_RUN = ("body_statement", "program", "block_body")


def assignment(reading: Reading, node: Node, context: Enclosing, statement: bool) -> None:
    """Read `name = value`: a constant that it defines, a variable that it makes known, a writer that it calls."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is not None and left.type in ("constant", "scope_resolution") and right is not None:
        defining.constant_assignment(reading, node, left, right, context)
        return
    if left is not None and left.type == "identifier":
        _given(reading, left, right, node, context)
        if context.mode == MACRO and right is not None:
            calls.declare_local(reading, left, right, node, context)
    elif left is not None and left.type == "left_assignment_list":
        values = right.named_children if right is not None and right.type == "right_assignment_list" else []
        for number, child in enumerate(left.named_children):
            _given(reading, child, values[number] if number < len(values) else None, node, context)
            if child.type != "identifier":
                _written(reading, child, context)
    elif left is not None and left.type in _HELD:
        _given(reading, left, right, node, context)
    elif left is not None and right is not None and statement and context.mode == BODY:
        calls.declare_assignment(reading, left, right, node, context)
    if left is not None and right is not None and CLASS_NAME_KEY.search(text_of(left)) is not None:
        calls.refer_to_strings(reading, right, context)
    if left is not None:
        steps.assigned(reading, left, right, context)
    reading.later(right, context.running() if context.mode == CODE else context)
    if left is not None and left.type not in ("identifier", "left_assignment_list"):
        _written(reading, left, context)


def _written(reading: Reading, left: Node, context: Enclosing) -> None:
    """Read what is assigned to: an attribute of a record, an element, or something else of which the parts are read."""
    if left.type == "call" and context.mode != BODY:
        calls.assigned(reading, left, context)
    elif left.type == "element_reference":
        refer_to_element(reading, left, context, written=True)
        if left.named_child_count == 2 and left.named_children[0].type == "identifier":
            add_to_built(reading, text_of(left.named_children[0]), left.named_children[1:], context)
        reading.children(left, context)
    elif left.type not in ("instance_variable", "global_variable", "class_variable", "splat_argument"):
        reading.later(left, context)


def _given(reading: Reading, left: Node, right: Node | None, node: Node, context: Enclosing) -> None:
    """Remember what a variable is given: of a local variable for what follows, of one of an object for all of its methods."""
    if left.type == "identifier":
        term = term_of(right, reading.variables(context))
        build(reading, left, right if node.type == "assignment" else None, context)
        surely = node.type == "assignment" and node.parent is not None and node.parent.type in _ALWAYS_RUN
        reading.learn(text_of(left), context, term, surely)
    elif left.type in _HELD and (told := worth_keeping(term_of(right, reading.variables(context)))):
        reading.refer(text_of(left), "assign", node, context, told)


def operator_assignment(reading: Reading, node: Node, context: Enclosing, statement: bool) -> None:
    """Read `name ||= value` and the like."""
    """Read `NAME ||= value` as the definition of a constant; other operators change what exists."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is not None and right is not None and left.type in ("constant", "scope_resolution"):
        defining.constant_assignment(reading, node, left, right, context)
    else:
        if left is not None:
            _given(reading, left, right, node, context)
        if left is not None and left.type in ("call", "element_reference"):
            _written(reading, left, context)  # `self.count += 1` writes and, as one of the children, reads
        if left is not None:
            steps.assigned(reading, left, right, context)
        reading.children(node, context)


def read(file: SourceFile, parsed: RubyTree) -> FileFacts:
    """Return what a Ruby file says; of one that is repaired or read in part the problems say so."""
    reading, problem = Reading(file, parsed.source, _HANDLERS), parsed.problem(file.path)
    reading.walk(parsed.root)
    for scope in reading.steps:
        if scope >= 0:
            reading.outline.drafts[scope].metadata |= steps.rows(reading, scope)
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
        extra={name: value for name, value in (("literals", reading.lists), ("said", reading.said)) if value},
    )


def calls_on_values(file: SourceFile, parsed: RubyTree) -> tuple[Reference, ...]:
    """Return the calls in the Ruby of a template that are made on something, with the terms of what they are made on."""
    reading = Reading(file, parsed.source, _HANDLERS)
    reading.read_from(parsed.root, Enclosing(mode=CODE))
    return tuple(one for one in reading.references if one.kind == "call" and one.receiver not in ("", "self"))


def _comment(reading: Reading, node: Node, context: Enclosing, statement: bool) -> None:
    reading.outline.comment(node, reading.source)


_NONE: Mapping[str, str] = {}


def _parameters(reading: Reading, node: Node, context: Enclosing, statement: bool) -> None:
    around = node.parent if node.type == "block_parameters" else None
    given = block_gets(around.parent, reading.variables(context)) if around is not None else ""
    for number, child in enumerate(node.named_children):
        named = child if child.type == "identifier" else child.child_by_field_name("name")
        if named is not None:
            term = f"{given}&{number}" if given not in ("", ANYTHING) and "|" not in given else ANYTHING + text_of(named)
            told = reading.told.get(context.scope, _NONE).get(text_of(named), "") if around is None else ""
            if node.type == "method_parameters":
                note_default(reading, text_of(named), child.child_by_field_name("value"), context)
            reading.learn(text_of(named), context, told or (term if child.type in _PLAIN else "!Object"))
        elif child.type == "destructured_parameter":
            reading.later(child, context)
        reading.later(child.child_by_field_name("value"), context)


def _return(reading: Reading, node: Node, context: Enclosing, statement: bool) -> None:
    values = node.named_children[0].named_children if node.named_children else []
    if len(values) == 1 and not reading.file.is_test:
        defining.returned(reading, term_of(values[0], reading.variables(context)), node, context)
    _word(reading, node, context, statement)


def _rescued(reading: Reading, node: Node, context: Enclosing, statement: bool) -> None:
    for child in node.named_children:
        if child.type == "identifier":
            reading.learn(text_of(child), context, "!Exception")
        else:
            reading.later(child, context)


def _for(reading: Reading, node: Node, context: Enclosing, statement: bool) -> None:
    pattern, value = node.child_by_field_name("pattern"), node.child_by_field_name("value")
    if pattern is not None and pattern.type == "identifier" and value is not None and value.named_children:
        reading.learn(text_of(pattern), context, then(term_of(value.named_children[0], reading.variables(context)), "*"))
    _decided(reading, node, context, statement)


def _element(reading: Reading, node: Node, context: Enclosing, statement: bool) -> None:
    refer_to_element(reading, node, context, written=False)
    reading.children(node, context)


def _heredoc(reading: Reading, node: Node, context: Enclosing, statement: bool) -> None:
    """Read a heredoc; one that is called SQL is a text for the database."""
    end = node.named_children[-1] if node.named_children else None
    if end is not None and end.type == "heredoc_end" and text_of(end).strip().endswith("SQL") and not reading.file.is_test:
        refer_to_sql(reading, node, context, UNKNOWN, {"by": "sql"})
    reading.children(node, context)


def _identifier(reading: Reading, node: Node, context: Enclosing, statement: bool) -> None:
    name = text_of(node)
    if context.mode != CODE and statement:
        calls.declare_bare(reading, name, node, context)
    if context.mode != BODY and not reading.file.is_test and not reading.is_local(name, context):
        reading.refer(name, "call", node, context)
        steps.step(reading, name, node, None, context)


def _constant(reading: Reading, node: Node, context: Enclosing, statement: bool) -> None:
    scope = node.child_by_field_name("scope") if node.type == "scope_resolution" else None
    if scope is not None and scope.type not in ("constant", "scope_resolution"):
        reading.later(scope, context)
        return
    reading.refer("".join(text_of(node).split()), "constant", node, context)


def _pair(reading: Reading, node: Node, context: Enclosing, statement: bool) -> None:
    key, value = node.child_by_field_name("key"), node.child_by_field_name("value")
    names_class = key is not None and CLASS_NAME_KEY.search(text_of(key).strip(":'\"")) is not None
    if names_class and value is not None:
        calls.refer_to_strings(reading, value, context)
    if key is not None and key.type == "string":
        calls.refer_to_string(reading, key, context, single=True)
    if value is None and key is not None and key.type == "hash_key_symbol" and node.child_count == 2:
        _identifier(reading, key, context, False)  # `f(name:)` passes what is called so
    if not (names_class and value is not None and value.type == "string"):
        reading.later(value, context)
    if key is not None and key.type not in ("hash_key_symbol", "string"):
        reading.later(key, context)


def _when(reading: Reading, node: Node, context: Enclosing, statement: bool) -> None:
    for pattern in node.children_by_field_name("pattern"):
        calls.refer_to_strings(reading, pattern, context)
    steps.decided(reading, node, context)


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
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        kind = "if" if operator.type in ("&&", "and") else "unless"
        inner = steps.branch(reading, kind, steps.shortened(left), node, context) if left else context
        told = asked(left) if left is not None and kind == "if" and context.mode != BODY else {}
        reading.later(right, replace(inner, narrowed={**inner.narrowed, **told}) if told else inner)
        reading.later(left, context)
        return
    elif operator is not None and operator.type == "<<" and context.mode != BODY:
        steps.append(reading, node, context)
    elif operator is not None and operator.type == "<<" and statement and context.mode == BODY:
        calls.declare_append(reading, node, context)
    reading.children(node, context)


def _modifier(reading: Reading, node: Node, context: Enclosing, statement: bool) -> None:
    inner = _where(node, context)[0]
    reading.later(node.child_by_field_name("condition"), context)
    reading.later(node.child_by_field_name("body"), inner, statement)


def _branches(reading: Reading, node: Node, context: Enclosing, statement: bool) -> None:
    """Read `if` and its kin: what stands in a class body is declared only where the condition holds."""
    inner, other = _where(node, context)
    reading.later(node.child_by_field_name("alternative"), other, True)
    reading.later(node.child_by_field_name("consequence"), inner, True)
    reading.later(node.child_by_field_name("condition"), context)


def _where(node: Node, context: Enclosing) -> tuple[Enclosing, Enclosing]:
    """Return the contexts where a condition holds and where it does not; in methods it decides nothing for a class."""
    condition = node.child_by_field_name("condition")
    if context.mode != BODY or condition is None:
        return context, context
    holds, fails = text_of(condition), f"!({text_of(condition)})"
    if node.type.startswith("unless"):
        holds, fails = fails, holds
    return context.under(holds), context.under(fails)


def _decided(reading: Reading, node: Node, context: Enclosing, statement: bool) -> None:
    """Read what decides on what is in it: on declarations in a class body, on steps in a method."""
    if context.mode == BODY and node.type in _DECLARING_WHERE:
        _DECLARING_WHERE[node.type](reading, node, context, statement)
    else:
        if node.type == "rescue":
            said.note_rescue(reading, node, context)
        steps.decided(reading, node, context, statement)


def _word(reading: Reading, node: Node, context: Enclosing, statement: bool) -> None:
    steps.word(reading, node, context)
    reading.children(node, context)


def _skip(reading: Reading, node: Node, context: Enclosing, statement: bool) -> None:
    return


_DECLARING_WHERE: Mapping[str, Handler] = {
    "if": _branches,
    "unless": _branches,
    "elsif": _branches,
    "if_modifier": _modifier,
    "unless_modifier": _modifier,
}

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
    "assignment": assignment,
    "operator_assignment": operator_assignment,
    "exception_variable": _rescued,
    "call": calls.call,
    "identifier": _identifier,
    "constant": _constant,
    "scope_resolution": _constant,
    "pair": _pair,
    "string": _string,
    "string_content": _string_content,
    "array": _list,
    "string_array": _list,
    "binary": _binary,
    **dict.fromkeys(steps.BRANCHING, _decided),
    "for": _for,
    "return": _return,
    "when": _when,
    **dict.fromkeys(("super", "yield", "next", "break"), _word),
    "alias": calls.declare_alias,
    "undef": _skip,
    "element_reference": _element,
    "heredoc_body": _heredoc,
    "simple_symbol": _skip,
    "superclass": _skip,
}
