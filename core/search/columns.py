"""The columns of the database that a question is about, and the code that reads or writes them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from core.model import Relation, column_key, table_key
from core.model.columns import ABOUT, read_via
from core.model.run import Entity
from core.open_index import OpenIndex
from core.search.question import Question
from core.text.words import split_identifier, stem

_ASKED = re.compile(
    r"\b(?:writ(?:e|es|ten|ing)|sets?|setting|assign\w*|updat\w+|chang\w+|clear\w*|fill\w*|stor(?:e|es|ed|ing)|reads?|reading"
    r"|us(?:e|es|ed|ing)|quer(?:y|ies|ied)|select\w*|renam\w+|drop\w*|remov\w+|break\w*|columns?|fields?|attributes?)\b",
    re.IGNORECASE,
)
_WRITES = re.compile(r"\b(?:writ|sets?\b|setting|assign|updat|chang|clear|fill|stor)\w*", re.IGNORECASE)
_READS = re.compile(r"\b(?:read|us(?:e|es|ed|ing)\b|quer|select|show)\w*", re.IGNORECASE)
_BESIDE = re.compile(
    r"\b(?:(?:column|field|attribute)s?\s+`?(\w+)`?|`?(\w+)`?\s+(?:column|field|attribute)s?)\b", re.IGNORECASE
)
_WORD = re.compile(r"\b(?:([A-Za-z]\w*(?:::\w+)*)[.#])?([a-z]\w*)\b")
_MOST_TABLES = 3  # a name that more tables have says nothing
_MOST = 12
_SURE = 0.95


def asked_columns(question: Question, index: OpenIndex) -> Iterator[Entity]:
    """Yield an entity for each column that a question names, of the units that do with it what is asked, most uses first.

    A name is one when it is written with its table, has several words, or stands beside the word for it: "the email column".
    """
    if question.bare or "table" not in index.types or _ASKED.search(question.text) is None:
        return
    beside = {name for pair in _BESIDE.findall(question.text) for name in pair if name}
    words = {stem(word) for word in split_identifier(question.text)}
    for before, name in dict.fromkeys(_WORD.findall(question.text)):
        if before or "_" in name or name in beside:
            for table in _tables(index, before, name, words):
                keys = _units(index, table, name, question.text)
                yield Entity(f"{table}.{name}", "column", (*keys[: _MOST - 1], table_key(table)), _SURE)


def column_notes(entities: Sequence[Entity], index: OpenIndex) -> Iterator[str]:
    """Yield a sentence on each column that a question names: how often it is written and read."""
    for entity in entities:
        if entity.kind == "column":
            counts = Counter(one.kind for one in _uses(index, entity.text))
            told = f"{counts['writes']} lines are known to write it, {counts['reads']} to read it"
            yield f"Column {entity.text}: {told} (orienteer column {entity.text} lists them and what else may)."


def _tables(index: OpenIndex, before: str, name: str, words: set[str]) -> list[str]:
    """Return the tables whose column is meant: that of the name before it, else those that the question speaks of."""
    having = [table for table, facts in index.columns.items() if any(fact["name"] == name for fact in facts)]
    asked = {stem(part) for part in split_identifier(before)} if before else words
    spoken = [table for table in having if all(stem(part) in asked for part in split_identifier(table))]
    found = spoken if before else spoken or having
    return found if len(found) <= _MOST_TABLES else []


def _uses(index: OpenIndex, column: str) -> list[Relation]:
    table, _, name = column.rpartition(".")
    return [one for one in index.catalog.column_uses([column_key(table, name)]) if read_via(one.via).group not in ABOUT]


def _units(index: OpenIndex, table: str, name: str, text: str) -> list[str]:
    """Return the units that write or read a column, as the question asks, else both with writers first."""
    counts: dict[tuple[bool, str], int] = Counter()
    writes, reads = _WRITES.search(text) is not None, _READS.search(text) is not None
    for one in _uses(index, f"{table}.{name}"):
        asked = (one.kind == "writes" and writes) or (one.kind == "reads" and reads) or writes == reads
        if asked and not index.by_key[one.source].is_test:
            later = one.kind == "reads" if writes == reads else one.kind == ("reads" if writes else "writes")
            counts[later, one.source] += 1
    ordered = sorted(counts, key=lambda pair: (pair[0], -counts[pair], pair[1]))
    return list(dict.fromkeys(key for _, key in ordered))
