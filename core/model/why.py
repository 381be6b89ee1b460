"""What became of one unit in a run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.model.shown import Shown
from core.model.text_table import Flat


@dataclass(frozen=True, slots=True)
class Explanation(Shown):
    """What became of a unit: in a sentence, and in data.

    `stage` is the last stage that the unit reached: `context`, `assemble`, `rank`, `search` or `recall` (not found at all).
    `hits` maps strategies to rank, score and evidence; `parts` are the shares of the score, `dropped` the reasons.
    """

    unit_key: str
    stage: str
    sentence: str
    rank: int = 0
    score: float = 0.0
    parts: Mapping[str, float] | None = None
    hits: Mapping[str, Mapping[str, Flat]] | None = None
    dropped: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.sentence
