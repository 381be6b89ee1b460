"""Ruby text to a syntax tree, with the repair of what the grammar cannot read."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from tree_sitter import Node

from core.extract.ruby.syntax import tree
from core.languages import parser
from core.model import Problem

# The grammar does not know an anonymous block argument at the end of a call (`each(*list, &`); moving the comma of the
# preceding argument to the other side of the blank keeps every position and heals the file.
_ANONYMOUS_BLOCK = re.compile(rb", &(?=[ \t]*(\r?\n|\)|$))")
_ANONYMOUS_BLOCK_LINE = re.compile(rb"(?m)^([ \t]*)&(?=[ \t]*\r?$)")
_NEVER_CODE = re.compile(rb"(?m)^__END__\r?$")
_ERB_TAG = re.compile(rb"<%(?:(?!<%).)*?%>", re.DOTALL)


@dataclass(frozen=True)
class RubyTree:
    """A tree and the bytes it was made of, lines as in the file.

    `healed` tells that these had to be repaired, `template` that the text has tags for a program that runs before Ruby.
    """

    root: Node
    source: bytes
    healed: bool = False
    template: bool = False

    @cached_property
    def _lines(self) -> list[int]:
        return [0, *(found.end() for found in re.finditer(b"\n", self.source))]

    def line_start(self, line: int) -> int:
        """Return the byte where the first word of a line stands, counted from 1."""
        at = self._lines[line - 1] if line <= len(self._lines) else len(self.source)
        while self.source[at : at + 1] in (b" ", b"\t"):
            at += 1
        return at

    def problem(self, path: str) -> Problem | None:
        """Return what had to be done to get the tree, and where it still is broken; none for a tree without faults."""
        if not self.root.has_error:
            return Problem(path, "repaired", "read after a repair of syntax the grammar lacks") if self.healed else None
        if self.template:
            return Problem(path, "partial", "a template that becomes Ruby, read in part")
        line = _first_error(self.root)
        return Problem(path, "partial", f"a syntax error near line {line} hides part of it", line)


def parse(text: str) -> RubyTree:
    """Return the tree of a text; a broken one is repaired without moving a line, and may be broken still."""
    source = text.encode("utf-8")
    root = parser("ruby").parse(source).root_node
    if not root.has_error:
        return RubyTree(root, source)
    healed = repaired(source)
    if healed != source:
        root = parser("ruby").parse(healed).root_node
    return RubyTree(root, healed, healed != source, _ERB_TAG.search(source) is not None)


def repaired(source: bytes) -> bytes:
    """Return a text with what the grammar does not know written anew, byte for byte: anonymous blocks, template tags."""
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


def text_of(node: tree.Node | None) -> str:
    """Return the source of a node, empty for none."""
    return (node.text or b"").decode("utf-8", "replace") if node else ""
