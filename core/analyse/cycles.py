"""Units that depend on each other in a cycle, and what it would take to break the cycle."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.analyse.feedback import feedback_edges, needed_of
from core.analyse.order import Row
from core.analyse.result import MORE_ON_PAGE, MORE_ROWS, Result, reference
from core.analyse.view import Link, View, kinds_of
from core.model import Relation
from core.model.limit import first_of
from core.text.counts import counted_as

_HOW = {
    "exact": "least possible cost",
    "minimal": "heuristic, no link can be spared",
    "heuristic": "heuristic",
    "ordered": "against the inferred layering",
}
_LINE = 1 << 20  # one line outweighs any number of preferences for a direction (0 to 1000 each)


@dataclass(frozen=True, slots=True)
class Cycle:
    """A strongly connected component: every unit of it leads to every other.

    `cut` are the links to remove so that no cycle is left inside, `cost` the lines to change for it, `lines` the relations
    that stand there, `method` how good the cut is. `files` counts the files (or groups) that the units lie in, `shortest`
    is one shortest cycle, `kinds` counts all relations inside the component by kind.
    """

    size: int
    files: int
    shortest: str
    cost: int
    method: str
    cut: tuple[Link, ...]
    lines: tuple[Relation, ...]
    links: int
    kinds: Mapping[str, int]
    units: tuple[str, ...]


def cycles(view: View, limit: int = 0, row: Row | None = None) -> Result[Cycle]:
    """Return the components with more than one node, largest first, ties by the first key; a `limit` of 0 gives all.

    Components by Tarjan's algorithm in its form by Nuutila (`networkx.strongly_connected_components`); the cut is exact up
    to 10 units, above it the heuristic of Eades, Lin and Smyth (1993) with every edge put back that closes no cycle. With the
    `row` in which places stand the cut is made of links against that order.
    """
    groups = components(view)
    shown, cut = first_of(groups, limit, lift=MORE_ROWS, page=MORE_ON_PAGE)
    found = tuple(_cycle(view, group, row) for group in shown)
    inside = sum(len(group) for group in groups)
    notes = (f"{counted_as(len(groups), 'cycle')} with {inside} of {len(view.nodes)} units.", *view.notes())
    return Result(Cycle, "Cycles", found, notes, limits=cut)


def components(view: View) -> list[tuple[str, ...]]:
    """Return the sorted nodes of every component with more than one node, largest first, ties by the first node."""
    import networkx as nx

    graph = nx.DiGraph((node, target) for node in view.nodes for target in view.out[node])
    groups = [tuple(sorted(group)) for group in nx.strongly_connected_components(graph) if len(group) > 1]
    return sorted(groups, key=lambda group: (-len(group), group))


def cut_of(view: View, group: Sequence[str], row: Row | None = None) -> tuple[tuple[Link, ...], str]:
    """Return the links whose removal leaves no cycle among these nodes, cheapest first, and how they were found.

    The cost is the number of lines that refer. Among equal costs links against Martin's stable dependencies principle go first:
    from a unit with many dependents and few dependencies to one of which the opposite is true.
    """
    at = {node: number for number, node in enumerate(group)}
    weights = [
        {at[target]: link.weight * _LINE + _direction(view, link) for target, link in view.out[node].items() if target in at}
        for node in group
    ]
    if row:
        edges, method = needed_of(weights, [at[node] for node in row.sorted(group)]), "ordered"
    else:
        edges, method = feedback_edges(weights)
    links = [view.out[group[source]][group[target]] for source, target in edges]
    return tuple(sorted(links, key=lambda link: (link.weight, link.source, link.target))), method


def _direction(view: View, link: Link) -> int:
    """Return 0 to 1000: low for a link from a stable unit to an unstable one, which should rather not be there."""
    return round(500 * (1 + _instability(view, link.source) - _instability(view, link.target)))


def _instability(view: View, node: str) -> float:
    return len(view.out[node]) / (len(view.out[node]) + len(view.into[node]))


def _cycle(view: View, group: Sequence[str], row: Row | None) -> Cycle:
    inside = set(group)
    links = [link for node in group for target, link in view.out[node].items() if target in inside]
    cut, method = cut_of(view, group, row)
    cycle = _as_text(view, shortest_cycle(view, group))
    cost, lines = sum(link.weight for link in cut), tuple(line for link in cut for line in link.evidence)
    files = len({view.files[node] for node in group})
    return Cycle(len(group), files, cycle, cost, _HOW[method], cut, lines, len(links), kinds_of(links), tuple(group))


def shortest_cycle(view: View, group: Sequence[str]) -> list[str]:
    """Return the nodes of one shortest cycle inside a component, without repeating the first; the first by key of its length.

    One breadth-first search from each node, cut off at the best length so far; cycles of two are looked up directly, and
    one between two files is preferred to one inside a file (a class and the class nested in it).
    """
    inside = set(group)
    pairs = [(node, target) for node in group for target in view.out[node] if target in inside and node in view.out[target]]
    if pairs:
        apart = (pair for pair in pairs if view.files[pair[0]] != view.files[pair[1]])
        return list(next(apart, pairs[0]))
    best: list[str] = []
    for start in group:
        found = _cycle_through(view, start, inside, len(best) - 1 if best else len(group))
        if found:
            best = found
        if len(best) == 3:
            break
    return best


def _cycle_through(view: View, start: str, inside: set[str], longest: int) -> list[str]:
    """Return a shortest cycle through `start` of at most `longest` nodes, or nothing."""
    came_from: dict[str, str] = {}
    queue = deque([(start, 1)])
    while queue:
        node, length = queue.popleft()
        if length > longest:
            return []
        for target in view.out[node]:
            if target == start:
                return _walk_back(node, start, came_from)
            if target in inside and target not in came_from:
                came_from[target] = node
                queue.append((target, length + 1))
    return []


def _walk_back(node: str, start: str, came_from: Mapping[str, str]) -> list[str]:
    path = [node]
    while path[-1] != start:
        path.append(came_from[path[-1]])
    return path[::-1]


def _as_text(view: View, cycle: Sequence[str]) -> str:
    text = view.labels[cycle[0]]
    for node, target in zip(cycle, (*cycle[1:], cycle[0]), strict=True):
        line = view.out[node][target].evidence[0]
        text += f" → {view.labels[target]} ({line.kind}, {reference(line)})"
    return text
