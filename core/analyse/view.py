"""A graph at one level: relations between members gathered into counted links between units, folders or namespaces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, TypedDict

from core.analyse.places import places
from core.model import Relation
from core.vocabulary import CONTAINERS, FRAMEWORK, HYPERLINKS, MENTIONS, PROSE, unit_type

if TYPE_CHECKING:
    import networkx as nx

TEST_ENDS = "from or to tests"
DOCUMENTATION = "from or to documentation"
OTHER_KINDS = "of other kinds"
ON_VALUES = "calls on values"
_HANDED = ("typed:", "named:")  # how a call is known whose receiver names no class


class ViewNode(TypedDict, total=False):
    """What NetworkX keeps of a node: all but its key may be missing, where a relation leads out of the index."""

    type: str
    identifier: str
    file_path: str
    parent: str
    is_test: bool


Nodes = Mapping[str, ViewNode]


@dataclass(frozen=True, slots=True)
class Link:
    """Everything that leads from one node of a view to another.

    `evidence` holds the relations, ordered by place, `kinds` counts them. `weight` counts the lines that say so: one line
    that stands for many relations (a filter of thirty actions) weighs one.
    """

    source: str
    target: str
    kinds: Mapping[str, int]
    evidence: tuple[Relation, ...]
    weight: int

    def __str__(self) -> str:
        return f"{self.source} → {self.target} ({self.weight})"


@dataclass(frozen=True, slots=True)
class View:
    """A graph at one level, without parallel edges and without edges from a node to itself.

    `nodes` is sorted; `out` and `into` hold every node, their links sorted by the other end. `inner` counts, by node, the
    relations whose two ends fall into that node; `left_out` those that were not asked for, by reason. So the kinds of all
    links, `inner` and `left_out` add up to the relations of the graph. `types` and `labels` hold the type (the level's
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
        aside = (CONTAINERS | PROSE | FRAMEWORK) - {"file"}
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
    values: bool = True,
    tests: bool = False,
    outer: bool = False,
    depth: int = 0,
    opened: Iterable[str] = (),
    relations: Sequence[Relation] | None = None,
) -> View:
    """Return the graph at a level.

    Without `kinds` every kind counts but those in `without`, and with these what else stands on the same line between the
    same two (the class that an association names in its options). Without `values` calls on values whose class was
    inferred do not count: who is handed a record and asks it something names no class. `tests` keeps test units and what leads
    from and to them, `outer` routes and migrations. What documentation mentions, or what links to it, is never a dependency.
    `opened` folders and files give way to what lies inside. `relations` are `relations_of` the graph, for callers that make
    several views.
    """
    group_of = places(graph, level, depth, opened)
    units: Nodes = dict(graph.nodes(data=True))
    away = {key: reason for key in units if (reason := aside(units, key, tests, outer))}
    kept = units.keys() - away.keys()
    away.update((key, DOCUMENTATION) for key, unit in units.items() if unit.get("type") in PROSE)
    only, never = frozenset(kinds), frozenset(without)
    left_out: Counter[str] = Counter()
    inner: Counter[str] = Counter()
    found: dict[tuple[str, str], list[Relation]] = {}
    every = relations_of(graph) if relations is None else relations
    declared = {_declaration(one) for one in every if one.kind in never}
    for one in every:
        other = (only and one.kind not in only) or (never and _declaration(one) in declared)
        reason = away.get(one.source) or away.get(one.target) or (_unasked(one) if other else "")
        reason = reason or (ON_VALUES if not values and on_value(one) else "")
        reason = reason or (DOCUMENTATION if one.kind in MENTIONS - only else "")
        if reason:
            left_out[reason] += 1
            continue
        source, target = group_of[one.source], group_of[one.target]
        if source == target:
            inner[source] += 1
        else:
            found.setdefault((source, target), []).append(one)
    nodes = {group_of[key] for key in kept if level in ("unit", "member") or not _holds_only(units[key])}
    return _assemble(units, level, sorted(nodes.union(*found)), found, inner, left_out)


def on_value(relation: Relation) -> bool:
    """Tell whether a reference is a call on a value whose class was inferred, by a line that names no class."""
    return relation.certainty == "inferred" and relation.via.startswith(_HANDED)


def _unasked(relation: Relation) -> str:
    return "hyperlinks" if relation.kind in HYPERLINKS else OTHER_KINDS


def _holds_only(node: ViewNode) -> bool:
    """Whether a node makes no group by itself: an empty folder or a text is no part of the architecture."""
    return node.get("type", "") in CONTAINERS | PROSE


def aside(units: Nodes, key: str, tests: bool, outer: bool) -> str:
    """Why a unit is not part of the view, or nothing; what is defined inside of a migration belongs to it."""
    if not tests and units[key].get("is_test"):
        return TEST_ENDS
    seen: set[str] = set()
    while not outer and key in units and key not in seen:
        if reason := unit_type(units[key].get("type", "")).outer:
            return reason
        seen.add(key)
        key = units[key].get("parent", "")
    return ""


def _declaration(relation: Relation) -> tuple[str, str, str, int]:
    return relation.source, relation.target, relation.file_path, relation.line


def relations_of(graph: nx.MultiDiGraph, known: Iterable[Relation] | None = None) -> tuple[Relation, ...]:
    """Return the edges of the graph as relations, ordered by file, line, kind, source and target.

    `known` are the relations that the graph was built from, which saves making them again.
    """
    if known is None:
        found = [_relation(source, target, edge) for source, target, edge in graph.edges(data=True)]
    else:
        found = [one for one in known if one.source in graph and one.target in graph]
    return tuple(sorted(found, key=lambda one: (one.file_path, one.line, one.kind, one.source, one.target)))


def _relation(source: str, target: str, edge: Mapping[str, str | int]) -> Relation:
    return Relation(
        source, target, str(edge["kind"]), str(edge["file_path"]), int(edge["line"]), str(edge.get("certainty", "declared")),
        str(edge.get("origin", "static")), str(edge.get("via", "")),
    )  # fmt: skip


def _assemble(
    units: Nodes,
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
    described: Nodes = {node: units.get(node, {}) for node in nodes}
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
    if len(relations) == 1:  # four of five links; a view of 60,000 relations takes a third less time for it
        return Link(source, target, _one_of(relations[0].kind), (relations[0],), 1)
    kinds = most_first(Counter(relation.kind for relation in relations))
    return Link(source, target, kinds, tuple(relations), len({(one.file_path, one.line) for one in relations}))


@cache
def _one_of(kind: str) -> Mapping[str, int]:
    """Shared by all links that are one relation of a kind: a dictionary each would be most of a view's memory."""
    return {kind: 1}
