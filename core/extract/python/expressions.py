"""Values as expressions of names, as far as they are known without other modules.

An expression is a name and the steps after it:

- `.name` is an attribute, `()` a call, `[]` the element at an index or key.
- `*` is the item of a loop, `+` a list of such values, `%` a mapping to them.
- `>` is the second of a pair, `~` the value of `with`.
- `!` is an instance of a class or a query, `&` a property that this function reads.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import tree_sitter

from core.extract.parse import Parsed
from core.extract.python.annotations import instance_of
from core.extract.unique import tells

STEP = re.compile(r"\.\w+|\(\)|\[\]|[*+%>~!&]")
_NAME = re.compile(r"\w+")
_DEEPEST = 30
_LONGEST = 300
_PASSING = frozenset(("sorted", "list", "tuple", "set", "frozenset", "reversed", "iter", "copy", "deepcopy", "get_list_or_404"))
_FIRST = frozenset(("next", "min", "max"))


class PythonValue(NamedTuple):
    """An expression and the byte where its first name stands; `None` as text is Python's `None`, nothing is unknown."""

    text: str = ""
    start: int = 0


UNKNOWN = PythonValue()
NONE = "None"


def value_of(parsed: Parsed, node: tree_sitter.Node | None, depth: int = 0) -> PythonValue:
    """Return the whole of a value as an expression, unknown if it is more than names, calls and elements."""
    if node is None or depth > _DEEPEST:
        return UNKNOWN
    found = _OF[node.type](parsed, node, depth + 1) if node.type in _OF else UNKNOWN
    return found if len(found.text) <= _LONGEST else UNKNOWN


def then(value: PythonValue, step: str) -> PythonValue:
    """Return the expression with one more step; of what is unknown or `None` nothing is known."""
    return PythonValue(value.text + step, value.start) if value.text not in ("", NONE) else UNKNOWN


def reads(expression: str, kind: str) -> Iterator[tuple[str, int]]:
    """Yield each `receiver.name` of several words that an expression reads, and how many steps there are from it to the end."""
    root, rest = split_root(expression)
    steps = [*STEP.findall(rest), "()" if kind == "call" else ""]
    before = root
    for position, step in enumerate(steps[:-1]):
        if step[0] == "." and steps[position + 1] != "()" and tells(step[1:]):
            yield f"{before}{step}", len(steps) - 1 - position
        before = step.lstrip(".")


def given_by_loop(parsed: Parsed, node: tree_sitter.Node | None, place: int, of: int) -> PythonValue:
    """Return what a loop over a value gives as the variable at a place `of` so many."""
    if node is not None and node.type == "call":
        called, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        name = parsed.code(called) if called is not None and called.type == "identifier" else ""
        inner = arguments.named_children if arguments is not None else []
        if name == "enumerate" and of == 2 and inner:
            return then(value_of(parsed, inner[0]), "[]") if place == 1 else UNKNOWN
        if name == "zip" and of == len(inner) and of > 1:
            return then(value_of(parsed, inner[place]), "[]")
    value = then(value_of(parsed, node), "*")
    if of == 1:
        return value
    return then(value, ">") if (place, of) == (1, 2) else UNKNOWN


def _name(parsed: Parsed, node: tree_sitter.Node, depth: int) -> PythonValue:
    return PythonValue(parsed.code(node), node.start_byte)


def _nothing(parsed: Parsed, node: tree_sitter.Node, depth: int) -> PythonValue:
    return PythonValue(NONE, node.start_byte)


def _attribute(parsed: Parsed, node: tree_sitter.Node, depth: int) -> PythonValue:
    name = node.child_by_field_name("attribute")
    on = value_of(parsed, node.child_by_field_name("object"), depth)
    return then(on, f".{parsed.code(name)}") if name is not None else UNKNOWN


