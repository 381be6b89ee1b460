"""Everything that can be asked of the architecture, as one object."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from core.analyse import (
    bridges,
    cochange,
    columns,
    communities,
    compare,
    coupling,
    cycles,
    declared,
    ends,
    health,
    hotspots,
    hubs,
    levels,
    loading,
    misplaced,
    missing_indexes,
    parts,
    paths,
    reach,
    reading,
    repositories,
    sizes,
)  # fmt: skip
from core.analyse.bridges import Bridge
from core.analyse.cochange import CoChange, DeadCoupling
from core.analyse.columns import SchemaGap, UnreadColumn
from core.analyse.commits import RecentCommit, recent_commits
from core.analyse.communities import Community
from core.analyse.compare import Change
from core.analyse.contract_breaches import contract_breaches
from core.analyse.contracts import Contract
from core.analyse.coupling import Coupling
from core.analyse.cycles import Cycle
from core.analyse.declared import Violation
from core.analyse.ends import End, Orphan
from core.analyse.entry import EntryPoint
from core.analyse.environment import EnvironmentVariable, variables
from core.analyse.finding import Finding
from core.analyse.graph_views import GraphViews
from core.analyse.health import FileHealth, HealthNumbers
from core.analyse.hotspots import Hotspot
from core.analyse.hubs import Hub, Rank
from core.analyse.levels import Levels, Matrix
from core.analyse.loading import RepeatedLoad, ViewQuery
from core.analyse.misplaced import Misplaced
from core.analyse.missing_indexes import MissingIndex
from core.analyse.order import PLACES
from core.analyse.parts import Parts
from core.analyse.paths import PathStep
from core.analyse.places import owner
from core.analyse.reach import Reached
from core.analyse.reading import ReadingStep
from core.analyse.recorded import by_member, recorded
from core.analyse.repositories import Crossing, PackageSize, PackageVersion, RepositorySize
from core.analyse.result import Item, Result
from core.analyse.rules import Rule, read_rules
from core.analyse.sizes import Count, Tile
from core.analyse.topic import topic_order
from core.analyse.unused import Unused, listed
from core.analyse.view import in_order
from core.analyse.windows import YEAR, checked, said, within
from core.text.counts import counted_as


class Analysis(GraphViews):
    """The architecture of one index. Every method returns a `Result`.

    `level` is unit, member, file, folder, namespace, package or part. `kinds` limits the relations; empty means all. Tests are
    left out unless a method includes them.
    """

    @recorded
    def repositories(self) -> Result[RepositorySize]:
        """Return the members of a group side by side: sizes, cycles, central units, lines to other members."""
        found = cycles.cycles(self.structure("unit")).items
        central = hubs.largest(hubs.measured(self.uses("unit")), "fan_in", 0).items
        return repositories.repository_sizes(self.own, self.metrics, in_order(self._given(), self.own), found, central)

    @recorded
    def packages(self) -> Result[PackageSize]:
        """Return the packages, engines, crates and workspaces of a repository side by side."""
        found = cycles.cycles(self.structure("unit")).items
        central = hubs.largest(hubs.measured(self.uses("unit")), "fan_in", 0).items
        given = in_order(self._given(), self.own)
        return repositories.package_sizes(self._package_of(), self.own, self.metrics, given, found, central)

    @recorded
    def boundaries(self, *, tests: bool = False) -> Result[Crossing]:
        """Return the lines from one repository of a group to another, and requests to their own routes."""
        return repositories.crossings(self.own, in_order(self._given(), self.own), tests=tests)

    @recorded
    def versions(self) -> Result[PackageVersion]:
        """Return the libraries that several members of a group need, with each locked version, differences first."""
        return repositories.package_versions(self._manifests())

    @recorded
    def findings(self, type: str = "", since: str = "") -> Result[Finding]:
        """Return the findings of all lists below, or of one `type` (`n+1`, `schema` …), by severity and certainty.

        With `since`, a version of the index or a commit, they say which are new; `previous` is the last version of other files.
        The result is empty without an open index.
        """
        return self._findings(type, since) if self._findings else Result(Finding, "Findings", ())

    @recorded
    def trend(self) -> Result[HealthNumbers]:
        """Return the health numbers of each version of the index, oldest first; empty without an open index."""
        return self._trend() if self._trend else Result(HealthNumbers, "Health numbers", ())

    @recorded
    @by_member
    def unused(self, type: str = "") -> Result[Unused]:
        """Return the code without known references, by type (method, scope, template, route …), with verdict and lines.

        The result is empty without an open index, because the verdict needs its texts.
        """
        return self._unused(type) if self._unused else listed((), type)

    @recorded
    @by_member
    def unread_columns(self) -> Result[UnreadColumn]:
        """Return the database columns without a known reader, with the number of other mentions of their names."""
        return columns.unread_columns(self._stored())

    @recorded
    @by_member
    def schema_gaps(self) -> Result[SchemaGap]:
        """Return the rules of the schema that no model validates, and validations that the schema lacks."""
        return columns.schema_gaps(self._stored())

    @recorded
    @by_member
    def missing_indexes(self) -> Result[MissingIndex]:
        """Return the columns in conditions and orders of queries that no index of the schema covers."""
        return missing_indexes.missing_indexes(self._stored())

    @recorded
    @by_member
    def n_plus_one(self) -> Result[RepeatedLoad]:
        """Return the associations that a query loads once per record, with the fix."""
        return self._loading[0]() if self._loading else loading.repeated(())

    @recorded
    @by_member
    def view_queries(self) -> Result[ViewQuery]:
        """Return the queries that templates make, and helpers that templates call."""
        return self._loading[1]() if self._loading else loading.queries(())

    @recorded
    @by_member
    def environment(self) -> Result[EnvironmentVariable]:
        """Return the variables, credentials and settings that code reads, with their defaults and who declares them."""
        return self._environment() if self._environment else variables((), {})

    @recorded
    def hubs(self, by: str = "fan_in", *, level: str = "unit", kinds: Sequence[str] = (), limit: int = 20) -> Result[Hub]:
        """Return the units with the largest fan_in, fan_out, pagerank or betweenness."""
        every = self.once(("hubs", level, frozenset(kinds)), lambda: hubs.measured(self.uses(level, kinds=kinds)))
        return hubs.largest(every, by, limit)

    @recorded
    def pagerank(self, *, level: str = "unit", kinds: Sequence[str] = (), limit: int = 0) -> Result[Rank]:
        """Return all units by PageRank, highest first."""
        return hubs.ranking(self.uses(level, kinds=kinds), limit)

    @recorded
    def cycles(
        self, *, level: str = "unit", kinds: Sequence[str] = (), associations: bool = False, types: bool = False,
        depth: int = 0, limit: int = 0,
    ) -> Result[Cycle]:  # fmt: skip
        """Return the components of mutual dependency with the links to cut.

        Between files, units and members, associations and calls on values are left out unless you include them.
        Associations are mostly declared on both sides, and a call on a value names no class, so each closes a cycle.
        Between places every use counts, and the links to cut are those against `order`. `types` adds imports for types
        alone.
        """
        if kinds or associations:
            return cycles.cycles(self.view(level, kinds=kinds, types=types, depth=depth), limit)
        if level in PLACES:
            return cycles.cycles(self.uses(level, types=types, depth=depth), limit, self.row(level, depth))
        found = cycles.cycles(self.structure(level, types=types, depth=depth), limit)
        groups = cycles.components(self.view(level, depth=depth))
        more = (
            "Associations, hyperlinks and calls on inferred classes are left out, as most of them close a cycle. "
            f"With them: {counted_as(len(groups), 'cycle')} with {counted_as(sum(map(len, groups)), 'unit')}."
        )
        return replace(found, notes=(*found.notes, more))

    @recorded
    def orphans(self, *, level: str = "unit", every: bool = False) -> Result[Orphan]:
        """Return the units without dependents and without a known reason; `every` adds those with a reason.

        With an open index, each says whether it has no dependents, whether that is unknown, or was not analysed.
        """
        found = ends.orphans(self.view(level, tests=True, outer=True), *self._reasons(level), every=every)
        asked = [end.unit for end in found if end.role not in ends.EXPLAINED and end.unit in self.own]
        return ends.with_verdicts(found, self._verdicts(asked)) if self._verdicts else found

    @recorded
    def dead_ends(self, *, level: str = "unit") -> Result[End]:
        """Return the units without dependencies, with the reason where one is known."""
        return ends.dead_ends(self.view(level, tests=True, outer=True), *self._reasons(level))

    @recorded
    def unreached(self, *, level: str = "unit") -> Result[End]:
        """Return the units that no entry point reaches."""
        return ends.unreached(self.view(level, outer=True), *self._reasons(level))

    @recorded
    def entry_points(self, limit: int = 0) -> Result[EntryPoint]:
        """Return the units that are started from outside, those with the widest reach first."""
        found = self.once(("entry points",), self._entry_points)
        return found.first(limit)

    @recorded
    def dependencies(self, unit: str, depth: int = 1, *, kinds: Sequence[str] = (), tests: bool = False) -> Result[Reached]:
        """Return the dependencies of a unit within `depth` steps (0: any number)."""
        key = self.key(unit)
        return reach.dependencies(self._around(key, kinds, tests or self._is_test(key)), key, depth)

    @recorded
    def dependents(self, unit: str, depth: int = 1, *, kinds: Sequence[str] = (), tests: bool = False) -> Result[Reached]:
        """Return the dependents of a unit within `depth` steps (0: any number)."""
        key = self.key(unit)
        return reach.dependents(self._around(key, kinds, tests or self._is_test(key)), key, depth)

    @recorded
    def impact(self, unit: str, depth: int = 3, *, kinds: Sequence[str] = ()) -> Result[Reached]:
        """Return what a change of a unit may break, by distance, and the tests that reach it."""
        key = self.key(unit)
        return reach.impact(self._around(key, kinds, True), key, depth)

    @recorded
    def path(self, start: str, end: str, *, kinds: Sequence[str] = ()) -> Result[PathStep]:
        """Return a shortest path of relations from one unit to another."""
        return self.paths(start, end, kinds=kinds, longer=0, limit=1)

    @recorded
    def paths(self, start: str, end: str, *, kinds: Sequence[str] = (), longer: int = 1, limit: int = 20) -> Result[PathStep]:
        """Return the paths that are at most `longer` links longer than the shortest, shortest first.

        Between methods, it looks for a path among members first, then among the units that own them.
        """
        first, last = self.key(start), self.key(end)
        tests = self._is_test(first) or self._is_test(last)
        owners = owner(self.heads, first), owner(self.heads, last)
        if owners != (first, last):
            found = paths.paths(
                self.view("member", kinds=kinds, tests=tests, outer=True, whole=True), first, last, longer, limit
            )
            if found or owners[0] == owners[1]:
                return found
        return paths.paths(self.view("unit", kinds=kinds, tests=tests, outer=True, whole=True), *owners, longer, limit)

    @recorded
    def bridges(self, *, level: str = "unit", kinds: Sequence[str] = (), at_least: int = 2) -> Result[Bridge]:
        """Return articulation points, bridge links and units on many shortest paths, each under its own kind."""
        asked = ("bridges", level, frozenset(kinds), at_least)
        return self.once(asked, lambda: bridges.bridges(self.view(level, kinds=kinds), at_least=at_least))

    @recorded
    def coupling(self, level: str = "folder", *, kinds: Sequence[str] = (), depth: int = 0) -> Result[Coupling]:
        """Return afferent and efferent coupling, instability and cohesion per folder, namespace, package or file."""
        return coupling.coupling(self.uses("unit", kinds=kinds), self.places(level, depth), level)

    @recorded
    def communities(self) -> Result[Community]:
        """Return groups of units with more relations inside than outside, compared with folders and namespaces."""
        return communities.communities(self.view("unit"), self._partition(), self.places("folder"), self.places("namespace"))

    @recorded
    def parts(self) -> Parts:
        """Return the 8 to 12 parts of the domain with their models, entry points, tables, jobs, tests, owners and links.

        Declare parts in the table `[parts]` of `orienteer.toml`; the others are found.
        """
        whole = self.view("unit", tests=True, outer=True)
        return parts.parts(whole, self.division, self.uses("part"), self._reasons()[0], self.histories)

    @recorded
    def misplaced(self, level: str = "folder", *, depth: int = 0) -> Result[Misplaced]:
        """Return units whose relations point to another folder, namespace or package than their own."""
        return misplaced.misplaced(self.view("unit"), self._partition(), self.places(level, depth))

    @recorded
    def layers(
        self, level: str = "unit", *, kinds: Sequence[str] = (), depth: int = 0, parts: Sequence[str] = ()
    ) -> Levels:  # fmt: skip
        """Return the levels, top first, with the links that point up. `parts` (members, packages) limits them."""
        view = self._code_view(level, kinds, depth, parts=parts)
        return levels.levels(view, self.row(level, depth), self.known_parts(parts))

    @recorded
    def matrix(
        self, level: str = "folder", *, kinds: Sequence[str] = (), depth: int = 0, opened: Sequence[str] = (),
        parts: Sequence[str] = (),
    ) -> Matrix:  # fmt: skip
        """Return the dependency structure matrix, ordered so that few links are below the diagonal.

        The folders and files inside replace an `opened` folder, and the units of a file replace an opened file. `parts`
        (members of a group, or packages) limits the matrix and keeps its order.
        """
        view = self._code_view(level, kinds, depth, opened, parts)
        return levels.matrix(view, self.row(level, depth, opened), self.known_parts(parts))

    def _of_past(self, found: Result[Item]) -> Result[Item]:
        """Return a result that rests on the history with what limits that."""
        return replace(found, limits=(*self._past, *found.limits))

    @recorded
    def hotspots(self, limit: int = 20, *, days: int = YEAR) -> Result[Hotspot]:
        """Return the large, complex units whose files change often.

        `days` before the last commit count: 90, 365, or 0 for all.
        """
        return self._of_past(
            hotspots.hotspots(self.view("unit"), self.metrics, self.histories, self._members(), limit, checked(days))
        )

    @recorded
    def commits(self, path: str = "", *, days: int = 90, limit: int = 40) -> Result[RecentCommit]:
        """Return the latest commits, newest first, of all or of a file or folder; `days` before the last commit, 0 for all."""
        every, end = self._log()
        if not every:
            return Result(RecentCommit, "Commits", (), ("No history: the checkout has no git.",))
        found = recent_commits(within(every, checked(days), end), path.strip("/"), said(days))
        return self._of_past(found.first(limit))

    @recorded
    def cochange(
        self, *, related: bool | None = None, tests: bool = False, days: int = 0, by: str = "confidence",
        one_name: bool = False, limit: int = 0,
    ) -> Result[CoChange]:  # fmt: skip
        """Return pairs of files that change together. `related` false gives hidden coupling, true gives related files.

        A test changes with the code it tests, so pairs with a test are left out unless you include them. Hidden coupling
        leaves out files of `one_name`, such as a model and its templates. `days` before the last commit count, 0 means all.
        `by` orders by confidence, lift or together.
        """
        view = self.view("file", tests=tests, outer=True)
        return self._of_past(
            cochange.cochange(view, self._changes(days), related=related, by=by, one_name=one_name, limit=limit)
        )

    @recorded
    def dead_coupling(self, limit: int = 0, *, days: int = 0) -> Result[DeadCoupling]:
        """Return related files that never changed together in the `days` before the last commit; 0 means all."""
        return self._of_past(cochange.dead_coupling(self.view("file"), self._changes(days), limit=limit))

    @recorded
    def violations(
        self, rules: Path | Sequence[Rule] = (), *, layers: Sequence[str] = (), contracts: Sequence[Contract] = (),
        tests: bool = False,
    ) -> Result[Violation]:  # fmt: skip
        """Return the violations of rules (of a TOML file, parsed ones, or those of the checkout) or of package declarations.

        `layers` are those of Packwerk, the top one first. `contracts` are those of import-linter.
        """
        read = read_rules(rules) if isinstance(rules, Path) else tuple(rules) or self._rules()
        held = tuple(contracts) or (() if rules else self._contracts())
        packages = self._packages()
        if not read and not held and not any(map(declared.may_break, packages.values())):
            return declared.violations((), ())  # a view of all that is used would be built for nothing
        view = self.uses("unit", tests=tests)
        found = [*declared.broken_rules(view, {rule.level: self._homes(rule.level) for rule in read}, read)]
        found += declared.package_breaches(view, self.places("package"), packages, layers)
        found += contract_breaches(held, self._imports()) if held else []
        said = [*(rule.name for rule in read), *(contract.name for contract in held)]
        said += [name for name, one in sorted(packages.items()) if declared.declares(one)]
        return declared.violations(found, said, view)

    @recorded
    def compare(self, before: Analysis) -> Result[Change]:
        """Return the changes since an earlier generation."""
        return compare.compare(before._generation(), self._generation())

    @recorded
    def reading_order(self, topic: Sequence[str] = ()) -> Result[ReadingStep]:
        """Return what to read first and why, over all or around the units of a topic."""
        if topic:
            seeds = list(dict.fromkeys(owner(self.heads, self.key(unit)) for unit in topic))
            tests = self.view("unit", tests=True, outer=True)
            view = tests if any(seed in tests.tests for seed in seeds) else self.view("unit", outer=True)
            return topic_order(view, tests, seeds, self._reasons()[0])
        hot = [(one.unit, one.commits) for one in self.hotspots()]
        found = self.hubs("pagerank", limit=0).items
        return reading.reading_order(self.own, self.view("unit"), found, self.entry_points().items, hot)

    @recorded
    def counts(self, by: str = "type") -> Result[Count]:
        """Return the number of units by `type` or `language`."""
        return sizes.counts(self.own.values(), by)

    @recorded
    def files(self, *, days: int = YEAR) -> Result[FileHealth]:
        """Return every file with code: size, change, complexity, use, cycles, authors and owner, the riskiest first.

        `days` as for hotspots.
        """
        found = self.cycles(level="file").items
        return self._of_past(health.file_health(self.own, self.metrics, self.histories, found, checked(days), self._owners()))

    @recorded
    def tiles(
        self, *, tests: bool = False, texts: bool = False, depth: int = 0, days: int = YEAR, parts: Sequence[str] = ()
    ) -> Result[Tile]:  # fmt: skip
        """Return folders and files with size and change for a treemap, those without code with `texts`.

        `days` as for hotspots, `parts` as for `matrix`.
        """
        inside = self.inside(parts)
        heads = [head for key, head in self.own.items() if inside is None or key in inside]
        return self._of_past(sizes.tiles(heads, self.histories, tests=tests, texts=texts, depth=depth, days=checked(days)))
