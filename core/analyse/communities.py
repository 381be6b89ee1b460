"""Which units really belong together, judged by their relations, and which lie in another place than the rest of theirs."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.analyse.measures import pagerank
from core.analyse.places import NO_NAMESPACE, NO_PACKAGE
from core.analyse.result import Result
from core.analyse.view import View, most_first
from core.model import Relation

SEED = 7
NOWHERE = frozenset({".", NO_NAMESPACE, NO_PACKAGE})
"""What has no place of its own; nothing can be moved there."""

_LINKS = 3  # neighbours that a unit must have before its place can be judged
_CLEAR = 0.5  # share of its neighbours that must lie in the other place
_WEAK = 0.25  # share of them that may at most lie in its own
_BY_ROLE = 0.5  # a place from which more of its units point away is cut by role (all controllers), not by subject


@dataclass(frozen=True, slots=True)
class Community:
    """Units that are related to each other more than to others.

    `hub` has the highest PageRank; `inner` and `outer` count the lines that refer inside and across the border,
    `held` is the inner share; `folders` and `namespaces` count its units by place, most first.
    """

    number: int
    size: int
    hub: str
    inner: int
    outer: int
    held: float
    folders: Mapping[str, int]
    namespaces: Mapping[str, int]
    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Misplaced:
    """A unit whose neighbours mostly lie in one other place, where the rest of its community lies too.

    `own` and `there` count the neighbouring units in its own place and in the `better` one, `lines` the relations to there.
    """

    unit: str
    type: str
    place: str
    better: str
    own: int
    there: int
    share: float
    community: int
    lines: tuple[Relation, ...]
    file_path: str


def partition(view: View, resolution: float = 1.0) -> list[tuple[str, ...]]:
    """Return the communities of the linked code units, largest first, ties by key, each sorted.

    Louvain method: Blondel, Guillaume, Lambiotte, Lefebvre: Fast unfolding of communities in large networks (2008), as in
    `networkx.community.louvain_communities`, on the undirected graph weighted by the lines that refer, seed 7. Nodes are
    numbered first, since sets of texts have another order in each process.
    """
    import networkx as nx

    nodes = [node for node in view.code() if view.out[node] or view.into[node]]
    at = {node: number for number, node in enumerate(nodes)}
    graph = nx.Graph()
    graph.add_nodes_from(range(len(nodes)))
    for link in view.links():
        if link.source in at and link.target in at:
            pair = (at[link.source], at[link.target])
            before = graph.get_edge_data(*pair, {"weight": 0})["weight"]
            graph.add_edge(*pair, weight=before + link.weight)
    if not graph.number_of_edges():
        return []
    found = nx.community.louvain_communities(graph, weight="weight", resolution=resolution, seed=SEED)
    groups = [tuple(sorted(nodes[number] for number in group)) for group in found]
    return sorted(groups, key=lambda group: (-len(group), group))


def communities(
    view: View, groups: Sequence[tuple[str, ...]], folders: Mapping[str, str], namespaces: Mapping[str, str]
) -> Result[Community]:
    """Describe the groups of `partition`; the notes tell how well they agree with folders and namespaces."""
    ranks = pagerank(view, view.code())
    items = tuple(_community(view, n, group, ranks, folders, namespaces) for n, group in enumerate(groups, start=1))
    of = {node: number for number, group in enumerate(groups) for node in group}
    notes = (
        f"{len(groups)} communities of {len(of)} linked units (Louvain, seed {SEED}). Agreement (normalised mutual "
        f"information, 1 is the same division): {agreement(of, folders):.2f} with folders, "
        f"{agreement(of, namespaces):.2f} with namespaces.",
        *view.notes(),
    )
    return Result(Community, "Communities", items, notes)


def _community(
    view: View,
    number: int,
    group: tuple[str, ...],
    ranks: Mapping[str, float],
    folders: Mapping[str, str],
    namespaces: Mapping[str, str],
) -> Community:
    inside = set(group)
    inner = sum(link.weight for node in group for target, link in view.out[node].items() if target in inside)
    outward = sum(link.weight for node in group for target, link in view.out[node].items() if target not in inside)
    inward = sum(link.weight for node in group for source, link in view.into[node].items() if source not in inside)
    return Community(
        number, len(group), min(group, key=lambda node: (-ranks[node], node)), inner, outward + inward,
        inner / (inner + outward + inward), _counted(folders, group), _counted(namespaces, group), group,
    )  # fmt: skip


def _counted(places: Mapping[str, str], group: Sequence[str]) -> dict[str, int]:
    return most_first(Counter(places[node] for node in group))


def agreement(one: Mapping[str, object], other: Mapping[str, object]) -> float:
    """Return the normalised mutual information of two divisions of the nodes of `one`, 0 to 1.

    Strehl and Ghosh: Cluster ensembles (2002), normalised by the geometric mean of the entropies; 1 when both divisions
    have a single group.
    """
    total = len(one)
    pairs = Counter((group, other[node]) for node, group in one.items())
    first, second = Counter(one.values()), Counter(other[node] for node in one)
    mutual = sum(n / total * math.log(n * total / (first[a] * second[b])) for (a, b), n in pairs.items())
    entropies = [-sum(n / total * math.log(n / total) for n in counts.values()) for counts in (first, second)]
    if not any(entropies):
        return 1.0
    return max(0.0, min(1.0, mutual / math.sqrt(entropies[0] * entropies[1]))) if all(entropies) else 0.0


def misplaced(view: View, groups: Sequence[tuple[str, ...]], places: Mapping[str, str]) -> Result[Misplaced]:
    """Return units that seem to belong to another place, the clearest first, ties by key.

    A unit is listed when at least 3 of its neighbours and at least half of them lie in one other place, at most a quarter in
    its own, and most of its community lies in that other place, if that is one (no root). Places whose units mostly point
    away are divided by role (all controllers, all jobs), not by subject: nothing in them is judged, and the notes name them.
    """
    found = [one for n, group in enumerate(groups, start=1) for one in _strangers(view, n, group, places)]
    judged = Counter(places[node] for group in groups for node in group if len({**view.out[node], **view.into[node]}) >= _LINKS)
    pointing = Counter(places[node] for group in groups for node in group if _points_away(view, node, places))
    by_role = sorted(place for place, count in pointing.items() if count > judged[place] * _BY_ROLE)
    kept = [one for one in found if one.place not in by_role]
    kept.sort(key=lambda one: (-one.share, -one.there, one.unit))
    notes = [f"{len(kept)} of {sum(judged.values())} units with {_LINKS} or more neighbours."]
    if by_role:
        notes.append(f"Not judged, divided by role rather than by subject: {', '.join(by_role[:10])}.")
    return Result(Misplaced, "Misplaced units", tuple(kept), (*notes, *view.notes()))


def _around(view: View, node: str, places: Mapping[str, str]) -> Counter[str]:
    return Counter(places[other] for other in {**view.out[node], **view.into[node]} if other in places)


def _points_away(view: View, node: str, places: Mapping[str, str]) -> bool:
    around = _around(view, node, places)
    return around.total() >= _LINKS and around[places[node]] < max(around.values())


def _strangers(view: View, number: int, group: tuple[str, ...], places: Mapping[str, str]) -> list[Misplaced]:
    home = max(_counted(places, group).items(), key=lambda pair: pair[1])[0]
    found = []
    for node in group:
        around = _around(view, node, places)
        there, own, all_ = around[home], around[places[node]], around.total()
        if home not in NOWHERE and places[node] != home and there >= _LINKS and there >= _CLEAR * all_ and own <= _WEAK * all_:
            lines = _lines(view, node, home, places)
            found.append(
                Misplaced(node, view.types[node], places[node], home, own, there, there / all_, number, lines, view.files[node])
            )
    return found


def _lines(view: View, node: str, place: str, places: Mapping[str, str]) -> tuple[Relation, ...]:
    links = [*view.out[node].items(), *view.into[node].items()]
    return tuple(line for other, link in links if places.get(other) == place for line in link.evidence)
