"""What a question says is done with what is kept: "how are entries stored?" asks for the code that makes rows of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from core.model import ROWS, column_key
from core.model.columns import ABOUT, read_via
from core.model.run import Entity
from core.open_index import OpenIndex
from core.search.question import Question
from core.settings.retrieval import RecordWords, Rules
from core.text.words import split_identifier, stem

_LONGEST = 4  # words of the name of a table
_NO_THING = re.compile(r"new|\w+(?:ed|ing)")  # "new", "voted": no news and no votes
_NEAR = 4  # words between a thing and what is done with it
_MOST = 8
_LIKELY = 0.9


def asked_records(question: Question, index: OpenIndex, rules: Rules) -> Iterator[Entity]:
    """Yield for each table that a question is about the units that do with its rows what it asks, most such lines first."""
    said = [word.strip("'’-") for word in question.words]
    words = [stem(word) for word in said]
    by_verb = {stem(verb): row for row in rules.records.values() for verb in row.verbs}
    asked = [(place, by_verb[word]) for place, word in enumerate(words) if word in by_verb]
    if question.bare or not asked or "table" not in index.types:
        return
    once = rules.places["once"].pattern if "once" in rules.places else None
    for at, table in _tables(["" if _NO_THING.fullmatch(word) else stem(word) for word in said], index):
        keys = _units(index, table, [row for place, row in asked if abs(place - at) <= _NEAR])
        keys.sort(key=lambda key: once is not None and bool(once.search(index.by_key[key].file_path)))  # stable
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


def _units(index: OpenIndex, table: str, done: Sequence[RecordWords]) -> list[str]:
    """Return the units that do this with rows of a table, last those that only make calls of `last`; none for too many."""
    calls = tuple(call for row in done for call in (*row.calls, *row.last))
    last = tuple(call for row in done for call in row.last)
    counts, late = Counter[str](), set[str]()
    for one in index.catalog.column_uses([column_key(table, ROWS)]):
        via = read_via(one.via)
        if via.group not in ABOUT and via.by.startswith(calls) and not index.by_key[one.source].is_test:
            counts[one.source] += 1
            late |= {one.source} if via.by.startswith(last) else set()
    few = len(counts) - len(late) <= _MOST
    return sorted(counts, key=lambda key: (key in late, -counts[key], -index.importance.get(key, 0.0), key)) if few else []
