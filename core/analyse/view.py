"""A graph at one level: relations between members gathered into counted links between units, folders or namespaces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING

from core.analyse.places import Units, places
from core.model import LENT, TYPE_ONLY, Relation
from core.text.counts import most_first
from core.vocabulary import BY_PATH, CONTAINERS, FRAMEWORK, HYPERLINKS, MENTIONS, PROSE, unit_type

if TYPE_CHECKING:
    import networkx as nx

TEST_ENDS = "from or to tests"
DOCUMENTATION = "from or to documentation"
OTHER_KINDS = "of other kinds"
ON_VALUES = "calls on values"
FOR_TYPES = "for types only"
OTHER_PARTS = "from or to other parts"
_HANDED = ("typed:", "named:")  # how a call is known whose receiver names no class


_PLACE = attrgetter("file_path", "line", "kind", "source", "target")


@dataclass(slots=True)  # nobody changes one; to be frozen would double the time to make the fifty thousand of a view
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
        parts = [f"{count:,} {reason}" for reason, count in sorted(self.left_out.items())]
        return (f"Relations left out: {', '.join(parts)}.",) if parts else ()


def aggregate(
    units: Units,
    relations: Sequence[Relation],
    level: str = "unit",
    *,
    kinds: Iterable[str] = (),
    without: Iterable[str] = (),
    values: bool = True,
    types: bool = True,
    tests: bool = False,
    outer: bool = False,
    depth: int = 0,
    opened: Iterable[str] = (),
    homes: Mapping[str, str] | None = None,
    only: Collection[str] | None = None,
) -> View:
    """Return units and relations (`in_order`) as a graph at a level.

    What documentation mentions, or what links to it, is never a dependency.

    - `kinds`: the relation kinds that count, by default all.
    - `without`: kinds that do not count, with other relations on the same line between the same two units.
    - `values`: False leaves out calls on values whose class was inferred.
    - `tests`, `outer`: keep test units; routes and migrations.
    - `types`: keep imports for types alone, and what names what they bring.
    - `opened`: folders and files that are replaced by what lies inside.
    - `homes`: the `places` of the units, for callers that have them.
    - `only`: the units of the graph; relations from and to others are left out.
    """
    group_of = places(units, level, depth, opened) if homes is None else homes
    away = away_from(units, tests, outer)
    if only is not None:
        away.update((key, OTHER_PARTS) for key in units if key not in only)
    single = level in ("unit", "member")
    nodes = {group_of[key] for key, unit in units.items() if key not in away and (single or not _holds_only(unit.type))}
    away.update((key, DOCUMENTATION) for key, unit in units.items() if unit.type in PROSE)
    left_out, inner, found = _gathered(
        relations, group_of, away, _reasons(relations, frozenset(kinds), frozenset(without), values, types)
    )
    return _assemble(units, level, sorted(nodes.union(found, *found.values())), found, inner, left_out)


Found = dict[str, dict[str, list[Relation]]]


def _gathered(
    relations: Sequence[Relation], group_of: Mapping[str, str], away: Mapping[str, str], unasked: Mapping[int, str]
) -> tuple[dict[str, int], dict[str, int], Found]:
    """Return how many relations are left out by reason and inside of a node, and the others by both their ends."""
    left_out: Counter[str] = Counter()
    inner: Counter[str] = Counter()
    found: Found = {}
    for number, one in enumerate(relations):
        reason = away.get(one.source) or away.get(one.target) or unasked.get(number)
        if reason:
            left_out[reason] += 1
            continue
        source, target = group_of[one.source], group_of[one.target]
        if source == target:
            inner[source] += 1
        else:
            found.setdefault(source, {}).setdefault(target, []).append(one)
    return dict(left_out), dict(inner), found


def _reasons(
    relations: Sequence[Relation], only: frozenset[str], never: frozenset[str], values: bool, types: bool
) -> dict[int, str]:
    """Return why relations do not count whatever their ends are, by their numbers; most are missing."""
    declared = {_declaration(one) for one in relations if one.kind in never}
    found = {}
    for number, one in enumerate(relations):
        if (only and one.kind not in only) or (declared and _declaration(one) in declared):
            found[number] = "hyperlinks" if one.kind in HYPERLINKS else OTHER_KINDS
        elif not values and on_value(one):
            found[number] = ON_VALUES
        elif not types and one.via == TYPE_ONLY:
            found[number] = FOR_TYPES
        elif one.kind in MENTIONS and one.kind not in only:
            found[number] = DOCUMENTATION
    return found


def on_value(relation: Relation) -> bool:
    """Tell whether a reference is a call on a value whose class was inferred, by a line that names no class."""
    return relation.certainty == "inferred" and relation.via.startswith(_HANDED)


def _holds_only(type_: str) -> bool:
    """Whether a unit makes no group by itself: an empty folder or a text is no part of the architecture."""
    return type_ in CONTAINERS or type_ in PROSE


def away_from(units: Units, tests: bool, outer: bool) -> dict[str, str]:
    """Return, by key, why units are no part of a view; those that are, are missing."""
    known: dict[str, str] = {}
    found = {}
    for key, unit in units.items():
        if not tests and unit.is_test:
            found[key] = TEST_ENDS
        elif not outer and (reason := _outer(units, key, known)):
            found[key] = reason
    return found


def aside(units: Units, key: str, tests: bool, outer: bool) -> str:
    """Return why a unit is no part of the view, or nothing; what is defined inside of a migration belongs to it."""
    if not tests and units[key].is_test:
        return TEST_ENDS
    return "" if outer else _outer(units, key, {})


def _outer(units: Units, key: str, known: dict[str, str]) -> str:
    """Return what a unit is, or lies in, that stands outside of the code; `known` has what was found of others."""
    seen: list[str] = []
    reason = ""
    while key in units and key not in known:
        known[key] = ""  # a circle of parents ends here
        seen.append(key)
        if reason := unit_type(units[key].type).outer:
            break
        key = units[key].parent
    reason = reason or known.get(key, "")
    known.update((one, reason) for one in seen)
    return reason


def _declaration(relation: Relation) -> tuple[str, str, str, int]:
    return relation.source, relation.target, relation.file_path, relation.line


def in_order(relations: Iterable[Relation], units: Units) -> tuple[Relation, ...]:
    """Return the relations between units that are known, ordered by file, line, kind, source and target."""
    return tuple(sorted((one for one in relations if one.source in units and one.target in units), key=_PLACE))


def _assemble(
    units: Units, level: str, nodes: list[str], found: Found, inner: Mapping[str, int], left_out: Mapping[str, int]
) -> View:
    out: dict[str, dict[str, Link]] = {node: {} for node in nodes}
    into: dict[str, dict[str, Link]] = {node: {} for node in nodes}
    for source in nodes:
        links = out[source]
        for target, relations in sorted(found.get(source, {}).items()):
            links[target] = into[target][source] = _link(source, target, relations)
    known = {node: units[node] for node in nodes if node in units}
    own = level if level in BY_PATH else ""
    return View(
        level, tuple(nodes), out, into, inner, left_out,
        {node: known[node].type if node in known else level for node in nodes},
        {node: known[node].identifier if node in known else node for node in nodes},
        {node: known[node].file_path if node in known else node if own else "" for node in nodes},
        frozenset(node for node, unit in known.items() if unit.is_test),
    )  # fmt: skip


def kinds_of(links: Iterable[Link]) -> dict[str, int]:
    """Return how many relations of each kind the links stand for, most first, ties by name."""
    counts: Counter[str] = Counter()
    for link in links:
        counts.update(link.kinds)
    return most_first(counts)


def _link(source: str, target: str, relations: list[Relation]) -> Link:
    if len(relations) == 1:  # four of five links; a view of 60,000 relations takes a third less time for it
        return Link(source, target, _one_of(relations[0].kind), (relations[0],), 1)
    kinds = most_first(Counter(relation.kind for relation in relations))
    return Link(source, target, kinds, tuple(relations), len({(one.file_path, one.line) for one in relations}))


@cache
def _one_of(kind: str) -> Mapping[str, int]:
    """Shared by all links that are one relation of a kind: a dictionary each would be most of a view's memory."""
    return {kind: 1}


def is_lent(relation: Relation) -> bool:
    """Tell whether a framework makes a relation by lending: no order or rule of places is held against it."""
    return relation.via == LENT
