"""Take a dependency cycle apart step by step: which cut frees the most units for its lines.

A cut removes one link, or all links from one unit back into the cycle. The components of the remaining graph
(`core.analyse.tied`) show how many units a cut frees.

Candidates are the feedback edges of `cut_of` and the cheapest exits of single units. Better cuts may exist: finding them is
the minimum feedback arc set problem, which is NP-hard (Karp 1972).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, replace

from core.analyse.cycles import cut_of
from core.analyse.order import Row
from core.analyse.tied import Ends, TiedGraph
from core.analyse.view import Link, View

MOST_TRIED = 400
"""Cuts of which the gain is counted: a search of the knot each."""

_FEW = 3  # links of a unit of which each is also tried by itself


@dataclass(frozen=True, slots=True)
class KnotCut:
    """Links that are removed together: the units that no longer are in a knot, and the lines to change."""

    links: tuple[Link, ...]
    lines: int
    freed: int

    @property
    def name(self) -> str:
        """What an address knows it by."""
        return "|".join(f"{link.source} → {link.target}" for link in self.links)


@dataclass(frozen=True, slots=True)
class Knot:
    """A component after some links were removed.

    `tied` are the units that still are in a knot, the largest knot first, `free` the others; `removed` are the links that were
    taken, `cuts` what to take next, the most units freed per line first.
    """

    tied: tuple[tuple[str, ...], ...]
    free: tuple[str, ...]
    removed: tuple[Link, ...]
    cuts: tuple[KnotCut, ...]

    @property
    def lines(self) -> int:
        """The lines to change for what was removed."""
        return sum(link.weight for link in self.removed)

    @property
    def sentence(self) -> str:
        """What is left and what was paid."""
        size = sum(map(len, self.tied))
        knots = f" in {len(self.tied)} cycles" if len(self.tied) > 1 else ""
        rest = f"{size} of {size + len(self.free)} units still in a cycle{knots}" if size else "No unit left in a cycle"
        links = "1 link cut" if len(self.removed) == 1 else f"{len(self.removed)} links cut"
        return f"{rest}. {links}, {self.lines} {'line' if self.lines == 1 else 'lines'}."


def knot(view: View, units: Sequence[str], removed: Iterable[Ends] = (), row: Row | None = None) -> Knot:
    """Return a component without the links between these ends, and what to cut next, ranked."""
    part = view.only(units)
    gone = {ends for ends in removed if ends[1] in part.out.get(ends[0], {})}
    taken = tuple(part.out[source][target] for source, target in sorted(gone))
    tied = _tied(part, gone)
    inside = {unit for group in tied for unit in group}
    free = tuple(unit for unit in part.nodes if unit not in inside)
    found = [cut for group in tied for cut in _cuts(_without(part.only(group), gone), group, row)]
    ranked = sorted(found, key=lambda one: (-one.freed / one.lines, one.lines, one.name))
    return Knot(tied, free, taken, tuple(ranked))


def _tied(view: View, gone: Set[Ends]) -> tuple[tuple[str, ...], ...]:
    import networkx as nx

    graph = nx.DiGraph((node, target) for node in view.nodes for target in view.out[node] if (node, target) not in gone)
    groups = [tuple(sorted(group)) for group in nx.strongly_connected_components(graph) if len(group) > 1]
    return tuple(sorted(groups, key=lambda group: (-len(group), group)))


def _cuts(view: View, group: Sequence[str], row: Row | None) -> list[KnotCut]:
    """Return what may be cut of one knot, with what each cut frees."""
    graph = TiedGraph((node, target) for node in group for target in view.out[node])
    found = []
    for links in _candidates(view, group, row)[:MOST_TRIED]:
        left = graph.left_without((link.source, link.target) for link in links)
        found.append(KnotCut(links, sum(link.weight for link in links), len(group) - left))
    return found


def _candidates(view: View, group: Sequence[str], row: Row | None) -> list[tuple[Link, ...]]:
    """Return what may be cut, the fewest lines first: feedback edges, and for each unit its ways out of and into the knot."""
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
