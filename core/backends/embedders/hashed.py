"""Vectors from hashed words: no weights, no training, the same on every machine; weak, but real, for tests."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from core.settings import EmbedSettings
from core.text.words import tokenize

if TYPE_CHECKING:
    from core.ports import Vectors


class HashedWords:
    """Each word adds to one of 384 places, with a sign, both taken from its digest (the hashing trick, Weinberger 2009)."""

    name = "hashed-words/384"
    dimensions = 384

    def __init__(self, settings: EmbedSettings) -> None:
        self._places: dict[str, tuple[int, float]] = {}

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return an array of shape (len(texts), 384), rows normalised; a text without words is a row of zeros."""
        vectors = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for row, text in enumerate(texts):
            for word, count in Counter(tokenize(text)).items():
                place, sign = self._place(word)
                vectors[row, place] += sign * (1.0 + math.log(count))
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        lengths[lengths == 0] = 1
        return np.asarray(vectors / lengths, dtype=np.float32)

    def embed_question(self, question: str) -> Vectors:
        """Return the vector of a question, which is read like any text."""
        vector: Vectors = self.embed([question])[0]
        return vector

    def _place(self, word: str) -> tuple[int, float]:
        if word not in self._places:
            number = int.from_bytes(hashlib.blake2b(word.encode(), digest_size=8).digest(), "big")
            self._places[word] = (number >> 1) % self.dimensions, 1.0 if number & 1 else -1.0
        return self._places[word]
