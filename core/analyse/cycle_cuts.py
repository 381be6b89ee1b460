"""Take a dependency cycle apart step by step: which cut frees the most units for its lines.

A cut removes one link, or all links from one unit back into the cycle. The components of the remaining graph
show how many units a cut frees.

Candidates are the feedback edges of `cut_of` and the cheapest exits of single units. Better cuts may exist: finding them is
the minimum feedback arc set problem, which is NP-hard (Karp 1972).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from core.analyse.cycles import cut_of
from core.analyse.order import Row
from core.analyse.view import Link, View
from core.text.counts import counted_as

MOST_TRIED = 400
"""Cuts of which the gain is counted: a search of the cycle each."""

_FEW = 3  # links of a unit of which each is also tried by itself
Ends = tuple[str, str]
Neighbours = Mapping[str, set[str]]


@dataclass(frozen=True, slots=True)
class CycleCut:
    """Links that are removed together: the units that no longer are in a cycle, and the lines to change."""

    links: tuple[Link, ...]
    lines: int
    freed: int

    @property
    def name(self) -> str:
        """What an address knows it by."""
        return "|".join(f"{link.source} → {link.target}" for link in self.links)


@dataclass(frozen=True, slots=True)
class CutCycle:
    """A component after some links were removed.

    `tied` are the units that still are in a cycle, the largest cycle first. `free` are the others, `removed` the links that
    were taken, `cuts` what to take next: the most units freed per line first.
    """

    tied: tuple[tuple[str, ...], ...]
    free: tuple[str, ...]
    removed: tuple[Link, ...]
    cuts: tuple[CycleCut, ...]

    @property
    def lines(self) -> int:
        """The lines to change for what was removed."""
        return sum(link.weight for link in self.removed)

    @property
    def sentence(self) -> str:
        """What is left and what was paid."""
        size = sum(map(len, self.tied))
        cycles = f" in {len(self.tied)} cycles" if len(self.tied) > 1 else ""
        rest = f"{size} of {size + len(self.free)} units still in a cycle{cycles}" if size else "No unit left in a cycle"
        return f"{rest}. {counted_as(len(self.removed), 'link')} cut, {counted_as(self.lines, 'line')}."


def cut_cycle(view: View, units: Sequence[str], removed: Iterable[Ends] = (), row: Row | None = None) -> CutCycle:
    """Return a component without the links between these ends, and what to cut next, ranked."""
    part = view.only(units)
    gone = {ends for ends in removed if ends[1] in part.out.get(ends[0], {})}
    taken = tuple(part.out[source][target] for source, target in sorted(gone))
    tied = _tied(part, gone)
    inside = {unit for group in tied for unit in group}
    free = tuple(unit for unit in part.nodes if unit not in inside)
    found = [cut for group in tied for cut in _cuts(_without(part.only(group), gone), group, row)]
    ranked = sorted(found, key=lambda one: (-one.freed / one.lines, one.lines, one.name))
    return CutCycle(tied, free, taken, tuple(ranked))


def _tied(view: View, gone: Set[Ends]) -> tuple[tuple[str, ...], ...]:
    import networkx as nx

    graph = nx.DiGraph((node, target) for node in view.nodes for target in view.out[node] if (node, target) not in gone)
    groups = [tuple(sorted(group)) for group in nx.strongly_connected_components(graph) if len(group) > 1]
    return tuple(sorted(groups, key=lambda group: (-len(group), group)))


def _cuts(view: View, group: Sequence[str], row: Row | None) -> list[CycleCut]:
    """Return what may be cut of one cycle, with what each cut frees."""
    graph = TiedGraph((node, target) for node in group for target in view.out[node])
    found = []
    for links in _candidates(view, group, row)[:MOST_TRIED]:
        left = graph.left_without((link.source, link.target) for link in links)
        found.append(CycleCut(links, sum(link.weight for link in links), len(group) - left))
    return found


def _candidates(view: View, group: Sequence[str], row: Row | None) -> list[tuple[Link, ...]]:
    """Return what may be cut, the fewest lines first: feedback edges, and for each unit its ways out of and into the cycle."""
    found: list[tuple[Link, ...]] = [(link,) for link in cut_of(view, group, row)[0]]
    for unit in group:
        for links in (view.out[unit], view.into[unit]):
            ways = tuple(link for _, link in sorted(links.items()))
            found.append(ways)
            found += [(link,) for link in ways if len(ways) <= _FEW]
    once = {tuple((link.source, link.target) for link in links): links for links in found if links}
    return sorted(once.values(), key=lambda links: (sum(link.weight for link in links), [str(link) for link in links]))


def _without(view: View, gone: Set[Ends]) -> View:
    out = {node: {t: link for t, link in links.items() if (node, t) not in gone} for node, links in view.out.items()}
    into = {node: {s: link for s, link in links.items() if (s, node) not in gone} for node, links in view.into.items()}
    return replace(view, out=out, into=into)


class TiedGraph:
    """Nodes with the edges between them, of which some are taken out for a count and put back.

    All nodes lead to each other at first. Nodes that then lead nowhere, or that nothing leads to, are taken off. What is left
    is one component if every way that is gone has another: if all nodes where such a way began lead to all where it ended,
    which two walks tell that mostly end soon. Else it falls apart: the component of a node is what it reaches and is reached
    from, the rest is looked at in the same way. Fleischer, Hendrickson, Pinar: On identifying strongly connected components in
    parallel (2000).
    """

    def __init__(self, edges: Iterable[Ends]) -> None:
        self._out: dict[str, set[str]] = {}
        self._into: dict[str, set[str]] = {}
        for source, target in edges:
            for ends, one, other in ((self._out, source, target), (self._into, target, source)):
                ends.setdefault(one, set()).add(other)
                ends.setdefault(other, set())
        self._busiest = sorted(self._out, key=lambda node: (-len(self._out[node]) * len(self._into[node]), node))

    def left_without(self, edges: Iterable[Ends]) -> int:
        """Return how many nodes lie in a component of more than one when these edges, all of the graph, are gone."""
        gone = tuple(edges)
        for source, target in gone:
            self._out[source].discard(target)
            self._into[target].discard(source)
        left = set(self._busiest)
        off = _trim(left, {node for ends in gone for node in ends}, self._out, self._into)
        begun = {source for source, _ in gone}.union(*(self._into[node] for node in off)) & left
        ended = {target for _, target in gone}.union(*(self._out[node] for node in off)) & left
        tied = len(left) if self._lead(begun, ended, left) else sum(self._sizes(left))
        for source, target in gone:
            self._out[source].add(target)
            self._into[target].add(source)
        return tied

    def _lead(self, begun: set[str], ended: set[str], left: set[str]) -> bool:
        """Tell whether each of these nodes leads to each of those; one of them stands between the two."""
        middle = next(iter(begun), "")
        return not middle or (_reach(middle, ended, self._out, left) and _reach(middle, begun, self._into, left))

    def _sizes(self, left: set[str]) -> Iterator[int]:
        """Yield the sizes of the components of more than one node."""
        parts = [left]
        while parts:
            part = parts.pop()
            if len(part) < 2:
                continue
            middle = next(node for node in self._busiest if node in part)
            down, up = _reached(middle, self._out, part), _reached(middle, self._into, part)
            core = down & up
            if len(core) > 1:
                yield len(core)
            for rest in (down - core, up - core, part - down - up):
                _trim(rest, rest, self._out, self._into)
                parts.append(rest)


def _reach(start: str, goals: Set[str], ends: Neighbours, part: Set[str]) -> bool:
    """Tell whether a walk from a node in a part comes to all goals; it ends as soon as it has."""
    unseen, missing, found = part - {start}, goals - {start}, [start]
    for node in found:
        if not missing:
            return True
        new = ends[node] & unseen
        unseen -= new
        missing -= new
        found += new
    return not missing


def _reached(start: str, ends: Neighbours, part: Set[str]) -> set[str]:
    """Return the nodes of a part that a walk from one of them comes to, and that one."""
    unseen, found = set(part), [start]
    unseen.discard(start)
    for node in found:
        new = ends[node] & unseen
        unseen -= new
        found += new
    return set(found)


def _trim(part: set[str], suspects: Iterable[str], out: Neighbours, into: Neighbours) -> set[str]:
    """Take off, and return, the nodes that lead nowhere in a part or that nothing in it leads to, one after the other."""
    waiting, off = list(suspects), set[str]()
    while waiting:
        node = waiting.pop()
        if node in part and (part.isdisjoint(out[node]) or part.isdisjoint(into[node])):
            part.discard(node)
            off.add(node)
            waiting += (out[node] | into[node]) & part
    return off
