"""What one open index holds, made when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Self, TypeVar

from core.errors import AmbiguousName, SourceError
from core.model import HISTORY, CodeUnit, Commit, History, Manifest, Problem, Relation, UnitHead, full_name
from core.model.limit import Limit
from core.model.resolve import resolve
from core.model.shown import Shown
from core.model.verdict import Verdict
from core.open_index.finding import inside
from core.open_index.not_own import NotOwn, not_own
from core.ports import Catalog, GraphStore
from core.present.html.links import PageLinks
from core.runtime.once import Once
from core.settings import Settings, index_home
from core.workbench.members import commits_of, manifests, package_units

if TYPE_CHECKING:
    import networkx as nx
    import pandas as pd
    import pyarrow as pa

    from core.analyse import Analysis
    from core.analyse.columns import StoredTables
    from core.analyse.division import Declared
    from core.analyse.environment import EnvironmentVariable
    from core.analyse.finding import Finding
    from core.analyse.graph_views import GraphViews
    from core.analyse.health import HealthNumbers
    from core.analyse.import_graph import ImportingFile
    from core.analyse.loading import RepeatedLoad, ViewQuery
    from core.analyse.result import Result
    from core.analyse.unused import Unused
    from core.index.opening import Opened
    from core.inspect.observed import ObservedIndex
    from core.model.code_links import LinkedCode
    from core.model.sheet import Similar
    from core.open_index import Stores
    from core.pipeline.freshness import Freshness
    from core.workbench.declaring import Declarations


T = TypeVar("T")
_INCLUDE = "Include them with the switch in the sidebar"


class OpenBench(Shown):
    """One generation of an index, open for reading; safe to share between threads.

    The catalog is open from the start; the lexical index, the vectors, the embedder and the graph are opened when a
    question first needs them, and everything that is large is made once, by the first thread that asks for it. What is
    asked of an index takes such a bench; `Workbench` is one with every verb.
    """

    def __init__(self, opened: Opened, settings: Settings) -> None:
        from core.open_index import OpenIndex

        self.settings = settings
        self._not_yours = settings.not_yours
        self.index = OpenIndex(opened.catalog)
        self.index.find_parts = lambda: self.analyse.in_parts
        self._opened = opened
        self._made = Once()

    @property
    def catalog(self) -> Catalog:
        """The catalog of the open generation."""
        return self.index.catalog

    @property
    def manifest(self) -> Manifest:
        """The metadata of the index."""
        return self.catalog.manifest

    @property
    def directory(self) -> Path:
        """The folder of the open generation."""
        return self._opened.directory

    @property
    def beside(self) -> Path:
        """The folder for data that outlives a generation, such as consent and conversations."""
        return self.directory.parent.parent

    @property
    def recorded(self) -> ObservedIndex:
        """The recorded facts of the units, computed once for each state of index and recordings."""
        from core.inspect.observed import ObservedIndex
        from core.measured.observed.recording_store import KEPT, KeptRecordings

        kept = KeptRecordings(self.beside / KEPT)
        return self._made.get(("recorded", kept.state), lambda: ObservedIndex(self.index, kept.all()))

    @property
    def stores(self) -> Stores:
        """The stores behind questions. Loads the lexical index, the vectors and the embedder."""
        from core.pipeline.stores import open_stores

        return self._made.get("stores", lambda: open_stores(self.index, self._opened, self.settings))

    @property
    def name(self) -> str:
        """The name of the index."""
        return self.catalog.manifest.name

    @property
    def pages(self) -> PageLinks:
        """The links to this index in `orienteer ui`: `wb.pages.link("changes")` is a link, `wb.pages.unit(key)` an address.

        That is the setting `pages`, else the workbench that runs with this home, whatever its port.
        """
        from core.workbench.running import running

        return PageLinks(self.settings.pages or running(index_home(self.settings)), self.name)

    def unit(self, name: str) -> CodeUnit:
        """Return the unit of this identifier, key or unambiguous name, with its code; raises `SourceError` with near names."""
        return self.catalog.units([self.head(name).key])[0]

    def head(self, name: str) -> UnitHead:
        """Return the head of the unit that `unit` would return."""
        try:
            return resolve(name, self.heads, self.name, self.index.names.identified)
        except AmbiguousName:
            raise
        except SourceError as error:
            around = next(iter(inside(self.index, name)), None)
            if around is None:
                raise
            place = f"{around.file_path}:{around.start_line}"
            said = f"No unit '{name}': it is a function inside {around.identifier} ({place}). Use that name."
            raise SourceError(said) from error

    @property
    def heads(self) -> Mapping[str, UnitHead]:
        """The heads of all units by key, ordered by key."""
        return self.index.by_key

    @property
    def relations(self) -> tuple[Relation, ...]:
        """All relations, ordered by source, target, kind, file and line."""
        return self.index.relations

    @property
    def metrics(self) -> Mapping[str, Mapping[str, float]]:
        """The numbers of each unit by key: pagerank, fan_in, fan_out, complexity, lines."""
        return self.index.metrics

    @property
    def histories(self) -> Mapping[str, History]:
        """The commits, authors and dates of each unit, by key; empty without git."""
        return self.index.histories

    @property
    def children(self) -> Mapping[str, tuple[str, ...]]:
        """The keys of the units directly inside each unit, by key, in the order of the keys."""
        return self.index.children

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The parse problems: files and places that were skipped, repaired or partially parsed, by file and line."""
        return self.index.problems

    def line(self, path: str, number: int) -> str:
        """Return one line of an indexed file, stripped; empty when the index has no such line."""
        return self.index.texts.line(path, number)

    def read_files(self, paths: Iterable[str]) -> None:
        """Read these files at once, which makes later calls of `line` fast."""
        self.index.texts.read(paths)

    @property
    def graph(self) -> nx.MultiDiGraph:
        """The units and relations as a `networkx.MultiDiGraph`; see `core.open_index.graph.build_graph` for its attributes."""
        return self.index.graph

    @property
    def graph_store(self) -> GraphStore:
        """The graph store that `index.graph` names: reachable units, shortest paths, degrees."""
        from core.backends import graph_store

        return self._once("graph_store", lambda: graph_store(self.settings.index, self.catalog))

    @property
    def analyse(self) -> Analysis:
        """The architecture: hubs, cycles, bridges, coupling, change."""
        return self._once(" ".join(("analyse", *self.settings.not_yours)), self._analysis)

    @property
    def not_own(self) -> NotOwn:
        """Code that is not yours, guessed or by the setting `not_yours`. Questions and analyses leave it out."""
        return not_own(self.index, self._not_yours)

    def with_everything(self) -> Self:
        """Return the same open index, with questions and analyses that include code that is not yours."""
        other = copy(self)
        other.settings = replace(self.settings, not_yours=())
        return other

    def sql(self, statement: str, parameters: Sequence[object] = ()) -> pd.DataFrame:
        """Return the rows of a read-only SQL query over the catalog tables as a pandas frame."""
        return self.catalog.sql(statement, parameters)

    def arrow(self, statement: str, parameters: Sequence[object] = ()) -> pa.Table:
        """Return the rows of `sql` as an Arrow table; raises `MissingExtra` without pyarrow."""
        from core.model.frames import arrow_table

        return arrow_table(self.sql(statement, parameters))

    def coverage(self) -> dict[str, object]:
        """Return which files and references the index contains and which it lacks, as nested values.

        See `core.inspect.coverage.Coverage`.
        """
        from core.inspect.coverage import coverage_of

        return coverage_of(self.index, self.directory)

    def linked(self, path: str) -> LinkedCode:
        """Return the code of a file with links from its names to their units; see `LinkedCode`."""
        from core.inspect.code_links import linked_code

        return replace(linked_code(self.index, path), pages=self.pages)

    def similar(self, name: str, limit: int = 20) -> tuple[Similar, ...]:
        """Return the units most similar to one, best first, by vectors or, without them, by words."""
        from core.inspect.similar import similar_units

        return similar_units(self.stores, self.head(name).key, limit)

    def verdict(self, name: str, side: str) -> str:
        """Return the meaning of an empty side of a unit, as a sentence.

        `side` is `used by`, `uses`, `facts`, `inside` or `tests`. The sentence on `used by` begins with the verdict: used,
        unused, possibly used or not analysed.
        """
        from core.inspect.verdict import forward_verdict, side_verdict, verdict_on

        head = self.head(name)
        if side == "used by":
            return verdict_on(self.index, head).sentence
        return forward_verdict(self.index, head) if side == "uses" else side_verdict(self.index, head, side)

    def freshness(self) -> Freshness:
        """Return how the checkout differs from the index now."""
        from core.pipeline.freshness import freshness

        return freshness(self.manifest, self.catalog.file_hashes(), self.settings.extract)

    def _repr_html_(self) -> str:
        from core.present.notebook.drawings import manifest_html

        return manifest_html(self.manifest, self.pages)

    def _once(self, name: str, make: Callable[[], T]) -> T:
        """Make a value of this generation once; what is made of all units is kept, so the collector need not look at it."""
        return self._made.get_large(name, make)

    def _analysis(self) -> Analysis:
        from core.analyse import Analysis

        apart = not_own(self.index, self.settings.not_yours)
        return Analysis(
            self.heads,
            lambda: self.relations,
            self.metrics,
            self.histories,
            commits=self._commits,
            packages=self.packages,
            manifests=lambda: manifests(self.index),
            pages=self.pages,
            verdicts=self._verdicts,
            unused=self._unused,
            findings=self._findings,
            trend=self._trend,
            stored=self._stored,
            loading=(self._repeated_loads, self._view_queries),
            environment=self._environment,
            owners=lambda: self.code_owners,
            rules=lambda: self._declarations().rules,
            contracts=lambda: self._declarations().contracts,
            imports=self._imports,
            declared_parts=self._declared_parts,
            members=[one.name for one in self.manifest.members],
            each=self._each if self.manifest.members else None,
            past=[Limit(problem.reason) for problem in self.index.problems if problem.status == HISTORY],
            own={key: head for key, head in self.heads.items() if not apart.hides(head)} if apart.files else None,
            without=[Limit(f"Not included: {apart.sentence}", "Change the setting not_yours to include them", _INCLUDE)]
            if apart.sentence
            else (),
            scoped=self._scoped,
        )

    def _scoped(self, scope: str) -> frozenset[str] | None:
        from core.search.scope import units_in

        return units_in(self.index, scope)

    def _each(self, asked: Callable[[GraphViews], Result[object]]) -> Result[object]:
        from core.workbench.each_member import of_each

        return of_each(self.manifest, self.settings, asked, lambda opened: OpenBench(opened, self.settings).analyse)

    def _declared_parts(self) -> Declared:
        from core.workbench.declaring import declared_parts

        return {} if self.manifest.members else declared_parts(Path(self.manifest.root))

    def _declarations(self) -> Declarations:
        from core.workbench.declaring import declarations

        return declarations(Path(self.manifest.root))

    def _imports(self) -> list[ImportingFile]:
        from core.workbench.members import importing_files

        return importing_files(self.index)

    def _stored(self) -> StoredTables:
        from core.inspect.columns import stored

        return stored(self.index)

    def _verdicts(self, keys: Sequence[str]) -> dict[str, Verdict]:
        from core.inspect.verdict import verdicts_on

        return verdicts_on(self.index, [self.heads[key] for key in keys])

    def _unused(self, type_: str) -> Result[Unused]:
        from core.inspect.observed.unused import with_verdicts
        from core.inspect.unused import unused

        return with_verdicts(self.recorded, self._once(f"unused {type_}", lambda: unused(self.index, type_)))

    def _findings(self, type_: str, since: str) -> Result[Finding]:
        raise NotImplementedError("A Workbench has findings: it opens earlier states to compare with.")

    def _trend(self) -> Result[HealthNumbers]:
        raise NotImplementedError("A Workbench has a trend: it opens earlier states.")

    def _repeated_loads(self) -> Result[RepeatedLoad]:
        from core.inspect.loading import repeated_loads

        return repeated_loads(self.index)

    def _view_queries(self) -> Result[ViewQuery]:
        from core.inspect.loading import view_queries

        return view_queries(self.index)

    def _environment(self) -> Result[EnvironmentVariable]:
        from core.inspect.environment import environment

        return environment(self.index)

    @property
    def code_owners(self) -> Mapping[str, str]:
        """The owners of each file, by the CODEOWNERS of the checkout; empty without such a file."""
        from core.workbench.members import owners_of

        files = (head.file_path for head in self.index.heads if head.type == "file")
        return self._once("code_owners", lambda: owners_of(self.manifest, files))

    def _commits(self) -> tuple[list[Commit], datetime]:
        """Return the commits up to the one that was indexed, newest first, and its date; none without git."""
        return commits_of(self.manifest)

    def packages(self) -> dict[str, Mapping[str, object]]:
        """Return the facts of the package units by identifier. In a group, the repository precedes the identifier."""
        return {full_name(unit.identifier, unit.repository): unit.metadata for unit in package_units(self.index)}
