"""The graph in memory, by NetworkX: made of the relations when it is first asked, then the fastest."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from core.backends.graphs.walks import first_path
from core.ports import Catalog

if TYPE_CHECKING:
    import networkx as nx


class NetworkxGraph:
    """The graph of a catalog."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog

    @cached_property
    def _graph(self) -> nx.DiGraph:
        import networkx as nx

        graph = nx.DiGraph()
        graph.add_nodes_from((head.key, {"type": head.type}) for head in self._catalog.heads())
        ends = ((link[0], link[1]) for link in self._catalog.links())
        graph.add_edges_from((one, other) for one, other in ends if one in graph and other in graph and one != other)
        return graph

    def dependencies_of(self, key: str) -> Sequence[str]:
        """Return the keys of the units that a unit relates to, ordered."""
        return sorted(self._graph.successors(key)) if key in self._graph else ()

    def dependents_of(self, key: str) -> Sequence[str]:
        """Return the keys of the units that relate to a unit, ordered."""
        return sorted(self._graph.predecessors(key)) if key in self._graph else ()

    def traverse_forward(self, start: str, max_depth: int = 0) -> Sequence[str]:
        """Return the keys of the units that edges lead to from a unit, over at most so many, 0 for any number."""
        return self._reached(self._graph, start, max_depth)

    def traverse_reverse(self, start: str, max_depth: int = 0) -> Sequence[str]:
        """Return the keys of the units from which edges lead to a unit, over at most so many, 0 for any number."""
        return self._reached(self._graph.reverse(copy=False), start, max_depth)

    def shortest_path(self, start: str, end: str) -> Sequence[str]:
        """Return the keys on a shortest path, of several the first by key; nothing where none leads there."""
        import networkx as nx

        if start not in self._graph or end not in self._graph:
            return ()
        to_end = nx.single_source_shortest_path_length(self._graph.reverse(copy=False), end)
        return first_path(start, to_end, self._graph.successors)

    def subgraph_for_types(self, types: Sequence[str]) -> Sequence[tuple[str, str]]:
        """Return the edges between units of these types, ordered by both ends."""
        kept = {key for key, type_ in self._graph.nodes(data="type") if type_ in types}
        return sorted((one, other) for one, other in self._graph.edges if one in kept and other in kept)

    def degrees(self) -> dict[str, tuple[int, int]]:
        """Return for each unit, by key, how many units relate to it and to how many it relates."""
        into, out = dict(self._graph.in_degree), dict(self._graph.out_degree)
        return {key: (into[key], out[key]) for key in self._graph}

    def close(self) -> None:
        """Let go of nothing: the graph ends with this object."""

    def _reached(self, graph: nx.DiGraph, start: str, depth: int) -> Sequence[str]:
        import networkx as nx

        if start not in graph:
            return ()
        found = nx.single_source_shortest_path_length(graph, start, cutoff=depth or None)
        return sorted(key for key in found if key != start)
