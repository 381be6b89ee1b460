"""Score, spread and cut the candidates."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import accumulate
from operator import mul

from core.model.run import Dropped, Fused, Plan, Ranked
from core.open_index import OpenIndex
from core.rank.signals import Shares, coherence, signals_of
from core.settings import RankSettings
from core.settings.retrieval import Rules

_SHARES = ("keep", "saturation", "aside")  # settings that are no weights of signals
_REPEATED = 0.1  # of diversity, for each earlier unit of the same namespace or type
_LEAST_DIVERSE = 0.5
_DIRECT = 1.0  # the score of a direct hit


@dataclass(frozen=True, slots=True)
class Ranking:
    """The best units in order, and those that were out-ranked."""

    ranked: tuple[Ranked, ...]
    dropped: tuple[Dropped, ...]


def rank(
    fused: Sequence[Fused],
    plan: Plan,
    shares: Shares,
    index: OpenIndex,
    rules: Rules,
    settings: RankSettings,
    looked_up: Sequence[str] = (),
    folder_boost: float = 1.0,
) -> Ranking:
    """Return the `keep` best of the fused units; ties go to the better fused unit, then to the smaller key.

    `folder_boost` is what the score of a unit in a named folder is multiplied by; its gain is the part `folder`. What was
    `looked_up` comes first, in that order, with what it needs to be no less than any other unit
    and than 1, a direct hit's score, as its part `exact`.
    """
    keys = [unit.unit_key for unit in fused]
    signals = signals_of(keys, plan, {**shares, "fused": _fused_shares(fused)}, index, rules)
    weights = _weights(settings)
    factors = [weights.get(name, 0.0) for name in next(iter(signals.values()), {})]
    sums = {key: sum(map(mul, factors, values.values())) for key, values in signals.items()}
    taken = {key: settings.aside * signals[key]["aside"] * total for key, total in sums.items()}
    gains = {key: (folder_boost - 1) * signals[key]["folder"] * (total - taken[key]) for key, total in sums.items()}
    bases = {key: total - taken[key] + gains[key] for key, total in sums.items()}
    for key, value in coherence(bases, index).items():
        signals[key]["coherence"] = value
        bases[key] += weights["coherence"] * value
    lifts = _lifts(bases, looked_up)
    bases.update({key: bases[key] + lift for key, lift in lifts.items()})
    places = _spread(keys, bases, weights, settings.saturation, index, tuple(lifts))
    found_by = {unit.unit_key: tuple(sorted(unit.ranks)) for unit in fused}
    ranked = []
    for place, (key, repetition, later) in enumerate(places[: settings.keep], 1):
        signals[key]["diversity"] = 1 - repetition
        parts = {name: round(weights.get(name, 0.0) * value, 6) if value else 0.0 for name, value in signals[key].items()}
        parts["aside"], parts["folder"] = round(-taken[key], 6), round(gains[key], 6)
        if lifts:
            parts["exact"] = round(lifts.get(key, 0.0), 6)
        parts["saturation"] = round(-later * bases[key], 6)
        score = round(sum(parts.values()), 6)
        ranked.append(Ranked(key, score, place, signals[key], parts, found_by[key]))
    return Ranking(tuple(ranked), _out_ranked(places, settings.keep))


def _fused_shares(fused: Sequence[Fused]) -> dict[str, float]:
    """Return the fused scores as shares of the best one."""
    best = max((unit.score for unit in fused), default=0.0)
    return {unit.unit_key: unit.score / best if best > 0 else 0.0 for unit in fused}


def _out_ranked(places: Sequence[tuple[str, float, float]], kept: int) -> tuple[Dropped, ...]:
    later = enumerate(places[kept:], kept + 1)
    return tuple(Dropped(key, "rank", f"out-ranked: place {place}, {kept} are kept") for place, (key, _, _) in later)


def _weights(settings: RankSettings) -> dict[str, float]:
    return {name: value for name, value in asdict(settings).items() if name not in _SHARES}


def _lifts(bases: Mapping[str, float], looked_up: Sequence[str]) -> dict[str, float]:
    """Return what to add to each unit that was looked up, so that all of them come first, in their order."""
    first = [key for key in looked_up if key in bases]
    least = max(_DIRECT, max((base for key, base in bases.items() if key not in first), default=0.0))
    levels = list(accumulate((bases[key] for key in reversed(first)), max, initial=least))[:0:-1]
    return {key: level - bases[key] for key, level in zip(first, levels, strict=True)}


def _spread(
    keys: Sequence[str],
    bases: Mapping[str, float],
    weights: Mapping[str, float],
    saturation: float,
    index: OpenIndex,
    first: Sequence[str],
) -> list[tuple[str, float, float]]:
    """Return (key, repetition 0..0.5, share of the base taken away) in the final order, which begins with the `first`.

    The others are taken greedily; each further unit of a file keeps only `saturation` times as much of its base as the one
    before. A waiting unit can only lose, so a heap with stale entries finds the best one (lazy greedy selection).
    """
    files: Counter[str] = Counter()
    spaces: Counter[str] = Counter()
    types: Counter[str] = Counter()
    heads = [index.heads[index.position[key]] for key in keys]
    known = [(bases[key], head.file_path, head.namespace, head.type) for key, head in zip(keys, heads, strict=True)]
    diversity = weights["diversity"]

    def standing(order: int) -> tuple[float, float, float]:
        base, path, space, type_ = known[order]
        repetition = min(_LEAST_DIVERSE, _REPEATED * (spaces[space] + types[type_]))
        later = 1 - saturation ** files[path]
        return base * (1 - later) + diversity * (1 - repetition), repetition, later

    placed: list[tuple[str, float, float]] = []

    def place(order: int, repetition: float, later: float) -> None:
        _, path, space, type_ = known[order]
        placed.append((keys[order], repetition, later))
        files[path] += 1
        spaces[space] += 1
        types[type_] += 1

    for key in first:
        place(keys.index(key), standing(keys.index(key))[1], 0.0)
    heap = [(-standing(order)[0], order) for order, key in enumerate(keys) if key not in first]
    heapq.heapify(heap)
    while heap:
        score, order = heapq.heappop(heap)
        now, repetition, later = standing(order)
        if -now > score + 1e-12:
            heapq.heappush(heap, (-now, order))
            continue
        place(order, repetition, later)
    return placed
