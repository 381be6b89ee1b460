"""BM25 by rank-bm25: its scores, worked out once per word instead of once per question."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from core.backends.lexical import DELTA, K1, B, unreadable
from core.backends.lexical.counts import Counts, count_words, counts_with
from core.errors import StoreError

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from rank_bm25 import BM25Plus

    Numbers = NDArray[np.int32]

_WORDS = "words.txt"
_ARRAYS = ("lengths", "starts", "documents", "counts")


class _Column(NamedTuple):
    """The documents that contain a word, in order, and what the word adds to the score of each."""

    documents: Numbers
    scores: NDArray[np.float64]


class RankBm25:
    """Keeps for each word the documents that contain it and how often; the library scores a word when it is first asked for.

    A document's score is the sum over the words of the question, so scores of single words can be kept and added up. On disk
    are the counts, as arrays: reading them takes milliseconds, where counting the words again would take half a second.
    """

    def __init__(self) -> None:
        self._places: dict[str, int] = {}
        self._lengths = self._starts = self._documents = self._counts = np.zeros(0, dtype=np.int32)
        self._columns: dict[str, _Column] = {}

    @property
    def words(self) -> Collection[str]:
        """All words that a document has."""
        return self._places.keys()

    def build(self, documents: Sequence[Sequence[str]]) -> None:
        """Index token lists; an empty corpus and empty documents are allowed."""
        self._take(count_words(documents))

    def replace(self, documents: Mapping[int, Sequence[str]]) -> None:
        """Index other token lists for some documents, by number."""
        known = Counts(list(self._places), self._lengths, self._starts, self._documents, self._counts)
        self._take(counts_with(known, documents))

    def scores(self, words: Sequence[str], limit: int) -> list[tuple[int, float]]:
        """Return (document number, score > 0) pairs of documents that contain a word, best first, ties by number."""
        known = sorted({word for word in words if word in self._places})
        if not known or limit <= 0:
            return []
        total = np.zeros(len(self._lengths))
        for word in known:
            column = self._column(word)
            total[column.documents] += column.scores
        numbers = np.flatnonzero(total)
        if len(numbers) > limit:
            least = np.partition(total[numbers], -limit)[-limit]
            numbers = numbers[total[numbers] >= least]
        best = numbers[np.lexsort((numbers, -total[numbers]))][:limit]
        return list(zip(best.tolist(), total[best].tolist(), strict=True))

    def save(self, directory: Path) -> None:
        """Write the words, one per line, and the arrays."""
        (directory / _WORDS).write_text("\n".join(self._places), encoding="utf-8")
        for name in _ARRAYS:
            np.save(directory / f"{name}.npy", getattr(self, f"_{name}"), allow_pickle=False)

    def load(self, directory: Path) -> None:
        """Read the words and the arrays."""
        self._columns = {}
        try:
            words = (directory / _WORDS).read_text(encoding="utf-8").split("\n")
            arrays = [np.load(directory / f"{name}.npy", allow_pickle=False) for name in _ARRAYS]
        except (OSError, ValueError) as problem:
            raise unreadable(directory, problem) from problem
        self._lengths, self._starts, self._documents, self._counts = arrays
        self._places = {word: place for place, word in enumerate(words) if word}
        if len(self._starts) != len(self._places) + 1 or len(self._documents) != len(self._counts):
            raise StoreError(f"The lexical index in {directory} cannot be read: its files do not match.")

    def _take(self, counted: Counts) -> None:
        self._columns = {}
        self._places = {word: place for place, word in enumerate(counted.words)}
        self._lengths, self._starts = counted.lengths, counted.starts
        self._documents, self._counts = counted.documents, counted.counts

    def _column(self, word: str) -> _Column:
        """Return the column of a word: `BM25Plus.get_scores` for all its documents at once, which looks at each by itself."""
        if word not in self._columns:
            place = self._places[word]
            inside = slice(int(self._starts[place]), int(self._starts[place + 1]))
            documents, times = self._documents[inside], self._counts[inside]
            scorer = self._scorer(word, len(documents))
            room = K1 * (1 - B + B * self._lengths[documents] / scorer.avgdl)
            scores = scorer.idf[word] * (DELTA + times * (K1 + 1) / (room + times))
            self._columns[word] = _Column(documents, scores)
        return self._columns[word]

    def _scorer(self, word: str, documents: int) -> BM25Plus:
        """Return the library's scorer for a word of so many documents, with what its constructor would count in all of them."""
        from rank_bm25 import BM25Plus

        scorer = BM25Plus.__new__(BM25Plus)
        scorer.idf, scorer.corpus_size = {}, len(self._lengths)
        scorer.avgdl = float(self._lengths.sum()) / len(self._lengths)
        scorer._calc_idf({word: documents})
        return scorer
