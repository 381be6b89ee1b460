"""Syntax trees stored with the facts of a file, so that later evaluation needs no parser.

A tree has the named nodes. Of the other tokens it has operators, and those that distinguish two spellings, such as `"a": 1`
and `"a" => 1`. A node is five numbers: its kind, its role in the parent, its depth, the distance from the start of the
previous node, and its length. Texts and lines come from the file, which the evaluating code reads anyway.
"""

from __future__ import annotations

import zlib
from array import array
from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypedDict

import tree_sitter

from core.extract.ruby.syntax.parse import repaired

_UNNAMED = "'"  # stands before a word or mark of the language


@dataclass(slots=True, eq=False)
class KeptNode:
    """One node of a kept tree; `is_named` as in the grammar."""

    type: str
    role: str
    is_named: bool
    start_byte: int
    end_byte: int
    _text: _Text
    children: list[KeptNode] = field(default_factory=list)

    @property
    def text(self) -> bytes:
        """Its source."""
        return self._text.source[self.start_byte : self.end_byte]

    @property
    def start_point(self) -> tuple[int, int]:
        """The line, from 0, and the column where it starts."""
        return self._text.point(self.start_byte)

    @property
    def end_point(self) -> tuple[int, int]:
        """The line, from 0, and the column where it ends."""
        return self._text.point(self.end_byte)

    @property
    def named_children(self) -> list[KeptNode]:
        """What is in it and has a meaning of its own."""
        return [child for child in self.children if child.is_named]

    def child_by_field_name(self, name: str, /) -> KeptNode | None:
        """Return the first child of this role."""
        return next((child for child in self.children if child.role == name), None)


class KeptTree(TypedDict):
    """A tree as JSON values."""

    names: list[str]
    numbers: str
    healed: bool


class _Text:
    """The bytes that a tree was made of."""

    def __init__(self, source: bytes) -> None:
        self.source = source

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(at + 1 for at, byte in enumerate(self.source) if byte == 10)]

    def point(self, at: int) -> tuple[int, int]:
        """Return the line and column of a byte, both from 0."""
        line = bisect_right(self._starts, at) - 1
        return line, at - self._starts[line]


def kept(root: tree_sitter.Node, healed: bool = False) -> KeptTree:
    """Return a tree as JSON values; `healed` tells that it was made of the repaired text."""
    names: dict[str, int] = {}
    numbers = array("I")
    cursor, before, depth, going = root.walk(), 0, 0, True
    while going:
        node, role = cursor.node, cursor.field_name
        named = node is not None and node.is_named
        if node is not None and (named or role or _tells_apart(node)):
            mark, start = node.type if named else f"{_UNNAMED}{node.type}", node.start_byte
            first, second = names.setdefault(mark, len(names)), names.setdefault(role or "", len(names))
            numbers.extend((first, second, depth, start - before, node.end_byte - start))
            before = start
        if cursor.goto_first_child():
            depth += 1
            continue
        while not (going := cursor.goto_next_sibling()) and cursor.goto_parent():
            depth -= 1
    return {"names": list(names), "numbers": zlib.compress(numbers.tobytes(), 1).decode("latin-1"), "healed": healed}


def _tells_apart(node: tree_sitter.Node) -> bool:
    return node.type == ":" and node.parent is not None and node.parent.type == "pair"


def read_kept(tree: KeptTree, text: str) -> KeptNode:
    """Return the root of a tree that `kept` gave; `text` is that of the whole file."""
    source = text.encode("utf-8")
    words, names = _Text(repaired(source) if tree["healed"] else source), tree["names"]
    numbers = array("I")
    numbers.frombytes(zlib.decompress(tree["numbers"].encode("latin-1")))
    around: list[KeptNode] = []
    start = 0
    rows = iter(numbers)
    for what, role, depth, further, length in zip(rows, rows, rows, rows, rows, strict=True):
        start += further
        del around[depth:]
        mark: str = names[what]
        named = mark[0] != _UNNAMED
        node = KeptNode(mark if named else mark[1:], names[role], named, start, start + length, words)
        if around:
            around[-1].children.append(node)
        around.append(node)
    return around[0]
