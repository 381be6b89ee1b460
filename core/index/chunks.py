"""Divide units into the parts that are embedded.

A unit that is short enough is one chunk. Of a longer one that holds other units (a class with its methods), those are units
of their own and are not embedded twice: its chunks are a summary (signature, declarations, names of members), one group per
kind of declaration and what is left of its body. A longer one without members is cut at blank lines and at the lines with
the least indentation.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from core.index.outline import CONTAINERS, children_of, outline
from core.index.texts import unit_text
from core.model import Chunk, CodeUnit, chunk_id
from core.tokens import count_many, count_tokens

_SMALL_BODY = 3  # lines; fewer are `class`, `end` and a blank, which the summary has
_SHOWN_MEMBERS = 40
_LONG_TOKEN = 12  # characters; code has three to four per token, so what has more than this is a table or indented very far


class _Part(NamedTuple):
    kind: str
    start_line: int
    end_line: int
    text: str


def chunk_units(units: Sequence[CodeUnit], limit: int) -> list[Chunk]:
    """Return the chunks of all units that can answer a question, in their order.

    `limit` is the size of a chunk in tokens of the default encoding, not counting its header. Folders are left out unless
    they have a README, files unless nothing inside them is a unit of its own, units without code and docstring always.
    """
    inside = children_of(units)
    parts = [
        (unit, number, part)
        for unit in units
        if _asked_for(unit, inside)
        for number, part in enumerate(_parts(unit, inside.get(unit.key, ()), limit))
    ]
    tokens = count_many([part.text for _, _, part in parts])
    return [_chunk(unit, number, part, size) for (unit, number, part), size in zip(parts, tokens, strict=True)]


def _asked_for(unit: CodeUnit, inside: Mapping[str, Sequence[CodeUnit]]) -> bool:
    if unit.type in CONTAINERS and unit.key in inside:
        return bool(unit.docstring) and unit.type == "folder"
    return bool(unit.source_code.strip() or unit.docstring.strip())


def _chunk(unit: CodeUnit, number: int, part: _Part, tokens: int) -> Chunk:
    digest = hashlib.sha256(part.text.encode("utf-8", errors="replace")).hexdigest()
    id_ = chunk_id(unit.key, number, digest)
    return Chunk(id_, unit.key, part.kind, part.start_line, part.end_line, part.text, tokens, digest)


def _parts(unit: CodeUnit, members: Sequence[CodeUnit], limit: int) -> Iterator[_Part]:
    if _fits(unit.source_code, limit):
        yield _Part("whole", unit.start_line, unit.end_line, unit_text(unit, unit.source_code))
    elif any(member.file_path == unit.file_path for member in members):
        yield from _member_parts(unit, members, limit)
    else:
        lines = list(enumerate(unit.source_code.split("\n"), unit.start_line))
        yield from _line_parts(unit, "part", lines, limit, first=True)


def _fits(text: str, limit: int) -> bool:
    """Tell whether the text has at most `limit` tokens; counts only where its length does not tell."""
    if len(text) > limit * _LONG_TOKEN:
        return False
    return len(text.encode("utf-8", errors="replace")) <= limit or count_tokens(text) <= limit


def _member_parts(unit: CodeUnit, members: Sequence[CodeUnit], limit: int) -> Iterator[_Part]:
    own = outline(unit, members)
    yield _Part("summary", unit.start_line, unit.end_line, unit_text(unit, _summary(unit, own.declared, members)))
    for kind, lines in sorted(own.declared.items()):
        yield from _line_parts(unit, kind, lines, limit)
    body = [(line, text) for line, text in own.body if text.strip()]
    if len(body) > _SMALL_BODY:
        yield from _line_parts(unit, "body", own.body, limit)


def _summary(unit: CodeUnit, declared: Mapping[str, Sequence[tuple[int, str]]], members: Sequence[CodeUnit]) -> str:
    lines = sorted(line for group in declared.values() for line in group)
    names = list(dict.fromkeys(member.name for member in members))[:_SHOWN_MEMBERS]
    heading = unit.signature or unit.source_code.split("\n", 1)[0]
    return "\n".join([heading, *(text.strip() for _, text in lines), ", ".join(names)])


def _line_parts(
    unit: CodeUnit, kind: str, lines: Sequence[tuple[int, str]], limit: int, first: bool = False
) -> Iterator[_Part]:
    for number, group in enumerate(_groups(lines, limit)):
        code = "\n".join(text for _, text in group).strip("\n")
        if code.strip():
            label = "" if first and number == 0 else kind
            yield _Part(kind, group[0][0], group[-1][0], unit_text(unit, code, label))


def _groups(lines: Sequence[tuple[int, str]], limit: int) -> Iterator[Sequence[tuple[int, str]]]:
    """Divide lines into runs of at most `limit` tokens, ended at the best place of their second half; a longer line is one."""
    sizes = [size + 1 for size in count_many([text for _, text in lines])]  # 1 for the line break
    start = 0
    while start < len(lines):
        end, total = start, 0
        while end < len(lines) and (total + sizes[end] <= limit or end == start):
            total += sizes[end]
            end += 1
        if end < len(lines):
            end = _border(lines, start, end)
        yield lines[start:end]
        start = end


def _border(lines: Sequence[tuple[int, str]], start: int, end: int) -> int:
    """Return where the run from `start` best ends, in the second half before `end`: after a blank line, else before the
    least indented one, the latest of equals.
    """

    def worth(place: int) -> tuple[int, int, int]:
        before, after = lines[place - 1][1], lines[place][1]
        return (0 if before.strip() else 1, -(len(after) - len(after.lstrip())), place)

    return max(range(start + max(1, (end - start) // 2), end + 1), key=worth, default=end)
