"""An index on a server, used like a local one: its generation is fetched once, questions are asked on the server.

The server has the sentence vectors, the model that reads questions, and the checkout with its commits and reports. Everything
else reads the generation. It stays in the user's cache until the server publishes another one."""

from __future__ import annotations

import inspect
import json
import os
import shutil
import tarfile
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import wraps
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, Unpack, cast
from urllib.parse import quote, urlencode, urlsplit

import httpx

from core.answer.answering import Event
from core.errors import SettingsError, SourceError, StoreError, WorkbenchError, WriterError, cause
from core.model import Commit, Manifest
from core.model.answer import Answer, Round, Sending, Sentence
from core.model.executed import CoverageReport, ExecutedLines, TestChoice, UnitTests
from core.model.flow import Flow
from core.model.history import LineHistory
from core.model.known import Known
from core.model.observed import Recording
from core.model.overview import Overview
from core.model.review import Review
from core.model.run import SearchRun
from core.model.sheet import Similar
from core.model.where import Limits, listed
from core.model.wire import plain, read
from core.pipeline.freshness import Freshness
from core.runtime.replacing import write_whole
from core.settings import TOKEN, Settings
from core.settings.home import cache_home
from core.workbench.bench import Workbench
from core.workbench.compare import Comparison
from core.workbench.declaring import Declarations
from core.workbench.routes import ROUTES

if TYPE_CHECKING:
    from core.analyse.check import Check
    from core.analyse.rules import Rule
    from core.evaluate.report import Report
    from core.index.opening import Opened
    from core.inspect.observed import ObservedIndex
    from core.ports import Progress
    from core.workbench.answering import Underway


T = TypeVar("T")
_LOOK = 0.5  # seconds between two looks at a job
_PREFIX = "/api/v1/indexes"


class ServedWorkbench(Workbench):
    """A workbench over the generation of a server's index; the server answers what needs its checkout, models or reports."""

    _since = "-"  # the state of the recordings that were fetched last

    def __init__(self, opened: Opened, settings: Settings, address: str) -> None:
        super().__init__(opened, settings)
        self.address = address

    def ask(
        self,
        question: str,
        *,
        budget: int | None = None,
        prior: SearchRun | None = None,
        after: Sequence[str] = (),
        known: Known | None = None,
        settings: Mapping[str, object] | Settings | None = None,
        **limits: Unpack[Limits],
    ) -> SearchRun:
        """Return the run of the question, as the server answers it; see `Workbench.ask`.

        Raises `StoreError` when the server cannot be reached, `SettingsError` for whole settings, which cannot be sent.
        """
        body = {
            "question": question, "budget": self.settings.assemble.budget if budget is None else budget,
            "types": list(limits.get("types", ())), "paths": list(limits.get("paths", ())),
            "languages": list(limits.get("languages", ())), "exclude": list(limits.get("exclude", ())),
            "tests": limits.get("include_tests", False), "repositories": list(limits.get("repositories", ())),
            "where": listed(limits.get("where", ())),
            "after": [*after, *([prior.question] if prior else [])], "settings": sent_settings(settings), "full": True,
            "known": plain(known or Known()),
        }  # fmt: skip
        answer = asked_of("POST", f"{self.address}/ask", json=body)
        return replace(read(SearchRun, answer.json()), pages=self.pages)

    def asked_before(self, question: str) -> tuple[str, ...]:
        """Return questions that were asked of the server's index and share most words with one, nearest first."""
        return tuple(asked_of("GET", f"{self.address}/asked?{urlencode({'question': question})}").json()["questions"])

    def answering(
        self, question: str, *, model: bool = True, agree: Callable[[Sending], bool] | None = None, after: Sequence[str] = (),
        run: SearchRun | None = None,
    ) -> Underway:  # fmt: skip
        """Return a question on its way to an answer in words, which the server makes; see `Workbench.answering`.

        The server names the model and searches itself, whatever `run` there is. `agree` is asked with what would leave the
        server, unless it was agreed to over there.
        """
        return ServedAnswering(self.address, question, tuple(after), model, agree)

    @property
    def beside(self) -> Path:
        """The folder for what belongs to this index on this machine."""
        return self.directory.parent

    def renewed(self) -> Workbench:
        """Return the workbench of the generation that the server has published now: this one when it still is."""
        place = fetched(self.address)
        return self if place == self.directory else _opened(place, self.settings, self.address)

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

    def check(self, rules: Path | None = None, baseline: Path | None = None, *, tests: bool = False) -> Check:
        """Return what breaks the architecture that the checkout over there declares; `rules` and `baseline` are files here."""
        from core.workbench.checking import check_declared, known_violations
        from core.workbench.declaring import declarations

        said, known = self._declared()
        said = declarations(Path(), rules) if rules else said
        return check_declared(self, said, known_violations(Path(), baseline) if baseline else known, tests=tests)

    def generations(self) -> Mapping[int, Manifest]:
        """Return the manifests of the generations that are kept over there; see `Workbench.generations`."""
        return {one.generation: one for one in (read(Manifest, row) for row in self._got("generations").json()["generations"])}

    def compare(self, before: int | None = None, after: int | None = None) -> Comparison:
        """Compare two generations over there; see `Workbench.compare`."""
        newer = self.manifest.generation if after is None else after
        return read(Comparison, self._got("compare", before="" if before is None else before, after=newer).json())

    def compare_commits(self, before: str, after: str = "HEAD", progress: Progress | None = None) -> Comparison:
        """Compare two commits of the checkout over there, where a job reads them first; see `Workbench.compare_commits`."""
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


