"""A table of word-piece vectors trained on code: no network to run, thousands of texts a second, a question in no time.

A text is the sum of the vectors of its word pieces, each times the root of how often it occurs, normalised. Names are divided
at capitals first, so that `assignableUsers` has the pieces of "assignable users". What it was trained on is in
`table/DATA_CARD.md`; beside a sentence encoder it is weak, and it is there at once.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Sequence
from functools import cached_property
from itertools import chain, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from core.backends.embedders.word_pieces import read_tokenizer
from core.backends.tables import WORD_TABLE
from core.errors import StoreError, cause
from core.settings import EmbedSettings

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from tokenizers import Tokenizer

    from core.ports import Vectors

_BREAK = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_WORD = re.compile(r"[^\W_]+|\S")  # what the tokenizer never joins: it divides at spaces and at each punctuation mark
_ASCII_WORD = re.compile(r"[a-zA-Z0-9]+|\S")  # the same for nearly every text, and a third faster
_PIECES = 256  # of a text, as in training
_CHARACTERS = 1400  # of a text: what can hold more pieces than that is rare
_BATCH = 256  # texts
_REMEMBERED = 200_000  # words whose pieces are kept: code repeats its words, and dividing one costs more


def _words_of(run: str) -> list[str]:
    """Return the words that letters and digits without a gap consist of: `parseHTMLPage` → `parse`, `html`, `page`."""
    return _WORD.findall(_BREAK.sub(" ", run).lower())


class _Model(NamedTuple):
    tokenizer: Tokenizer
    rows: NDArray[np.int8]  # of shape (word pieces, dimensions)
    scales: NDArray[np.float32]  # what a row is multiplied by


def read_rows(folder: Path) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Return the rows of a table, one for each word piece, and what each is multiplied by; raises `StoreError` for none."""
    try:
        rows = np.concatenate([np.load(path, allow_pickle=False) for path in sorted(folder.glob("rows-*.npy"))])
        return rows, np.load(folder / "scales.npy", allow_pickle=False).astype(np.float32)
    except (OSError, ValueError) as problem:
        message = f"The table of word pieces in {folder} cannot be read: {cause(problem)}."
        raise StoreError(f"{message} Reinstall orienteer.") from problem


class WordTable:
    """Loads its table when it first embeds."""

    name = WORD_TABLE
    dimensions = 384
    weights = Path(__file__).parent / "table"
    """The folder with the rows in parts, to be joined in the order of their names, and what each row is multiplied by."""

    def __init__(self, settings: EmbedSettings) -> None:
        self._loading = threading.Lock()
        self._pieces: dict[str, list[int]] = {}

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return an array of shape (len(texts), 384), rows normalised; a text without any word piece is a row of zeros."""
        with self._loading:
            model = self._model
        vectors = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for start in range(0, len(texts), _BATCH):
            self._add(model, texts[start : start + _BATCH], vectors[start : start + _BATCH])
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        lengths[lengths == 0] = 1
        vectors /= lengths
        return vectors

    def embed_question(self, question: str) -> Vectors:
        """Return the vector of a question, which is read like any text."""
        vector: Vectors = self.embed([question])[0]
        return vector

    def pieces(self, texts: Sequence[str]) -> list[list[int]]:
        """Return the numbers of all word pieces of each text in their order; `embed` sums the first 256 of these."""
        with self._loading:
            model = self._model
        return self._pieces_of(model.tokenizer, texts)

    def closeness(self, question: str, texts: Sequence[NDArray[np.int32]]) -> list[float]:
        """Return for texts, given by their pieces, the mean similarity of a question's pieces to the nearest of theirs.

        A piece of the question counts by the length of its vector; a text without any gets 0. This is the late interaction of
        ColBERT (O. Khattab, M. Zaharia, SIGIR 2020) with vectors that depend on no other word.
        """
        asked, full = np.unique(self.pieces([question])[0]), [place for place, pieces in enumerate(texts) if len(pieces)]
        found = [0.0] * len(texts)
        if not len(asked) or not full:
            return found
        said = np.concatenate([texts[place] for place in full]).astype(np.int64)
        each, places = np.unique(said, return_inverse=True)
        directions, lengths = self._directions(asked)
        nearness = directions @ self._directions(each)[0].T
        starts = np.cumsum([0, *(len(texts[place]) for place in full[:-1])])
        nearest = np.maximum.reduceat(nearness[:, places], starts, axis=1)
        for place, value in zip(full, (lengths / lengths.sum() @ nearest).tolist(), strict=True):
            found[place] = value
        return found

    def _directions(self, pieces: NDArray[np.int64]) -> tuple[Vectors, NDArray[np.float32]]:
        """Return the vectors of pieces at length 1, and their lengths."""
        rows = self._model.rows[pieces].astype(np.float32)
        lengths = np.maximum(np.linalg.norm(rows, axis=1), 1e-6)
        return rows / lengths[:, None], lengths * self._model.scales[pieces]

    def _add(self, model: _Model, texts: Sequence[str], vectors: Vectors) -> None:
        """Write the sum of each text's pieces into its row."""
        pieces_of = [pieces[:_PIECES] for pieces in self._pieces_of(model.tokenizer, [text[:_CHARACTERS] for text in texts])]
        lengths = np.fromiter(map(len, pieces_of), dtype=np.int64, count=len(pieces_of))
        pieces = np.fromiter(chain.from_iterable(pieces_of), dtype=np.int64, count=int(lengths.sum()))
        if not len(pieces):
            return
        size = len(model.scales)
        places, counts = np.unique(np.repeat(np.arange(len(texts)), lengths) * size + pieces, return_counts=True)
        text, piece = np.divmod(places, size)
        weights = model.scales[piece] * np.sqrt(counts, dtype=np.float32)
        borders = np.searchsorted(text, np.arange(len(texts) + 1)).tolist()
        for row, (start, end) in enumerate(pairwise(borders)):  # one by one: the sum must not depend on the texts beside it
            vectors[row] = weights[start:end] @ model.rows[piece[start:end]].astype(np.float32)

    def _pieces_of(self, tokenizer: Tokenizer, texts: Sequence[str]) -> list[list[int]]:
        """Return the word pieces of each text."""
        divided = [(_ASCII_WORD if text.isascii() else _WORD).findall(text) for text in texts]
        known = self._pieces if len(self._pieces) < _REMEMBERED else {}
        new = {run: _words_of(run) for run in dict.fromkeys(chain.from_iterable(divided)) if run not in known}
        words = list(dict.fromkeys(chain.from_iterable(new.values())))
        readable = [word.encode("utf-8", "replace").decode() for word in words]  # half a character cannot be passed on
        encodings = tokenizer.encode_batch_fast(readable, add_special_tokens=False) if words else []
        pieces = {word: encoding.ids for word, encoding in zip(words, encodings, strict=True)}
        known.update((run, [piece for word in inside for piece in pieces[word]]) for run, inside in new.items())
        self._pieces = known
        return [list(chain.from_iterable(map(known.__getitem__, words))) for words in divided]

    @cached_property
    def _model(self) -> _Model:
        rows, scales = read_rows(self.weights)
        return _Model(read_tokenizer(_PIECES), rows, scales)
