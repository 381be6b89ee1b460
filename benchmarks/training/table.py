"""Tune the table of word pieces on questions about code: both what questions and what texts are made of. Minutes of one core.

    python -m benchmarks.training.table MINED FOLDER [--epochs 3] [--rate 1e-3] [--batch 48] [--without NAME …]

MINED is the folder that `benchmarks.training.mined` wrote; FOLDER gets files like those of `core/backends/embedders/table`.
`benchmarks.training.steps` says what a step is.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from benchmarks.training.mined import MinedSet
from benchmarks.training.steps import Step, given, loss_of, steps
from core.backends.embedders.table import WordTable, read_rows
from core.settings import EmbedSettings

Rows = NDArray[np.float32]
_WARM = 20  # steps in which the rate grows
_FILES = 3


@dataclass(frozen=True)
class Options:
    """How it is tuned: what is set on the command line by these names."""

    epochs: int = 3
    rate: float = 1e-3
    batch: int = 48  # questions of a step
    others: int = 12  # hardest texts of a question, of which each step takes one
    kept: float = 1.0  # share of the change of each row that is kept: .5 is the mean of before and after
    seed: int = 1


class Bags:
    """Texts as word pieces, each once with the root of its count."""

    def __init__(self, texts: Sequence[str], table: WordTable) -> None:
        self._bags = [np.unique(np.array(pieces, dtype=np.int64), return_counts=True) for pieces in table.pieces(texts)]

    def vectors(self, numbers: Sequence[int], rows: torch.Tensor) -> torch.Tensor:
        """Return the normalised vectors of some texts by the rows of a table."""
        bags = [self._bags[number] for number in numbers]
        starts = torch.tensor(np.cumsum([0, *(len(pieces) for pieces, _ in bags[:-1])]))
        weights = torch.from_numpy(np.sqrt(np.concatenate([counts for _, counts in bags])).astype(np.float32))
        pieces = torch.from_numpy(np.concatenate([pieces for pieces, _ in bags]))
        return functional.normalize(
            functional.embedding_bag(pieces, rows, starts, mode="sum", per_sample_weights=weights), dim=1
        )


def main() -> None:
    """Tune and write the table."""
    sets, folder, options = given(__doc__, "folder", Options)
    write_table(folder, tuned(sets, options))


def read_table(folder: Path = WordTable.weights) -> Rows:
    """Return the rows of a table, of shape (word pieces, dimensions)."""
    rows, scales = read_rows(folder)
    return rows.astype(np.float32) * scales[:, None]


def write_table(folder: Path, rows: Rows) -> None:
    """Write the rows in 8 bits, in files of less than 5 MB, with what each row is multiplied by."""
    scales = (np.abs(rows).max(1) / 127).astype(np.float32)
    scales[scales == 0] = 1
    small = np.round(rows / scales[:, None]).astype(np.int8)
    folder.mkdir(parents=True, exist_ok=True)
    np.save(folder / "scales.npy", scales)
    for number, part in enumerate(np.array_split(small, _FILES)):
        np.save(folder / f"rows-{number}.npy", part)


def tuned(sets: Sequence[MinedSet], options: Options) -> Rows:
    """Return the rows after their training; prints the mean loss of each epoch. The same each time on the same machine."""
    table, chance = WordTable(EmbedSettings()), random.Random(options.seed)
    questions = {one.name: Bags([question.text for question in one.questions], table) for one in sets}
    texts = {one.name: Bags(one.texts, table) for one in sets}
    before = read_table()
    rows = torch.nn.Parameter(torch.from_numpy(before.copy()))
    optimizer = torch.optim.Adam([rows], lr=options.rate)
    todo = [step for _ in range(options.epochs) for step in steps(sets, options.batch, options.others, chance)]
    losses = list[float]()
    for number, step in enumerate(todo):
        optimizer.param_groups[0]["lr"] = options.rate * min(1.0, (number + 1) / _WARM) * (1 - number / len(todo))
        asked = questions[step.name].vectors(step.questions, rows)
        losses.append(_learn(asked, texts[step.name].vectors(step.texts, rows), step, optimizer))
        if not (number + 1) % max(1, len(todo) // options.epochs):
            print(f"{number + 1} of {len(todo)} steps, loss {np.mean(losses[-len(todo) // options.epochs :]):.3f}", flush=True)
    after: Rows = rows.detach().numpy()
    return before + options.kept * (after - before)


def _learn(asked: torch.Tensor, texts: torch.Tensor, step: Step, optimizer: torch.optim.Optimizer) -> float:
    loss = loss_of(asked, texts, step)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


if __name__ == "__main__":
    main()