_READ: Mapping[str, object] = {
    "executed": ExecutedLines | None, "freshness": Freshness, "line_history": LineHistory, "similar": tuple[Similar, ...],
    "tests": UnitTests,
}  # fmt: skip
"""The verbs of `ROUTES` that the server answers, with the type of the answer; the others read the generation."""


def _asked_over_there(verb: str, kind: object) -> Callable[..., object]:
    here = getattr(Workbench, verb)

    @wraps(here)
    def there(self: ServedWorkbench, *args: object, **named: object) -> object:
        given = inspect.signature(here).bind(self, *args, **named).arguments
        sent = dict(list(given.items())[1:])
        found = read(cast("type[object]", kind), self._got(ROUTES[verb].path, **sent).json())
        return replace(found, pages=self.pages) if isinstance(found, UnitTests) else found

    return there


for _verb, _kind in _READ.items():
    setattr(ServedWorkbench, _verb, _asked_over_there(_verb, _kind))


def open_served(url: str, settings: Settings) -> ServedWorkbench:
    """Open an index of a server: `http://host:3000/shop`, or the only one of `http://host:3000`.

    The token is taken from `$ORIENTEER_TOKEN`. Raises `StoreError` when the server cannot be reached or refuses.
    """
    parts = urlsplit(url)
    base, name = f"{parts.scheme}://{parts.netloc}", parts.path.strip("/")
    if not parts.netloc:
        raise SettingsError(f"'{url}' is not a server address. Give one such as http://127.0.0.1:3000/shop")
    if not name:
        names = [row["name"] for row in asked_of("GET", f"{base}{_PREFIX}").json()["indexes"]]
        if len(names) != 1:
            raise SettingsError(f"{base} has {len(names)} indexes: {', '.join(names)}. Name one, as in {base}/{'shop'}")
        name = names[0]
    address = f"{base}{_PREFIX}/{quote(name, safe='')}"
    return _opened(fetched(address), settings, address)


def fetched(address: str) -> Path:
    """Return the folder of the server's current generation on this machine, which is fetched unless it is there already."""
    kept = cache_home() / "served" / sha256(address.encode()).hexdigest()[:16]
    named = kept / "edition"
    before = named.read_text(encoding="ascii") if named.is_file() else ""
    headers = {"If-None-Match": before.partition(" ")[2]} if before else {}
    number = before.partition(" ")[0]
    try:
        with client_of() as client, client.stream("GET", f"{address}/generation", headers=headers) as answer:
            if answer.status_code == 304:
                return kept / number
            if answer.status_code != 200:
                answer.read()
                raise refused(answer)
            return _unpacked(answer, kept, named)
    except httpx.HTTPError as problem:
        raise unreached(address, problem) from problem


def _unpacked(answer: httpx.Response, kept: Path, named: Path) -> Path:
    """Write what was packed into a folder of its own, and name it only when it is whole."""
    kept.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="g", dir=kept))
    try:
        with tempfile.TemporaryFile() as packed:
            for piece in answer.iter_bytes():
                packed.write(piece)
            packed.seek(0)
            with tarfile.open(fileobj=packed) as tar:
                tar.extractall(folder, filter="data")
    except (OSError, tarfile.TarError, httpx.HTTPError) as problem:
        shutil.rmtree(folder, ignore_errors=True)
        raise StoreError(f"The index of {answer.url} arrived incomplete: {problem}. Try again.") from problem
    write_whole(named, f"{folder.name} {answer.headers['etag']}".encode("ascii"))
    return folder


def _opened(folder: Path, settings: Settings, address: str) -> ServedWorkbench:
    from core.backends import products
    from core.index.opening import open_generation

    return ServedWorkbench(open_generation(folder, products(settings)), settings, address)


_PATIENCE = 600.0  # seconds between two events: a server says every few that it is still at it


