"""A graph at one level: relations between members gathered into counted links between units, folders or namespaces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from core.analyse.places import CONTAINERS, DOCUMENTS, FRAMEWORK, places
from core.model import Relation

if TYPE_CHECKING:
    import networkx as nx

ASSOCIATIONS = frozenset(
    {
        "belongs_to", "has_many", "has_one", "habtm", "has_and_belongs_to_many", "polymorphic_interface", "association",
        "foreign_key", "many_to_many", "one_to_one", "delegated_type", "has_one_attached", "has_many_attached",
    }
)  # fmt: skip
"""Kinds that declare how records refer to each other; most are written on both sides, which closes a cycle each time."""

TEST_ENDS = "from or to tests"
PROSE = "from documentation"
OTHER_KINDS = "of other kinds"


@dataclass(frozen=True, slots=True)
class Link:
    """Everything that leads from one node of a view to another: `evidence` holds the relations, ordered by place."""

    source: str
    target: str
    kinds: Mapping[str, int]
    evidence: tuple[Relation, ...]

    @property
    def weight(self) -> int:
        """How many relations the link stands for."""
        return len(self.evidence)

    def __str__(self) -> str:
        return f"{self.source} → {self.target} ({self.weight})"


@dataclass(frozen=True, slots=True)
class View:
    """A graph at one level, without parallel edges and without edges from a node to itself.

    `nodes` is sorted; `out` and `into` hold every node, their links sorted by the other end. `inner` counts, by node, the
    relations whose two ends fall into that node; `left_out` those that were not asked for, by reason. So the weights of
    all links, `inner` and `left_out` add up to the relations of the graph. `types` and `labels` hold the type (the level's
    name for groups), the words to show and the file of each node, `tests` the nodes that are test units.
    """

    level: str
    nodes: tuple[str, ...]
    out: Mapping[str, Mapping[str, Link]]
    into: Mapping[str, Mapping[str, Link]]
    inner: Mapping[str, int]
    left_out: Mapping[str, int]
    types: Mapping[str, str]
    labels: Mapping[str, str]
    files: Mapping[str, str]
    tests: frozenset[str]

    def links(self) -> Iterator[Link]:
        """Yield every link, ordered by source, then target."""
        for source in self.nodes:
            yield from self.out[source].values()

    def code(self) -> tuple[str, ...]:
        """Return the nodes that are code of this repository: no folders, documents, packages or framework sources.

        A file counts when it has a link of its own (code outside of every definition).
        """
        aside = (CONTAINERS | DOCUMENTS | FRAMEWORK) - {"file"}
        return tuple(
            node for node in self.nodes
            if self.types[node] not in aside and (self.types[node] != "file" or self.out[node] or self.into[node])
        ) if self.level in ("unit", "member") else self.nodes  # fmt: skip

    def only(self, nodes: Iterable[str]) -> View:
        """Return the part of the view on these nodes; what led to others is gone."""
        kept = set(nodes) & set(self.nodes)
        out = {node: {other: link for other, link in self.out[node].items() if other in kept} for node in sorted(kept)}
        into = {node: {other: link for other, link in self.into[node].items() if other in kept} for node in sorted(kept)}
        return replace(self, nodes=tuple(sorted(kept)), out=out, into=into)

    def to_graph(self, nodes: Iterable[str] | None = None) -> nx.DiGraph:
        """Return the view, or its part on these nodes, as a DiGraph: nodes carry `label` and `type`, edges `weight` and
        `kinds` (text)."""
        import networkx as nx

        kept = self.nodes if nodes is None else tuple(sorted(set(nodes) & set(self.nodes)))
        inside = set(kept)
        graph = nx.DiGraph()
        for node in kept:
            graph.add_node(node, label=self.labels[node], type=self.types[node], file_path=self.files[node])
        for source in kept:
            for target, link in self.out[source].items():
                if target in inside:
                    kinds = ", ".join(f"{kind} {count}" for kind, count in link.kinds.items())
                    graph.add_edge(source, target, weight=link.weight, kinds=kinds)
        return graph

    def notes(self) -> tuple[str, ...]:
        """Return what was left out, in words, or nothing."""
        parts = [f"{count} {reason}" for reason, count in sorted(self.left_out.items())]
        return (f"Relations left out: {', '.join(parts)}.",) if parts else ()


def aggregate(
    graph: nx.MultiDiGraph,
    level: str = "unit",
    *,
    kinds: Iterable[str] = (),
    without: Iterable[str] = (),
    tests: bool = False,
    depth: int = 0,
) -> View:
    """Return the graph at a level.

    Without `kinds` every kind counts but those in `without`. `tests` keeps test units and what leads from and to them.
    What documentation mentions is never a dependency.
    """
    group_of = places(graph, level, depth)
    kept = {key for key, node in graph.nodes(data=True) if tests or not node.get("is_test")}
    only, never = frozenset(kinds), frozenset(without)
    left_out: Counter[str] = Counter()
    inner: Counter[str] = Counter()
    found: dict[tuple[str, str], list[Relation]] = {}
    for source, target, edge in graph.edges(data=True):
        reason = _reason_to_leave_out(graph, source, target, edge["kind"], kept, only, never)
        if reason:
            left_out[reason] += 1
        elif group_of[source] == group_of[target]:
            inner[group_of[source]] += 1
        else:
            found.setdefault((group_of[source], group_of[target]), []).append(_relation(source, target, edge))
    return _assemble(graph, level, sorted({group_of[key] for key in kept}), found, inner, left_out)


def _reason_to_leave_out(
    graph: nx.MultiDiGraph, source: str, target: str, kind: str, kept: set[str], only: frozenset[str], never: frozenset[str]
) -> str:
    if graph.nodes[source].get("type") in DOCUMENTS:
        return PROSE
    if source not in kept or target not in kept:
        return TEST_ENDS
    if kind in never or (only and kind not in only):
        return OTHER_KINDS
    return ""


def _relation(source: str, target: str, edge: Mapping[str, str | int]) -> Relation:
    return Relation(
        source, target, str(edge["kind"]), str(edge["file_path"]), int(edge["line"]), str(edge.get("certainty", "declared")),
        str(edge.get("origin", "static")), str(edge.get("via", "")),
    )  # fmt: skip


def _assemble(
    graph: nx.MultiDiGraph,
    level: str,
    nodes: list[str],
    found: Mapping[tuple[str, str], list[Relation]],
    inner: Mapping[str, int],
    left_out: Mapping[str, int],
) -> View:
    out: dict[str, dict[str, Link]] = {node: {} for node in nodes}
    into: dict[str, dict[str, Link]] = {node: {} for node in nodes}
    for (source, target), relations in sorted(found.items()):
        link = _link(source, target, relations)
        out[source][target] = link
        into[target][source] = link
    described = {node: graph.nodes[node] if node in graph else {} for node in nodes}
    return View(
        level, tuple(nodes), out, into, dict(inner), dict(left_out),
        {node: about.get("type", level) for node, about in described.items()},
        {node: about.get("identifier", node) for node, about in described.items()},
        {node: about.get("file_path", node if level in ("file", "folder") else "") for node, about in described.items()},
        frozenset(node for node, about in described.items() if about.get("is_test")),
    )  # fmt: skip


def kinds_of(links: Iterable[Link]) -> dict[str, int]:
    """Return how many relations of each kind the links stand for, most first, ties by name."""
    counts: Counter[str] = Counter()
    for link in links:
        counts.update(link.kinds)
    return most_first(counts)


def most_first(counts: Mapping[str, int]) -> dict[str, int]:
    """Return the counts, largest first, ties by name."""
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))


def _link(source: str, target: str, relations: list[Relation]) -> Link:
    relations.sort(key=lambda relation: (relation.file_path, relation.line, relation.kind, relation.source, relation.target))
    kinds = most_first(Counter(relation.kind for relation in relations))
    return Link(source, target, kinds, tuple(relations))
