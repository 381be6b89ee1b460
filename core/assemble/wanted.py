"""What a question wants to see: the ranked units with the chance that each answers, and those that it names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from core.model import UnitHead
from core.model.known import Known
from core.model.run import Plan, Ranked
from core.open_index import OpenIndex
from core.vocabulary import FRAMEWORK

_DECAY = 1.0
"""How fast the chance that a unit is wanted falls with the place of its host: place ** -decay.

At places 1, 2, 3, 10 and 35 of focused questions .69, .39, .24, .08 and .02 of the units were wanted, on the halves of the
question sets that are there to develop on.
"""
_INSIDE = 0.8  # the same for the units of one host, by their place in it
_INHERITED = 0.6  # of a member's chance, for a class that was not found itself
_NAMED = 0.85  # confidence of a name that is meant as one: written as code, or beside "class" or "model"
_SAME_NAME = 3  # units; a name that more of them share means none in particular


@dataclass(frozen=True, slots=True)
class Assembly:
    """What is to be assembled: the ranked units, the relations that led to some of them, and the budget in tokens.

    `allows` tells whether a unit that nothing found may stand beside them: not what the question is limited against. `known`
    is what the one who asks has been shown in earlier turns.
    """

    plan: Plan
    ranked: tuple[Ranked, ...]
    evidence: dict[str, str]
    budget: int
    allows: Callable[[UnitHead], bool] = lambda head: True
    known: Known = field(default_factory=Known)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A unit that may be shown: its section, the chance that it answers (0..1), and why it is there.

    It may be named by the question; `step` is its place in the flow that the question traces, from 1, 0 when it is in none.
    """

    key: str
    section: str
    chance: float
    score: float = 0.0
    evidence: str = ""
    is_named: bool = False
    step: int = 0
    found_by: tuple[str, ...] = ()


def wanted_units(order: Assembly, index: OpenIndex, steepness: float) -> list[Wanted]:
    """Return the ranked units in their order, each with its section and chance."""
    top = max((unit.score for unit in order.ranked), default=1.0) or 1.0
    named = named_units(order.plan)
    found = []
    for unit, chance in zip(order.ranked, _chances(order, index), strict=True):
        head = index.by_key[unit.unit_key]
        section = "framework" if head.type in FRAMEWORK else "primary"
        if section == "primary" and not _is_primary(unit, order.plan, is_named=unit.unit_key in named):
            section = "supporting"
        chance *= max(0.0, min(1.0, _alone(unit) / top)) ** steepness
        evidence = order.evidence.get(unit.unit_key, "")
        found.append(
            Wanted(unit.unit_key, section, chance, unit.score, evidence, unit.unit_key in named, found_by=unit.found_by)
        )
    return found


def hosts_of(wanted: Sequence[Wanted], index: OpenIndex) -> list[Wanted]:
    """Return the hosts of the wanted members that are not wanted themselves, each with a share of its best member's chance.

    Who reads a method wants to see what its class declares and what else it can do.
    """
    known = {want.key for want in wanted}
    found: dict[str, Wanted] = {}
    for want in wanted:
        key = index.keys[index.hosts[index.position[want.key]]]
        if key not in known and (key not in found or found[key].chance < _INHERITED * want.chance):
            name = index.by_key[want.key].name
            found[key] = Wanted(
                key, want.section, _INHERITED * want.chance, want.score, f"the {index.by_key[key].type} of {name}"
            )
    return list(found.values())


def named_units(plan: Plan) -> frozenset[str]:
    """Return the keys of the units that the question names: not those that share a word with it, or a name with many."""
    sure = [entity.unit_keys for entity in plan.entities if entity.confidence >= _NAMED]
    return frozenset(key for keys in sure for key in (keys if len(keys) <= _SAME_NAME else keys[:1]))


def _chances(order: Assembly, index: OpenIndex) -> Sequence[float]:
    """Return for each ranked unit the chance that it is wanted, by the place of its host among the hosts and its own in it.

    A ranking puts a file's further units far down so that others are seen; when a class is shown, its best members are
    wanted next all the same.
    """
    places: dict[int, int] = {}
    for unit in sorted(order.ranked, key=_alone, reverse=True):
        places.setdefault(index.hosts[index.position[unit.unit_key]], len(places) + 1)
    inside: Counter[int] = Counter()
    found = []
    for unit in order.ranked:
        host = index.hosts[index.position[unit.unit_key]]
        place = places[host]
        inside[host] += 1
        found.append(place**-_DECAY / inside[host] ** _INSIDE)
    return found


def _alone(unit: Ranked) -> float:
    """Return the score of a unit without what a ranking takes from the further units of a file."""
    return unit.score - unit.parts.get("saturation", 0.0)


def _is_primary(unit: Ranked, plan: Plan, *, is_named: bool) -> bool:
    """Tell whether a unit answers itself: not what relations alone led to, nor what serves the rest unless it is named.

    A handbook, a route or a migration often has all words of a question about the code, and would fill the context.
    """
    if unit.signals.get("aside") and not is_named:
        return False
    return plan.strategy == "graph" or unit.found_by != ("graph",)
