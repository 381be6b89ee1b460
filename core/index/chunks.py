"""Divide units into chunks for embedding.

A short unit is one chunk. In a longer one with members, such as a class with methods, the members are units of their own and
are not embedded twice. Its chunks are a summary (signature, declarations, names of members), one group per kind of
declaration, and the rest of its body. A longer unit without members is cut at blank lines and at the least indented lines.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from core.index.outline import children_of, declared_elsewhere, outline
from core.index.texts import unit_text
from core.model import Chunk, CodeUnit, chunk_id
from core.text.tokens import count_many, count_tokens
from core.vocabulary import BY_PATH

_SMALL_BODY = 3  # lines; fewer are `class`, `end` and a blank, which the summary has
_SHOWN_MEMBERS = 40
_LONG_TOKEN = 12  # characters; code has three to four per token, so what has more than this is a table or indented very far


class _Part(NamedTuple):
    kind: str
    start_line: int
    end_line: int
    text: str


def chunk_units(units: Sequence[CodeUnit], limit: int, inside: Mapping[str, Sequence[CodeUnit]] | None = None) -> list[Chunk]:
    """Return the chunks of all units that can answer a question, in their order.

    `limit` is the size of a chunk in tokens of the default encoding, of a part without its header. Folders are left out unless
    they have a README, files unless nothing inside them is a unit of its own (of these, data and translations for the most
    part, the beginning is embedded; all of it is found by words), units without code and docstring always. `inside` are the
    members of each unit by its key, where the units are not all that there are.
    """
    inside = children_of(units) if inside is None else inside
    wanted = [unit for unit in units if can_answer(unit, inside)]
    wholes = [_whole(unit) for unit in wanted]
    sizes = _sizes(wanted, wholes, limit)
    divided = {
        unit.key: list(_divided(unit, inside.get(unit.key, ()), limit))
        for unit, size in zip(wanted, sizes, strict=True)
        if size > limit and unit.source_code
    }
    part_sizes = iter(count_many([part.text for parts in divided.values() for part in parts]))
    return [
        _chunk(unit, number, part, next(part_sizes) if unit.key in divided else size)
        for unit, whole, size in zip(wanted, wholes, sizes, strict=True)
        for number, part in enumerate(divided.get(unit.key, [whole]))
    ]


def _whole(unit: CodeUnit) -> _Part:
    code = "\n".join([unit.source_code, *declared_elsewhere(unit)])
    return _Part("whole", unit.start_line, unit.end_line, unit_text(unit, code.strip("\n")))


def _sizes(units: Sequence[CodeUnit], wholes: Sequence[_Part], limit: int) -> list[int]:
    """Return the tokens of each text; of one that is certainly too long only that it has more than `limit`."""
    long = [len(unit.source_code) > limit * _LONG_TOKEN for unit in units]
    counted = count_many(["" if too_long else part.text for too_long, part in zip(long, wholes, strict=True)])
    return [limit + 1 if too_long else count for too_long, count in zip(long, counted, strict=True)]


def can_answer(unit: CodeUnit, inside: Mapping[str, Sequence[CodeUnit]]) -> bool:
    """Tell whether a unit has text of its own that can answer a question; `inside` are the members of each unit by its key."""
    if unit.type in BY_PATH and unit.key in inside:
        return bool(unit.docstring) and unit.type == "folder"
    return bool(unit.source_code.strip() or unit.docstring.strip())


def _chunk(unit: CodeUnit, number: int, part: _Part, tokens: int) -> Chunk:
    digest = hashlib.sha256(part.text.encode("utf-8", errors="replace")).hexdigest()
    id_ = chunk_id(unit.key, number, digest)
    return Chunk(id_, unit.key, part.kind, part.start_line, part.end_line, part.text, tokens, digest)


def _divided(unit: CodeUnit, members: Sequence[CodeUnit], limit: int) -> Iterator[_Part]:
    if any(member.file_path == unit.file_path for member in members):
        yield from _member_parts(unit, members, limit)
    else:
        lines = list(enumerate(unit.source_code.split("\n"), unit.start_line))
        parts = _line_parts(unit, "part", lines, limit, first=True)
        yield from islice(parts, 1) if unit.type in BY_PATH else parts


def _member_parts(unit: CodeUnit, members: Sequence[CodeUnit], limit: int) -> Iterator[_Part]:
    own = outline(unit, members)
    yield _Part("summary", unit.start_line, unit.end_line, unit_text(unit, summary(unit, own.declared, members)))
    for kind, lines in sorted(own.declared.items()):
        yield from _line_parts(unit, kind, lines, limit)
    body = [(line, text) for line, text in own.body if text.strip()]
    if len(body) > _SMALL_BODY:
        yield from _line_parts(unit, "body", own.body, limit)


def summary(unit: CodeUnit, declared: Mapping[str, Sequence[tuple[int, str]]], members: Sequence[CodeUnit]) -> str:
    """Return the heading of a unit that holds others, what it declares (numbered lines by kind), the names of its members."""
    lines = sorted(line for group in declared.values() for line in group)
    names = list(dict.fromkeys(member.name for member in members))[:_SHOWN_MEMBERS]
    heading = unit.signature or unit.source_code.split("\n", 1)[0]
    return "\n".join([heading, *(text.strip() for _, text in lines), *declared_elsewhere(unit), ", ".join(names)])


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
    start = 0
    while start < len(lines):
        end = start + 1
        total = _line_tokens(lines[start][1])
        while end < len(lines) and (total := total + _line_tokens(lines[end][1])) <= limit:
            end += 1
        if end < len(lines):
            end = _border(lines, start, end)
        yield lines[start:end]
        start = end


@lru_cache(maxsize=4096)
def _line_tokens(line: str) -> int:
    return count_tokens(line) + 1  # for the line break


def _border(lines: Sequence[tuple[int, str]], start: int, end: int) -> int:
    """Return where the run from `start` best ends, in the second half before `end`: after a blank line, else before the
    least indented one, the latest of equals.
    """

    def worth(place: int) -> tuple[int, int, int]:
        before, after = lines[place - 1][1], lines[place][1]
        return (0 if before.strip() else 1, -(len(after) - len(after.lstrip())), place)

    return max(range(start + max(1, (end - start) // 2), end + 1), key=worth, default=end)
