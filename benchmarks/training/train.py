"""Learn rows of word pieces for questions: what people say shall lie near the code that they mean. Seconds on one core.

    python -m benchmarks.training.train PAIRS OUT [--folds 4] [--kinds words question …] [--steps 250] [--rate 1e-3]

PAIRS is the folder that `benchmarks.training.pairs` wrote; OUT is the file to write, to be tried with
`benchmarks.training.measure`. The vectors of units stay as the shipped table
has them. Each step takes texts of one repository, or everyday words: each shall be nearest to its unit among the units of that
step (contrastive loss, both ways). Pieces that text and unit share are left out of some texts, since the search by words finds
them already. With `--folds` it is told first how questions fare in repositories that were left out of the training.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from benchmarks.training.bags import Bag, PairSet, Vectors, read_pairs
from benchmarks.training.measure import interval
from benchmarks.training.tables import read_table, write_asked

_TEMPERATURE = 0.05
_BACK = 0.3  # weight of the loss from units to texts
_LEFT_OUT = 0.8  # chance of a shared piece to go from a text that loses shared ones
_LEAST_LEFT = 2  # pieces of a text that are left when shared ones go
_POWER = 0.7  # repositories are drawn by the number of their pairs to this power


@dataclass(frozen=True)
class Options:
    """How it is trained: what is set on the command line by these names."""

    steps: int = 250
    batch: int = 192  # texts in a step
    others: int = 768  # units that none of them means
    rate: float = 1e-3
    mask: float = 0.3  # share of the texts that lose the pieces they share with their unit
    seed: int = 0


class Optimiser:
    """Adam on the rows in use alone."""

    def __init__(self, table: torch.Tensor, rate: float) -> None:
        self._rate, self._step = rate, 0
        self._mean, self._square = torch.zeros_like(table), torch.zeros_like(table)

    def step(self, table: torch.Tensor, rows: torch.Tensor, gradient: torch.Tensor, share: float) -> None:
        """Change the rows of the table; `share` of the rate counts now."""
        self._step += 1
        mean = self._mean[rows] = 0.9 * self._mean[rows] + 0.1 * gradient
        square = self._square[rows] = 0.99 * self._square[rows] + 0.01 * gradient**2
        spread = (square / (1 - 0.99**self._step)).sqrt() + 1e-8
        table[rows] -= self._rate * share * mean / (1 - 0.9**self._step) / spread


def main() -> None:
    """Cross-validate if asked to, train on everything, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pairs", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--folds", type=int, default=0)
    parser.add_argument("--kinds", nargs="+", default=["words", "question"], help="also doc, commit, test, section")
    for option in fields(Options):
        parser.add_argument(f"--{option.name}", type=type(option.default), default=option.default)
    given = parser.parse_args()
    torch.set_num_threads(1)
    pairs = read_pairs(given.pairs, given.kinds)
    options = Options(**{option.name: getattr(given, option.name) for option in fields(Options)})
    if given.folds:
        cross_validate(pairs, options, given.folds)
    many = write_asked(given.out, train(pairs, options).numpy())
    print(f"{many:,} rows of {sum(len(one.units) for one in pairs):,} texts in {given.out}")


def cross_validate(pairs: Sequence[PairSet], options: Options, folds: int) -> None:
    """Print the mean reciprocal rank of the units of questions, each in a repository that training did not see."""
    asked = [one for one in pairs if "question" in one.kinds]
    before, after = list[Vectors](), list[Vectors]()
    for fold in range(folds):
        left = asked[fold::folds]
        table = train([one for one in pairs if one not in left], options).numpy()
        for one in left:
            questions = one.kinds == "question"
            before.append(one.reciprocal_ranks(summed(one.texts, read_table()))[questions])
            after.append(one.reciprocal_ranks(summed(one.texts, table))[questions])
    old, new = np.concatenate(before), np.concatenate(after)
    low, high = interval((new - old).astype(np.float64))
    told = f"{old.mean():.3f} before, {new.mean():.3f} after, {(new - old).mean():+.4f} [{low:+.4f}, {high:+.4f}]"
    print(f"{len(old)} questions: {told}", flush=True)


def summed(texts: Sequence[Bag], table: Vectors) -> Vectors:
    """Return the vector of each text by a table."""
    sums = np.stack([text.weights @ table[text.pieces] for text in texts])
    vectors: Vectors = sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-9)
    return vectors


def train(pairs: Sequence[PairSet], options: Options) -> torch.Tensor:
    """Return the table for questions: the shipped one with the rows changed that the texts use. The same each time."""
    draw, table = np.random.default_rng(options.seed), torch.from_numpy(read_table())
    sizes = np.array([len(one.units) for one in pairs], float) ** _POWER
    optimiser = Optimiser(table, options.rate)
    for step in range(options.steps):
        chosen = pairs[int(draw.choice(len(pairs), p=sizes / sizes.sum()))]
        rows, gradient = _learned(chosen, table, options, draw)
        done = step / options.steps
        optimiser.step(table, rows, gradient, min(1.0, done * 25 + 0.01) * 0.5 * (1 + np.cos(np.pi * done)))
    return table


def _learned(
    pairs: PairSet, table: torch.Tensor, options: Options, draw: np.random.Generator
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the rows of the table that some texts use, and the gradient of each."""
    rows = pairs.draw(options.batch, draw)
    texts = [_shortened(pairs.texts[row], options.mask, draw) for row in rows.tolist()]
    used, place = np.unique(np.concatenate([text.pieces for text in texts]), return_inverse=True)
    wanted = table[torch.from_numpy(used)].requires_grad_()
    units = np.concatenate([pairs.own[rows], pairs.others(rows, options.others, draw)])
    loss = _loss(_vectors(texts, place, wanted), torch.from_numpy(units))
    (gradient,) = torch.autograd.grad(loss, [wanted])
    return torch.from_numpy(used), gradient


def _shortened(text: Bag, mask: float, draw: np.random.Generator) -> Bag:
    """Return a text, by the chance `mask` without most of the pieces that its unit has as well, where enough are left."""
    left = ~(text.shared & (draw.random(len(text.shared)) < _LEFT_OUT))
    if draw.random() >= mask or left.sum() < _LEAST_LEFT:
        return text
    return Bag(text.pieces[left], text.weights[left], text.shared[left])


def _vectors(texts: Sequence[Bag], place: NDArray[np.int64], rows: torch.Tensor) -> torch.Tensor:
    weights = torch.from_numpy(np.concatenate([text.weights for text in texts]))
    starts = torch.tensor(np.cumsum([0, *(len(text.pieces) for text in texts[:-1])]))
    sums = functional.embedding_bag(torch.from_numpy(place), rows, starts, mode="sum", per_sample_weights=weights)
    return functional.normalize(sums, dim=1)


def _loss(texts: torch.Tensor, units: torch.Tensor) -> torch.Tensor:
    """Return the contrastive loss of texts with their units, which stand first among the units."""
    likeness = texts @ units.T / _TEMPERATURE
    right = torch.arange(len(texts))
    back = functional.cross_entropy(likeness[:, : len(texts)].T, right)
    return functional.cross_entropy(likeness, right) + _BACK * back


if __name__ == "__main__":
    main()
