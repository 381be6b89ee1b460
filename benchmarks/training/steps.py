"""What tuning the encoder and tuning the table share: the command line, the steps of an epoch, and what a step is to reach.

Each step takes questions about one repository, no two of a unit: each shall be nearest to its own text among the texts of that
step, which are those of all its questions and one for each that searches took for an answer (InfoNCE: van den Oord et al.,
2018; hard negatives: Karpukhin et al., 2020).
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import torch
from torch.nn import functional

from benchmarks.training.mined import MinedSet, read_mined

_SIMILAR = 20.0  # what likenesses are multiplied by
_FORBIDDEN = -1e4


@dataclass(frozen=True)
class Step:
    """Numbers of questions of a repository, those of the texts of each, and of all texts: first one of each question."""

    name: str
    questions: Sequence[int]
    own: Sequence[Sequence[int]]
    texts: Sequence[int]


def given(said: str | None, out: str, options: type[Any]) -> tuple[list[MinedSet], Path, Any]:
    """Return what a command line names: what was mined, where to write, and how to tune, an object of the class `options`."""
    parser = argparse.ArgumentParser(description=said, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mined", type=Path)
    parser.add_argument(out, type=Path)
    parser.add_argument("--without", nargs="*", default=[], metavar="NAME", help="repositories that are held out")
    for option in fields(options):
        parser.add_argument(f"--{option.name}", type=type(option.default), default=option.default)
    named = vars(parser.parse_args())
    made = options(**{option.name: named[option.name] for option in fields(options)})
    return read_mined(named["mined"], named["without"]), named[out], made


def steps(sets: Sequence[MinedSet], batch: int, others: int, chance: random.Random) -> list[Step]:
    """Return the steps of one epoch, each of at most `batch` questions, each question once or not at all.

    Of the texts that were taken for an answer to a question, one of the likeliest `others` is taken.
    """
    found = []
    for one in sets:
        waiting = [number for number, question in enumerate(one.questions) if question.others]
        chance.shuffle(waiting)
        while len(waiting) >= batch // 2:
            taken: dict[str, int] = {}
            for number in waiting:
                if len(taken) < batch:
                    taken.setdefault(one.questions[number].unit, number)
            chosen = set(taken.values())
            waiting = [number for number in waiting if number not in chosen]
            found.append(_step(one, list(taken.values()), others, chance))
            if len(taken) < batch // 2:
                break
    chance.shuffle(found)
    return found


def _step(one: MinedSet, numbers: Sequence[int], others: int, chance: random.Random) -> Step:
    questions = [one.questions[number] for number in numbers]
    own = [chance.choice(question.own) for question in questions]
    taken = [chance.choice(question.others[:others]) for question in questions]
    return Step(one.name, numbers, [question.own for question in questions], [*own, *taken])


def loss_of(questions: torch.Tensor, texts: torch.Tensor, step: Step) -> torch.Tensor:
    """Return how far the questions are from being nearest to their own texts, which stand first and in their order."""
    likeness = _SIMILAR * questions @ texts.T
    right = torch.arange(len(step.questions))
    also = [[text in own and place != row for place, text in enumerate(step.texts)] for row, own in enumerate(step.own)]
    return functional.cross_entropy(likeness.masked_fill(torch.tensor(also), _FORBIDDEN), right)
