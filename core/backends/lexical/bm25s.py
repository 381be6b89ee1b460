"""BM25 by bm25s: scores are computed when the index is built, so that a question only adds up rows of sparse arrays."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from bm25s import BM25

from core.backends.lexical import DELTA, K1, B
from core.errors import StoreError

_WORDS = "words.json"


class Bm25s:
    """Keeps one column of scores per word; memory and time hardly grow with the number of documents."""

    def __init__(self) -> None:
        self._scorer: BM25 | None = None  # None: there is no word in any document
        self._numbers: dict[str, int] = {}

    def build(self, documents: Sequence[Sequence[str]]) -> None:
        """Index token lists; an empty corpus and empty documents are allowed."""
        words = sorted(set(chain.from_iterable(documents)))
        self._numbers = {word: number for number, word in enumerate(words)}
        self._scorer = None
        if words:
            self._scorer = BM25(k1=K1, b=B, delta=DELTA, method="bm25+")
            number = self._numbers.__getitem__
            ids = [[number(word) for word in document] for document in documents]
            self._scorer.index((ids, self._numbers), create_empty_token=False, show_progress=False)

    def scores(self, words: Sequence[str], limit: int) -> list[tuple[int, float]]:
        """Return (document number, score > 0) pairs of documents that contain a word, best first, ties by number."""
        known = sorted({self._numbers[word] for word in words if word in self._numbers})
        if self._scorer is None or not known or limit <= 0:
            return []
        scores = self._scorer.get_scores_from_ids(known)
        numbers = np.flatnonzero(scores > 0)
        if len(numbers) > limit:
            least = np.partition(scores[numbers], -limit)[-limit]
            numbers = numbers[scores[numbers] >= least]
        best = numbers[np.lexsort((numbers, -scores[numbers]))][:limit]
        return [(number, float(scores[number])) for number in best.tolist()]

    def save(self, directory: Path) -> None:
        """Write the words and the arrays."""
        (directory / _WORDS).write_text(json.dumps(list(self._numbers), ensure_ascii=False), encoding="utf-8")
        if self._scorer is not None:
            self._scorer.save(directory, show_progress=False)

    def load(self, directory: Path) -> None:
        """Read the words and the arrays."""
        try:
            words: list[str] = json.loads((directory / _WORDS).read_text(encoding="utf-8"))
            scorer: Any = BM25.load(directory, load_vocab=False) if words else None
        except (OSError, ValueError, KeyError) as problem:
            raise StoreError(f"The lexical index in {directory} cannot be read: {problem}.") from problem
        self._numbers = {word: number for number, word in enumerate(words)}
        self._scorer = scorer
