"""Calls of a module that declare something: fields of a class, routes, registrations."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import tree_sitter

from core.extract.facts import Declaration
from core.extract.parse import Defined, Parsed
from core.extract.python.definitions import unquoted

# Calls that declare wherever they stand, by the last name of what is called.
_DECLARING = frozenset(
    ("path", "re_path", "url", "include", "register", "add_url_rule", "register_blueprint", "include_router",
     "add_api_route", "add_route", "mount", "connect", "add_command")
)  # fmt: skip
_CLASS_NAME = re.compile(r"(?:[A-Za-z_]\w*\.)*[A-Z]\w*")
_LONGEST_CODE = 200
_LONGEST_LIST = 50


def declarations(
    parsed: Parsed, defined: Defined, captures: Mapping[str, Sequence[tree_sitter.Node]]
) -> tuple[Declaration, ...]:
    """Return the declaring calls in the order of their lines.

    These are decorators with the definition as `scope` and `nesting` of `decorator`; what is assigned in a class body or in
    the module, with the assigned name as `receiver`; and calls of registering functions anywhere, with the outer such
    calls in `nesting` as the lines they start on, after the name of the module's list that they stand in (`=urlpatterns`).
    """
    decorators = {node.start_byte for node in captures.get("decorator", ())}
    assigned = dict(_assigned(parsed, defined, captures.get("value", ())))
    lists = list(_lists(parsed, defined, captures.get("value", ())))
    found = []
    outer: list[tuple[int, str]] = []
    for node in captures.get("call", ()):
        name = _callee(parsed, node)
        if not name:
            continue
        while outer and outer[-1][0] <= node.start_byte:
            outer.pop()
        scope = defined.outline.at(node.start_byte)
        if node.start_byte in decorators:
            found.append(_declaration(parsed, node, name, scope, nesting=("decorator",)))
        elif node.id in assigned:
            found.append(_declaration(parsed, node, name, scope, receiver=assigned[node.id]))
        elif name.rpartition(".")[2] in _DECLARING:
            inside = tuple(f"={list_}" for start, end, list_ in lists if start < node.start_byte < end)
            found.append(_declaration(parsed, node, name, scope, nesting=inside + tuple(line for _, line in outer)))
            outer.append((node.end_byte, str(parsed.line(node.start_byte))))
    return tuple(found)


def exports(parsed: Parsed) -> list[str]:
    """Return the names in the module's `__all__`, in their order."""
    for child in parsed.root.named_children:
        assignment = next(iter(child.named_children), None) if child.type == "expression_statement" else None
        if assignment is None or assignment.type not in ("assignment", "augmented_assignment"):
            continue
        left, right = assignment.child_by_field_name("left"), assignment.child_by_field_name("right")
        if left is not None and right is not None and parsed.code(left) == "__all__":
            return [unquoted(parsed.code(item)) for item in right.named_children if item.type == "string"]
    return []


def _assigned(parsed: Parsed, defined: Defined, values: Sequence[tree_sitter.Node]) -> Iterator[tuple[int, str]]:
    """Yield the calls that are assigned outside of functions, with the name they are assigned to."""
    for node in values:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None or right is None or left.type != "identifier" or right.type != "call":
            continue
        scope = defined.outline.at(node.start_byte)
        if scope < 0 or defined.definitions[scope].kind == "class":
            yield right.id, parsed.code(left)


def _lists(parsed: Parsed, defined: Defined, values: Sequence[tree_sitter.Node]) -> Iterator[tuple[int, int, str]]:
    """Yield start, end and name of the lists that the module assigns to names."""
    for node in values:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None or right is None or left.type != "identifier" or right.type not in ("list", "tuple"):
            continue
        if defined.outline.at(node.start_byte) < 0:
            yield right.start_byte, right.end_byte, parsed.code(left)


def class_lists(parsed: Parsed, defined: Defined, values: Sequence[tree_sitter.Node]) -> dict[str, dict[str, list[str]]]:
    """Return the names in lists of classes that a class is given, by class and attribute: `permission_classes = [Owner]`."""
    found: dict[str, dict[str, list[str]]] = {}
    for node in values:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None or right is None or left.type != "identifier" or not parsed.code(left).endswith("_classes"):
            continue
        scope = defined.outline.at(node.start_byte)
        if scope >= 0 and defined.definitions[scope].kind == "class":
            names = _CLASS_NAME.findall(parsed.code(right))
            found.setdefault(str(scope), {})[parsed.code(left)] = names
    return found


def _callee(parsed: Parsed, node: tree_sitter.Node) -> str:
    function = node.child_by_field_name("function")
    if function is None or function.type not in ("identifier", "attribute"):
        return ""
    return "".join(parsed.code(function).split())


def _declaration(
    parsed: Parsed,
    node: tree_sitter.Node,
    name: str,
    scope: int,
    receiver: str = "",
    nesting: tuple[str, ...] = (),
) -> Declaration:
    arguments: list[object] = []
    options: dict[str, object] = {}
    given = node.child_by_field_name("arguments")
    for argument in given.named_children if given is not None else ():
        if argument.type == "keyword_argument":
            key, value = argument.child_by_field_name("name"), argument.child_by_field_name("value")
            if key is not None and value is not None:
                options[parsed.code(key)] = literal(parsed, value)
        elif argument.type != "comment":
            arguments.append(literal(parsed, argument))
    start, end = parsed.line(node.start_byte), parsed.last_line(node)
    return Declaration(name, tuple(arguments), options, start, end, scope, receiver, nesting)


def literal(parsed: Parsed, node: tree_sitter.Node) -> object:
    """Return the JSON value of a literal, `{"const": name}` for a name and `{"code": source}` for anything else."""
    code = parsed.code(node)
    if node.type == "string" and "f" not in re.match(r"\w*", code)[0].lower():  # type: ignore[index]
        return unquoted(code)
    if node.type in ("integer", "float"):
        return _number(code)
    if node.type in ("true", "false", "none"):
        return {"true": True, "false": False}.get(node.type)
    if node.type in ("list", "tuple", "set"):
        return [literal(parsed, item) for item in node.named_children[:_LONGEST_LIST] if item.type != "comment"]
    if node.type in ("identifier", "attribute") and re.fullmatch(r"[\w.\s]+", code):
        return {"const": "".join(code.split())}
    return {"code": code[:_LONGEST_CODE]}


def _number(code: str) -> int | float | str:
    plain = code.replace("_", "")
    if re.fullmatch(r"\d{1,15}", plain):
        return int(plain)
    return float(plain) if re.fullmatch(r"\d*\.?\d+(?:[eE][-+]?\d+)?|\d+\.", plain) else code
