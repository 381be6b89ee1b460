"""What the comments of a Go file say: of the definition below them, and of the file."""

from __future__ import annotations

import re
from collections.abc import Sequence

import tree_sitter

from core.extract.parse import Parsed

_DIRECTIVE = re.compile(r"^(?://(?:go:|nolint|line |export |lint:|\+build)|//[a-z0-9]+:[a-z0-9])")
_BLOCK = re.compile(r"^/\*+|\*+/$")
_BUILD = re.compile(r"^//go:build\s+(.+)$|^// ?\+build\s+(.+)$")


class Comments:
    """The comments of a file by the lines that they end and start on."""

    def __init__(self, parsed: Parsed, nodes: Sequence[tree_sitter.Node]) -> None:
        self._parsed = parsed
        self._by_end: dict[int, tree_sitter.Node] = {}
        self._trailing: dict[int, tree_sitter.Node] = {}
        for node in nodes:
            first = node.start_byte - node.start_point[1]
            if parsed.data[first : node.start_byte].strip():
                self._trailing[parsed.line(node.start_byte)] = node
            else:
                self._by_end[parsed.last_line(node)] = node

    def above(self, line: int) -> str:
        """Return the text of the comments that end right above a line, without marks and directives to tools."""
        return self.above_from(line)[1]

    def above_from(self, line: int) -> tuple[int, str]:
        """Return the line on which the comments above a line begin (the line itself without any), and their text."""
        found: list[str] = []
        while (node := self._by_end.get(line - 1)) is not None:
            found.append(self._parsed.code(node))
            line = self._parsed.line(node.start_byte)
        return line, _plain(reversed(found))

    def trailing(self, line: int) -> str:
        """Return the text of the comment behind the code of a line."""
        node = self._trailing.get(line)
        return _plain([self._parsed.code(node)]) if node is not None else ""


def build_constraint(text: str) -> str:
    """Return the condition under which a file is built, as its first lines say it; empty for none."""
    for line in text[:4000].split("\n"):
        if found := _BUILD.match(line.strip()):
            return (found.group(1) or found.group(2)).strip()
        if line.strip() and not line.startswith(("//", "/*", " *", "*/")):
            break
    return ""


def _plain(comments: object) -> str:
    lines: list[str] = []
    for comment in comments if isinstance(comments, list) else list(comments):  # type: ignore[call-overload]
        if comment.startswith("/*"):
            lines.extend(_BLOCK.sub("", comment).split("\n"))
        elif not _DIRECTIVE.match(comment):
            lines.append(comment[2:].removeprefix(" "))
    return "\n".join(line.rstrip() for line in lines).strip()
