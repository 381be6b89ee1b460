"""Ruby text to a syntax tree, with the repair of what the grammar cannot read."""

from __future__ import annotations

import re
from dataclasses import dataclass

import tree_sitter_ruby
from tree_sitter import Language, Node, Parser

from core.model import Problem

RUBY = Language(tree_sitter_ruby.language())

_ANONYMOUS_BLOCK = re.compile(rb", &(?=[ \t]*(\r?\n|\)|$))")
_ANONYMOUS_BLOCK_LINE = re.compile(rb"(?m)^([ \t]*)&(?=[ \t]*\r?$)")
_NEVER_CODE = re.compile(rb"(?m)^__END__\r?$")
_ERB_TAG = re.compile(rb"<%(?:(?!<%).)*?%>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Parsed:
    """A tree, the bytes it was made of (lines as in the file), and what had to be done to get it."""

    root: Node
    source: bytes
    problem: Problem | None = None


def parse(path: str, text: str) -> Parsed:
    """Return the tree of a file; a broken one is repaired without moving a line, or its problem says it is partial."""
    source = text.encode("utf-8")
    parser = Parser(RUBY)
    tree = parser.parse(source)
    if not tree.root_node.has_error:
        return Parsed(tree.root_node, source)
    healed = _repaired(source)
    retry = parser.parse(healed)
    if not retry.root_node.has_error:
        return Parsed(retry.root_node, healed, Problem(path, "repaired", "read after a repair of syntax the grammar lacks"))
    if _ERB_TAG.search(source):
        return Parsed(retry.root_node, healed, Problem(path, "partial", "a template that becomes Ruby, read in part"))
    line = _first_error(retry.root_node)
    return Parsed(retry.root_node, healed, Problem(path, "partial", f"a syntax error near line {line} hides part of it", line))


def _repaired(source: bytes) -> bytes:
    """Rewrite, byte for byte in place, what the grammar does not know: anonymous block arguments and template tags."""
    end = _NEVER_CODE.search(source)
    code, rest = (source[: end.start()], source[end.start() :]) if end else (source, b"")
    code = _ANONYMOUS_BLOCK.sub(b",&b", code)
    code = _ANONYMOUS_BLOCK_LINE.sub(_named_block, code)
    code = _ERB_TAG.sub(lambda found: re.sub(rb"[^\n]", b"x", found.group()), code)
    return code + rest


def _named_block(found: re.Match[bytes]) -> bytes:
    indent = found.group(1)
    return indent[:-1] + b"&b" if indent else b"&"


def _first_error(root: Node) -> int:
    stack = [root]
    while stack:
        node = stack.pop()
        if node.is_error or node.is_missing:
            return node.start_point.row + 1
        stack.extend(child for child in reversed(node.children) if child.has_error or child.is_missing)
    return root.start_point.row + 1
