"""Learn from rated questions how much each ranking signal should count.

The signal values come from recorded runs, so that other weights need no new search. The result of other weights is computed
closely, not exactly: coherence and folders keep their values, and diversity is left out. So learned weights are always
measured by asking again (`core.workbench.tuning`).

Learning takes few steps over few factors, the surest first, and is deterministic. Tens of questions do not support anything
finer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import log2, sqrt
from statistics import fmean, stdev
from typing import TYPE_CHECKING

from core.evaluate.matching import meets
from core.evaluate.questions import Query
from core.settings import RankSettings

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from core.evaluate.matching import Item

_FIXED = ("keep", "saturation", "diversity", "owned", "opened")
LEARNED = tuple(name for name in asdict(RankSettings()) if name not in _FIXED)
"""The weights that are learned, in the order in which they are tried."""
_FACTORS = (0.0, 0.5, 0.75, 1.33, 2.0)
_STEPS = 8
_SURE = 1.5  # standard errors: below 1 tens of questions move weights that lose on those held out
_LEAST = 5  # questions of which a standard error can be told
_BEST = 60  # candidates that can come among the first ten by the places of others
_FIRST = 10


@dataclass(frozen=True, slots=True)
class Candidates:
    """What was found for one question: its signals as they count, what no weight changes, and which entries each unit meets."""

    signals: NDArray[np.float64]
    aside: NDArray[np.float64]
    fixed: NDArray[np.float64]
    files: tuple[str, ...]
    met: tuple[tuple[int, ...], ...]
    grades: tuple[int, ...]


def candidates(
    query: Query, items: Sequence[Item], signals: Sequence[Mapping[str, float]], parts: Sequence[Mapping[str, float]],
) -> Candidates:  # fmt: skip
    """Return the candidates of a question by the signals and parts of its ranking."""
    import numpy as np

    names = [name for name in LEARNED if name != "aside"]
    values = np.array([[one.get(name, 0.0) for name in names] for one in signals], dtype=np.float64)
    met = tuple(tuple(number for number, entry in enumerate(query.relevant) if meets(item, entry)) for item in items)
    return Candidates(
        values.reshape(len(items), len(names)),
        np.array([one.get("aside", 0.0) for one in signals], dtype=np.float64),
        np.array([one.get("folder", 0.0) + one.get("exact", 0.0) for one in parts], dtype=np.float64),
        tuple(item.file_path for item in items), met, tuple(entry.grade for entry in query.relevant),
    )  # fmt: skip


def learned(found: Sequence[Candidates], usual: Mapping[str, float], saturation: float) -> dict[str, float]:
    """Return weights that order the candidates of these questions better, by nDCG at ten; the usual ones where none does.

    Step by step the one weight is moved whose move is surest to help: the mean gain less `_SURE` standard errors.
    """
    weights = {name: usual[name] for name in LEARNED}
    now = _qualities(found, weights, saturation)
    for _ in range(_STEPS):
        moves = ({**weights, name: value} for name, value in _moves(weights))
        tried = [(weights_, _qualities(found, weights_, saturation)) for weights_ in moves]
        best, qualities = max(tried, key=lambda pair: _surely(pair[1], now))
        if _surely(qualities, now) <= 0.0:
            break
        weights, now = best, qualities
    return {name: round(value, 4) for name, value in weights.items()}


def _moves(weights: Mapping[str, float]) -> Iterator[tuple[str, float]]:
    """Yield each weight with the values that it may move to, in order; a share of what is taken away ends at 1."""
    for name, value in weights.items():
        yield from ((name, value * factor) for factor in _FACTORS if name != "aside" or value * factor <= 1.0)


def _surely(then: Sequence[float], now: Sequence[float]) -> float:
    """Return by how much the mean is better at least, as far as so few questions tell."""
    gains = [one - other for one, other in zip(then, now, strict=True)]
    if len(gains) < _LEAST or not any(gains):
        return 0.0
    return fmean(gains) - _SURE * stdev(gains) / sqrt(len(gains))


def _qualities(found: Sequence[Candidates], weights: Mapping[str, float], saturation: float) -> list[float]:
    return [_ndcg(one, weights, saturation) for one in found]


def _ndcg(one: Candidates, weights: Mapping[str, float], saturation: float) -> float:
    """Return nDCG at ten of the order that the weights give, as `core.evaluate.metrics` has it."""
    still = sorted(range(len(one.grades)), key=lambda number: (-one.grades[number], number))
    total = 0.0
    for place, candidate in enumerate(_order(one, weights, saturation), 1):
        met = next((number for number in still if number in one.met[candidate]), None)
        if met is not None:
            still.remove(met)
            total += (2.0 ** one.grades[met] - 1) / log2(place + 1)
    ideal = sorted((2.0**grade - 1 for grade in one.grades), reverse=True)[:_FIRST]
    return total / sum(gain / log2(place + 1) for place, gain in enumerate(ideal, 1))


def _order(one: Candidates, weights: Mapping[str, float], saturation: float) -> list[int]:
    """Return the first ten: each further unit of a file keeps `saturation` times as much as the one before."""
    import numpy as np

    if not one.files:
        return []
    factors = np.array([weights[name] for name in LEARNED if name != "aside"])
    scores = (one.signals @ factors) * (1 - weights["aside"] * one.aside) + one.fixed
    waiting = [(float(scores[number]), int(number)) for number in np.argsort(-scores, kind="stable")[:_BEST]]
    files: Counter[str] = Counter()
    first: list[int] = []
    while waiting and len(first) < _FIRST:
        chosen = max(waiting, key=lambda pair: (pair[0] * saturation ** files[one.files[pair[1]]], -pair[1]))
        waiting.remove(chosen)
        first.append(chosen[1])
        files[one.files[chosen[1]]] += 1
    return first
