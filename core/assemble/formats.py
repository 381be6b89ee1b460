"""The formats of a context: Markdown, XML-tagged, plain text and JSON, from the same blocks."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import quoteattr

_FENCES = {"erb": "erb", "javascript": "js", "typescript": "ts"}


@dataclass(frozen=True, slots=True)
class ShownUnit:
    """A unit as shown: runs of (first line number, lines) with gaps between them; `last_line` is the unit's own end."""

    type: str
    identifier: str
    language: str
    file_path: str
    first_line: int
    last_line: int
    runs: tuple[tuple[int, tuple[str, ...]], ...]
    evidence: str = ""
    mark: str = ""
    """How lines are left out: `cut` to the beginning and what matches, only some members shown (`in part`), or others shown in
    an earlier turn (`continued`)."""
    around: str = ""
    """What the unit is a member of, when that has no heading of its own."""


@dataclass(frozen=True, slots=True)
class Part:
    """A section of the context: its name and its blocks, or its text when it is no code."""

    name: str
    blocks: tuple[ShownUnit, ...] = ()
    text: str = ""


def markdown(parts: Sequence[Part]) -> str:
    """Return headings by section and unit, and fenced code in which `…` stands for lines left out."""
    return "\n\n".join(_markdown_part(part) for part in parts)


def xml(parts: Sequence[Part]) -> str:
    """Return sections and units as XML tags around the code, which is not escaped, as language models read it best."""
    return "\n".join(_xml_part(part) for part in parts)


def plain(parts: Sequence[Part]) -> str:
    """Return one header line per unit and its code, without markup."""
    texts = []
    for part in parts:
        texts += [f"{part.name.upper()}", *([part.text] if part.text else []), *(_plain_block(block) for block in part.blocks)]
    return "\n\n".join(texts)


def as_json(parts: Sequence[Part]) -> str:
    """Return a JSON array of sections with their units; code is given by runs of lines."""
    return json.dumps([_json_part(part) for part in parts], ensure_ascii=False)


FORMATS: dict[str, Callable[[Sequence[Part]], str]] = {"markdown": markdown, "xml": xml, "plain": plain, "json": as_json}
"""Writers by the name of their format."""


def code(block: ShownUnit) -> str:
    """Return the shown lines of a block, `…` with the number of the next line where lines are left out."""
    shown: list[str] = []
    for first, lines in block.runs:
        if shown or first > block.first_line:
            shown.append(f"… {first}")
        shown += lines
    return "\n".join([*shown, *(["…"] if block.runs and first + len(lines) <= block.last_line else [])])


def _title(block: ShownUnit) -> str:
    lines = f"{block.file_path}:{block.first_line}-{block.last_line}" if block.file_path else "no file"
    marks = [*([f"in {block.around}"] if block.around else []), *([block.mark] if block.mark else [])]
    return " · ".join([f"{block.type} {block.identifier}", lines, *marks])


def _markdown_part(part: Part) -> str:
    texts = [f"# {part.name}", *([part.text] if part.text else [])]
    return "\n\n".join([*texts, *map(_markdown_block, part.blocks)])


def _longest_run(text: str) -> int:
    """Return the length of the longest run of backticks."""
    return max((len(run) for run in re.findall("`+", text)), default=0)


def _markdown_block(block: ShownUnit) -> str:
    body = code(block)
    fence = "`" * (max(2, _longest_run(body)) + 1)
    note = f"\n{block.evidence}" if block.evidence else ""
    return f"## {_title(block)}{note}\n{fence}{_FENCES.get(block.language, block.language)}\n{body}\n{fence}"


def _plain_block(block: ShownUnit) -> str:
    note = f"\n{block.evidence}" if block.evidence else ""
    return f"{_title(block)}{note}\n{code(block)}"


def _xml_part(part: Part) -> str:
    text = f"{part.text}\n" if part.text else ""
    tag = part.name.replace(" ", "_")
    return f"<{tag}>\n{text}{''.join(map(_xml_block, part.blocks))}</{tag}>"


def _xml_block(block: ShownUnit) -> str:
    attributes = {
        "type": block.type, "id": block.identifier, "path": block.file_path, "lines": f"{block.first_line}-{block.last_line}",
    }  # fmt: skip
    attributes |= {"in": block.around} if block.around else {}
    attributes |= {"shown": block.mark} if block.mark else {}
    attributes |= {"why": block.evidence} if block.evidence else {}
    tags = " ".join(f"{name}={quoteattr(value)}" for name, value in attributes.items())
    return f"<unit {tags}>\n{code(block)}\n</unit>\n"


def _json_part(part: Part) -> dict[str, object]:
    units = [
        {
            "type": block.type, "identifier": block.identifier, "file_path": block.file_path, "start_line": block.first_line,
            "end_line": block.last_line, "evidence": block.evidence, "in": block.around, "shown": block.mark or "whole",
            "runs": [{"line": first, "text": "\n".join(lines)} for first, lines in block.runs],
        }
        for block in part.blocks
    ]  # fmt: skip
    return {"section": part.name, **({"text": part.text} if part.text else {}), "units": units}
