"""What a question says is done with what is kept: "how are entries stored?" asks for the code that makes rows of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from core.model import ROWS, column_key
from core.model.columns import ABOUT, read_via
from core.model.run import Entity
from core.open_index import OpenIndex
from core.search.question import Question
from core.text.words import split_identifier, stem

_MADE_BY = ("create", "insert", "upsert", "import", "first_or_create", "find_or_create", "save")
_REMOVED_BY = ("destroy", "delete")
_CHANGED_BY = ("update", "save")
_ASKED: Mapping[str, tuple[str, ...]] = {
    stem(word): by
    for words, by in (
        ("create store save insert persist", _MADE_BY),
        ("delete destroy remove purge prune", _REMOVED_BY),
        ("update change modify", _CHANGED_BY),
    )
    for word in words.split()
}
_LONGEST = 4  # words of the name of a table
_NO_THING = re.compile(r"new|\w+(?:ed|ing)")  # "new", "voted": no news and no votes
_NEAR = 4  # words between a thing and what is done with it
_MOST = 8
_LIKELY = 0.9


def asked_records(question: Question, index: OpenIndex) -> Iterator[Entity]:
    """Yield for each table that a question is about the units that do with its rows what it asks, most such lines first."""
    said = [word.strip("'’-") for word in question.words]
    words = [stem(word) for word in said]
    asked = [(place, _ASKED[word]) for place, word in enumerate(words) if word in _ASKED]
    if question.bare or not asked or "table" not in index.types:
        return
    for at, table in _tables(["" if _NO_THING.fullmatch(word) else stem(word) for word in said], index):
        near = (by for place, by in asked if abs(place - at) <= _NEAR)
        keys = _units(index, table, tuple(dict.fromkeys(call for by in near for call in by)))
        if keys:
            yield Entity(f"{table}.{ROWS}", "rows", tuple(keys[:_MOST]), _LIKELY)


def _tables(words: Sequence[str], index: OpenIndex) -> Iterator[tuple[int, str]]:
    """Yield where which table is named in a question, word for word; of names inside of each other the longer one."""
    names = {tuple(stem(part) for part in split_identifier(table)): table for table in sorted(index.columns)}
    start = 0
    while start < len(words):
        found = next((n for n in range(_LONGEST, 0, -1) if tuple(words[start : start + n]) in names), 0)
        if found:
            yield start, names[tuple(words[start : start + found])]
        start += found or 1


def _units(index: OpenIndex, table: str, calls: tuple[str, ...]) -> list[str]:
    """Return the units that make such calls on rows of a table, those that only save last; none where so many do it."""
    counts, saving = Counter[str](), set[str]()
    for one in index.catalog.column_uses([column_key(table, ROWS)]):
        via = read_via(one.via)
        if via.group not in ABOUT and via.by.startswith(calls) and not index.by_key[one.source].is_test:
            counts[one.source] += 1
            saving |= {one.source} if via.by.startswith("save") else set()
    few = len(counts) - len(saving) <= _MOST
    return sorted(counts, key=lambda key: (key in saving, -counts[key], -index.importance.get(key, 0.0), key)) if few else []
