"""Calls as any language writes them: what is called on what, with what is given by place and by name."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from tree_sitter import Node

from core.extract.outgoing import kotlin
from core.extract.outgoing.nodes import walk
from core.extract.parse import Parsed

READ = frozenset({"ruby", "python", "javascript", "typescript", "tsx", "java", "kotlin", "go", "csharp", "php"})
"""The languages whose calls are known here."""
_CALLED = {
    "call": "function", "call_expression": "function", "new_expression": "constructor", "method_invocation": "",
    "object_creation_expression": "type", "annotation": "name", "composite_literal": "type",
    "invocation_expression": "function", "constructor_invocation": "",
}  # fmt: skip
_MEMBER = {
    "attribute": ("object", "attribute"), "member_expression": ("object", "property"), "field_access": ("object", "field"),
    "selector_expression": ("operand", "field"), "scope_resolution": ("scope", "name"),
    "member_access_expression": ("expression", "name"), "qualified_type": ("package", "name"),
}  # fmt: skip
_PAIRS = {"argument": "name", "pair": "key", "keyword_argument": "name", "element_value_pair": "key", "keyed_element": "key"}
_HOLDERS = frozenset({
    "object", "hash", "dictionary", "array", "list", "literal_value", "literal_element", "composite_literal", "as_expression",
    "unary_expression", "satisfies_expression", "parenthesized_expression", "array_creation_expression", "array_initializer",
})  # fmt: skip
_ASIDE = frozenset({"comment", "line_comment", "block_comment", "block_argument"})
DESCRIBED = "{}"
"""The name of a literal that describes what answers: `{ id: "send-mail", handler: async () => … }`."""
HASHES = frozenset({"hash", "dictionary", "object", "literal_value"})
"""Node types of literals that have values by name."""


class Site(NamedTuple):
    """A call, an annotation or a literal of a type: what is named, on what, and what is given.

    `named` has the values of keywords, options and fields by name, those of inner literals where no outer one has the name.
    `block` is the block of Ruby, `decorated` the definition that a decorator stands before.
    """

    node: Node
    receiver: Node | None
    name: str
    given: tuple[Node, ...]
    named: dict[str, Node]
    block: Node | None = None
    decorated: Node | None = None


def sites(parsed: Parsed) -> Iterator[Site]:
    """Yield the calls of a file, and literals that name a handler, in the order of the text."""
    for node in walk(parsed.root):
        site = _described(parsed, node) if node.type == "object" else site_of(parsed, node)
        if site is not None:
            yield site


def site_of(parsed: Parsed, node: Node) -> Site | None:
    """Return a node as a call; None for one that is none."""
    if node.type not in _CALLED:
        return None
    if parsed.file.language == "kotlin":
        found = kotlin.call_of(parsed, node)
        return Site(node, *found) if found is not None else None
    receiver, name = _called(parsed, node)
    if not name:
        return None
    held = node.child_by_field_name("arguments") or node.child_by_field_name("body")
    children = [_bare(one) for one in held.named_children if one.type not in _ASIDE] if held is not None else []
    given = tuple(one for one in children if one.type not in _PAIRS)
    return Site(node, receiver, name, given, named(parsed, children), node.child_by_field_name("block"), _decorated(node))


def _described(parsed: Parsed, node: Node) -> Site | None:
    """Return a literal that names a function as its handler, as the site of that function."""
    fields = named(parsed, list(node.named_children))
    handlers = [
        one for one in node.named_children if one.type in ("pair", "method_definition") and _key(parsed, one) == "handler"
    ]
    return Site(node, None, DESCRIBED, (), fields, decorated=handlers[0]) if handlers else None


def _key(parsed: Parsed, node: Node) -> str:
    key = node.child_by_field_name("key") or node.child_by_field_name("name")
    return parsed.code(key) if key is not None else ""


def _bare(node: Node) -> Node:
    """Return an argument of C# without its wrapper; one that is named keeps it."""
    bare = node.type == "argument" and node.child_by_field_name("name") is None and bool(node.named_children)
    return node.named_children[0] if bare else node


def _called(parsed: Parsed, node: Node) -> tuple[Node | None, str]:
    if (method := node.child_by_field_name("method")) is not None:  # Ruby
        return node.child_by_field_name("receiver"), parsed.code(method)
    if node.type == "method_invocation":
        name = node.child_by_field_name("name")
        return node.child_by_field_name("object"), parsed.code(name) if name is not None else ""
    called = node.child_by_field_name(_CALLED[node.type])
    if called is None:
        return None, ""
    parts = parted(called)
    return (parts[0], parsed.code(parts[1])) if parts else (None, parsed.code(called).partition("<")[0])


def parted(node: Node) -> tuple[Node, Node] | None:
    """Return the object and the member of `a.b`, None for what is written otherwise."""
    fields = _MEMBER.get(node.type)
    if fields is None:
        return None
    whose, member = node.child_by_field_name(fields[0]), node.child_by_field_name(fields[1])
    return (whose, member) if whose is not None and member is not None else None


def named(parsed: Parsed, nodes: list[Node]) -> dict[str, Node]:
    """Return the values that arguments or a literal give by name; those of outer literals win."""
    found: dict[str, Node] = {}
    waiting = deque(nodes)
    while waiting:
        node = waiting.popleft()
        if node.type in _PAIRS:
            key = node.child_by_field_name(_PAIRS[node.type])
            last = node.named_children[-1:] if node.type == "argument" else []
            value = node.child_by_field_name("value") or next(iter(last), None)
            if key is not None:
                found.setdefault(parsed.code(key).strip("\"':`[]"), value if value is not None else key)
            if value is not None and value.type in _HOLDERS:
                waiting.append(value)
        elif node.type == "shorthand_property_identifier":
            found.setdefault(parsed.code(node), node)
        elif node.type in _HOLDERS:
            waiting.extend(node.named_children)
    return found


def _decorated(node: Node) -> Node | None:
    """Return the definition that a call in a decorator stands before; an annotation of Java lies in its definition."""
    parent = node.parent
    if parent is None or parent.type != "decorator":
        return None
    after = parent.next_named_sibling
    while after is not None and after.type == "decorator":
        after = after.next_named_sibling
    return after
