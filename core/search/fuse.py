"""Merge the rankings of several strategies into one.

Reciprocal rank fusion (G. Cormack, C. Clarke, S. Büttcher, SIGIR 2009) needs no common scale: a unit scores
Σ weight / (k + rank). The convex alternative adds scores that were brought to 0..1 within each strategy.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

from core.model.run import Fused, Hit

ABSOLUTE = frozenset({"direct", "graph", "documents", "overview"})
"""Strategies whose scores are on the scale 0..1 by themselves, comparable from question to question."""


def rrf(hits: Sequence[Hit], weights: Mapping[str, float], k: int) -> list[Fused]:
    """Return the units by reciprocal rank fusion, best first, ties by key; the order of the hits does not matter."""
    return _merged(hits, lambda hit: weights.get(hit.strategy, 1.0) / (k + hit.rank))


def convex(hits: Sequence[Hit], weights: Mapping[str, float]) -> list[Fused]:
    """Return the units by the weighted sum of their scores, each strategy's scores scaled to 0..1 by least and greatest."""
    scaled = {(hit.strategy, hit.unit_key): share for hit, share in zip(hits, normalised(hits), strict=True)}
    return _merged(hits, lambda hit: weights.get(hit.strategy, 1.0) * scaled[hit.strategy, hit.unit_key])


def normalised(hits: Sequence[Hit]) -> list[float]:
    """Return each hit's score on the scale 0..1 of its strategy; a strategy of equal scores gives 1."""
    scores: dict[str, list[float]] = defaultdict(list)
    for hit in hits:
        scores[hit.strategy].append(hit.score)
    bounds = {strategy: (min(values), max(values)) for strategy, values in scores.items()}
    return [(hit.score - low) / (high - low) if high > low else 1.0 for hit in hits for low, high in [bounds[hit.strategy]]]


def _merged(hits: Sequence[Hit], share: Callable[[Hit], float]) -> list[Fused]:
    shares: dict[str, list[float]] = defaultdict(list)
    ranks: dict[str, dict[str, int]] = defaultdict(dict)
    for hit in hits:
        shares[hit.unit_key].append(share(hit))
        ranks[hit.unit_key][hit.strategy] = hit.rank
    # Summing in the order of size makes the result independent of the order of the hits, to the last bit.
    fused = [Fused(key, sum(sorted(parts)), dict(sorted(ranks[key].items()))) for key, parts in shares.items()]
    return sorted(fused, key=lambda unit: (-unit.score, unit.unit_key))
