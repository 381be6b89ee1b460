"""Which units really belong together, judged by their relations."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.analyse.measures import pagerank
from core.analyse.result import Result
from core.analyse.view import View
from core.text.counts import most_first

SEED = 7


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
