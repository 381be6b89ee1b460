"""One object that holds what the analyses need and remembers the views of the graph that they share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from core.analyse import cycles as _cycles
from core.analyse import ends, entry, hubs, paths, reach
from core.analyse.hubs import Hub, Rank
from core.analyse.places import owner
from core.analyse.result import Result
from core.analyse.view import ASSOCIATIONS, View, aggregate
from core.errors import SourceError
from core.model import History, UnitHead

if TYPE_CHECKING:
    import networkx as nx

Commits = Mapping[str, Sequence[str]]
"""The paths that each commit changed, by its id."""


class Analysis:
    """The architecture of one index: every method answers with a `Result`.

    `graph` is `core.graph.build_graph`'s, `heads`, `metrics` and `histories` go by unit key, `commits` is a function that
    reads the commits when co-change is asked for. `level` is unit, member, file, folder, namespace or package; `kinds`
    limits the relations, and none means all. Tests are left aside unless a method says otherwise.
    """

    def __init__(
        self,
        graph: nx.MultiDiGraph,
        heads: Mapping[str, UnitHead],
        metrics: Mapping[str, Mapping[str, float]] | None = None,
        histories: Mapping[str, History] | None = None,
        commits: Callable[[], Commits] | None = None,
    ) -> None:
        self.graph = graph
        self.heads = heads
        self.metrics = metrics or {}
        self.histories = histories or {}
        self._commits = commits
        self._views: dict[tuple[object, ...], View] = {}

    def view(
        self,
        level: str = "unit",
        *,
        kinds: Sequence[str] = (),
        without: Sequence[str] = (),
        tests: bool = False,
        depth: int = 0,
    ) -> View:
        """Return the graph at a level; `depth` keeps that many leading parts of folders and namespaces."""
        asked = (level, frozenset(kinds), frozenset(without), tests, depth)
        if asked not in self._views:
            self._views[asked] = aggregate(self.graph, level, kinds=kinds, without=without, tests=tests, depth=depth)
        return self._views[asked]

    def hubs(self, by: str = "fan_in", *, level: str = "unit", kinds: Sequence[str] = (), limit: int = 20) -> Result[Hub]:
        """Return the units with the largest fan_in, fan_out, pagerank or betweenness."""
        return hubs.hubs(self.view(level, kinds=kinds), by, limit)

    def pagerank(self, *, level: str = "unit", kinds: Sequence[str] = (), limit: int = 0) -> Result[Rank]:
        """Return all units by PageRank, highest first."""
        return hubs.ranking(self.view(level, kinds=kinds), limit)

    def cycles(
        self, *, level: str = "unit", kinds: Sequence[str] = (), associations: bool = False, depth: int = 0, limit: int = 0
    ) -> Result[_cycles.Cycle]:
        """Return the components of mutual dependency with the links to cut.

        Associations are left out unless asked for: they are mostly declared on both sides, which closes a circle each time.
        """
        if kinds or associations:
            return _cycles.cycles(self.view(level, kinds=kinds, depth=depth), limit)
        found = _cycles.cycles(self.view(level, without=sorted(ASSOCIATIONS), depth=depth), limit)
        groups = _cycles.components(self.view(level, depth=depth))
        more = (
            f"Associations are left out: most are declared on both sides and close a circle each. With them: {len(groups)} "
            f"components, {sum(map(len, groups))} units in one."
        )
        return Result(found.kind, found.title, found.items, (*found.notes, more))

    def orphans(self, *, level: str = "unit", every: bool = False) -> Result[ends.End]:
        """Return the units that nothing leads to and for which no reason is known; with `every` also the others."""
        return ends.orphans(self.graph, self.view(level, tests=True), every=every)

    def dead_ends(self, *, level: str = "unit") -> Result[ends.End]:
        """Return the units that depend on nothing, with the reason where one is known."""
        return ends.dead_ends(self.graph, self.view(level, tests=True))

    def unreached(self, *, level: str = "unit") -> Result[ends.End]:
        """Return the units that no entry point leads to."""
        return ends.unreached(self.graph, self.view(level))

    def entry_points(self, limit: int = 0) -> Result[entry.EntryPoint]:
        """Return the units that are started from outside, those that reach most first."""
        return entry.entry_points(self.graph, self.view(), limit)

    def dependencies(
        self, unit: str, depth: int = 1, *, kinds: Sequence[str] = (), tests: bool = False
    ) -> Result[reach.Reached]:
        """Return what a unit uses within `depth` steps (0: any number)."""
        key = self.key(unit)
        return reach.dependencies(self._around(key, kinds, tests or self._is_test(key)), key, depth)

    def dependents(self, unit: str, depth: int = 1, *, kinds: Sequence[str] = (), tests: bool = False) -> Result[reach.Reached]:
        """Return what uses a unit within `depth` steps (0: any number)."""
        key = self.key(unit)
        return reach.dependents(self._around(key, kinds, tests or self._is_test(key)), key, depth)

    def impact(self, unit: str, depth: int = 3, *, kinds: Sequence[str] = ()) -> Result[reach.Reached]:
        """Return what a change of a unit may break, by distance, and the tests that reach it."""
        key = self.key(unit)
        return reach.impact(self._around(key, kinds, True), key, depth)

    def path(self, start: str, end: str, *, kinds: Sequence[str] = ()) -> Result[paths.PathStep]:
        """Return a shortest chain of relations from one unit to another."""
        return self.paths(start, end, kinds=kinds, longer=0, limit=1)

    def paths(
        self, start: str, end: str, *, kinds: Sequence[str] = (), longer: int = 1, limit: int = 20
    ) -> Result[paths.PathStep]:
        """Return the paths that are at most `longer` links longer than the shortest, shortest first.

        Between members (methods) the chain is looked for among members first and then among the units that own them.
        """
        first, last = self.key(start), self.key(end)
        tests = self._is_test(first) or self._is_test(last)
        owners = owner(self.graph.nodes, first), owner(self.graph.nodes, last)
        if owners != (first, last):
            found = paths.paths(self.view("member", kinds=kinds, tests=tests), first, last, longer, limit)
            if found or owners[0] == owners[1]:
                return found
        return paths.paths(self.view("unit", kinds=kinds, tests=tests), *owners, longer, limit)

    def key(self, unit: str) -> str:
        """Return the key of a unit given by key or by an identifier that only one unit has; else raises `SourceError`."""
        if unit in self.graph:
            return unit
        found = [head.key for head in self.heads.values() if head.identifier == unit and head.key in self.graph]
        if len(found) == 1:
            return found[0]
        known = (
            f"names {len(found)} units: {', '.join(sorted(found))}. Use one of these keys" if found else "is not in this index"
        )
        raise SourceError(f"'{unit}' {known}." + ("" if found else " Look it up with: orienteer ask"))

    def _around(self, key: str, kinds: Sequence[str], tests: bool) -> View:
        """The view in which the unit itself is a node: of members for a method, else of units."""
        level = "unit" if owner(self.graph.nodes, key) == key else "member"
        return self.view(level, kinds=kinds, tests=tests)

    def _is_test(self, key: str) -> bool:
        return bool(self.graph.nodes[key].get("is_test"))
