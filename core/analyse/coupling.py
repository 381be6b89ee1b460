"""How folders, namespaces or packages hang together inside and depend on each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.analyse.result import Result
from core.analyse.view import View

ABSTRACT = frozenset({"interface", "trait", "protocol", "abstract_class"})
"""Types that only promise; concerns and modules of Ruby carry code and do not count."""


@dataclass(frozen=True, slots=True)
class Coupling:
    """One group of units and its borders.

    `afferent` (Ca) counts the units outside that depend on units inside, `efferent` (Ce) the units inside that depend on
    units outside; `instability` = Ce / (Ca + Ce), None for a group without borders. `abstractness` is the share of units
    that only promise, None where no unit of the repository does; `distance` = |abstractness + instability - 1|.
    `cohesion` = (links between units inside + 1) / units; `inner_share` is the share of its references that stay inside.
    `used_by` and `uses` count the other groups.
    """

    group: str
    units: int
    afferent: int
    efferent: int
    instability: float | None
    abstractness: float | None
    distance: float | None
    cohesion: float
    inner_share: float | None
    used_by: int
    uses: int


@dataclass(slots=True)
class _Tally:
    units: int = 0
    abstract: int = 0
    inner_links: int = 0
    inner: int = 0
    outer: int = 0


def coupling(view: View, places: Mapping[str, str], level: str) -> Result[Coupling]:
    """Return the coupling of every group that holds code, the most units depend on first, ties by name.

    `view` is of units, `places` tells each unit's group. Measures as defined by Martin: OO Design Quality Metrics (1994) and
    Agile Software Development (2002, chapter 20: Ca, Ce, I, A, D and the relational cohesion H).
    """
    tallies: dict[str, _Tally] = {}
    for node in view.code():
        tally = tallies.setdefault(places[node], _Tally())
        tally.units += 1
        tally.abstract += view.types[node] in ABSTRACT
    crossing = _cross(view, places, tallies)
    promises = any(tally.abstract for tally in tallies.values())
    found = [_coupling(group, tally, crossing, promises) for group, tally in tallies.items()]
    found.sort(key=lambda one: (-one.afferent, -one.efferent, one.group))
    notes = [f"{len(found)} groups by {level}, {sum(tally.units for tally in tallies.values())} units."]
    if not promises:
        notes.append("Abstractness and distance need interfaces or traits. This code has none.")
    return Result(Coupling, f"Coupling by {level}", tuple(found), (*notes, *view.notes()))


@dataclass(slots=True)
class _Borders:
    users: dict[str, set[str]]
    leaving: dict[str, set[str]]
    used_by: dict[str, set[str]]
    uses: dict[str, set[str]]


def _cross(view: View, places: Mapping[str, str], tallies: Mapping[str, _Tally]) -> _Borders:
    """Count what stays inside each group into its tally and gather what crosses its border."""
    borders = _Borders({}, {}, {}, {})
    code = set(view.code())
    for link in view.links():
        if link.source not in code or link.target not in code:
            continue
        here, there = places[link.source], places[link.target]
        if here == there:
            tallies[here].inner_links += 1
            tallies[here].inner += len(link.evidence)
            continue
        tallies[here].outer += len(link.evidence)
        tallies[there].outer += len(link.evidence)
        borders.users.setdefault(there, set()).add(link.source)
        borders.leaving.setdefault(here, set()).add(link.source)
        borders.used_by.setdefault(there, set()).add(here)
        borders.uses.setdefault(here, set()).add(there)
    for node, count in view.inner.items():
        if node in code:
            tallies[places[node]].inner += count
    return borders


def _coupling(group: str, tally: _Tally, borders: _Borders, promises: bool) -> Coupling:
    afferent, efferent = len(borders.users.get(group, ())), len(borders.leaving.get(group, ()))
    instability = efferent / (afferent + efferent) if afferent + efferent else None
    abstractness = tally.abstract / tally.units if promises else None
    distance = None if instability is None or abstractness is None else abs(abstractness + instability - 1)
    known = tally.inner + tally.outer
    return Coupling(
        group, tally.units, afferent, efferent, instability, abstractness, distance, (tally.inner_links + 1) / tally.units,
        tally.inner / known if known else None, len(borders.used_by.get(group, ())), len(borders.uses.get(group, ())),
    )  # fmt: skip
