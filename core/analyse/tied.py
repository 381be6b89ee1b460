"""How many nodes of a graph still lead to each other when some of its edges are taken out, for one choice after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set

Ends = tuple[str, str]
Neighbours = Mapping[str, set[str]]


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
