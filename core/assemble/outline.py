"""Cut the text of a unit into pieces by its indentation: frame, comments, declarations, signatures and bodies."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

_COMMENT = re.compile(r"^\s*(#(?!\[|!\[)|//|/\*|\*|--|\"\"\"|''')")
_ATTACHED = re.compile(r"^\s*(@\w|#\[|#!\[)")
_CONTINUES = re.compile(
    r"^\s*(end\b|\}|\)|\]|else\b|elsif\b|elif\b|rescue\b|ensure\b|except\b|finally\b|catch\b|when\b|=end\b|\"\"\"\s*$)"
)
_STARTS = re.compile(r"\s*(async\s+|pub(\([^)]*\))?\s+|export\s+|static\s+)*(def|fn|function|class|module)\b")
_CLOSES = re.compile(r"\s*(end|\}|\};|\)|\);?)\s*(#.*)?")
_DEFINES = re.compile(r"\b(class|module|struct|trait|impl|enum|interface|namespace|mod)\b")
_DESCEND = 0.6  # a block that holds this share of the lines is what encloses the rest
_SMALL = 30  # lines: what is shorter and holds no definitions is shown whole or by its first line
_DEEPEST = 10_000
_RUN = 6  # lines of declarations that are bought together
_LINES = 32_768  # whose depth is remembered: code repeats many of its lines


@dataclass(frozen=True, slots=True)
class Piece:
    """Lines of a unit's text, counted from 0, the end excluded.

    `kind` is frame, doc, declaration, signature, body or tail. `needs` is the position of the piece that must be shown
    first, -1 for none.
    """

    start: int
    end: int
    kind: str
    needs: int = -1


class _Text:
    """Lines with their depths: how far each is indented, -1 for what is blank or a comment."""

    __slots__ = ("depths", "lines")

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self.depths = list(map(_code_depth, lines))


@dataclass(frozen=True, slots=True)
class _Item:
    """One thing at a level: its comments start at `start`, its first line of code is `head`, the end is excluded."""

    start: int
    head: int
    end: int

    @property
    def is_block(self) -> bool:
        return self.end - self.head > 1


def outline(lines: Sequence[str]) -> list[Piece]:
    """Return the pieces of a text in order; together they cover every line that is not blank. The first is the frame."""
    pieces: list[Piece] = []
    text = _Text(lines)
    low, high, tails = 0, len(lines), []
    while True:
        items = _items(text, low, high)
        main = _enclosing(items, lines, high - low)
        if main is None:
            break
        _add_around(pieces, items, main, lines)
        inner = _body_start(lines, main)
        pieces.append(Piece(main.head, inner, "frame" if not pieces or _no_frame(pieces) else "signature", _frame(pieces)))
        low, high, tail = inner, *_without_tail(lines, inner, main.end)
        if tail > high:
            tails.append(Piece(high, tail, "tail"))
    _add_items(pieces, items, lines)
    pieces += tails
    return _framed(pieces)


def _no_frame(pieces: Sequence[Piece]) -> bool:
    return all(piece.kind != "frame" for piece in pieces)


def _frame(pieces: Sequence[Piece]) -> int:
    return next((place for place, piece in enumerate(pieces) if piece.kind == "frame"), -1)


def _framed(pieces: list[Piece]) -> list[Piece]:
    """Return the pieces in the order of lines with one frame, on which all others depend at last."""
    ordered = sorted(pieces, key=lambda piece: (piece.start, piece.end))
    place = {(piece.start, piece.end): number for number, piece in enumerate(ordered)}
    frame = next((number for number, piece in enumerate(ordered) if piece.kind == "frame"), -1)
    if frame < 0:
        frame = next((number for number, piece in enumerate(ordered) if piece.kind != "doc"), 0)
    found = []
    for number, piece in enumerate(ordered):
        needed = pieces[piece.needs] if piece.needs >= 0 else None
        needs = place[needed.start, needed.end] if needed else (-1 if number == frame else frame)
        kind = "frame" if number == frame else piece.kind
        found.append(Piece(piece.start, piece.end, kind, -1 if number == frame else needs))
    return found


def _items(text: _Text, low: int, high: int) -> list[_Item]:
    """Return the statements and blocks at the least indentation between two lines, comments attached to what follows."""
    level = min((depth for depth in text.depths[low:high] if depth >= 0), default=_DEEPEST)
    items: list[_Item] = []
    pending = -1
    number = low
    while number < high:
        line = text.lines[number]
        if text.depths[number] >= 0 and not _ATTACHED.match(line):
            end = _end_of(text, number, high, level)
            items.append(_Item(pending if pending >= 0 else number, number, end))
            pending, number = -1, end
            continue
        if pending < 0 and line.strip():
            pending = number
        number += 1
    if pending >= 0:
        items.append(_Item(pending, pending, high))
    return items


def _end_of(text: _Text, head: int, high: int, level: int) -> int:
    """Return the line after a block: deeper lines belong to it, and closing or continuing ones at its own level.

    Comments end no block, however they are indented; those after its last line belong to what follows.
    """
    end = head + 1
    for number in range(end, high):
        depth = text.depths[number]
        if depth < 0:
            continue
        if depth <= level and not _CONTINUES.match(text.lines[number]):
            break
        end = number + 1
    return end


def _enclosing(items: Sequence[_Item], lines: Sequence[str], size: int) -> _Item | None:
    """Return the block that holds most of the text, or None when the text is short or has no such block."""
    if size <= _SMALL and not any(_DEFINES.search(lines[item.head]) for item in items):
        return None
    blocks = [item for item in items if item.is_block]
    main = max(blocks, key=lambda item: item.end - item.head, default=None)
    if main is None or main.end - main.head < _DESCEND * sum(item.end - item.head for item in items):
        return None
    inner = any(line.strip() and _depth(line) > _depth(lines[main.head]) for line in lines[main.head + 1 : main.end])
    return main if inner else None


def _body_start(lines: Sequence[str], item: _Item) -> int:
    """Return the line where a block's signature is over: after its first line, or after its parameter list."""
    opened = 0
    for number in range(item.head, min(item.end, item.head + 12)):
        opened += lines[number].count("(") + lines[number].count("[") - lines[number].count(")") - lines[number].count("]")
        if opened <= 0:
            return number + 1
    return item.head + 1


