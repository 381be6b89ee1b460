"""The Ruby inside ERB templates, every line at its own number."""

from __future__ import annotations

from core.languages import parser

_CODE = ("directive", "output_directive")


def ruby_of_erb(text: str) -> str:
    """Return the Ruby of all tags; lines keep their numbers, text outside of tags is left out."""
    source = text.encode()
    lines: list[list[str]] = [[] for _ in range(text.count("\n") + 1)]
    for tag in parser("erb").parse(source).root_node.children:
        code = next((part for part in tag.children if part.type == "code"), None) if tag.type in _CODE else None
        if code is None:
            continue
        first = code.start_point[0]
        pieces = (code.text or b"").decode(errors="replace").split("\n")
        for offset, piece in enumerate(pieces):
            lines[first + offset].append(piece)
        lines[first + len(pieces) - 1].append(";")
    return "\n".join(" ".join(parts) for parts in lines)
