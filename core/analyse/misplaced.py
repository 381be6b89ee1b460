"""Units that lie in one place and belong, by their relations, to another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.analyse.places import NO_NAMESPACE
from core.analyse.result import Result
from core.analyse.view import View
from core.model import Relation
from core.model.packages import NO_PACKAGE
from core.text.counts import most_first

NOWHERE = frozenset({".", NO_NAMESPACE, NO_PACKAGE})
"""What has no place of its own; nothing can be moved there."""

_LINKS = 3  # neighbours that a unit must have before its surroundings can be judged
_CLEAR = 0.5  # share of its neighbours that must lie in the other place
_WEAK = 0.25  # share of them that may at most lie in its own
_USERS = 2  # users that all lie in the other place, while nothing ties it to its own
_BY_ROLE = 0.5  # a place from which more of its units point away is divided by role (all controllers), not by subject


@dataclass(frozen=True, slots=True)
class Misplaced:
    """A unit that seems to belong to the `better` place, and why.

    `own` and `there` count the neighbouring units in its own place and in the better one, `share` = there / all neighbours,
    `lines` are the relations to there, `community` numbers the community that it is in.
    """

    unit: str
    type: str
    place: str
    better: str
    why: str
    own: int
    there: int
    share: float
    community: int
    lines: tuple[Relation, ...]
    file_path: str


def misplaced(view: View, groups: Sequence[tuple[str, ...]], places: Mapping[str, str]) -> Result[Misplaced]:
    """Return units that seem to belong to another place, the clearest first, ties by key.

    A unit is listed in two cases, and only if the other place has units of its type (a move must not change its role):
    everything that uses it, two units or more, lies there and nothing ties it to its own place; or at least 3 and half of its
    neighbours lie there with most of its community, and at most a quarter in its own. For the second case, places whose units
    mostly point away are divided by role (all controllers, all jobs), not by subject: the notes name them.
    """
    by_role = _divided_by_role(view, groups, places)
    homes = {node: (n, _home(group, places)) for n, group in enumerate(groups, start=1) for node in group}
    types = {(places[node], view.types[node]) for node in homes}
    found = []
    for node, (number, home) in homes.items():
        better, why = _better(view, node, home, places, by_role)
        if better and better not in NOWHERE and (better, view.types[node]) in types:
            found.append(_misplaced(view, node, better, why, number, places))
    found.sort(key=lambda one: (-one.share, -one.there, one.unit))
    notes = [f"{len(found)} of {len(homes)} linked units."]
    if by_role:
        listed = ", ".join(sorted(by_role)[:10])
        notes.append(f"Folders by role, judged only by dependents: {listed}.")
    return Result(Misplaced, "Misplaced units", tuple(found), (*notes, *view.notes()))


def _home(group: Sequence[str], places: Mapping[str, str]) -> str:
    return next(iter(most_first(Counter(places[node] for node in group))))


def _around(view: View, node: str, places: Mapping[str, str]) -> Counter[str]:
    return Counter(places[other] for other in {**view.out[node], **view.into[node]})


def _divided_by_role(view: View, groups: Sequence[tuple[str, ...]], places: Mapping[str, str]) -> set[str]:
    judged: Counter[str] = Counter()
    pointing: Counter[str] = Counter()
    for group in groups:
        for node in group:
            around = _around(view, node, places)
            if around.total() >= _LINKS:
                judged[places[node]] += 1
                pointing[places[node]] += around[places[node]] < max(around.values())
    return {place for place, count in pointing.items() if count > judged[place] * _BY_ROLE}


def _better(view: View, node: str, home: str, places: Mapping[str, str], by_role: set[str]) -> tuple[str, str]:
    """Return the place that a unit seems to belong to and why, or nothing."""
    own, around = places[node], _around(view, node, places)
    users = {places[other] for other in view.into[node]}
    if len(users) == 1 and len(view.into[node]) >= _USERS and not around[own]:
        return next(iter(users)), f"all {len(view.into[node])} dependents are there"
    if home == own or own in by_role:
        return "", ""
    there, every = around[home], around.total()
    if there >= max(_LINKS, _CLEAR * every) and around[own] <= _WEAK * every:
        return home, f"{there} of its {every} neighbours and most of its community are there"
    return "", ""


def _misplaced(view: View, node: str, better: str, why: str, number: int, places: Mapping[str, str]) -> Misplaced:
    around = _around(view, node, places)
    links = [*view.out[node].items(), *view.into[node].items()]
    lines = tuple(line for other, link in links if places[other] == better for line in link.evidence)
    own, there = around[places[node]], around[better]
    return Misplaced(
        node, view.types[node], places[node], better, why, own, there, there / around.total(), number, lines, view.files[node]
    )
