"""The verbs of what was measured while the code ran: coverage reports of tests, recordings of the running application."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.workbench.asked_bench import AskedBench

if TYPE_CHECKING:
    from pathlib import Path

    from core.analyse.result import Result
    from core.model.executed import CoverageReport, ExecutedLines, TestChoice, UnitTests
    from core.model.observed import ObservedUnit, Recording


class MeasuredBench(AskedBench):
    """The verbs of coverage reports and recordings, which are kept beside an index."""

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
