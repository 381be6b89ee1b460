"""The difference between two ways of answering the same questions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.errors import SettingsError
from core.model.shown import Shown

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
        verdict = "clear" if self.is_clear else "not clear: the interval includes zero"
        return (
            f"{self.metric}: {self.first:.3f}, then {self.second:.3f}; difference {self.mean:+.3f}, 95 % interval "
            f"{self.low:+.3f} to {self.high:+.3f}, {verdict}. {len(self.better)} questions better, {len(self.worse)} worse."
        )

    def __str__(self) -> str:
        return self.sentence


def metric_difference(metric: str, one: Mapping[str, float], two: Mapping[str, float]) -> MetricDifference:
    """Return the paired difference `two - one` in a metric, each by the id of the question.

    The interval is the percentile bootstrap over questions (B. Efron, Annals of Statistics 7 (1), 1979). Raises
    `SettingsError` when the two do not have the same questions.
    """
    import numpy as np

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
