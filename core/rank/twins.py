"""Put units of an old copy behind the units that took their place."""

from __future__ import annotations

from dataclasses import replace

from core.model import UnitHead, split_key
from core.open_index import OpenIndex
from core.open_index.not_own import NotOwn
from core.rank.rank import Ranking

_BEHIND = 1e-6
PART = "older copy"


def behind_twins(ranking: Ranking, index: OpenIndex, apart: NotOwn) -> Ranking:
    """Return the ranking with each unit of an old copy behind the one of the same type, class and name outside of it, if found.

    What it loses is a part of its score. The places are numbered anew.
    """
    if not apart.older:
        return ranking
    heads = [(unit, index.by_key[unit.unit_key]) for unit in ranking.ranked]
    newer = {_called(head): unit for unit, head in reversed(heads) if not apart.is_older(head)}
    moved = []
    for unit, head in heads:
        twin = newer.get(_called(head)) if apart.is_older(head) else None
        if twin is not None and twin.score <= unit.score:
            lost = twin.score - _BEHIND - unit.score
            unit = replace(unit, score=unit.score + lost, parts={**unit.parts, PART: lost})
        moved.append(unit)
    moved.sort(key=lambda unit: -unit.score)
    return replace(ranking, ranked=tuple(replace(unit, rank=place) for place, unit in enumerate(moved, 1)))


def _called(head: UnitHead) -> tuple[str, str, str]:
    """Return what a unit and its copy have in common: type, the last name of what it lies in, name."""
    around = split_key(head.parent)[1].rpartition("/")[2] if head.parent else ""
    return head.type, around.rpartition("::")[2].rpartition(".")[2], head.name
