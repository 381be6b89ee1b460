"""The `use` declarations of a file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import tree_sitter

from core.extract.parse import Parsed


@dataclass(frozen=True, slots=True)
class UsedPath:
    """One used path: `alias` is the name that the scope gets, `*` for all names of the path."""

    scope: int
    line: int
    path: str
    alias: str


def uses(parsed: Parsed, node: tree_sitter.Node, scope: int) -> Iterator[UsedPath]:
    """Yield the paths of one declaration, its braces opened."""
    if node.type == "extern_crate_declaration":
        name, alias = node.child_by_field_name("name"), node.child_by_field_name("alias")
        yield UsedPath(scope, parsed.line(node.start_byte), _code(parsed, name), _code(parsed, alias or name))
    argument = node.child_by_field_name("argument")
    if argument is not None:
        yield from _tree(parsed, argument, "", scope)


def _tree(parsed: Parsed, node: tree_sitter.Node, prefix: str, scope: int) -> Iterator[UsedPath]:
    line = parsed.line(node.start_byte)
    if node.type == "use_list":
        for child in node.named_children:
            yield from _tree(parsed, child, prefix, scope)
    elif node.type == "scoped_use_list":
        path, inner = node.child_by_field_name("path"), node.child_by_field_name("list")
        if inner is not None:
            yield from _tree(parsed, inner, _join(prefix, _code(parsed, path)), scope)
    elif node.type == "use_wildcard":
        path = next(iter(node.named_children), None)
        yield UsedPath(scope, line, _join(prefix, _code(parsed, path)), "*")
    elif node.type == "use_as_clause":
        path, alias = node.child_by_field_name("path"), node.child_by_field_name("alias")
        yield UsedPath(scope, line, _join(prefix, _code(parsed, path)), _code(parsed, alias))
    elif node.type == "self":
        yield UsedPath(scope, line, prefix, prefix.rpartition("::")[2])
    elif not node.type.endswith("comment"):
        path_text = _join(prefix, _code(parsed, node))
        yield UsedPath(scope, line, path_text, path_text.rpartition("::")[2])


def _code(parsed: Parsed, node: tree_sitter.Node | None) -> str:
    return "".join(parsed.code(node).split()) if node is not None else ""


def _join(prefix: str, path: str) -> str:
    return f"{prefix}::{path}" if prefix and path else prefix or path
