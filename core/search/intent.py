"""Read the intent, scope and direction of a question: three linear models over its words and pairs of words.

`benchmarks/training/intents.py` trains them. Names of code count as one word, names of frameworks as another.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping, Set
from functools import cache
from importlib.resources import files
from itertools import pairwise
from math import exp, sqrt
from typing import TYPE_CHECKING, NamedTuple

from core.model.run import INTENTS, SCOPES
from core.search.question import NAME, Question, masked
from core.text.words import stem

if TYPE_CHECKING:
    from numpy import float64, int8
    from numpy.typing import NDArray

DIRECTIONS = ("both", "in", "out")
HEADS: Mapping[str, tuple[str, ...]] = {"intent": INTENTS, "scope": SCOPES, "direction": DIRECTIONS}
"""Each model with its labels, in the order of the columns of the weights. The first label is read where none is clear."""
POSITIONS = 8192
FRAMEWORK = "FRAMEWORK"
_MARGIN = 0.05  # of the best label before the next; below it, unseen questions were read no better than by chance
_SHORT = re.compile(r"\b(what|where|who|how|when|why)['’]s\b", re.IGNORECASE)  # the training texts write it out
_WORD = re.compile(r"[A-Za-z]+(?:['’][a-z]+)?|[.!:,;]|\d+")

Shares = Mapping[str, Mapping[str, float]]
"""By model, the probability of each label, the label that is read first."""


class _Weights(NamedTuple):
    weights: NDArray[int8]
    scales: NDArray[float64]
    bias: NDArray[float64]


def shares_of(question: Question, frameworks: Set[str] = frozenset()) -> Shares:
    """Return the probabilities of intents, scopes and directions; `frameworks` are lower-case names that are no code here."""
    if question.bare:
        return {"intent": {"reference": 1.0}, "scope": {"pinpoint": 1.0}, "direction": {"both": 1.0}}
    known, at = _weights(), positions(question, frameworks)
    sums = known.weights[at].sum(axis=0, dtype=int) / sqrt(len(at)) * known.scales + known.bias
    found, start = {}, 0
    for head, labels in HEADS.items():
        found[head] = _in_order(dict(zip(labels, map(float, sums[start : start + len(labels)]), strict=True)))
        start += len(labels)
    return found


def positions(question: Question, frameworks: Set[str]) -> list[int]:
    """Return the rows of the weights for the words of a question and each pair of them."""
    code = tuple(mention for mention in question.mentions if mention.text.lower() not in frameworks)
    text = _SHORT.sub(r"\1 is", masked(question.text, code))
    words = ["<", *(_normal(word, frameworks) for word in _WORD.findall(text)), ">"]
    grams = {*words, *(f"{first} {second}" for first, second in pairwise(words))}
    return sorted({zlib.crc32(gram.encode()) % POSITIONS for gram in grams})


def _normal(word: str, frameworks: Set[str]) -> str:
    if word == NAME:
        return NAME
    return FRAMEWORK if word.lower() in frameworks else "0" if word.isdigit() else stem(word.lower().replace("’", "'"))


def _in_order(sums: Mapping[str, float]) -> Mapping[str, float]:
    most = max(sums.values())
    odds = {label: exp(value - most) for label, value in sums.items()}
    found = {label: value / sum(odds.values()) for label, value in odds.items()}
    first, second, *_ = sorted(found.values(), reverse=True)
    usual = next(iter(sums))
    clear = first - second >= _MARGIN
    return dict(sorted(found.items(), key=lambda row: (not clear and row[0] != usual, -row[1])))


@cache
def _weights() -> _Weights:
    import numpy as np

    with np.load(str(files("core.search").joinpath("intent.npz"))) as read:
        return _Weights(read["weights"], read["scales"], read["bias"])
