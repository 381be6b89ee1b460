"""Compare two ways of answering on the same questions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.errors import SettingsError
from core.evaluate.report import Report
from core.model.shown import Shown

if TYPE_CHECKING:
    import pandas as pd

_RESAMPLES = 5000
_SEED = 20_240_229  # fixed: the same two reports always give the same interval
_CHANGED = 1e-9


@dataclass(frozen=True, slots=True)
class MetricDifference(Shown):
    """How much better the second of two reports is in one metric: mean, its 95 % interval, and the questions that changed."""

    metric: str
    first: float
    second: float
    mean: float
    low: float
    high: float
    better: tuple[str, ...]
    worse: tuple[str, ...]

    @property
    def is_clear(self) -> bool:
        """Whether the interval leaves out zero."""
        return self.low > 0 or self.high < 0

    @property
    def sentence(self) -> str:
        """The difference in words, and whether it may be luck."""
        verdict = "clear" if self.is_clear else "not clear: the interval holds zero"
        return (
            f"{self.metric}: {self.first:.3f}, then {self.second:.3f}; difference {self.mean:+.3f}, 95 % interval "
            f"{self.low:+.3f} to {self.high:+.3f}, {verdict}. {len(self.better)} questions better, {len(self.worse)} worse."
        )

    def __str__(self) -> str:
        return self.sentence


def compare(first: Report, second: Report, metric: str) -> MetricDifference:
    """Return the paired difference `second - first` in a metric.

    The interval is the percentile bootstrap over questions (B. Efron, Annals of Statistics 7 (1), 1979). Raises
    `SettingsError` when the two do not share their measured questions.
    """
    import numpy as np

    one, two = (
        {result.query.id: result.metrics[metric] for result in report.measured if metric in result.metrics}
        for report in (first, second)
    )
    if one.keys() != two.keys() or not one:
        raise SettingsError("The reports measure different questions. Measure both on one question set.")
    differences = np.array([two[key] - one[key] for key in one])
    drawn = np.random.default_rng(_SEED).integers(0, len(differences), size=(_RESAMPLES, len(differences)))
    low, high = np.percentile(differences[drawn].mean(axis=1), [2.5, 97.5])
    return MetricDifference(
        metric,
        sum(one.values()) / len(one),
        sum(two.values()) / len(two),
        float(differences.mean()),
        float(low),
        float(high),
        tuple(key for key in one if two[key] - one[key] > _CHANGED),
        tuple(key for key in one if one[key] - two[key] > _CHANGED),
    )


def side_by_side(first: Report, second: Report) -> pd.DataFrame:
    """Return one row per question with each metric of both reports and their difference."""
    one, two = first.to_frame().set_index("id"), second.to_frame().set_index("id")
    numbers = [name for name in one.columns if name not in ("query", "intent", "scope") and name in two.columns]
    frame = one[["query", "intent", "scope"]].copy()
    for name in numbers:
        frame[f"{name} {first.name}"] = one[name]
        frame[f"{name} {second.name}"] = two[name]
        frame[f"{name} difference"] = two[name] - one[name]
    return frame.reset_index()
