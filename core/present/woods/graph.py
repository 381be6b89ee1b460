"""The graph of an index as Woods writes it: nodes, edges and their reverse, and what its report calls hubs and orphans."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypedDict

from core.model import Relation, UnitHead
from core.present.woods.records import as_json, type_of, via_of

_HUBS, _BRIDGES, _MOST_CYCLES = 20, 10, 500


class ListedUnit(TypedDict):
    """What the list of a type and the summary say of a unit."""

    identifier: str
    file_path: str | None
    namespace: str | None
    estimated_tokens: int
    chunk_count: int


class GraphNode(TypedDict):
    """A unit in the graph's file."""

    type: str
    file_path: str | None
    namespace: str | None


class GraphFile(TypedDict):
    """`dependency_graph.json`."""

    nodes: dict[str, GraphNode]
    edges: dict[str, list[dict[str, str]]]
    reverse: dict[str, list[str]]
    reverse_via: dict[str, list[dict[str, str]]]
    file_map: dict[str, list[str]]
    type_index: dict[str, list[str]]
    stats: GraphStats
    pagerank: dict[str, float]
    variants: list[dict[str, object]]


class GraphStats(TypedDict):
    """The counts of the graph's file."""

    node_count: int
    edge_count: int
    types: dict[str, int]


@dataclass(slots=True)
class WoodsGraph:
    """Units by key with what each uses and is used by, members counted for the unit that they belong to."""

    heads: Mapping[str, UnitHead]
    uses: dict[str, dict[tuple[str, str], None]] = field(default_factory=lambda: defaultdict(dict))  # (target, via)
    used_by: dict[str, dict[tuple[str, str], None]] = field(default_factory=lambda: defaultdict(dict))

    def add(self, relations: Iterable[Relation], owner: Mapping[str, str]) -> None:
        """Add the relations between units; `owner` gives the exported unit that a unit is part of."""
        for one in relations:
            source, target = owner.get(one.source), owner.get(one.target)
            if source and target and source != target:
                via = via_of(one.kind)
                self.uses[source][target, via] = None
                self.used_by[target][source, via] = None

    def uses_of(self, key: str) -> list[dict[str, str]]:
        """Return the dependencies of a unit as its record has them."""
        ends = ((self.heads[target], via) for target, via in self.uses.get(key, ()))
        return [{"type": type_of(head.type), "target": head.identifier, "via": via} for head, via in ends]

    def users_of(self, key: str) -> list[dict[str, str]]:
        """Return the dependents of a unit as its record has them."""
        ends = (self.heads[source] for source in dict.fromkeys(source for source, _ in self.used_by.get(key, ())))
        return [{"type": type_of(head.type), "identifier": head.identifier} for head in ends]


def graph_file(graph: WoodsGraph, ranks: Mapping[str, float]) -> GraphFile:
    """Return `dependency_graph.json`; of several units of one identifier the type that sorts first is the node."""
    by_name: dict[str, list[str]] = defaultdict(list)
    for key, head in graph.heads.items():
        by_name[head.identifier].append(key)
    first = {name: min(keys, key=lambda key: type_of(graph.heads[key].type)) for name, keys in sorted(by_name.items())}
    edges = {name: _edges(graph, key) for name, key in first.items()}
    reverse: dict[str, dict[str, None]] = defaultdict(dict)
    via: dict[str, list[dict[str, str]]] = defaultdict(list)
    for name, key in first.items():
        for edge in edges[name]:
            reverse[edge["target"]][name] = None
            via[edge["target"]].append({"source": name, "source_type": type_of(graph.heads[key].type), "via": edge["via"]})
    types, files = _grouped(graph, first)
    return {
        "nodes": {name: _node(graph.heads[key]) for name, key in first.items()},
        "edges": edges, "reverse": {name: list(sources) for name, sources in sorted(reverse.items())},
        "reverse_via": dict(sorted(via.items())), "file_map": files, "type_index": types,
        "stats": {
            "node_count": len(first), "edge_count": sum(map(len, edges.values())),
            "types": {name: len(names) for name, names in types.items()},
        },
        "pagerank": {name: ranks.get(key, 0.0) for name, key in first.items()},
        "variants": [
            {"identifier": name, **_node(graph.heads[key]), "edges": _edges(graph, key)}
            for name, keys in sorted(by_name.items()) for key in sorted(keys) if key != first[name]
        ],
    }  # fmt: skip


