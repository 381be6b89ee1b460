"""Keep no more units of a type, or of a group of types, than the settings allow: a few documents beside the code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import replace

from core.errors import SettingsError, did_you_mean
from core.model.run import Dropped, Ranked
from core.open_index import OpenIndex
from core.rank.rank import Ranking
from core.vocabulary import GROUPS, UNIT_TYPES, group_of


def at_most(ranking: Ranking, limits: Mapping[str, float], index: OpenIndex) -> Ranking:
    """Return the ranking with the best units of each limited type or group; the others are dropped and say by which limit.

    The places are numbered anew. Raises `SettingsError` for a name that is neither a group nor a type, and for a negative
    number.
    """
    if not limits:
        return ranking
    _check(limits, index.types)
    many: Counter[str] = Counter()
    kept: list[Ranked] = []
    dropped: list[Dropped] = []
    for unit in ranking.ranked:
        type_ = index.by_key[unit.unit_key].type
        names = [name for name in (type_, group_of(type_)) if name in limits]
        many.update(dict.fromkeys(names, 1))
        over = next((name for name in names if many[name] > limits[name]), "")
        if over:
            dropped.append(Dropped(unit.unit_key, "rank", f"over the limit: {limits[over]:.0f} of {over} (search.limits)"))
        else:
            kept.append(replace(unit, rank=len(kept) + 1))
    return Ranking(tuple(kept), (*dropped, *ranking.dropped))


def _check(limits: Mapping[str, float], types: Collection[str]) -> None:
    known = {*GROUPS, *types, *UNIT_TYPES}
    for name, most in limits.items():
        if name not in known:
            hint = did_you_mean(name, sorted(known), f"Give a unit type or one of the groups {', '.join(GROUPS)}.")
            raise SettingsError(f"No type or group '{name}' to limit (search.limits). {hint}")
        if most < 0:
            raise SettingsError(f"The limit of '{name}' cannot be {most:g} (search.limits). Give 0 or more.")
