"""What an index on a server knows beside its generation: the checkout, other generations, coverage reports, vectors.

Only the machine of the server has them, so these verbs are answered over there; the generation itself is read here.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import urlencode

from core.errors import SettingsError, SourceError, StoreError, cause
from core.model import Commit, Manifest
from core.model.executed import CoverageReport, ExecutedLines, TestChoice, UnitTests
from core.model.flow import Flow
from core.model.history import LineHistory
from core.model.observed import Recording
from core.model.overview import Overview
from core.model.review import Review
from core.model.sheet import Similar
from core.model.wire import read
from core.workbench.bench import Workbench
from core.workbench.server_calls import answered, asked_of, refused

if TYPE_CHECKING:
    import httpx

    from core.analyse.check import Check
    from core.analyse.rules import Rule
    from core.evaluate.report import Report
    from core.inspect.observed import ObservedIndex
    from core.pipeline.freshness import Freshness
    from core.ports import Progress
    from core.settings import Settings
    from core.workbench.compare import Comparison
    from core.workbench.declaring import Declarations

T = TypeVar("T")
_LOOK = 0.5  # seconds between two looks at a job


class ServedCheckout(Workbench):
    """A workbench over a generation that was fetched; what else the index has is asked of the server at `address`."""

    address: str
    _since = "-"  # the state of the recordings that were fetched last

    def freshness(self) -> Freshness:
        """Return how far the checkout over there has moved on; see `Workbench.freshness`."""
        from core.pipeline.freshness import Freshness

        return read(Freshness, self._got("freshness").json())

    def status(self, coverage: bool = False) -> dict[str, object]:
        """Return the state of the index over there; see `Workbench.status`."""
        return dict(asked_of("GET", f"{self.address}?{urlencode({'coverage': coverage})}").json())

    @property
    def overview(self) -> Overview:
        """What is in the index; the checkout over there knows the versions of languages."""
        return self._once("overview", lambda: read(Overview, self._got("overview").json()))

    def flow(self, entry: str, *, depth: int = 4, whole: bool = False, steps: int = 600) -> Flow:
        """Return what happens when something is entered, with what tests ran of it; see `Workbench.flow`."""
        told = self._got("flow", entry=entry, depth=depth, whole=whole, steps=steps, full=True).json()
        return replace(read(Flow, told), pages=self.pages)

    def similar(self, name: str, limit: int = 20) -> tuple[Similar, ...]:
        """Return the units most like one, by the vectors of the server; see `Workbench.similar`."""
        return tuple(read(Similar, one) for one in self._got("similar", name=name, limit=limit).json())

    def line_history(self, name: str) -> LineHistory:
        """Return the commits that changed the lines of a unit; see `Workbench.line_history`."""
        return read(LineHistory, self._got("line-history", name=name).json())

    def check(self, rules: Path | None = None, baseline: Path | None = None, *, tests: bool = False) -> Check:
        """Return what breaks the architecture that the checkout over there declares; `rules` and `baseline` are files here."""
        from core.workbench.checking import check_declared, known_breaches
        from core.workbench.declaring import declarations

        said, known = self._declared()
        said = declarations(Path(), rules) if rules else said
        return check_declared(self, said, known_breaches(Path(), baseline) if baseline else known, tests=tests)

    def generations(self) -> Mapping[int, Manifest]:
        """Return the manifests of the generations that are kept over there; see `Workbench.generations`."""
        return {one.generation: one for one in (read(Manifest, row) for row in self._got("generations").json()["generations"])}

    def compare(self, before: int | None = None, after: int | None = None) -> Comparison:
        """Compare two generations over there; see `Workbench.compare`."""
        from core.workbench.compare import Comparison

        newer = self.manifest.generation if after is None else after
        return read(Comparison, self._got("compare", before="" if before is None else before, after=newer).json())

    def compare_commits(self, before: str, after: str = "HEAD", progress: Progress | None = None) -> Comparison:
        """Compare two commits of the checkout over there, where a job reads them first; see `Workbench.compare_commits`."""
        from core.workbench.compare import Comparison

        asked = urlencode({"before": before, "after": after})
        return read(Comparison, self._after_reading("GET", f"{self.address}/compare?{asked}", None, progress).json())

    def review(
        self, commits: str = "", *, diff: str = "", staged: bool = False, progress: Progress | None = None
    ) -> Review:  # fmt: skip
        """Return the review of a change of the checkout over there; see `Workbench.review`."""
        body = {"commits": commits, "diff": diff, "staged": staged, "full": True}
        return replace(
            read(Review, self._after_reading("POST", f"{self.address}/review", body, progress).json()), pages=self.pages
        )

    def tests(self, name: str) -> UnitTests:
        """Return the tests of a unit, by the reports over there; see `Workbench.tests`."""
        return replace(read(UnitTests, self._got("tests", name=name).json()), pages=self.pages)

    def executed(self, name: str) -> ExecutedLines | None:
        """Return which lines of a unit tests ran, by the reports over there; see `Workbench.executed`."""
        told = self._got("tests/executed", name=name).json()
        return None if told is None else ExecutedLines(*map(tuple, told))

    def tests_for(self, diff: str = "", *, commits: str = "", staged: bool = False) -> TestChoice:
        """Return the tests to run for a change, by the reports and the checkout over there; see `Workbench.tests_for`."""
        body = {"diff": diff, "commits": commits, "staged": staged}
        return replace(read(TestChoice, asked_of("POST", f"{self.address}/tests", json=body).json()), pages=self.pages)

    def coverage_reports(self) -> tuple[CoverageReport, ...]:
        """Return the coverage reports that are kept over there."""
        return tuple(read(CoverageReport, one) for one in self._got("tests/coverage").json())

    def keep_coverage(self, paths: Sequence[Path]) -> tuple[CoverageReport, ...]:
        """Send coverage reports, to be kept over there under their paths here; see `Workbench.keep_coverage`."""
        return tuple(self._sent(CoverageReport, "tests/coverage", path) for path in paths)

    def forget_coverage(self, source: str) -> None:
        """Remove a report that is kept over there, by its path; see `Workbench.forget_coverage`."""
        asked_of("DELETE", f"{self.address}/tests/coverage?{urlencode({'name': source})}")

    @property
    def recorded(self) -> ObservedIndex:
        """What recordings over there say of the units; they are fetched when they are others than before."""
        from core.inspect.observed import ObservedIndex
        from core.model.observed import Recorded

        told = self._got("runtime/kept", since=self._since).json()
        found = self._made.get(("recorded", told["state"]), lambda: ObservedIndex(self.index, read(Recorded, told["kept"])))
        self._since = told["state"]
        return found

    def keep_recordings(self, paths: Sequence[Path]) -> tuple[Recording, ...]:
        """Send recordings, to be kept over there under their paths here; see `Workbench.keep_recordings`."""
        return tuple(self._sent(Recording, "runtime/recordings", path) for path in paths)

    def forget_recording(self, source: str) -> None:
        """Remove a recording that is kept over there, by its path; see `Workbench.forget_recording`."""
        asked_of("DELETE", f"{self.address}/runtime/recordings?{urlencode({'name': source})}")

    def evaluate(
        self, questions: str | Path, *, budget: int | None = None, baselines: Sequence[str] = (),
        settings: Mapping[str, object] | Settings | None = None,
    ) -> Report:  # fmt: skip
        """Return how well the server answers the questions of a file, which are sent one by one; see `Workbench.evaluate`."""
        from core.evaluate.questions import read_questions
        from core.evaluate.report import Report

        read_questions(Path(questions))  # which says what is wrong with the file
        said = json.loads(Path(questions).read_text(encoding="utf-8"))
        size = self.settings.assemble.budget if budget is None else budget
        body = {"budget": size, "baselines": list(baselines), "settings": sent_settings(settings), "full": True}
        told = [
            read(
                Report,
                asked_of("POST", f"{self.address}/evaluate", json={**body, "questions": {**said, "queries": [one]}}).json(),
            )
            for one in said["queries"]
        ]
        return replace(joined(told), pages=self.pages)

    def _sent(self, kind: type[T], where: str, path: Path) -> T:
        url = f"{self.address}/{where}?{urlencode({'name': str(path.resolve())})}"
        try:
            return read(kind, asked_of("POST", url, content=path.read_bytes()).json())
        except OSError as problem:
            raise SourceError(f"{path} cannot be read: {cause(problem)}.") from problem
        except SettingsError as problem:  # of the file, as when it is kept here
            raise SourceError(str(problem)) from problem

    def _got(self, what: str, **given: object) -> httpx.Response:
        return asked_of("GET", f"{self.address}/{what}?{urlencode(given)}")

    def _declared(self) -> tuple[Declarations, frozenset[str]]:
        from core.workbench.declaring import Declarations

        told = self._got("declarations").json()
        return read(Declarations, told["declared"]), frozenset(told["known"])

    def _rules(self) -> tuple[Rule, ...]:
        return self._declared()[0].rules

    def _commits(self) -> tuple[list[Commit], datetime]:
        told = self._got("commits").json()
        return [read(Commit, one) for one in told["commits"]], datetime.fromisoformat(told["last"])

    def _after_reading(self, method: str, url: str, body: object, progress: Progress | None) -> httpx.Response:
        """Return what the server answers; what it has to read first is read by a job, whose steps `progress` hears."""
        answer = answered(method, url, json=body)
        if answer.status_code == 409 and "job" in (told := answer.json()):
            self._read_over_there(told["job"], progress)
            answer = answered(method, url, json=body)
        if answer.status_code != 200:
            raise refused(answer)
        return answer

    def _read_over_there(self, wanted: object, progress: Progress | None) -> None:
        begun = answered("POST", f"{self.address}/jobs", json=wanted)
        if begun.status_code != 202:
            raise refused(begun)
        job = begun.json()
        while job["state"] == "running":
            time.sleep(_LOOK)
            job = asked_of("GET", f"{self.address.partition('/indexes/')[0]}/jobs/{job['id']}").json()
            if progress is not None and job["step"]:
                progress(job["step"], job["done"], job["total"])
        if job["state"] != "done":
            raise StoreError(f"The server could not read the commits: {job['says']}")


def sent_settings(settings: Mapping[str, object] | Settings | None) -> dict[str, object]:
    """Return settings by name as they are sent; raises `SettingsError` for whole settings, which cannot be."""
    from core.settings import Settings

    if isinstance(settings, Settings):
        raise SettingsError("A server accepts only named settings, such as {'rank.recency': 0}.")
    return dict(settings or {})


def joined(reports: Sequence[Report]) -> Report:
    """Return the reports of single questions as that of all; those of baselines by their name."""
    first = reports[0]
    results = tuple(result for one in reports for result in one.results)
    others = tuple(joined([one.others[number] for one in reports]) for number in range(len(first.others)))
    return replace(first, results=results, others=others)
