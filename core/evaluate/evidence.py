"""Which lines an entry of a question set asks for, and whether an answer shows them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from core.evaluate.matching import SEPARATORS, Item
from core.evaluate.questions import LabelledLines, QuestionSet, Relevant
from core.model import UnitHead
from core.open_index import OpenIndex, bodies_in
from core.vocabulary import BY_PATH

_MOST = 0.8  # share of the lines that must be shown: a signature in an outline is not the member
_SHORT = 40  # lines: what is no longer is one thing to a reader
_COMMENT = re.compile(r"\s*(#(?!\[|!\[)|//|/\*|\*|--|<%#)")
_TEXT = re.compile(r"\s*[rbu]?(\"\"\"|''')")


def located(questions: QuestionSet, index: OpenIndex) -> QuestionSet:
    """Return the questions with the lines that each entry asks for in this index.

    - An entry with `start_line` and `end_line` asks for these lines, one with a `member` for all lines of that member.
    - One that names a function, or a class or file of at most 40 lines, asks for all of its lines.
    - One that names a longer class or file asks for what it declares: its lines that are neither blank nor comment nor inside
      of a member with a body or of a class in it, and the first line of each of those.

    An entry whose lines this index does not know asks for none that could be shown.
    """
    places = {(head.identifier, head.file_path): number for number, head in enumerate(index.heads) if head.type not in BY_PATH}
    files = {head.file_path: number for number, head in enumerate(index.heads) if head.type == "file"}

    def placed(entry: Relevant) -> Relevant:
        if entry.start_line:
            return entry
        file = entry.file or next((path for name, path in places if name == entry.unit), "")
        known = [places[name, file] for name in _names(entry) if (name, file) in places]
        if known:
            return replace(entry, lines=_whole(index.heads[known[0]]))
        number = places.get((entry.unit, file), files.get(file, -1))
        if entry.member or number < 0:
            return entry
        return replace(entry, lines=_declared(number, index))

    return replace(
        questions,
        queries=tuple(replace(query, relevant=tuple(map(placed, query.relevant))) for query in questions.queries),
    )


def is_member(item: Item, entry: Relevant) -> bool:
    """Return whether an item is the unit that the entry names."""
    return item.identifier in _names(entry)


def shows(items: Iterable[Item], entry: Relevant) -> bool:
    """Return whether the items show at least 80 % of the entry's lines."""
    labelled = entry.lines if entry.lines.ranges else LabelledLines(entry.file, ((entry.start_line, entry.end_line),))
    asked = [line for first, last in labelled.ranges for line in range(first, last + 1) if line]
    shown = {
        line
        for item in items
        if item.file_path == labelled.file
        for first, last in item.ranges or ((item.start_line, item.end_line),)
        for line in range(first, last + 1)
    }
    return bool(asked) and sum(line in shown for line in asked) >= _MOST * len(asked)


def _names(entry: Relevant) -> tuple[str, ...]:
    return tuple(f"{entry.unit}{separator}{entry.member}" for separator in SEPARATORS) if entry.member else ()


def _whole(head: UnitHead) -> LabelledLines:
    return LabelledLines(head.file_path, ((head.start_line, head.end_line),))


def _declared(number: int, index: OpenIndex) -> LabelledLines:
    """Return the lines that show a unit: all of a short or of one without members, else what it declares."""
    head, first = index.heads[number], max(1, index.heads[number].start_line)
    lines = index.catalog.source_codes([number])[number].split("\n")
    inside = list(bodies_in(number, index))
    if len(lines) <= _SHORT or (not inside and head.type not in BY_PATH):
        return LabelledLines(head.file_path, ((first, first + len(lines) - 1),))
    hidden = {line for start, end in inside for line in range(start + 1, end + 1)}
    own = [first + place for place in _code(lines) if first + place not in hidden]
    return LabelledLines(head.file_path, tuple((line, line) for line in own))


def _code(lines: Sequence[str]) -> Iterator[int]:
    """Yield the places of the lines that are neither blank nor comment nor text in triple quotes on lines of its own."""
    quote = ""
    for place, line in enumerate(lines):
        opened = _TEXT.match(line)
        if quote:
            quote = "" if quote in line else quote
        elif opened:
            quote = "" if line.count(opened[1]) > 1 else opened[1]
        elif line.strip() and not _COMMENT.match(line):
            yield place
