"""What the analyses of one index stand on: the graph and the values beside it, with the views made of them so far."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, TypeVar

from core.analyse import cochange, communities, windows
from core.analyse.cochange import Changes
from core.analyse.columns import StoredTables
from core.analyse.compare import Generation
from core.analyse.contracts import module_of
from core.analyse.loading import RepeatedLoad, ViewQuery
from core.analyse.order import PLACES, PlaceOrder, Row, place_order
from core.analyse.places import members_of, owner, places
from core.analyse.result import Result
from core.analyse.rules import Rule
from core.analyse.unused import Unused
from core.analyse.users import Users, users
from core.analyse.view import View, aggregate, relations_of
from core.model import Commit, History, Relation, UnitHead
from core.model.address import IndexAddress
from core.model.resolve import resolve
from core.runtime.collection import uncollected
from core.runtime.once import Once
from core.vocabulary import ASSOCIATIONS, CONTAINERS, FRAMEWORK, HYPERLINKS, PROSE

if TYPE_CHECKING:
    import networkx as nx

Log = tuple[Sequence[Commit], datetime]
"""The commits, newest first, and the moment from which days are counted back: that of the last commit."""

Packages = Mapping[str, Mapping[str, object]]
"""The metadata of each package unit, by identifier."""

Verdicts = Callable[[Sequence[str]], Mapping[str, str]]
"""Says by key what it means that nothing uses a unit: a sentence after `None:`, `Unknown:` or `Not analysed:`."""

UnusedLists = Callable[[str], Result[Unused]]
"""Lists what nothing is known to use, of one type or with an empty one of all."""

LoadingLists = tuple[Callable[[], Result[RepeatedLoad]], Callable[[], Result[ViewQuery]]]
"""List what is loaded once for each record, and the queries of views."""

T = TypeVar("T")


class GraphViews:
    """The graph and the values beside it; views and divisions of it are made once and kept, also for many threads.

    `graph` is that of `core.open_index.graph`, `heads`, `metrics` and `histories` go by unit key. `commits` is a function
    that reads the commits when co-change is asked for, `packages` one that reads the metadata of package units, by identifier,
    when declarations are compared. `pages` are where the workbench shows the index, if it does. `relations` are those of
    the graph, for callers that have them at hand. `verdicts` tells what it means of units that nothing uses them, `unused`
    lists what nothing uses, `loading` what is loaded again and again and the queries of views; `rules` reads what the
    checkout declares.
    """

    def __init__(
        self,
        graph: nx.MultiDiGraph,
        heads: Mapping[str, UnitHead],
        metrics: Mapping[str, Mapping[str, float]] | None = None,
        histories: Mapping[str, History] | None = None,
        commits: Callable[[], Log] | None = None,
        packages: Callable[[], Packages] | None = None,
        pages: IndexAddress | None = None,
        relations: Iterable[Relation] | None = None,
        verdicts: Verdicts | None = None,
        unused: UnusedLists | None = None,
        stored: Callable[[], StoredTables] | None = None,
        loading: LoadingLists | None = None,
        rules: Callable[[], Sequence[Rule]] | None = None,
    ) -> None:
        self.graph = graph
        self.heads = heads
        self.metrics = metrics or {}
        self.histories = histories or {}
        self.pages = pages
        self._commits = commits or (lambda: ((), datetime.now(UTC)))
        self._packages = packages or dict
        self._given = relations
        self._verdicts = verdicts
        self._unused = unused
        self._stored = stored or (lambda: StoredTables((), {}, (), lambda names: {}))
        self._loading = loading
        self._rules = rules or tuple
        self._kept = Once()

    def view(
        self,
        level: str,
        *,
        kinds: Sequence[str] = (),
        without: Sequence[str] = (),
        values: bool = True,
        tests: bool = False,
        outer: bool = False,
        depth: int = 0,
        opened: Sequence[str] = (),
    ) -> View:
        """Return the graph at a level; `depth` keeps that many leading parts of folders and namespaces.

        `values` keeps calls on values of inferred classes, `tests` tests, `outer` routes and migrations. Folders and files that
        are `opened` give way to what lies inside.
        """
        asked = ("view", level, frozenset(kinds), frozenset(without), values, tests, outer, depth, frozenset(opened))

        def made() -> View:
            relations = self._once(("relations",), lambda: relations_of(self.graph, self._given))
            return aggregate(
                self.graph, level, kinds=kinds, without=without, values=values, tests=tests, outer=outer, depth=depth,
                opened=opened, relations=relations,
            )  # fmt: skip

        return self._once(asked, made)

    def uses(
        self,
        level: str,
        *,
        kinds: Sequence[str] = (),
        tests: bool = False,
        outer: bool = False,
        depth: int = 0,
        opened: Sequence[str] = (),
    ) -> View:
        """Return who uses whom at a level, of these kinds or of all: the lines that every view of the architecture counts.

        A hyperlink is no use: it names where the reader of a page may go next.
        """
        without = () if kinds else sorted(HYPERLINKS)
        return self.view(level, kinds=kinds, without=without, tests=tests, outer=outer, depth=depth, opened=opened)

    def structure(self, level: str, *, kinds: Sequence[str] = (), depth: int = 0, opened: Sequence[str] = ()) -> View:
        """Return the view in which levels and cycles are looked for.

        Of places it is `uses`. Of files, units and members associations and calls on values are left aside unless kinds are
        asked for: the first are mostly declared on both sides, the second name no class, and each closes a cycle.
        """
        if kinds or level in PLACES:
            return self.uses(level, kinds=kinds, depth=depth, opened=opened)
        return self.view(level, without=sorted(ASSOCIATIONS | HYPERLINKS), values=False, depth=depth, opened=opened)

    def users(self, unit: str) -> Users:
        """Return who uses a unit or its members: the number that every page shows."""
        return self._users(unit, forwards=False)

    def used(self, unit: str) -> Users:
        """Return what a unit and its members use."""
        return self._users(unit, forwards=True)

    def _users(self, unit: str, forwards: bool) -> Users:
        key = self.key(unit)
        return users(self.graph, key, self._members().get(key, ()), forwards=forwards)

    def order(self, level: str) -> PlaceOrder:
        """Return the one order of all folders, namespaces or packages."""
        home = "file" if level == "folder" else level
        return self._once(("order", level), lambda: place_order(self.uses(home), level, self.places(home)))

    def row(self, level: str, depth: int = 0, opened: Sequence[str] = ()) -> Row | None:
        """Return where the places of a view stand in the order; None for files, units and members, which have none."""
        asked = ("row", level, depth, frozenset(opened))
        return self._once(asked, lambda: self._row(level, depth, opened)) if level in PLACES else None

    def _homes(self, level: str) -> Mapping[str, str]:
        """Return the place of every unit, for rules: also the module of Python that its file is."""
        if level != "module":
            return self.places(level)
        files = self.places("file")
        return self._once(("modules",), lambda: {key: module_of(path) for key, path in files.items()})

    def _row(self, level: str, depth: int, opened: Sequence[str]) -> Row:
        order, members = self.order(level), dict[str, set[str]]()
        for key, place in self.places(level, depth, opened).items():
            members.setdefault(place, set()).add(order.home[key])
        return order.on(members)

    def key(self, unit: str) -> str:
        """Return the key of the unit in the graph that a person calls so; raises `SourceError` as `resolve` does."""
        if unit in self.graph:
            return unit
        inside = {key: head for key, head in self.heads.items() if key in self.graph}
        return resolve(unit, inside, self.pages.index if self.pages else "").key

    def places(self, level: str, depth: int = 0, opened: Sequence[str] = ()) -> Mapping[str, str]:
        """Return the folder, namespace, package or file of every unit by key; the `opened` give way to what is inside."""
        asked = ("places", level, depth, frozenset(opened))
        return self._once(asked, lambda: places(self.graph, level, depth, opened))

    def _code_view(self, level: str, kinds: Sequence[str], depth: int, opened: Sequence[str] = ()) -> View:
        view = self.structure(level, kinds=kinds, depth=depth, opened=opened)
        return view.only(view.code())

    def _partition(self) -> list[tuple[str, ...]]:
        return self._once(("partition",), lambda: communities.partition(self.view("unit")))

    def _changes(self, days: int) -> Changes:
        return self._once(("changes", days), lambda: self._count_changes(days))

    def _count_changes(self, days: int) -> Changes:
        commits, end = self._once(("commits",), self._commits)
        aside = CONTAINERS | PROSE | FRAMEWORK
        files = {node["file_path"] for _, node in self.graph.nodes(data=True) if node.get("type") not in aside}
        return cochange.count_changes(windows.within(commits, days, end), files, windows.said(days))

    def _members(self) -> Mapping[str, Sequence[str]]:
        return self._once(("members",), lambda: members_of(self.places("unit")))

    def _generation(self) -> Generation:
        groups = {level: self.view(level) for level in ("folder", "namespace", "package")}
        return Generation(self.view("unit"), self.structure("unit"), groups)

    def _once(self, asked: tuple[object, ...], make: Callable[[], T]) -> T:
        """Compute once, also when many threads ask at the same time: a view of a large graph is a second of work."""

        def made() -> T:
            with uncollected():
                return make()

        return self._kept.get(asked, made)

    def _around(self, key: str, kinds: Sequence[str], tests: bool) -> View:
        """The view in which the unit itself is a node: of members for a method, else of units."""
        level = "unit" if owner(self.graph.nodes, key) == key else "member"
        return self.view(level, kinds=kinds, tests=tests, outer=True)

    def _is_test(self, key: str) -> bool:
        return bool(self.graph.nodes[key].get("is_test"))