def _without_tail(lines: Sequence[str], low: int, end: int) -> tuple[int, int]:
    """Return where the content of a block ends and where its closing lines end."""
    last = end
    while last > low and not lines[last - 1].strip():
        last -= 1
    closing = last > low and _CLOSES.fullmatch(lines[last - 1])
    return (last - 1 if closing else last), last


def _add_around(pieces: list[Piece], items: Sequence[_Item], main: _Item, lines: Sequence[str]) -> None:
    if main.start < main.head:
        pieces.append(Piece(main.start, main.head, "doc"))
    _add_items(pieces, [item for item in items if item is not main], lines)


def _add_items(pieces: list[Piece], items: Sequence[_Item], lines: Sequence[str]) -> None:
    run: list[_Item] = []
    for item in items:
        if item.end - item.start <= 3 and not _starts_definition(lines[item.head]):
            run.append(item)
            if run[-1].end - run[0].start >= _RUN:
                _flush(pieces, run)
            continue
        _flush(pieces, run)
        _add_block(pieces, item, lines)
    _flush(pieces, run)


def _flush(pieces: list[Piece], run: list[_Item]) -> None:
    if run:
        pieces.append(Piece(run[0].start, run[-1].end, "declaration"))
        run.clear()


def _add_block(pieces: list[Piece], item: _Item, lines: Sequence[str]) -> None:
    if _COMMENT.match(lines[item.head]):
        pieces.append(Piece(item.start, item.end, "doc"))
        return
    start = _body_start(lines, item)
    signature = len(pieces)
    pieces.append(Piece(item.head, start, "signature"))
    if item.start < item.head:
        pieces.append(Piece(item.start, item.head, "doc", signature))
    if item.end > start:
        pieces.append(Piece(start, item.end, "body", signature))


def _starts_definition(line: str) -> bool:
    return bool(_STARTS.match(line))


@lru_cache(maxsize=_LINES)
def _code_depth(line: str) -> int:
    return _depth(line) if line.strip() and not _COMMENT.match(line) else -1


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())
