"""Units that much depends on, that depend on much, or that much leads through."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.analyse.measures import betweenness, pagerank
from core.analyse.result import Result
from core.analyse.view import View, kinds_of
from core.errors import SettingsError
from core.text.counts import counted_as

ORDERS = ("fan_in", "fan_out", "pagerank", "betweenness", "relations_in", "relations_out")


@dataclass(frozen=True, slots=True)
class Hub:
    """One unit and its weight in the graph.

    `fan_in` and `fan_out` count the different units that depend on it and that it depends on; `relations_in` and
    `relations_out` the single references; `used_as` the references to it by kind.
    """

    unit: str
    type: str
    fan_in: int
    fan_out: int
    relations_in: int
    relations_out: int
    pagerank: float
    betweenness: float
    used_as: Mapping[str, int]
    file_path: str


@dataclass(frozen=True, slots=True)
class Rank:
    """A unit's place by PageRank; the values of all units add up to 1."""

    rank: int
    unit: str
    type: str
    pagerank: float
    fan_in: int
    file_path: str


def measured(view: View) -> Result[Hub]:
    """Return every code unit with a link and its weight in the graph, by key.

    Fan-in and fan-out as Henry and Kafura: Software Structure Metrics Based on Information Flow (1981), counted in units;
    PageRank and betweenness as in `core.analyse.measures`.
    """
    nodes = view.code()
    ranks = pagerank(view, nodes)
    between, how = betweenness(view, nodes)
    found = [_hub(view, node, ranks[node], between[node]) for node in nodes if view.into[node] or view.out[node]]
    return Result(Hub, "Hubs", tuple(found), (f"Betweenness: {how}.", *view.notes()))


def largest(every: Result[Hub], by: str = "fan_in", limit: int = 20) -> Result[Hub]:
    """Return the `limit` of the measured units with the largest `by`, largest first, ties by key; 0 gives all."""
    if by not in ORDERS:
        raise SettingsError(f"No measure '{by}'. Choose from: {', '.join(ORDERS)}.")
    found = sorted(every, key=lambda hub: (-getattr(hub, by), hub.unit))
    notes = (f"{counted_as(len(every), 'linked unit')}.", *every.notes)
    return Result(Hub, f"Hubs by {by.replace('_', '-')}", tuple(found), notes).first(limit)


def _hub(view: View, node: str, rank: float, between: float) -> Hub:
    used_as = kinds_of(view.into[node].values())
    relations_out = sum(len(link.evidence) for link in view.out[node].values())
    return Hub(
        node, view.types[node], len(view.into[node]), len(view.out[node]), sum(used_as.values()), relations_out, rank, between,
        used_as, view.files[node],
    )  # fmt: skip


def ranking(view: View, limit: int = 0) -> Result[Rank]:
    """Return the units by PageRank, highest first, ties by key; a `limit` of 0 gives all."""
    ranks = pagerank(view, view.code())
    ordered = sorted(ranks.items(), key=lambda pair: (-pair[1], pair[0]))
    items = tuple(
        Rank(number, node, view.types[node], rank, len(view.into[node]), view.files[node])
        for number, (node, rank) in enumerate(ordered, start=1)
    )
    notes = (f"{counted_as(len(ranks), 'unit')}, damping 0.85, weighted by referring lines.", *view.notes())
    return Result(Rank, "PageRank", items, notes).first(limit)
