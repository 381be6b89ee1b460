"""The definitions of one file while it is read: names, lines, visibility, comments, complexity."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from tree_sitter import Node

from core.extract.facts import Definition
from core.extract.ruby.syntax.parse import text_of

_MAGIC = re.compile(r"^#\s*(-\*-|frozen_string_literal|encoding|coding|typed|rubocop|warn_indent|:nocov:|shareable)", re.I)
_LICENCE = re.compile(r"copyright|licen[cs]e|SPDX", re.I)
_ANNOTATION = "== Schema Information"  # tools copy the table into the model's comment; the schema says it better
_PARAMETER_MARKS = {
    "optional_parameter": "{}=", "splat_parameter": "*{}", "keyword_parameter": "{}:", "hash_splat_parameter": "**{}",
    "block_parameter": "&{}",
}  # fmt: skip

BRANCHES = frozenset(
    {
        "if", "elsif", "unless", "while", "until", "for", "when", "in_clause", "rescue", "conditional", "if_modifier",
        "unless_modifier", "while_modifier", "until_modifier", "rescue_modifier",
    }
)  # fmt: skip
"""Nodes that add a path through a method (McCabe 1976: one plus the number of decisions)."""


@dataclass(slots=True)
class DefinitionDraft:
    """A definition whose body is still being read."""

    kind: str
    name: str
    qualified: str
    start_line: int
    end_line: int
    parent: int
    signature: str = ""
    docstring: str = ""
    bases: tuple[str, ...] = ()
    visibility: str = "public"
    complexity: int = 1
    metadata: dict[str, object] = field(default_factory=dict)
    default_visibility: str = "public"
    singleton_visibility: str = "public"  # the same inside of `class << self`

    def finished(self) -> Definition:
        """Return the definition as a value."""
        return Definition(
            self.kind, self.name, self.qualified, self.start_line, self.end_line, self.parent, self.signature,
            self.docstring, self.bases, (), self.visibility, self.complexity, self.metadata,
        )  # fmt: skip


class RubyOutline:
    """The definitions seen so far and the comments that may belong to the next one."""

    def __init__(self) -> None:
        self.drafts: list[DefinitionDraft] = []
        self._named: dict[tuple[int, str], list[DefinitionDraft]] = {}  # by parent and name
        self._comments: dict[int, tuple[int, str]] = {}  # last line → first line, text

    def comment(self, node: Node, source: bytes) -> None:
        """Remember a comment that has its line to itself, by the line it ends in."""
        if source[node.start_byte - node.start_point.column : node.start_byte].strip():
            return
        start, end = node.start_point.row + 1, node.end_point.row + 1
        self._comments[end] = (start, text_of(node))

    def docstring_above(self, line: int) -> str:
        """Return the comment block that ends directly above a line, without its marks."""
        parts: list[str] = []
        while (found := self._comments.get(line - 1)) is not None:
            line, text = found
            if not _MAGIC.match(text):
                parts.append(_bare(text))
        joined = "\n".join(reversed(parts)).split(_ANNOTATION, 1)[0].strip()
        return "" if _LICENCE.search(joined[:400]) and "\n" in joined else joined

    def opening(self) -> str:
        """Return the first comment block of the file, unless it is a licence."""
        for start, _text in sorted(self._comments.values()):
            last = start
            while last + 1 in self._comments:
                last += 1
            return self.docstring_above(last + 1)
        return ""

    def container(self, kind: str, written: str, node: Node, parent: int, bases: Sequence[str] = ()) -> int:
        """Add a class or module and return its position."""
        start = node.start_point.row + 1
        prefix = self.qualified(parent)
        nested = f"{prefix}::{written}" if prefix else written
        name = written[2:] if written.startswith("::") else nested
        signature = f"{kind} {written}" + (f" < {bases[0]}" if bases else "")
        return self._add(
            DefinitionDraft(
                kind, name.rsplit("::", 1)[-1], name, start, node.end_point.row + 1, parent, signature,
                self.docstring_above(start), tuple(bases), metadata={"written": written},
            )
        )  # fmt: skip

    def method(self, name: str, node: Node, parent: int, singleton: bool, own: str = "", in_singleton: bool = False) -> int:
        """Add a method of the container at `parent` and return its position; `own` names another owner than that.

        `in_singleton` tells that the method stands inside of `class << self`.
        """
        start = node.start_point.row + 1
        owner = own or self.qualified(parent)
        qualified = f"{owner}{'.' if singleton else '#'}{name}" if owner else name
        parameters = node.child_by_field_name("parameters")
        return self._add(
            DefinitionDraft(
                "method", name, qualified, start, node.end_point.row + 1, parent, _signature(node, name, singleton),
                self.docstring_above(start), visibility=self._visibility_in(parent, singleton, in_singleton),
                metadata={"singleton": singleton, "parameters": _parameters(parameters)},
            )
        )  # fmt: skip

    def constant(self, written: str, node: Node, parent: int) -> int:
        """Add a constant and return its position."""
        prefix, start = self.qualified(parent), node.start_point.row + 1
        name = f"{prefix}::{written}" if prefix else written
        doc = self.docstring_above(start)
        end = node.end_point.row + 1
        simple = written.rsplit("::", 1)[-1]
        facts: dict[str, object] = {"written": written}
        return self._add(DefinitionDraft("constant", simple, name, start, end, parent, docstring=doc, metadata=facts))

    def qualified(self, position: int) -> str:
        """Return the qualified name of the nearest enclosing container."""
        while position >= 0 and self.drafts[position].kind not in ("class", "module"):
            position = self.drafts[position].parent
        return self.drafts[position].qualified if position >= 0 else ""

    def is_namespace(self, position: int) -> bool:
        """Tell whether a position is the file itself or a module in nothing but modules."""
        while position >= 0 and self.drafts[position].kind == "module":
            position = self.drafts[position].parent
        return position < 0

    def set_visibility(self, parent: int, kind: str, names: Sequence[str], in_singleton: bool = False) -> None:
        """Apply `private` (no names) or `private :a, :b` to the container at `parent`."""
        wanted = kind.removesuffix("_class_method")
        if not names and parent >= 0 and kind == wanted:
            if in_singleton:
                self.drafts[parent].singleton_visibility = wanted
            else:
                self.drafts[parent].default_visibility = wanted
        singleton = in_singleton or kind != wanted
        for name in dict.fromkeys(names):
            for draft in self._named.get((parent, name), ()):
                if bool(draft.metadata.get("singleton")) == singleton:
                    draft.visibility = wanted

    def _visibility_in(self, parent: int, singleton: bool, in_singleton: bool) -> str:
        """Return what `private` and its kin have set for the next method."""
        if parent < 0 or (singleton and not in_singleton):
            return "public"
        draft = self.drafts[parent]
        return draft.singleton_visibility if in_singleton else draft.default_visibility

    def _add(self, draft: DefinitionDraft) -> int:
        self.drafts.append(draft)
        self._named.setdefault((draft.parent, draft.name), []).append(draft)
        return len(self.drafts) - 1


def _bare(comment: str) -> str:
    if comment.startswith("=begin"):
        return "\n".join(comment.splitlines()[1:-1])
    return comment.lstrip("#").removeprefix(" ").rstrip()


def _signature(node: Node, name: str, singleton: bool) -> str:
    parameters = node.child_by_field_name("parameters")
    written = " ".join(text_of(parameters).split()) if parameters is not None else ""
    if written and not written.startswith("("):
        written = f"({written})"
    return f"def {'self.' if singleton else ''}{name}{written}"


def _parameters(node: Node | None) -> list[str]:
    """Return names with their marks: `a`, `b=`, `*rest`, `key:`, `**options`, `&block`."""
    names: list[str] = []
    for child in node.named_children if node else ():
        if child.type == "identifier":
            names.append(text_of(child))
        elif child.type in _PARAMETER_MARKS:
            name = child.child_by_field_name("name")
            names.append(_PARAMETER_MARKS[child.type].format(text_of(name) if name is not None else ""))
    return names
