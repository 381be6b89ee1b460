"""What the analyses of one index stand on: units, relations and the values beside them, with the views made so far."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import TypeVar

from core.analyse import cochange, communities, entry, windows
from core.analyse.cochange import Changes
from core.analyse.columns import StoredTables
from core.analyse.compare import Generation
from core.analyse.contracts import Contract
from core.analyse.division import SHARED, Declared, Division, divide
from core.analyse.entry import EntryPoint
from core.analyse.environment import EnvironmentVariable
from core.analyse.finding import Finding
from core.analyse.health import HealthNumbers
from core.analyse.import_graph import ImportingFile
from core.analyse.loading import RepeatedLoad, ViewQuery
from core.analyse.order import PLACES, PlaceOrder, Row, place_order
from core.analyse.places import members_of, owner, places
from core.analyse.result import Result
from core.analyse.rules import Rule
from core.analyse.unused import Unused
from core.analyse.users import SeenRelation, Users, users
from core.analyse.view import View, aggregate, in_order
from core.model import Commit, History, Relation, UnitHead, by_end
from core.model.address import IndexAddress
from core.model.divided import units_of
from core.model.facts import UnitFacts
from core.model.limit import Limit
from core.model.packages import packages_of
from core.model.resolve import resolve
from core.model.verdict import Verdict
from core.runtime.once import Once
from core.vocabulary import ASSOCIATIONS, CONTAINERS, FRAMEWORK, HYPERLINKS, PROSE

Log = tuple[Sequence[Commit], datetime]
"""The commits, newest first, and the moment from which days are counted back: that of the last commit."""

MemberPackage = tuple[str, str, UnitFacts]
"""The member of a set that a package is of, its language, what is known of it."""
Packages = Mapping[str, Mapping[str, object]]
"""The metadata of each package unit, by identifier."""

Verdicts = Callable[[Sequence[str]], Mapping[str, Verdict]]
"""Says by key what it means that nothing uses a unit: a sentence after `None:`, `Unknown:` or `Not analysed:`."""

UnusedLists = Callable[[str], Result[Unused]]
"""Lists what nothing is known to use, of one type or with an empty one of all."""

FindingsList = Callable[[str, str], Result[Finding]]
"""Lists the findings of a type, with an empty one of all, and compares them with an earlier state."""

LoadingLists = tuple[Callable[[], Result[RepeatedLoad]], Callable[[], Result[ViewQuery]]]
"""List what is loaded once for each record, and the queries of views."""

EachMember = Callable[[Callable[["GraphViews"], Result[object]]], Result[object]]
"""Asks each member of a set for an analysis and puts the answers together."""

T = TypeVar("T")


_DIVISION = ("division",)


class GraphViews:
    """Units, relations and the values beside them; views and divisions are made once and kept, also for many threads.

    `heads`, `metrics` and `histories` go by unit key. `relations` gives all of them, ordered by source, target, kind and
    place; those to units that are not among the heads are left out. `commits` is a function that reads the commits when
    co-change is asked for, `packages` one that reads the metadata of package units, by identifier, when declarations are
    compared, `manifests` one that reads them with their members. `pages` are where the workbench shows the index, if it does.
    `past` says what limits the history. `own` are the heads that views of the whole are made of, and `without` says what they
    leave out. `members` are the repositories of a set, and `each` asks them one by one; `scoped` finds the units of a scope.
    `verdicts` tells what it means of units that nothing uses them, `unused` lists what nothing uses, `findings` what all lists
    find, `trend` the numbers of earlier versions, `loading` what is loaded again and again and the queries of views,
    `environment` what code reads of it; `owners` reads who owns each file, `rules`, `contracts` and `declared_parts` what the
    checkout declares, `imports` what modules import.
    """

    def __init__(
        self,
        heads: Mapping[str, UnitHead],
        relations: Callable[[], Iterable[Relation]],
        metrics: Mapping[str, Mapping[str, float]] | None = None,
        histories: Mapping[str, History] | None = None,
        commits: Callable[[], Log] | None = None,
        packages: Callable[[], Packages] | None = None,
        manifests: Callable[[], Sequence[MemberPackage]] | None = None,
        pages: IndexAddress | None = None,
        verdicts: Verdicts | None = None,
        unused: UnusedLists | None = None,
        findings: FindingsList | None = None,
        trend: Callable[[], Result[HealthNumbers]] | None = None,
        stored: Callable[[], StoredTables] | None = None,
        loading: LoadingLists | None = None,
        environment: Callable[[], Result[EnvironmentVariable]] | None = None,
        owners: Callable[[], Mapping[str, str]] | None = None,
        rules: Callable[[], Sequence[Rule]] | None = None,
        contracts: Callable[[], Sequence[Contract]] | None = None,
        imports: Callable[[], Sequence[ImportingFile]] | None = None,
        declared_parts: Callable[[], Declared] | None = None,
        members: Sequence[str] = (),
        each: EachMember | None = None,
        past: Sequence[Limit] = (),
        own: Mapping[str, UnitHead] | None = None,
        without: Sequence[Limit] = (),
        scoped: Callable[[str], Collection[str] | None] | None = None,
    ) -> None:
        self.heads = heads
        self.own = heads if own is None else own
        self.metrics = metrics or {}
        self.histories = histories or {}
        self.pages = pages
        self.members = tuple(members)
        self.each = each
        self._commits = commits or (lambda: ((), datetime.now(UTC)))
        self._packages = packages or dict
        self._manifests = manifests or tuple
        self._given = relations
        self._verdicts = verdicts
        self._scoped = scoped
        self._unused = unused
        self._findings = findings
        self._trend = trend
        self._stored = stored or (lambda: StoredTables((), {}, (), lambda names: {}))
        self._loading = loading
        self._environment = environment
        self._owners = owners or dict
        self._rules = rules or tuple
        self._contracts = contracts or tuple
        self._imports = imports or tuple
        self._declared_parts = declared_parts or dict
        self._past = tuple(past)
        self.without = tuple(without)
        self._kept = Once()

    def view(
        self,
        level: str,
        *,
        kinds: Sequence[str] = (),
        without: Sequence[str] = (),
        values: bool = True,
        types: bool = True,
        tests: bool = False,
        outer: bool = False,
        depth: int = 0,
        opened: Sequence[str] = (),
        parts: Sequence[str] = (),
        whole: bool = False,
    ) -> View:
        """Return the graph at a level; `depth` keeps that many leading parts of folders and namespaces.

        `values` includes calls on values of inferred classes, `types` imports for types alone, `tests` tests, `outer`
        routes and migrations. Contents replace `opened` folders and files. `parts` (members of a group, or packages) limits
        the graph. Only a `whole` graph includes code that is not yours.
        """
        there = self.once(("kinds",), lambda: frozenset(one.kind for one in self._relations(whole=True)))
        without = sorted(there.intersection(without))  # without what nobody writes is the same view, and made once
        asked = ("view", level, frozenset(kinds), frozenset(without), values, types, tests, outer, depth)
        chosen = (frozenset(opened), frozenset(parts), whole)

        def made() -> View:
            heads = self.heads if whole else self.own
            return aggregate(
                heads, self._relations(whole=whole), level, kinds=kinds, without=without, values=values, types=types,
                tests=tests, outer=outer, homes=self.places(level, depth, opened), only=self.inside(parts),
            )  # fmt: skip

        return self.once((*asked, *chosen), made)

    def _relations(self, *, whole: bool) -> tuple[Relation, ...]:
        return self.once(("relations", whole), lambda: in_order(self._given(), self.heads if whole else self.own))

    def uses(
        self,
        level: str,
        *,
        kinds: Sequence[str] = (),
        types: bool = True,
        tests: bool = False,
        outer: bool = False,
        depth: int = 0,
        opened: Sequence[str] = (),
        parts: Sequence[str] = (),
    ) -> View:
        """Return the dependencies between units at a level, of these kinds or of all. All architecture views count these lines.

        A hyperlink is not a dependency.
        """
        without = () if kinds else sorted(HYPERLINKS)
        return self.view(
            level, kinds=kinds, without=without, types=types, tests=tests, outer=outer, depth=depth, opened=opened, parts=parts
        )

    def structure(
        self, level: str, *, kinds: Sequence[str] = (), depth: int = 0, opened: Sequence[str] = (), parts: Sequence[str] = (),
        types: bool = False,
    ) -> View:  # fmt: skip
        """Return the view for levels and cycles.

        Between places it is `uses`. Between files, units and members, associations and calls on values are left out unless
        `kinds` includes them: associations are mostly declared on both sides, and calls on values name no class, so each
        closes a cycle. Imports for `types` alone run no code and are left out.
        """
        if kinds or level in PLACES:
            return self.uses(level, kinds=kinds, depth=depth, opened=opened, parts=parts)
        without = sorted(ASSOCIATIONS | HYPERLINKS)
        return self.view(level, without=without, values=False, types=types, depth=depth, opened=opened, parts=parts)

    def users(self, unit: str) -> Users:
        """Return the dependents of a unit and its members. Every page shows this number."""
        return self._users(unit, forwards=False)

    def used(self, unit: str) -> Users:
        """Return the dependencies of a unit and its members."""
        return self._users(unit, forwards=True)

    def _users(self, unit: str, forwards: bool) -> Users:
        key = self.key(unit)
        found = users(self.heads, self._references, key, self._members().get(key, ()), forwards=forwards)
        if key not in self.own:  # of what is not yours, others that are not yours are users as well
            return found
        foreign = {unit: lines for unit, lines in found.code.items() if unit not in self.own}
        return replace(found, code={unit: found.code[unit] for unit in found.code if unit not in foreign}, foreign=foreign)

    def _references(self, key: str, forwards: bool) -> Iterator[SeenRelation]:
        """Yield what refers to a unit, or what it refers to."""
        for one in self.once(("references", forwards), lambda: by_end(self._between_units(), forwards)).get(key, ()):
            yield SeenRelation(one.target if forwards else one.source, one.kind, one.file_path, one.line)

    def _between_units(self) -> tuple[Relation, ...]:
        """Return the relations in the order in which they were given, those between units that are known."""
        every = tuple(self._given())
        return tuple(one for one in every if one.source in self.heads and one.target in self.heads)

    def _reasons(self, level: str = "unit") -> tuple[Mapping[str, str], Mapping[str, str]]:
        """Return why units are started from outside, and how a framework finds them, by key."""
        return self.once(("reasons", level), lambda: self._found_by(level))

    def _found_by(self, level: str) -> tuple[Mapping[str, str], Mapping[str, str]]:
        return entry.entry_reasons(self.heads, self._between_units(), level), entry.convention_reasons(self.heads)

    def _entry_points(self) -> Result[EntryPoint]:
        return entry.entry_points(self.own, self._between_units(), self.view("unit", outer=True), self._reasons()[0])

    def order(self, level: str) -> PlaceOrder:
        """Return the order of all folders, namespaces or packages."""
        home = "file" if level == "folder" else level
        return self.once(("order", level), lambda: place_order(self.uses(home), level, self.places(home)))

    def row(self, level: str, depth: int = 0, opened: Sequence[str] = ()) -> Row | None:
        """Return the ranks of the places of a view in the order. None for files, units and members."""
        asked = ("row", level, depth, frozenset(opened))
        return self.once(asked, lambda: self._row(level, depth, opened)) if level in PLACES else None

    def _homes(self, level: str) -> Mapping[str, str]:
        """Return the place of every unit, for rules."""
        return self.places(level)

    def _row(self, level: str, depth: int, opened: Sequence[str]) -> Row:
        order, members = self.order(level), dict[str, set[str]]()
        for key, place in self.places(level, depth, opened).items():
            members.setdefault(place, set()).add(order.home[key])
        return order.on(members)

    def key(self, unit: str) -> str:
        """Return the key of the unit with this name. Raises `SourceError` as `resolve` does."""
        if unit in self.heads:
            return unit
        return resolve(unit, self.heads, self.pages.index if self.pages else "").key

    def places(self, level: str, depth: int = 0, opened: Sequence[str] = ()) -> Mapping[str, str]:
        """Return the folder, namespace, package, part or file of every unit by key. Contents replace `opened` places."""
        asked = ("places", level, depth, frozenset(opened))
        return self.once(asked, lambda: places(self.heads, level, depth, opened) if level != "part" else self._part_of())

    @property
    def division(self) -> Division:
        """Return the parts of the domain, by the units in them."""

        def made() -> Division:
            return divide(self.view("unit", tests=True, outer=True), self.own, self._declared_parts())

        return self.once(_DIVISION, made)

    @property
    def is_divided(self) -> bool:
        """Whether the parts of the domain have been found already; finding them takes seconds."""
        return self._kept.has(_DIVISION)

    @property
    def in_parts(self) -> Mapping[str, str]:
        """Return the part of each unit and member that belongs to one."""
        return {key: part for key, part in self.places("part").items() if part != SHARED}

    def _part_of(self) -> dict[str, str]:
        found = self.division.part_of
        return {key: found.get(unit, SHARED) for key, unit in self.places("unit").items()}

    def inside(self, parts: Sequence[str]) -> Collection[str] | None:
        """Return the units of these members of a set, of these packages with those inside of them, or of a scope; None for all.

        Raises `SettingsError` for a scope (`part:orders path:app`) with an unknown name or value.
        """
        if not parts:
            return None

        def made() -> Collection[str] | None:
            found = units_of(parts, self.members, self.heads, self._package_of())
            return self._scoped(" ".join(parts)) if found is None and self._scoped and ":" in "".join(parts) else found

        return self.once(("inside", frozenset(parts)), made)

    def limited(self, found: Result[T], parts: Sequence[str]) -> Result[T]:
        """Return the items of a result that are of these members, packages or scope, with a note; all without any."""
        keys = self.inside(parts)
        return found if keys is None else found.only(keys, self.heads, " ".join(parts))

    def known_parts(self, parts: Sequence[str]) -> Sequence[str]:
        """Return those of these members of a group, or packages, that the graph has. Empty means all."""
        return parts if self.inside(parts) is not None else ()

    def _code_view(
        self, level: str, kinds: Sequence[str], depth: int, opened: Sequence[str] = (), parts: Sequence[str] = ()
    ) -> View:
        view = self.structure(level, kinds=kinds, depth=depth, opened=opened, parts=parts)
        return view.only(view.code())

    def _partition(self) -> list[tuple[str, ...]]:
        return self.once(("partition",), lambda: communities.partition(self.view("unit")))

    def _changes(self, days: int) -> Changes:
        return self.once(("changes", days), lambda: self._count_changes(days))

    def _log(self) -> Log:
        """Return the commits and the moment from which days are counted back; git takes as long as the history is deep."""
        return self.once(("commits",), self._commits)

    def _count_changes(self, days: int) -> Changes:
        commits, end = self._log()
        aside = CONTAINERS | PROSE | FRAMEWORK
        files = {head.file_path for head in self.own.values() if head.type not in aside}
        return cochange.count_changes(windows.within(commits, days, end), files, windows.said(days))

    def _package_of(self) -> Mapping[str, str]:
        """Return the package of each unit by key; empty where they are not in several."""
        return self.once(("packages of",), lambda: packages_of(self.heads))

    def _members(self) -> Mapping[str, Sequence[str]]:
        return self.once(("members",), lambda: members_of(self.places("unit")))

    def _generation(self) -> Generation:
        groups = {level: self.view(level) for level in ("folder", "namespace", "package")}
        return Generation(self.view("unit"), self.structure("unit"), groups)

    def once(self, asked: tuple[object, ...], make: Callable[[], T]) -> T:
        """Compute a value once, even for concurrent callers, because a view of a large graph takes a second."""
        return self._kept.get_large(asked, make)

    def _around(self, key: str, kinds: Sequence[str], tests: bool) -> View:
        """The view in which the unit itself is a node: of members for a method, else of units."""
        level = "unit" if owner(self.heads, key) == key else "member"
        return self.view(level, kinds=kinds, tests=tests, outer=True, whole=True)

    def _is_test(self, key: str) -> bool:
        return self.heads[key].is_test
