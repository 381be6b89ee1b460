"""What any graph of an index must answer: what NetworkX answers, on graphs with loops, cycles, odd keys and loose ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random

import networkx as nx

from core.index.rows import relation_row, unit_row
from core.model import CodeUnit, Relation, unit_key
from core.ports import CatalogStore, GraphStore

ODD = ["a", "A", "ä", "b ", "b", "ab%", "a_b", "x'y", 'q"r', "ß", "SS", "😀", "z?", "{}", "\x1a0", "\x00", "n\x00l"]
"""Names that collations, patterns and drivers may take for each other."""
Drawn = tuple[list[str], list[tuple[str, str]]]


def drawn(seed: int, most: int = 24) -> Drawn:
    """Return keys and pairs of them, with pairs that come twice, loops, and ends that are no unit."""
    chance = Random(seed)
    names = [*chance.sample(ODD, chance.randint(0, len(ODD))), *(f"n{number}" for number in range(chance.randint(1, most)))]
    keys = [unit_key("class", name) for name in names]
    ends = [*keys, "class:loose", "method:loose"]
    return keys, [(chance.choice(ends), chance.choice(ends)) for _ in range(chance.randint(0, 3 * len(keys)))]


def chain(length: int) -> Drawn:
    """Return a path through so many units, which goes back to the first one."""
    keys = [unit_key("class", f"c{number:05}") for number in range(length)]
    return keys, [*pairwise(keys), (keys[-1], keys[0])]


def write_graph(store: CatalogStore, keys: Sequence[str], pairs: Sequence[tuple[str, str]]) -> None:
    """Write a catalog that has these units and relations, with uses of columns among them."""
    units = [CodeUnit(*key.split(":", 1), name="") for key in sorted(keys)]
    relations = [Relation(one, other, "references", "a.rb", line) for line, (one, other) in enumerate(pairs)]
    uses = [Relation(key, "column:t.c", "reads", "a.rb", 1) for key in keys[:2]]
    rows = sorted(map(relation_row, [*relations, *uses]))
    with store.writer() as tables:
        tables({"units": map(unit_row, units), "relations": rows})  # all that a graph is read from


def agrees(graph: GraphStore, keys: Sequence[str], pairs: Sequence[tuple[str, str]], chance: Random) -> None:
    """Compare the answers of a graph with those of NetworkX for these pairs."""
    wanted = nx.DiGraph()
    wanted.add_nodes_from(keys)
    wanted.add_edges_from((one, other) for one, other in pairs if one in wanted and other in wanted and one != other)
    assert graph.degrees() == {key: (wanted.in_degree(key), wanted.out_degree(key)) for key in keys}
    assert list(graph.subgraph_for_types(["class"])) == sorted(wanted.edges)
    assert list(graph.subgraph_for_types(["method"])) == list(graph.subgraph_for_types([])) == []
    for key in [*chance.sample(keys, min(6, len(keys))), "class:loose", "class:never"]:
        there = key in wanted
        assert list(graph.dependencies_of(key)) == (sorted(wanted.successors(key)) if there else [])
        assert list(graph.dependents_of(key)) == (sorted(wanted.predecessors(key)) if there else [])
        assert list(graph.traverse_forward(key)) == (sorted(nx.descendants(wanted, key)) if there else [])
        assert list(graph.traverse_reverse(key)) == (sorted(nx.ancestors(wanted, key)) if there else [])
        for depth in (1, 2, 3):
            near = nx.single_source_shortest_path_length(wanted, key, depth) if there else {}
            assert list(graph.traverse_forward(key, depth)) == sorted(set(near) - {key})
            before = nx.single_source_shortest_path_length(wanted.reverse(), key, depth) if there else {}
            assert list(graph.traverse_reverse(key, depth)) == sorted(set(before) - {key})
        other = chance.choice(keys)
        assert list(graph.shortest_path(key, other)) == first_of_shortest(wanted, key, other)


def first_of_shortest(graph: nx.DiGraph, start: str, end: str) -> list[str]:
    """Return the shortest path that is the first by key; nothing where there is none."""
    if start not in graph or end not in graph or not nx.has_path(graph, start, end):
        return []
    return min(nx.all_shortest_paths(graph, start, end))


Opening = Callable[[Sequence[str], Sequence[tuple[str, str]]], GraphStore]


class GraphContract:
    """One is tried by a subclass with the fixture `opening`, which writes units and relations and gives their graph."""

    seeds = range(12)
    longest = 1_200
    """More links than MariaDB follows by itself."""

    def test_it_answers_as_networkx_does(self, opening: Opening) -> None:
        for seed in self.seeds:
            keys, pairs = drawn(seed)
            agrees(opening(keys, pairs), keys, pairs, Random(seed))

    def test_one_without_anything_answers_nothing(self, opening: Opening) -> None:
        graph = opening([], [])
        assert (graph.degrees(), list(graph.traverse_forward("class:x")), list(graph.shortest_path("x", "x"))) == ({}, [], [])

    def test_long_chains_are_followed_to_their_end(self, opening: Opening) -> None:
        keys, pairs = chain(self.longest)
        graph = opening(keys, pairs)
        assert list(graph.traverse_forward(keys[0])) == keys[1:]
        assert list(graph.traverse_reverse(keys[0], 3)) == keys[-3:]
        assert list(graph.shortest_path(keys[0], keys[40])) == keys[:41]
