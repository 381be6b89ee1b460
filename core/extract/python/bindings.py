"""What the local variables of functions hold, by where they are used: the last that was given before counts.

Where branches give different values, nothing is known behind them; a value under a condition counts as long as the others are
`None`, unknown ones included.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import tree_sitter

from core.extract.parse import Extents, Parsed
from core.extract.python.annotations import instance_of
from core.extract.python.expressions import NONE, UNKNOWN, PythonValue, given_by_loop, then, value_of

_WHOLE = (0, 1 << 60)
_ENDS = ("return_statement", "raise_statement", "continue_statement", "break_statement")
_SPLATS = {"list_splat_pattern": "+", "dictionary_splat_pattern": "%"}
_THROUGH, _KEYED = ("map", "filter"), ("sorted", "min", "max", "groupby")
_PARAMETERS = ("typed_parameter", "typed_default_parameter")


class PythonBinding(NamedTuple):
    """A value that a name has from a byte on: surely within a span, perhaps behind it unless it holds only there."""

    position: int
    value: PythonValue
    start: int
    end: int
    only_there: bool = False


class PythonBindings:
    """All values of the names of a file, by scope and name."""

    def __init__(self, parsed: Parsed, outline: Extents, captures: Mapping[str, Sequence[tree_sitter.Node]]) -> None:
        self._parsed, self._outline = parsed, outline
        self._blocks = Extents((node.start_byte, node.end_byte) for node in captures.get("block", ()))
        self._comprehensions = Extents((node.start_byte, node.end_byte) for node in captures.get("comprehension", ()))
        self._found: dict[tuple[int, str], list[PythonBinding]] = defaultdict(list)
        self._covered: set[int] = set()
        self._entered = {node.start_byte for node in captures.get("entered", ())}
        for node in captures.get("lambda", ()):
            self._lambda(node)
        for node in captures.get("bound", ()):
            self._statement(node)
        for node in captures.get("narrow", ()):
            self._narrowed(node)
        for node in captures.get("bind", ()):
            if node.start_byte not in self._covered:
                self._add(node, node.start_byte, UNKNOWN)
        for rows in self._found.values():
            rows.sort(key=lambda one: one.position)

    def at(self, scope: int, name: str, position: int, *, inside: bool) -> PythonValue:
        """Return what a name of a scope holds at a byte; `inside` says that the byte is in the scope itself.

        A function inside of it runs at any time: there all values must be the same.
        """
        rows = self._found.get((scope, name), ())
        number = bisect_right(rows, position, key=lambda one: one.position) if inside else len(rows)
        values: dict[str, PythonValue] = {}
        while number > 0:
            number -= 1
            one = rows[number]
            around = one.start <= position < one.end
            if one.only_there and not around:
                continue
            if one.value.text != NONE:
                values.setdefault(one.value.text, one.value)
            if around and inside:
                break
        return next(iter(values.values())) if len(values) == 1 else UNKNOWN

    def _add(self, node: tree_sitter.Node, position: int, value: PythonValue, span: tuple[int, int] | None = None) -> None:
        block = self._blocks.at(node.start_byte)
        start, end = span or (self._blocks.extents[block] if block >= 0 else _WHOLE)
        key = self._outline.at(node.start_byte), self._parsed.code(node)
        self._found[key].append(PythonBinding(position, value, start, end, span is not None))
        self._covered.add(node.start_byte)

    def _statement(self, node: tree_sitter.Node) -> None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if node.type == "assignment":
            self._assigned(node, left, right)
        elif node.type == "for_statement" and left is not None:
            body = node.child_by_field_name("body")
            start = body.start_byte if body is not None else node.end_byte
            self._looped(left, right, start, None)
        elif node.type == "for_in_clause" and left is not None:
            number = self._comprehensions.at(node.start_byte)
            if number >= 0:
                span = self._comprehensions.extents[number]
                self._looped(left, right, span[0], span)
        elif node.type == "as_pattern":
            self._as_pattern(node)
        elif node.type == "named_expression":
            name = node.child_by_field_name("name")
            if name is not None:
                self._add(name, node.end_byte, value_of(self._parsed, node.child_by_field_name("value")))
        elif node.type in _PARAMETERS:
            name, type_ = node.child_by_field_name("name") or node.named_children[0], node.child_by_field_name("type")
            many = _SPLATS.get(name.type, "")
            name = name.named_children[0] if many and name.named_children else name
            if name.type == "identifier" and type_ is not None:
                told = instance_of(self._parsed.code(type_))
                self._add(name, node.start_byte, PythonValue(told + many if told else "", node.start_byte), None)

    def _assigned(self, node: tree_sitter.Node, left: tree_sitter.Node | None, right: tree_sitter.Node | None) -> None:
        if left is None:
            return
        if left.type == "identifier":
            self._add(left, node.end_byte, assigned(self._parsed, node))
            return
        for name in _names(left):
            self._add(name, node.end_byte, UNKNOWN)

    def _looped(
        self, left: tree_sitter.Node, over: tree_sitter.Node | None, position: int, span: tuple[int, int] | None
    ) -> None:
        parts = [left] if left.type == "identifier" else list(left.named_children)
        for place, part in enumerate(parts):
            if part.type == "identifier":
                self._add(part, position, given_by_loop(self._parsed, over, place, len(parts)), span)
            else:
                for name in _names(part):
                    self._add(name, position, UNKNOWN, span)

    def _as_pattern(self, node: tree_sitter.Node) -> None:
        target = next((child for child in node.named_children if child.type == "as_pattern_target"), None)
        names = target.named_children if target is not None else []
        if len(names) == 1 and names[0].type == "identifier":
            entered = then(value_of(self._parsed, node.named_children[0]), "~" if node.start_byte in self._entered else "()")
            self._add(names[0], node.start_byte, entered)

    def _lambda(self, node: tree_sitter.Node) -> None:
        parameters = node.child_by_field_name("parameters")
        names = _names(parameters) if parameters is not None else []
        given = self._given_to(node) if len(names) == 1 else UNKNOWN
        for name in names:
            self._add(name, node.start_byte, given, (node.start_byte, node.end_byte))

    def _given_to(self, node: tree_sitter.Node) -> PythonValue:
        """Return what a lambda is given: the elements of what `map`, `filter`, `sorted` and their like go through."""
        keyword = node.parent if node.parent is not None and node.parent.type == "keyword_argument" else None
        arguments = (keyword or node).parent
        call = arguments.parent if arguments is not None and arguments.type == "argument_list" else None
        called = call.child_by_field_name("function") if call is not None else None
        if called is None or arguments is None:
            return UNKNOWN
        name = self._parsed.code(called).rpartition(".")[2]
        if keyword is not None and name == "sort":
            return then(value_of(self._parsed, called.child_by_field_name("object")), "*")
        over = arguments.named_children[0 if keyword is not None else -1]
        is_through = name in (_KEYED if keyword is not None else _THROUGH) and len(arguments.named_children) > 1
        return then(value_of(self._parsed, over), "*") if is_through else UNKNOWN

    def _narrowed(self, node: tree_sitter.Node) -> None:
        """Bind what `isinstance` tells: in the body of an `if`, and behind one that leaves where it is not so."""
        condition, body = node.child_by_field_name("condition"), node.child_by_field_name("consequence")
        if node.type == "assert_statement":
            condition = node.named_children[0] if node.named_children else None
            for name, value in self._told(condition):
                self._add(name, node.end_byte, value)
        elif condition is not None and body is not None:
            for name, value in self._told(condition):
                self._add(name, body.start_byte, value, (body.start_byte, body.end_byte))
            last = body.named_children[-1].type if body.named_children else ""
            if condition.type == "not_operator" and last in _ENDS and condition.named_children:
                for name, value in self._told(condition.named_children[0]):
                    self._add(name, node.end_byte, value)

    def _told(self, condition: tree_sitter.Node | None) -> list[tuple[tree_sitter.Node, PythonValue]]:
        while condition is not None and condition.type == "boolean_operator":
            operator = condition.child_by_field_name("operator")
            if operator is None or operator.type != "and":
                return []
            condition = condition.child_by_field_name("left")
        if condition is None or condition.type != "call":
            return []
        function, arguments = condition.child_by_field_name("function"), condition.child_by_field_name("arguments")
        given = arguments.named_children if arguments is not None else []
        if function is None or self._parsed.code(function) != "isinstance" or len(given) != 2 or given[0].type != "identifier":
            return []
        return [(given[0], then(value_of(self._parsed, given[1]) if given[1].type != "tuple" else UNKNOWN, "()"))]


def assigned(parsed: Parsed, node: tree_sitter.Node) -> PythonValue:
    """Return what an assignment gives: what its annotation says, else its value."""
    annotation = node.child_by_field_name("type")
    if annotation is not None and (told := instance_of(parsed.code(annotation))):
        return PythonValue(told, node.start_byte)
    return value_of(parsed, node.child_by_field_name("right"))


def _names(node: tree_sitter.Node) -> list[tree_sitter.Node]:
    """Return the names that a pattern binds, those of attributes and indexes left out."""
    found, waiting = [], [node]
    while waiting:
        one = waiting.pop()
        if one.type == "identifier":
            found.append(one)
        elif one.type in ("default_parameter", "typed_default_parameter"):
            waiting.append(one.child_by_field_name("name") or one.named_children[0])
        elif one.type not in ("attribute", "subscript", "call"):
            waiting.extend(one.named_children)
    return found