@dataclass(slots=True)
class ServedAnswering:
    """One question on its way to an answer; `events` tells it as it is made, `answer` is there when they have ended."""

    address: str
    question: str
    after: tuple[str, ...]
    model: bool
    agree: Callable[[Sending], bool] | None
    answer: Answer | None = field(default=None, init=False)

    def sending(self) -> Sending | None:
        """Return what the server would send first, word for word; None when it would ask no model. Nothing is sent."""
        return self._would()[0]

    def _would(self) -> tuple[Sending | None, bool]:
        """Return what the server would send, and whether that was agreed to over there."""
        told = asked_of("POST", f"{self.address}/answer/sending", json=self._body(agree=False)).json()
        return (read(Sending, told["sending"]) if told["sending"] else None), bool(told["agreed"])

    def _body(self, *, agree: bool) -> dict[str, object]:
        return {"question": self.question, "after": list(self.after), "model": self.model, "agree": agree}

    def events(self) -> Iterator[Event]:
        """Yield what is sent, each sentence as soon as it is checked, and the end of each round.

        Raises `WriterError` with the problem that the server tells, `StoreError` when the stream breaks off.
        """
        agree = False
        if self.model and self.agree is not None:
            would, agreed = self._would()
            agree = would is not None and not agreed and self.agree(would)
        for name, told in self._told(agree):
            if name == "sentence":
                yield read(Sentence, told)
            elif name == "sending":
                yield read(Sending, told)
            elif name == "round":
                yield Round(str(told["searched"]), int(str(told["sources"])), None, str(told["ended"]))
            elif name == "done":
                self.answer = read(Answer, told)
            elif name == "problem":
                raise WriterError(str(told.get("detail") or told.get("title")))
        if self.answer is None:
            raise StoreError(f"The answer from {self.address} ended early. Ask again.")

    def _told(self, agree: bool) -> Iterator[tuple[str, dict[str, object]]]:
        """Yield the name and the data of each event of the stream."""
        url = f"{self.address}/answer/stream"
        try:
            with client_of() as client, client.stream("POST", url, json=self._body(agree=agree), timeout=_PATIENCE) as answer:
                if answer.status_code != 200:
                    answer.read()
                    raise refused(answer)
                name = ""
                for line in answer.iter_lines():
                    if line.startswith("event: "):
                        name = line.removeprefix("event: ")
                    elif line.startswith("data: "):
                        yield name, json.loads(line.removeprefix("data: "))
        except httpx.HTTPError as problem:
            raise unreached(url, problem) from problem


def sent_settings(settings: Mapping[str, object] | Settings | None) -> dict[str, object]:
    """Return settings by name as they are sent; raises `SettingsError` for whole settings, which cannot be."""
    if isinstance(settings, Settings):
        raise SettingsError("A server accepts only named settings, such as {'rank.recency': 0}.")
    return dict(settings or {})


def joined(reports: Sequence[Report]) -> Report:
    """Return the reports of single questions as that of all; those of baselines by their name."""
    first = reports[0]
    results = tuple(result for one in reports for result in one.results)
    others = tuple(joined([one.others[number] for one in reports]) for number in range(len(first.others)))
    return replace(first, results=results, others=others)


_SECONDS = 120.0
_PROBLEMS: Mapping[int, type[WorkbenchError]] = {400: SettingsError, 404: SourceError, 422: SettingsError}


def client_of() -> httpx.Client:
    """Return a client that sends the token of `$ORIENTEER_TOKEN`."""
    token = os.environ.get(TOKEN, "")
    return httpx.Client(timeout=_SECONDS, headers={"Authorization": f"Bearer {token}"} if token else {})


def answered(method: str, url: str, json: object = None, content: bytes | None = None) -> httpx.Response:
    """Return what a server answers, whatever its status; raises `StoreError` when it cannot be reached."""
    try:
        with client_of() as client:
            return client.request(method, url, json=json, content=content)
    except httpx.HTTPError as problem:
        raise unreached(url, problem) from problem


def asked_of(method: str, url: str, json: object = None, content: bytes | None = None) -> httpx.Response:
    """Return what a server answers; raises the problem that it tells, `StoreError` when it cannot be reached."""
    answer = answered(method, url, json, content)
    if answer.status_code != 200:
        raise refused(answer)
    return answer


def unreached(url: str, problem: httpx.HTTPError) -> StoreError:
    """Return the problem of a server that does not answer."""
    base = "/".join(url.split("/")[:3])
    return StoreError(f"The server {base} cannot be reached: {problem}. Start it: orienteer serve")


def refused(answer: httpx.Response) -> WorkbenchError:
    """Return the problem that a server tells."""
    try:
        told = answer.json()
        said = str(told.get("detail") or told.get("title"))
    except (ValueError, AttributeError):
        said = f"it replied with status {answer.status_code}, unlike Orienteer"
    if answer.status_code == 401:
        said += f" Set {TOKEN} to that of the server."
    return _PROBLEMS.get(answer.status_code, StoreError)(f"{answer.url.host}: {said}")
