"""The layering of folders, namespaces and packages, computed once for all views.

The first parts of a name share one row: two for a folder (`app/models`), one for a namespace. Deeper parts follow the order of
their siblings. So a reference goes down or up in every view: map links, matrix cells and levels count the same lines against
the order.

The method partitions a dependency structure matrix level by level (Sangal, Jordan, Sinha, Jackson: Using dependency models to
manage complex software architecture, 2005). The row is the one with the fewest upward lines, found by `feedback_edges`.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from core.analyse.feedback import feedback_edges
from core.analyse.view import Link, View, is_lent
from core.model import Relation

PLACES = ("folder", "namespace", "package", "part")
"""The levels whose parts are places; files, units and members are ordered by the cycles that they are in."""

_OWN = ""  # what lies directly in a place, among the places inside of it
_FIRST = {"folder": 2, "namespace": 1}
_MARKS = re.compile(r"::|\.|/|\\")

Steps = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlaceOrder:
    """The number of every place among its siblings by its steps, users first.

    `positions` tells of every file or place where it stands, smaller is further up; `home` names that of each unit. `down` and
    `up` count the lines between two places of the first row that lead with the order and against it.
    """

    level: str
    numbers: Mapping[Steps, int]
    positions: Mapping[str, tuple[int, ...]]
    home: Mapping[str, str]
    down: int
    up: int

    def against(self, relation: Relation) -> bool:
        """Tell whether a reference leads up; what a framework lends, as controllers do methods to views, does not."""
        return not is_lent(relation) and self.positions[self.home[relation.source]] > self.positions[self.home[relation.target]]

    def lines_up(self, evidence: Iterable[Relation]) -> int:
        """Return how many of the lines that refer lead up."""
        return len({(one.file_path, one.line) for one in evidence if self.against(one)})

    def on(self, members: Mapping[str, Iterable[str]]) -> Row:
        """Return where the nodes of a view stand of which these are the files or places inside."""
        return Row(self, {node: self.middle(names) for node, names in members.items()})

    def first(self) -> tuple[str, ...]:
        """Return the places of the first row, the top one first."""
        row = [(number, steps[0]) for steps, number in self.numbers.items() if len(steps) == 1]
        return tuple(name for _, name in sorted(row))

    def middle(self, names: Iterable[str]) -> tuple[int, ...]:
        """Return the middle one of the positions of these files or places: where what holds all of them stands."""
        found = sorted(self.positions[name] for name in names)
        return found[len(found) // 2] if found else ()


@dataclass(frozen=True, slots=True)
class Row:
    """Where every node of a view stands in the order of places; a link leads up when most of its lines do."""

    order: PlaceOrder
    at: Mapping[str, tuple[int, ...]]

    def sorted(self, nodes: Iterable[str]) -> list[str]:
        """Return the nodes from the top down, ties by name."""
        return sorted(nodes, key=lambda node: (self.at[node], node))

    def lines_up(self, link: Link) -> int:
        """Return how many lines of a link lead up."""
        return self.order.lines_up(link.evidence)

    def up(self, link: Link) -> bool:
        """Tell whether most lines of a link lead up."""
        return 2 * self.lines_up(link) > link.weight


def steps_of(name: str, level: str) -> Steps:
    """Return the parts of a file or place in the order: its place in the first row, those inside, what lies directly there."""
    if level == "folder":
        *parts, last = [part for part in name.split("/") if part not in ("", ".")] or [""]
        return ("/".join(parts[:2]) or ".", *parts[2:], _OWN, last)
    if level != "namespace":
        return (name,)
    ends = [match.start() for match in _MARKS.finditer(name) if match.start()]
    return (*(name[:end] for end in ends), name, _OWN) if ends else (name, _OWN)


def place_order(view: View, level: str, home: Mapping[str, str]) -> PlaceOrder:
    """Return the order of the places of a level. `view` is of files for folders, else of that level without a depth."""
    lines: dict[tuple[Steps, Steps], set[tuple[str, int]]] = {}
    names: dict[Steps, set[str]] = {}
    steps = {name: steps_of(name, level) for name in sorted({*home.values(), *view.nodes})}
    for node in view.nodes:
        for at, step in enumerate(steps[node]):
            names.setdefault(steps[node][:at], set()).add(step)
    for link in view.links():
        ends = _parting(steps[link.source], steps[link.target])
        if found := {(one.file_path, one.line) for one in link.evidence if not is_lent(one)}:
            lines.setdefault(ends, set()).update(found)
    weights: dict[Steps, dict[tuple[str, str], int]] = {}
    for (source, target), found in lines.items():
        weights.setdefault(source[:-1], {})[source[-1], target[-1]] = len(found)
    numbers = {
        (*above, name): number
        for above, inside in names.items()
        for number, name in enumerate(_row(sorted(inside), weights.get(above, {})))
    }
    first = weights.get((), {})
    up = sum(count for (source, target), count in first.items() if numbers[source,] > numbers[target,])
    positions = {name: _position(parts, numbers) for name, parts in steps.items()}
    return PlaceOrder(level, numbers, positions, home, sum(first.values()) - up, up)


def _position(steps: Steps, numbers: Mapping[Steps, int]) -> tuple[int, ...]:
    return tuple(numbers.get(steps[: at + 1], 0) for at in range(len(steps)))


def _parting(source: Steps, target: Steps) -> tuple[Steps, Steps]:
    """Return the two siblings that the two lie in, or are."""
    at = next((number for number, (one, other) in enumerate(zip(source, target, strict=False)) if one != other), -1)
    return source[: at + 1 or None], target[: at + 1 or None]


def _row(names: list[str], links: Mapping[tuple[str, str], int]) -> list[str]:
    """Return siblings with few lines leading up: the longest way down first, ties by name."""
    if not links:
        return sorted(names)
    at = {name: number for number, name in enumerate(names)}
    weights: list[dict[int, int]] = [{} for _ in names]
    for (source, target), count in links.items():
        weights[at[source]][at[target]] = count
    up = set(_grouped_feedback(weights))
    kept = [[target for target in targets if (node, target) not in up] for node, targets in enumerate(weights)]
    depth = depths(dict(enumerate(kept)))
    return [names[number] for number in sorted(range(len(names)), key=lambda one: (-depth[one], names[one]))]


def _grouped_feedback(weights: list[dict[int, int]]) -> list[tuple[int, int]]:
    """Return the edges to leave out, found in each strongly connected component by itself: the rest has no cycle anyway."""
    import networkx as nx

    graph = nx.DiGraph((node, target) for node, targets in enumerate(weights) for target in targets)
    found = []
    for group in nx.strongly_connected_components(graph):
        if len(group) < 2:
            continue
        inside = sorted(group)
        at = {node: number for number, node in enumerate(inside)}
        edges, _ = feedback_edges([{at[t]: w for t, w in weights[node].items() if t in at} for node in inside])
        found += [(inside[source], inside[target]) for source, target in edges]
    return found


Node = TypeVar("Node", bound=Hashable)


def depths(targets: Mapping[Node, Iterable[Node]]) -> dict[Node, int]:
    """Return the longest way down from each node of a graph without cycles."""
    import networkx as nx

    graph = nx.DiGraph((node, other) for node, others in targets.items() for other in others)
    graph.add_nodes_from(targets)
    depth: dict[Node, int] = {}
    for node in reversed(list(nx.topological_sort(graph))):
        depth[node] = 1 + max((depth[other] for other in graph[node]), default=-1)
    return depth
