"""Parse a file with tree-sitter and look at what its queries capture."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter

import tree_sitter

from core.extract.facts import Definition, Reference, SourceFile
from core.languages import parser, query
from core.model import Problem

_START, _END = attrgetter("start_byte"), attrgetter("end_byte")
_MOST_SIBLINGS = 10_000  # within an error: queries look at each of them from each
_ATTEMPTS = 3
_MOST_WORK = 100_000  # hundreds of the parser's steps, two seconds; what a language takes for a megabyte is two thousand
_READ = 65_536
_DEEPEST = 4_000  # nodes inside each other where there is an error: queries of what is deeper take hours


class Parsed:
    """The tree of one file with its bytes; positions are bytes, lines count from 1.

    `spelled` may write the bytes, all in their places, as the grammar understands them where it is behind its language.
    """

    def __init__(self, file: SourceFile, spelled: Callable[[bytes], bytes] = bytes) -> None:
        self.file = file
        self.data = file.text.encode("utf-8", "surrogatepass")
        self._ascii = file.text if file.text.isascii() else ""  # where bytes are characters there is nothing to decode
        self._passed_over: int | None = None
        self._captured: dict[str, Mapping[str, list[tree_sitter.Node]]] = {}
        self.tree = self._parsed(spelled(self.data))
        self.root: tree_sitter.Node = self.tree.root_node

    def _parsed(self, data: bytes) -> tree_sitter.Tree:
        """Return the tree of the bytes; of an error without end, in siblings or in work, only the beginning is looked at."""
        for _ in range(_ATTEMPTS):
            tree, gap = _tree(parser(self.file.language), data)
            if tree is not None and gap is None:
                return tree
            start, end = gap or (0, len(data))
            self._passed_over = start if self._passed_over is None else min(start, self._passed_over)
            data = data[:start] + re.sub(rb"[^\r\n]", b" ", data[start:end]) + data[end:]
        return tree or parser(self.file.language).parse(re.sub(rb"[^\r\n]", b" ", data))

    @property
    def lines(self) -> int:
        """How many lines the file has."""
        return self.file.text.count("\n") + (not self.file.text.endswith("\n"))

    @cached_property
    def _breaks(self) -> list[int]:
        return [found.start() for found in re.finditer(b"\n", self.data)]

    def line(self, position: int) -> int:
        """Return the line that holds a byte."""
        return bisect_right(self._breaks, position - 1) + 1

    def last_line(self, node: tree_sitter.Node) -> int:
        """Return the line of a node's last character; a line break at its very end does not count."""
        return self.line(max(node.start_byte, node.end_byte - 1))

    def text(self, start: int, end: int) -> str:
        """Return the text between two bytes."""
        return self.data[start:end].decode("utf-8", "replace")

    def end_before(self, position: int) -> int:
        """Return the byte after the last one before a position that is no white space."""
        while position and self.data[position - 1] in b" \t\n\r\x0b\x0c":
            position -= 1
        return position

    def code(self, node: tree_sitter.Node) -> str:
        """Return the text of a node."""
        if self._ascii:
            return self._ascii[node.start_byte : node.end_byte]
        return self.data[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def captures(self, name: str) -> Mapping[str, list[tree_sitter.Node]]:
        """Return the nodes that the language's query `name` captures, by capture, each list ordered by position.

        After `capture` these are those of all queries that ran together.
        """
        if name not in self._captured:
            self._captured[name] = self._captures(name)
        return self._captured[name]

    def capture(self, *names: str) -> None:
        """Run several queries in one pass, as each takes as long as the tree is large; `captures` then has what they found."""
        self._captured.update(dict.fromkeys(names, self._captures(*names)))

    def _captures(self, *names: str) -> Mapping[str, list[tree_sitter.Node]]:
        cursor = tree_sitter.QueryCursor(query(self.file.language, *names))
        if self.root.has_error:
            cursor.set_max_start_depth(_DEEPEST)
        found = cursor.captures(self.root)
        for nodes in found.values():  # by start, those around before those inside
            nodes.sort(key=_END, reverse=True)
            nodes.sort(key=_START)
        return found

    def problems(self, harmless: Collection[str] = ()) -> tuple[Problem, ...]:
        """Return a problem with the line of the first error, or nothing for a file without errors.

        Signs that are `harmless` may be missing: those that a grammar expects where its language has none.
        """
        if self._passed_over is not None:
            line = self.line(self._passed_over)
            return (Problem(self.file.path, "partial", f"no code from line {line} on: passed over what cannot be read", line),)
        if not self.root.has_error:
            return ()
        first = _first_error(self.root, harmless)
        if first is None:
            return ()
        line = self.line(first.start_byte)
        return (Problem(self.file.path, "partial", f"syntax error near line {line}: read around it", line),)


def _tree(grammar: tree_sitter.Parser, data: bytes) -> tuple[tree_sitter.Tree | None, tuple[int, int] | None]:
    """Return the tree, None when it takes too much work, and from where to where the bytes are better passed over, if any.

    What follows an error is tried in ever more ways, which costs the square of the length. Work is counted, not timed: the same
    file gives the same tree on every machine.
    """
    work = reached = 0

    def too_much(offset: int, _: bool) -> bool:
        nonlocal work, reached
        work, reached = work + 1, offset
        return work > _MOST_WORK

    try:
        tree = grammar.parse(lambda start, _: data[start : start + _READ], progress_callback=too_much)
    except ValueError:
        grammar.reset()
        return None, (reached * 3 // 4, len(data))
    return tree, _crowd(tree.root_node)


def _first_error(root: tree_sitter.Node, harmless: Collection[str]) -> tree_sitter.Node | None:
    """Return the first node that is wrong or missing; trees may be deeper than calls can be nested."""
    waiting = [root]
    passed = False
    while waiting:
        node = waiting.pop()
        if node.is_missing and node.type in harmless:
            passed = True
        elif node.is_error or node.is_missing:
            return node
        elif node.has_error:
            waiting.extend(reversed(node.children))
    return None if passed else root


def _crowd(root: tree_sitter.Node) -> tuple[int, int] | None:
    """Return from where to where an error has more siblings inside than are looked at, None if there is no such error."""
    waiting = [root] if root.has_error else []
    while waiting:
        node = waiting.pop()
        if node.is_error and node.child_count > _MOST_SIBLINGS:
            first = node.child(_MOST_SIBLINGS)
            return (first.start_byte if first is not None else node.start_byte), node.end_byte
        waiting.extend(child for child in node.children if child.has_error)
    return None


class Extents:
    """Nested extents of one file, ordered by start; says which one a position is in."""

    def __init__(self, extents: Iterable[tuple[int, int]]) -> None:
        ordered = sorted({(start, -end) for start, end in extents})
        self.extents = [(start, -end) for start, end in ordered]
        self._starts = [start for start, _ in ordered]
        self.parents: list[int] = []
        for number, (start, _) in enumerate(self.extents):
            self.parents.append(self._enclosing(number - 1, start))

    def at(self, position: int) -> int:
        """Return the number of the innermost extent that holds the byte, -1 for none."""
        return self._enclosing(bisect_right(self._starts, position) - 1, position)

    def _enclosing(self, number: int, position: int) -> int:
        while number >= 0 and self.extents[number][1] <= position:
            number = self.parents[number]
        return number


@dataclass(frozen=True, slots=True)
class Defined:
    """The definitions of a file with their nodes and their extents, all numbered alike."""

    definitions: tuple[Definition, ...]
    nodes: tuple[tree_sitter.Node, ...]
    outline: Extents


Uses = Mapping[tuple[str, str, int, int], bool]
"""Uses of names by expression, kind, line and scope; false where the expression is not written there but a type's."""


def references(uses: Uses) -> tuple[Reference, ...]:
    """Return the uses as references, in their order, those by a type marked `via`."""
    return tuple(
        Reference(name, kind, line, scope, metadata={} if written else {"via": "type"})
        for (name, kind, line, scope), written in uses.items()
    )
