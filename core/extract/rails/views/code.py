"""What Ruby code outside of templates renders: controllers, mailers, helpers, components."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from tree_sitter import Node

from core.extract.rails.syntax import enclosing_constant, enclosing_method, text_of, walk
from core.extract.rails.views.names import template_of
from core.extract.rails.views.uses import Use, uses_of
from core.extract.repository import Repository

_RENDERING_CODE = re.compile(r"(?:^|/)(?:controllers|mailers|helpers|components|views|cells|presenters|decorators)/.*\.rb$")
_RENDERS = re.compile(r"\b(?:render\w*|layout|mail)\b")
_RENDERING = ("render", "render_to_string", "layout", "mail")


def renders_in(path: str, text: str, root: Node) -> list[list[Any]]:
    """Return (class, method or "", uses) for each call that renders, as JSON values in source order; lines are the file's."""
    if not _RENDERING_CODE.search(path) or not _RENDERS.search(text) or template_of(path):
        return []
    found: list[list[Any]] = []
    for node in walk(root):
        if node.type == "call" and text_of(node.child_by_field_name("method")) in _RENDERING:
            line = node.start_point[0]
            uses = [{**use, "line": use["line"] + line} for use in uses_of(text_of(node))]
            if uses:
                found.append([enclosing_constant(node), enclosing_method(node), uses])
    return found


def rendering_code(repository: Repository) -> Iterator[tuple[str, str, Use, str]]:
    """Yield (class, method or "", use, path) for everything that the Ruby code of a checkout renders, in the order of files."""
    for facts in repository.of("ruby"):
        for constant, method, uses in () if facts.is_test else facts.extra.get("renders", ()):
            for use in uses:
                yield constant, method, use, facts.path
