"""Group what was ranked by the code that it is part of: a reader opens a class once, for all that was found in it."""

from __future__ import annotations

from collections.abc import Sequence

from core.model.run import Ranked, RankedHost
from core.open_index import OpenIndex

_FURTHER = 0.3  # what each further unit of a host adds of its score, next to the one before


def ranked_hosts(ranked: Sequence[Ranked], index: OpenIndex) -> tuple[RankedHost, ...]:
    """Return the hosts of the ranked units, each with the units found in it, in the order of the best of them.

    `evidence` joins the scores of a host's units as they were before saturation took from them: the best whole, each further
    one .3 times as much as the one before.
    """
    inside: dict[int, list[Ranked]] = {}
    for unit in ranked:
        inside.setdefault(index.hosts[index.position[unit.unit_key]], []).append(unit)
    return tuple(
        RankedHost(index.keys[host], place, _evidence(units), tuple(unit.unit_key for unit in units))
        for place, (host, units) in enumerate(inside.items(), 1)
    )


def _evidence(units: Sequence[Ranked]) -> float:
    scores = sorted((unit.score - unit.parts.get("saturation", 0.0) for unit in units), reverse=True)
    return round(sum(score * _FURTHER**number for number, score in enumerate(scores)), 6)
