"""BM25 by rank-bm25: plain structures, quick to build, slower with every document."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from rank_bm25 import BM25Plus

from core.backends.lexical import DELTA, K1, B
from core.errors import StoreError

_FILE = "documents.txt"


class RankBm25:
    """Scores only the documents that contain a word, by way of a list of documents per word."""

    def __init__(self) -> None:
        self._scorer: BM25Plus | None = None
        self._containing: dict[str, list[int]] = {}
        self._documents: Sequence[Sequence[str]] = ()

    def build(self, documents: Sequence[Sequence[str]]) -> None:
        """Index token lists; an empty corpus and empty documents are allowed."""
        self._documents = documents
        # rank-bm25 divides by the number of documents and by their mean length
        self._scorer = BM25Plus(documents, k1=K1, b=B, delta=DELTA) if any(documents) else None
        self._containing = {}
        for number, words in enumerate(self._scorer.doc_freqs if self._scorer else ()):
            for word in words:
                self._containing.setdefault(word, []).append(number)

    def scores(self, words: Sequence[str], limit: int) -> list[tuple[int, float]]:
        """Return (document number, score > 0) pairs of documents that contain a word, best first, ties by number."""
        known = sorted({word for word in words if word in self._containing})
        if self._scorer is None or not known or limit <= 0:
            return []
        numbers = sorted(set().union(*(self._containing[word] for word in known)))
        scores = np.asarray(self._scorer.get_batch_scores(known, numbers))
        best = np.lexsort((np.asarray(numbers), -scores))[:limit]
        return [(numbers[place], float(scores[place])) for place in best.tolist()]

    def save(self, directory: Path) -> None:
        """Write one line of words per document."""
        text = "".join(" ".join(words) + "\n" for words in self._documents)
        (directory / _FILE).write_text(text, encoding="utf-8")

    def load(self, directory: Path) -> None:
        """Read the documents and index them again."""
        try:
            text = (directory / _FILE).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as problem:
            raise StoreError(f"The lexical index in {directory} cannot be read: {problem}.") from problem
        self.build([line.split(" ") if line else [] for line in text.split("\n")[:-1]])