def _call(parsed: Parsed, node: tree_sitter.Node, depth: int) -> PythonValue:
    function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if function is None:
        return UNKNOWN
    given = arguments.named_children if arguments is not None else []
    name = parsed.code(function).rpartition(".")[2] if function.type in ("identifier", "attribute") else ""
    if given and (name in _PASSING or name in _FIRST) and (function.type == "identifier" or "copy" in name):
        inner = value_of(parsed, given[0], depth)
        return then(inner, "[]") if name in _FIRST else inner
    if name == "from_queryset" and given:
        return value_of(parsed, given[0], depth)  # a manager that has the methods of the query
    if name == "property" and function.type == "identifier":
        getter = next((one.child_by_field_name("value") for one in given if parsed.code(one).startswith("fget=")), None)
        return then(value_of(parsed, getter or next(iter(given), None), depth), "&")
    if name == "get_object_or_404" and given:
        return then(value_of(parsed, given[0], depth), "!")
    if name == "cast" and len(given) == 2:
        return PythonValue(instance_of(parsed.code(given[0])), given[0].start_byte)
    return then(value_of(parsed, function, depth), "()")


def _subscript(parsed: Parsed, node: tree_sitter.Node, depth: int) -> PythonValue:
    on = value_of(parsed, node.child_by_field_name("value"), depth)
    given = node.child_by_field_name("subscript")
    return on if given is not None and given.type == "slice" else then(on, "[]")


def _inner(parsed: Parsed, node: tree_sitter.Node, depth: int) -> PythonValue:
    return value_of(parsed, next(iter(node.named_children), None), depth)


def _either(parsed: Parsed, node: tree_sitter.Node, depth: int) -> PythonValue:
    """`a or b` and `a and b`: what is known of the right, else of the left."""
    right = value_of(parsed, node.child_by_field_name("right"), depth)
    return right if right.text not in ("", NONE) else value_of(parsed, node.child_by_field_name("left"), depth)


def _conditional(parsed: Parsed, node: tree_sitter.Node, depth: int) -> PythonValue:
    parts = node.named_children
    if len(parts) != 3:
        return UNKNOWN
    found = [value_of(parsed, one, depth) for one in (parts[0], parts[2])]
    known = [one for one in found if one.text != NONE]
    return known[0] if known and all(one.text == known[0].text for one in known) else UNKNOWN


def _items(parsed: Parsed, node: tree_sitter.Node, depth: int) -> PythonValue:
    found = [value_of(parsed, one, depth) for one in node.named_children[:_DEEPEST] if one.type != "comment"]
    return then(found[0], "+") if found and all(one.text == found[0].text for one in found) else UNKNOWN


def _comprehension(parsed: Parsed, node: tree_sitter.Node, depth: int) -> PythonValue:
    body = node.child_by_field_name("body")
    if body is not None and body.type == "pair":
        return then(value_of(parsed, body.child_by_field_name("value"), depth), "%")
    return then(value_of(parsed, body, depth), "+")


def _dictionary(parsed: Parsed, node: tree_sitter.Node, depth: int) -> PythonValue:
    pairs = [one for one in node.named_children[:_DEEPEST] if one.type == "pair"]
    found = [value_of(parsed, one.child_by_field_name("value"), depth) for one in pairs]
    return then(found[0], "%") if found and all(one.text == found[0].text for one in found) else UNKNOWN


def _named(parsed: Parsed, node: tree_sitter.Node, depth: int) -> PythonValue:
    return value_of(parsed, node.child_by_field_name("value"), depth)


_OF: Mapping[str, Callable[[Parsed, tree_sitter.Node, int], PythonValue]] = {
    "identifier": _name,
    "none": _nothing,
    "attribute": _attribute,
    "call": _call,
    "subscript": _subscript,
    "await": _inner,
    "parenthesized_expression": _inner,
    "boolean_operator": _either,
    "conditional_expression": _conditional,
    "list": _items,
    "set": _items,
    "tuple": _items,
    "dictionary": _dictionary,
    "list_comprehension": _comprehension,
    "set_comprehension": _comprehension,
    "generator_expression": _comprehension,
    "dictionary_comprehension": _comprehension,
    "named_expression": _named,
}


def split_root(expression: str) -> tuple[str, str]:
    """Split an expression into its first name and the steps behind it."""
    found = _NAME.match(expression)
    end = found.end() if found is not None else 0
    return expression[:end], expression[end:]
