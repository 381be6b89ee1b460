"""The Ruby inside ERB templates, every line at its own number."""

from __future__ import annotations

from functools import lru_cache

import tree_sitter_embedded_template
from tree_sitter import Language, Parser

_CODE = ("directive", "output_directive")


@lru_cache(maxsize=1)
def _parser() -> Parser:
    return Parser(Language(tree_sitter_embedded_template.language()))


def ruby_of_erb(text: str) -> str:
    """Return the Ruby of all tags; lines keep their numbers, text outside of tags is left out."""
    source = text.encode()
    lines: list[list[str]] = [[] for _ in range(text.count("\n") + 1)]
    for tag in _parser().parse(source).root_node.children:
        code = next((part for part in tag.children if part.type == "code"), None) if tag.type in _CODE else None
        if code is None:
            continue
        first = code.start_point[0]
        pieces = (code.text or b"").decode(errors="replace").split("\n")
        for offset, piece in enumerate(pieces):
            lines[first + offset].append(piece)
        lines[first + len(pieces) - 1].append(";")
    return "\n".join(" ".join(parts) for parts in lines)
