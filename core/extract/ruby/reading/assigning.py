"""Assignments of all kinds: what they define, what they use, and what variables are afterwards."""

from __future__ import annotations

import re

from tree_sitter import Node

from core.extract.ruby.reading import calls, defining, steps
from core.extract.ruby.reading.context import BODY, CODE, MACRO, Enclosing
from core.extract.ruby.reading.given import add_to_built, build, refer_to_element
from core.extract.ruby.reading.state import Reading
from core.extract.ruby.reading.terms import term_of, worth_keeping
from core.extract.ruby.syntax.parse import text_of

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
