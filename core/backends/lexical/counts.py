"""How often each word stands in each document, as arrays: what every lexical index is made of."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, count
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int32]

_BATCH = 1000  # documents that are counted at once: all words of a large index take half a gigabyte to sort


class Counts(NamedTuple):
    """The words in order, and per word the documents that contain it, in order, each with how often it does.

    The documents of word `n` are `documents[starts[n]:starts[n + 1]]`; `lengths` are the words of each document.
    """

    words: list[str]
    lengths: Numbers
    starts: Numbers
    documents: Numbers
    counts: Numbers


class _Cells(NamedTuple):
    """How often words stand in documents: one entry per pair, ordered by document."""

    words: Numbers
    documents: Numbers
    counts: Numbers


def count_words(documents: Sequence[Sequence[str]]) -> Counts:
    """Return how often each word stands in each document; no documents and empty ones are allowed."""
    places: dict[str, int] = defaultdict(count().__next__)
    lengths = np.zeros(len(documents), dtype=np.int32)
    cells = []
    for start in range(0, len(documents), _BATCH):
        some = documents[start : start + _BATCH]
        lengths[start : start + len(some)] = [len(document) for document in some]
        cells.append(_counted(start, some, lengths, places))
    words = sorted(places)
    return Counts(words, lengths, *_by_word(cells, [places[word] for word in words]))


def counts_with(counts: Counts, documents: Mapping[int, Sequence[str]]) -> Counts:
    """Return the counts with other words in these documents, by their numbers: what `count_words` gives for all of them."""
    numbers = sorted(documents)
    lengths = counts.lengths.copy()
    lengths[numbers] = [len(documents[number]) for number in numbers]
    places = {word: place for place, word in enumerate(counts.words)}
    added = [
        (places.setdefault(word, len(places)), number, times) for number in numbers for word, times in _times(documents[number])
    ]
    kept = ~np.isin(counts.documents, numbers)
    written = np.repeat(np.arange(len(counts.words), dtype=np.int32), np.diff(counts.starts))[kept]
    old = _Cells(written, counts.documents[kept], counts.counts[kept])
    new = _Cells(*np.array(added, dtype=np.int32).reshape(-1, 3).T)
    order = [place for _, place in sorted((word, place) for word, place in places.items())]
    return _without_unwritten(sorted(places), lengths, _by_word([old, new], order))


def _times(words: Sequence[str]) -> Iterable[tuple[str, int]]:
    return Counter(words).items()


def _without_unwritten(words: list[str], lengths: Numbers, by_word: tuple[Numbers, Numbers, Numbers]) -> Counts:
    """Return the counts without words that are in no document any more, the documents of each word in order."""
    starts, documents, counts = by_word
    word = np.repeat(np.arange(len(words)), np.diff(starts))
    in_order = np.lexsort((documents, word))
    is_written = np.diff(starts) > 0
    ends = starts[1:][is_written]
    return Counts(
        [one for one, written in zip(words, is_written.tolist(), strict=True) if written], lengths,
        np.concatenate([np.zeros(1, dtype=np.int32), ends]).astype(np.int32), documents[in_order], counts[in_order],
    )  # fmt: skip


def _counted(first: int, documents: Sequence[Sequence[str]], lengths: Numbers, places: Mapping[str, int]) -> _Cells:
    """Count the words of some documents, the first of which has this number; a new word gets the next place."""
    written = list(chain.from_iterable(documents))
    columns = np.fromiter(map(places.__getitem__, written), dtype=np.int64, count=len(written))
    height = max(1, len(places))
    last = first + len(documents)
    rows = np.repeat(np.arange(first, last, dtype=np.int64), lengths[first:last])
    cells, counts = np.unique(rows * height + columns, return_counts=True)
    return _Cells((cells % height).astype(np.int32), (cells // height).astype(np.int32), counts.astype(np.int32))


def _by_word(batches: Sequence[_Cells], order: Sequence[int]) -> tuple[Numbers, Numbers, Numbers]:
    """Return where each word begins, the documents that contain it and how often, for words in this order of places."""
    rank = np.empty(len(order), dtype=np.int32)
    rank[np.array(order, dtype=np.int32)] = np.arange(len(order), dtype=np.int32)
    words = _joined([rank[batch.words] for batch in batches])
    by_word = np.argsort(words, kind="stable").astype(np.int32)  # of two billion cells there would be no room for the words
    starts = np.zeros(len(order) + 1, dtype=np.int32)
    np.cumsum(np.bincount(words, minlength=len(order)), out=starts[1:])
    del words
    documents = _joined([batch.documents for batch in batches])[by_word]
    return starts, documents, _joined([batch.counts for batch in batches])[by_word]


def _joined(parts: Sequence[Numbers]) -> Numbers:
    return np.concatenate(parts) if parts else np.zeros(0, dtype=np.int32)
