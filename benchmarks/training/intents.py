"""Train the models that read the intent, scope and direction of a question, and say how right they are.

    python -m benchmarks.training.intents [--without SET] [--file intent.npz]

They learn the labels of `data/questions` and of `intents.txt`. Prints for each set the share of questions that models
trained without it read as their label. Then writes models of all questions, or of all but one set, for `core/search/intent.py`.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.sparse import csr_array
from scipy.special import logsumexp

from core.search.intent import HEADS, POSITIONS, positions
from core.search.question import read_question
from core.settings.retrieval import read_rules

Floats = NDArray[np.float64]
_ROOT = Path(__file__).parents[2]
_WRITTEN = "intents.txt"
_DAMPING = 0.3
_BALANCED = {"direction"}  # most questions have none
_STEPS = 60
_LARGEST = 127


@dataclass(frozen=True)
class Labelled:
    """A question with the set that it is from, its labels by model (empty where unknown), and the rows of its features."""

    set: str
    labels: dict[str, str]
    rows: list[int]


def labelled() -> list[Labelled]:
    """Return the questions of all sets and those written for training."""
    frameworks, found = read_rules().frameworks, []

    def add(set_: str, text: str, **labels: str) -> None:
        found.append(Labelled(set_, labels, positions(read_question(text), frameworks)))

    for path in sorted((_ROOT / "data" / "questions").rglob("*.json")):
        for query in json.loads(path.read_text(encoding="utf-8")).get("queries", ()):
            add(path.stem, query["query"], intent=query["intent"], scope=query["scope"])
    for line in Path(__file__).with_name(_WRITTEN).read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            intent, scope, direction, text = line.split(" ", 3)
            add(_WRITTEN, text, intent=intent, scope=scope, direction="both" if direction == "-" else direction)
    return found


def trained(questions: Sequence[Labelled], head: str) -> Floats:
    """Return the weights (positions and a last row for the bias, labels) of a damped multinomial logistic regression."""
    labels, known = HEADS[head], [one for one in questions if one.labels.get(head)]
    inputs, shape = _matrix(known), (POSITIONS + 1, len(labels))
    wanted = np.array([[one.labels[head] == label for label in labels] for one in known], dtype=np.float64)
    if head in _BALANCED:
        wanted /= wanted.mean(axis=0) * len(labels)
    damping = np.full((POSITIONS + 1, 1), _DAMPING)
    damping[-1] = 0

    def loss(flat: Floats) -> tuple[float, Floats]:
        weights = flat.reshape(shape)
        sums = inputs @ weights
        sums -= logsumexp(sums, axis=1, keepdims=True)
        slope = inputs.T @ (np.exp(sums) * wanted.sum(axis=1, keepdims=True) - wanted) + damping * weights
        return float((damping * weights**2).sum() / 2 - (wanted * sums).sum()), slope.ravel()

    return minimize(loss, np.zeros(shape).ravel(), jac=True, method="L-BFGS-B", options={"maxiter": _STEPS}).x.reshape(shape)


def _matrix(questions: Sequence[Labelled]) -> csr_array:
    lengths = [len(one.rows) for one in questions]
    values = np.concatenate([[1 / np.sqrt(length)] * length + [1.0] for length in lengths])
    columns = np.concatenate([[*one.rows, POSITIONS] for one in questions])
    return csr_array(
        (values, columns, np.cumsum([0, *(length + 1 for length in lengths)])), shape=(len(questions), POSITIONS + 1)
    )


def judged(questions: Sequence[Labelled], head: str) -> None:
    """Print per set the share of questions that models trained without the set read as their label."""
    right = []
    for name in dict.fromkeys(one.set for one in questions):
        asked = [one for one in questions if one.set == name and one.labels.get(head)]
        others = [one for one in questions if one.set != name and one.labels.get(head)]
        if not asked or not others:
            continue
        best = (_matrix(asked) @ trained(others, head)).argmax(axis=1)
        hits = [HEADS[head][number] == one.labels[head] for number, one in zip(best, asked, strict=True)]
        print(f"{head} {name}: {np.mean(hits):.2f} of {len(hits)}", flush=True)
        right += hits if name != _WRITTEN else []
    if right:
        print(f"{head} of all sets: {np.mean(right):.3f} of {len(right)}")


def main() -> None:
    """Judge and write the models."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--without", default="", metavar="SET", help="leave a set out, and judge nothing")
    parser.add_argument("--file", type=Path, default=_ROOT / "core" / "search" / "intent.npz")
    options = parser.parse_args()
    questions = [one for one in labelled() if one.set != options.without]
    if not options.without:
        for head in HEADS:
            judged(questions, head)
    weights = np.hstack([trained(questions, head) for head in HEADS])
    scales = np.abs(weights[:-1]).max(axis=0) / _LARGEST
    small = np.round(weights[:-1] / scales).astype(np.int8)
    np.savez_compressed(options.file, weights=small, scales=scales, bias=weights[-1])


if __name__ == "__main__":
    main()
