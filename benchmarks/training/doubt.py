"""Fit the weights by which an answer is doubted, and say how right they are on indexes that they were not fitted on.

    python -m benchmarks.training.doubt [QUESTIONS]

QUESTIONS (default: data/questions/doubt/fitted.json) holds for each index, by its name, questions that it answers and questions
that it cannot. The indexes are made with vectors. Prints one line per index, then the weights with the threshold in the
constant, as `core/pipeline/doubt.py` has them: a question is doubted whose score is above 0, and that are 4 in 100 of those
that are answered when the weights are fitted without its index.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from core.pipeline.doubt import Evidence, absent_words, evidence
from core.settings.retrieval import read_rules
from core.workbench import open_workbench

Floats = NDArray[np.float64]
QUESTIONS = Path(__file__).parents[2] / "data" / "questions" / "doubt" / "fitted.json"
_ALLOWED = 0.04  # of the questions that are answered
_DAMPED = np.array(
    Evidence(0.0, 0.07, 0.07, 0.07, 0.07, 0.07, 0.0, 0.007, 0.014)
)  # what large weights cost, by the spread of each
_BASE = Evidence._fields.index("base")
_ROUNDS = 8  # in which the word of a question that speaks most is chosen anew


@dataclass(frozen=True)
class Asked:
    """A question of an index: what speaks for a doubt, one row per word that no file has, and whether it has no answer."""

    index: str
    rows: Floats
    unanswered: bool


def asked_of(path: Path) -> list[Asked]:
    """Return the questions of a set, each with its evidence."""
    found = []
    for name, sets in json.loads(path.read_text(encoding="utf-8")).items():
        bench = open_workbench(name, settings={"cache.runs": "0"})
        rules = read_rules(bench.settings.search.rules)
        for kind in ("answered", "unanswered"):
            for one in sets[kind]:
                run = bench.ask(one["query"])
                words = absent_words(run.plan, bench.stores, rules)[1] or ("",)
                rows = np.array([evidence(run.plan, run.hits, word, words, bench.stores) for word in words], dtype=np.float64)
                found.append(Asked(name, rows, kind == "unanswered"))
    return found


def scores(questions: Sequence[Asked], weights: Floats) -> Floats:
    """Return the score of each question: that of its word which speaks most."""
    return np.array([(one.rows @ weights).max() for one in questions])


def fitted(questions: Sequence[Asked]) -> Floats:
    """Return the weights of a damped logistic regression over the questions."""
    signs = np.array([1.0 if one.unanswered else -1.0 for one in questions])
    weights = np.ones(len(Evidence._fields))
    for _ in range(_ROUNDS):
        chosen = np.array([one.rows[(one.rows @ weights).argmax()] for one in questions])

        def loss(given: Floats, chosen: Floats = chosen) -> float:
            return float(np.logaddexp(0, -signs * (chosen @ given)).mean() + ((_DAMPED * given) ** 2).sum())

        weights = minimize(loss, weights).x
    return weights


def main(given: Sequence[str]) -> int:
    """Print the counts and the weights."""
    questions = asked_of(Path(given[0]) if given else QUESTIONS)
    unanswered = np.array([one.unanswered for one in questions])
    found = np.zeros(len(questions))
    indexes = np.array([one.index for one in questions])
    for name in dict.fromkeys(indexes):
        weights = fitted([one for one in questions if one.index != name])
        found[indexes == name] = scores([one for one in questions if one.index == name], weights)
    least = float(np.quantile(found[~unanswered], 1 - _ALLOWED))
    for name in dict.fromkeys(indexes):
        doubted = [(found[(indexes == name) & (unanswered == kind)] > least).mean() for kind in (True, False)]
        print(f"{name}: {doubted[0]:.0%} of the unanswered doubted, {doubted[1]:.0%} of the answered")
    print(f"all: {(found[unanswered] > least).mean():.3f} and {(found[~unanswered] > least).mean():.3f}")
    weights = fitted(questions)
    weights[_BASE] -= least
    print(Evidence(*(round(float(weight), 2) for weight in weights)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
