"""What an index lacks of a question: words that are written nowhere, and whether it may have nothing about what is asked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.model.run import SearchRun
from core.pipeline.notes import LACKS
from core.text.words import STOP_WORDS, stem, tokenize

if TYPE_CHECKING:
    from core.workbench.open_bench import OpenBench

_WORD = re.compile(r"[^\W\d_]\w{2,}")


def doubt_of(run: SearchRun) -> str:
    """Return the note by which an answer doubts that the index has what is asked about, or nothing: one rule for all faces."""
    return next((note for note in run.notes if note.startswith(LACKS)), "")


def absent_words(bench: OpenBench, run: SearchRun) -> tuple[tuple[str, ...], bool]:
    """Return the words that the question asks for and no file that was read has, in its order, and whether others are there.

    Words of two letters, and those that only ask (`how`, `used`), say nothing.
    """
    telling = set(run.plan.keywords)
    named = {part for entity in run.plan.entities if not entity.unit_keys for part in tokenize(entity.text)}
    words = dict.fromkeys(word for word in _WORD.findall(run.plan.question) if word.lower() not in STOP_WORDS)
    asked = [word for word in words if (telling | named) & {word.lower(), *tokenize(word)}]
    absent = tuple(word for word in asked if not _written(bench, word.lower()))
    return absent, len(absent) < len(asked)


def _written(bench: OpenBench, word: str) -> bool:
    if bench.stores.lexical.scores([word, stem(word)], 1):
        return True
    from core.workbench.word_search import word_search

    short = stem(word)
    beginning = short if word.startswith(short) else short[:-1]  # `deploying` → `deploy`, `bodies` → `bodi`
    return bool(word_search(bench, beginning).found)
