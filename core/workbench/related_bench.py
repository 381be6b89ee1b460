"""The verbs of what was measured while the code ran, and those that say what is related to a unit."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from core.errors import SettingsError
from core.model.run import SearchRun
from core.workbench.asked_bench import AskedBench

if TYPE_CHECKING:
    from pathlib import Path

    import networkx as nx

    from core.analyse.kin import Kin
    from core.analyse.result import Result
    from core.model.executed import CoverageReport, ExecutedLines, TestChoice, UnitTests
    from core.model.observed import ObservedUnit, Recording


class RelatedBench(AskedBench):
    """Coverage reports and recordings, what a unit shares with others, and contexts of what is asked for over and over."""

    def tests(self, name: str) -> UnitTests:
        """Return the tests of a unit: those that ran its lines, then those whose code reaches it."""
        from core.workbench.tests import unit_tests

        return unit_tests(self, name)

    def executed(self, name: str) -> ExecutedLines | None:
        """Return the executable lines of a unit that tests ran, from the stored reports. None if no report has its file."""
        from core.workbench.tests import executed_lines

        return executed_lines(self, name)

    def keep_coverage(self, paths: Sequence[Path]) -> tuple[CoverageReport, ...]:
        """Read coverage reports (SimpleCov, coverage.py, lcov, Cobertura, llvm-cov, Go) and store them with the index.

        Raises `SourceError` for an invalid report, and for one without a file of the index.
        """
        from core.workbench.tests import keep_coverage

        return keep_coverage(self, paths)

    def coverage_reports(self) -> tuple[CoverageReport, ...]:
        """Return the stored coverage reports of the index."""
        from core.workbench.executed import kept_reports

        return kept_reports(self).told()

    def forget_coverage(self, source: str) -> None:
        """Remove a stored report by its path. Raises `SourceError` for an unknown path."""
        from core.workbench.tests import forget_coverage

        forget_coverage(self, source)

    def tests_for(self, diff: str = "", *, commits: str = "", staged: bool = False) -> TestChoice:
        """Return the tests to run for a change, those most likely to fail first.

        The change is a unified diff against the indexed commit, `BEFORE..AFTER` of the checkout, or the staged change.
        Raises `SettingsError` unless exactly one is given, and for a diff without a hunk.
        """
        from core.workbench.tests import tests_for

        return tests_for(self, diff, commits, staged=staged)

    def keep_recordings(self, paths: Sequence[Path]) -> tuple[Recording, ...]:
        """Read logs, traces, profiles and exports of the running application, and store the counts without the values.

        Raises `SourceError` for an invalid file, and for one without any unit of the index.
        """
        from core.workbench.observed import keep_recordings

        return keep_recordings(self, paths)

    def recordings(self) -> tuple[Recording, ...]:
        """Return the stored recordings of the index, ordered by source."""
        return self.recorded.recordings

    def forget_recording(self, source: str) -> None:
        """Remove a stored recording by its path. Raises `SourceError` for an unknown path."""
        from core.workbench.observed import forget_recording

        forget_recording(self, source)

    def observed(self, name: str) -> ObservedUnit:
        """Return calls, times, errors, queries and observed callers of a unit, from the stored recordings."""
        from core.workbench.observed import observed

        return observed(self, name)

    def runtime(self, what: str = "routes", *, limit: int = 0) -> Result[object]:
        """Return a list from the recordings: routes, actions, jobs, views, code, queries, `never` (seen) or `edges`.

        `edges` are calls that appear only at run time. Raises `SettingsError` for an unknown list.
        """
        from core.workbench.observed import runtime_list

        return runtime_list(self, what, limit)

    def related_to(self, name: str, limit: int = 20) -> tuple[Kin, ...]:
        """Return the units that share most dependencies with a unit. Rare dependencies count most.

        Methods are compared with methods and classes with classes. Tests are left out unless the unit is one.
        """
        from core.analyse.kin import kin

        head = self.head(name)
        units = self.analyse.view("unit", tests=head.is_test)
        view = units if head.key in units.out else self.analyse.view("member", tests=head.is_test)
        return kin(view, head.key, limit)

    def subgraph_for_types(self, types: Sequence[str]) -> nx.MultiDiGraph:
        """Return the part of `graph` with the units of these types. Raises `SettingsError` for a type without units."""
        known = sorted(self.index.types)
        for type_ in types:
            if type_ not in self.index.types:
                near = difflib.get_close_matches(type_, known, n=1)
                hint = f" Did you mean '{near[0]}'?" if near else f" Choose from: {', '.join(known)}."
                raise SettingsError(f"No units of the type '{type_}'.{hint}")
        found: nx.MultiDiGraph = self.graph.subgraph([head.key for head in self.index.heads if head.type in types]).copy()
        return found

    def retrieve_for_model(self, name: str, *, budget: int | None = None, include_structural: bool = True) -> SearchRun:
        """Return the run of a question about a unit and its dependents, with the unit and its parts in the context.

        Any unit is valid, not only a model. Raises `SourceError` for an unknown name. Without `include_structural`, the
        context has no overview of the codebase.
        """
        return self._retrieved(f"How does {self._named(name)} work, and what belongs to it?", budget, include_structural)

    def retrieve_for_feature(self, text: str, *, budget: int | None = None, include_structural: bool = True) -> SearchRun:
        """Return the run of a question about a feature, such as "checkout flow" or "password reset"."""
        return self._retrieved(f"How does this feature work: {text}?" if text.strip() else "", budget, include_structural)

    def retrieve_dependencies(self, name: str, *, budget: int | None = None, include_structural: bool = True) -> SearchRun:
        """Return the run of a question about the dependencies of a unit, with the unit and its dependencies in the context."""
        return self._retrieved(f"What does {self._named(name)} depend on?", budget, include_structural)

    def _named(self, name: str) -> str:
        return self.head(name).identifier

    def _retrieved(self, question: str, budget: int | None, structural: bool) -> SearchRun:
        settings: Mapping[str, object] = {} if structural else {"assemble.structural": 0.0}
        return self.ask(question, budget=budget, settings=settings)