def _grouped(graph: WoodsGraph, first: Mapping[str, str]) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    types, files = defaultdict[str, list[str]](list), defaultdict[str, list[str]](list)
    for name, key in first.items():
        types[type_of(graph.heads[key].type)].append(name)
        if path := graph.heads[key].file_path:
            files[path].append(name)
    return dict(sorted(types.items())), dict(sorted(files.items()))


def _node(head: UnitHead) -> GraphNode:
    return {"type": type_of(head.type), "file_path": head.file_path or None, "namespace": head.namespace or None}


def _edges(graph: WoodsGraph, key: str) -> list[dict[str, str]]:
    return [{"target": graph.heads[target].identifier, "via": via} for target, via in graph.uses.get(key, ())]


def analysis_file(
    graph: GraphFile, cycles: Sequence[Sequence[str]], between: Mapping[str, float], at: str
) -> dict[str, object]:
    """Return `graph_analysis.json`: orphans, dead ends, hubs, cycles and bridges of the graph's file."""
    nodes, edges, reverse = graph["nodes"], graph["edges"], graph["reverse"]
    orphans = [name for name in nodes if not reverse.get(name)]
    ends = [name for name in nodes if not edges[name]]
    busiest = sorted(reverse, key=lambda name: (-len(reverse[name]), name))[:_HUBS]
    hubs = [
        {
            "identifier": name, "type": nodes[name]["type"], "dependent_count": len(reverse[name]),
            "dependents": reverse[name],
        }
        for name in busiest
    ]  # fmt: skip
    ranked = sorted((name for name in nodes if between.get(name)), key=lambda name: (-between[name], name))[:_BRIDGES]
    bridges = [{"identifier": name, "type": nodes[name]["type"], "score": between[name]} for name in ranked]
    return {
        "orphans": orphans, "dead_ends": ends, "hubs": hubs, "cycles": [list(one) for one in cycles[:_MOST_CYCLES]],
        "bridges": bridges,
        "stats": {
            "orphan_count": len(orphans), "dead_end_count": len(ends), "hub_count": len(hubs), "cycle_count": len(cycles),
        },
        "generated_at": at, "graph_sha": hashlib.sha256(as_json(graph).encode()).hexdigest(),
    }  # fmt: skip


def cycles_of(edges: Mapping[str, Sequence[Mapping[str, str]]]) -> list[list[str]]:
    """Return one cycle for each group of units that all lead to each other, as a list that ends with its start."""
    import networkx as nx

    network = nx.DiGraph((name, edge["target"]) for name, targets in edges.items() for edge in targets)
    found = []
    for group in nx.strongly_connected_components(network):
        if len(group) > 1:
            steps = nx.find_cycle(network.subgraph(sorted(group)), min(group))
            found.append([*(step[0] for step in steps), steps[0][0]])
    return sorted(found)


def summary(rows: Mapping[str, Sequence[ListedUnit]], versions: str, graph: GraphFile, at: str) -> str:
    """Return `SUMMARY.md`: how many units of each type there are, in which namespaces, and what most others depend on."""
    units, chunks = sum(map(len, rows.values())), sum(row["chunk_count"] for some in rows.values() for row in some)
    lines = ["# Codebase Index Summary", f"Generated: {at}", *([versions] if versions else [])]
    lines.append(f"Units: {units} | Chunks: {chunks} | Categories: {len(rows)}")
    for folder, some in rows.items():
        spaces = Counter(row["namespace"] or "(root)" for row in some)
        top = sorted(spaces.items(), key=lambda one: (-one[1], one[0]))[:5]
        said = ", ".join(f"{name} {count}" for name, count in top)
        lines += ["", f"## {folder.replace('_', ' ').title()} ({len(some)})", f"Namespaces: {said}"]
    stats = graph["stats"]
    lines += ["", "## Dependency Overview", f"Nodes: {stats['node_count']} | Edges: {stats['edge_count']}"]
    hubs = {name: len(users) for name, users in graph["reverse"].items() if len(users) > _HUBS}
    lines += [f"- {name}: {count} dependents" for name, count in sorted(hubs.items(), key=lambda one: (-one[1], one[0]))]
    return "\n".join(lines) + "\n"
