"""The verbs of one index under `/api/v1/indexes/{index}`: each asks the workbench once and tells its value as JSON.

An answer carries its generation as ETag; who sends that back with If-None-Match is told 304 while it holds.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, TypeVar

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import JSONResponse

from core.api.asked import MOST_NAME, AskBody, EvaluateBody, ImpactBody, ReviewBody, SqlBody
from core.api.problems import RESPONSES, NotRead, Unknown
from core.api.work import Work
from core.errors import SettingsError, SourceError
from core.model.flow import Flow
from core.model.known import Known
from core.model.review import Review
from core.model.run import SearchRun
from core.model.wire import plain, read
from core.present.export.flows import flow_json
from core.present.export.review import review_json
from core.serving.indexes import ServedIndexes
from core.workbench import Workbench, listed_indexes
from core.workbench.compare import Comparison, known_comparison, numbered
from core.workbench.reviewing import is_read, parted
from core.workbench.sessions import edition

T = TypeVar("T")
_QUERY = 10.0  # seconds of a query
UnitName = Annotated[str, Query(min_length=1, max_length=1_000, description="identifier, key or unambiguous name")]
Depth = Annotated[int, Query(ge=1, le=10)]
Kinds = Annotated[tuple[str, ...], Query(max_length=50, description="only relations of these kinds")]
Revision = Annotated[str, Query(max_length=MOST_NAME, description="a generation, or a branch, tag or id of a commit")]
Limit = Annotated[int, Query(ge=1, le=5_000)]


@dataclass(frozen=True, slots=True)
class Serving:
    """What every address of the interface is answered from."""

    indexes: ServedIndexes
    work: Work
    answers: Work
    """Answers in words, for whose models nobody else shall wait."""

    async def bench(self, name: str) -> Workbench:
        """Return the open index; raises `Unknown` where there is none of the name."""
        return await self.work.in_thread(partial(self._open, name))

    def _open(self, name: str) -> Workbench:
        known = [listed.name for listed in listed_indexes(self.indexes.settings)]
        if name not in known:
            raise Unknown(f"There is no index '{name}'. There are: {', '.join(known) or 'none'}.")
        return self.indexes.workbench(name)

    async def answered(
        self, request: Request, name: str, ask: Callable[[Workbench], T], tell: Callable[[T], object] = plain
    ) -> Response:
        """Return what is asked of an index as JSON, with the generation as ETag, or 304 when who asks has it."""
        bench = await self.bench(name)
        tag = tag_of(bench)
        if request.method == "GET" and tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers={"ETag": tag})
        told = await self.work.done(request, lambda: tell(ask(bench)))
        headers = {"ETag": tag, "Cache-Control": "private, no-cache"}
        if late := await self.work.in_thread(partial(self.indexes.staleness, bench)):
            headers["X-Orienteer-Stale"] = late.encode("ascii", "replace").decode()
        return JSONResponse(told, headers=headers)


def tag_of(bench: Workbench) -> str:
    """Return what tells the state of an index from every other, as an ETag."""
    return f'"{edition(bench.manifest).replace(" ", "-")}"'


def _router() -> APIRouter:
    return APIRouter(prefix="/api/v1/indexes", tags=["indexes"], responses=RESPONSES)


def asking(serving: Serving) -> APIRouter:
    """Return the addresses of the list of indexes, the state of one, and questions."""
    router = _router()

    @router.get("", summary="The indexes that are served")
    async def indexes(request: Request) -> JSONResponse:
        found = await serving.work.done(request, lambda: listed_indexes(serving.indexes.settings))
        rows = [{"name": one.name, "problem": one.problem, **(_counts(one.manifest) if one.manifest else {})} for one in found]
        return JSONResponse({"indexes": rows, "count": len(rows)})

    @router.get("/{index}", summary="What the index holds, and how far the checkout has moved on")
    async def status(request: Request, index: str) -> Response:
        return await serving.answered(request, index, lambda bench: bench.status(), dict)

    @router.post("/{index}/ask", summary="Answer a question within a budget of tokens")
    async def ask(request: Request, index: str, body: AskBody) -> Response:
        return await serving.answered(request, index, lambda bench: run_of(bench, body), partial(told_run, full=body.full))

    @router.get("/{index}/asked", summary="Questions that were asked before and are near this one, as suggestions")
    async def asked(
        request: Request, index: str, question: Annotated[str, Query(min_length=1, max_length=4_000)]
    ) -> JSONResponse:  # fmt: skip
        bench = await serving.bench(index)
        found = await serving.work.done(request, partial(bench.asked_before, question))
        return JSONResponse({"questions": list(found)}, headers={"Cache-Control": "no-store"})

    return router


def about_units(serving: Serving) -> APIRouter:
    """Return the addresses of units and their relations."""
    router = _router()

    @router.get("/{index}/unit", summary="One unit with its facts and relations")
    async def unit(request: Request, index: str, name: UnitName, depth: Depth = 1, kind: Kinds = ()) -> Response:
        return await serving.answered(request, index, lambda bench: bench.sheet(name, depth=depth, kinds=kind))

    @router.get("/{index}/dependencies", summary="What a unit uses")
    async def dependencies(
        request: Request, index: str, name: UnitName, depth: Depth = 1, kind: Kinds = (), tests: bool = False
    ) -> Response:  # fmt: skip
        return await serving.answered(request, index, lambda bench: bench.dependencies(name, depth, kind, tests=tests))

    @router.get("/{index}/dependents", summary="What uses a unit")
    async def dependents(
        request: Request, index: str, name: UnitName, depth: Depth = 1, kind: Kinds = (), tests: bool = False
    ) -> Response:  # fmt: skip
        return await serving.answered(request, index, lambda bench: bench.dependents(name, depth, kind, tests=tests))

    @router.get("/{index}/search", summary="Units that write words exactly")
    async def search(
        request: Request, index: str, words: Annotated[str, Query(min_length=1, max_length=500)], type: Kinds = ()
    ) -> Response:  # fmt: skip
        return await serving.answered(request, index, lambda bench: bench.search(words, types=type))

    @router.get("/{index}/path", summary="The shortest chain of relations between two units")
    async def path(request: Request, index: str, start: UnitName, end: UnitName, kind: Kinds = ()) -> Response:
        def ask(bench: Workbench) -> object:
            found = bench.analyse.path(bench.head(start).key, bench.head(end).key, kinds=kind)
            return {"sentence": found.sentence, "rows": found.to_rows()}

        return await serving.answered(request, index, ask, lambda told: told)

    @router.get("/{index}/flow", summary="What an entry sets off, in the order in which it runs")
    async def flow(request: Request, index: str, entry: UnitName, depth: Annotated[int, Query(ge=1, le=8)] = 4) -> Response:
        def tell(found: Flow) -> object:
            return json.loads(flow_json(found))

        return await serving.answered(request, index, lambda bench: bench.flow(entry, depth=depth), tell)

    @router.get("/{index}/columns/{column}", summary="What reads and writes a column, such as users.email")
    async def column(request: Request, index: str, column: str) -> Response:
        return await serving.answered(request, index, lambda bench: bench.column(column))

    return router


def about_the_whole(serving: Serving) -> APIRouter:
    """Return the addresses of analyses, impact, reviews, comparisons, SQL and evaluation."""
    router = _router()

    @router.get("/{index}/analyses/{what}", summary="An analysis of the whole: hubs, cycles, orphans …")
    async def analyse(
        request: Request, index: str, what: str, level: str = "", kind: Kinds = (), limit: Limit = 20
    ) -> Response:
        def ask(bench: Workbench) -> object:
            found = bench.analysis(what, kinds=kind, level=level, limit=limit)
            return {"sentence": found.sentence, "columns": list(found.columns), "rows": found.to_rows()}

        return await serving.answered(request, index, ask, lambda told: told)

    @router.post("/{index}/impact", summary="What depends on what a diff touches, or on a unit")
    async def impact(request: Request, index: str, body: ImpactBody) -> Response:
        return await serving.answered(request, index, lambda bench: bench.impact(body.diff, body.name, depth=body.depth))

    @router.post("/{index}/review", summary="A change as a reviewer wants it: commits BASE..HEAD, or a diff")
    async def review(request: Request, index: str, body: ReviewBody) -> Response:
        bench = await serving.bench(index)
        told = await serving.work.done(request, lambda: json.loads(review_json(_review(bench, body))))
        return JSONResponse(told, headers={"Cache-Control": "no-store"})  # a branch may lead to another commit the next time

    @router.get("/{index}/compare", summary="What differs between two generations (numbers), or two commits of the checkout")
    async def compare(request: Request, index: str, before: Revision = "", after: Revision = "") -> Response:
        numbers = numbered(before, after)
        if numbers is not None:
            return await serving.answered(request, index, lambda bench: bench.compare(*numbers))
        bench = await serving.bench(index)
        told = await serving.work.done(request, lambda: plain(_of_commits(bench, before or "HEAD", after or "HEAD")))
        return JSONResponse(told, headers={"Cache-Control": "no-store"})  # a branch may lead to another commit the next time

    @router.get("/{index}/overview", summary="Counts, entry points, central units")
    async def overview(request: Request, index: str) -> Response:
        return await serving.answered(request, index, lambda bench: bench.overview)

    @router.post("/{index}/sql", summary="Rows of a read-only query")
    async def sql(request: Request, index: str, body: SqlBody) -> Response:
        seconds = min(_QUERY, serving.work.seconds)  # a query is ended when nobody waits for it any more
        return await serving.answered(
            request,
            index,
            lambda bench: bench.query(body.statement, most=body.most, seconds=seconds),
            lambda rows: {"rows": _plain_rows(rows)},
        )

    @router.post("/{index}/evaluate", summary="How well a question set is answered")
    async def evaluate(request: Request, index: str, body: EvaluateBody) -> Response:
        return await serving.answered(request, index, partial(_report, body=body), lambda told: told)

    return router


def run_of(bench: Workbench, body: AskBody) -> SearchRun:
    """Return the run of a question as the body of the request asks it."""
    return bench.ask(
        body.question, budget=body.budget, types=body.types, paths=body.paths, languages=body.languages,
        repositories=body.repositories,
        exclude=body.exclude,
        include_tests=body.tests, after=body.after,
        known=read(Known, body.known.model_dump()), settings=body.settings,
    )  # fmt: skip


def told_run(run: SearchRun, *, full: bool = False) -> object:
    """Return a run as JSON values: what scripts rely on, or `full` with every stage."""
    from core.present.export.answer import as_dict

    return plain(run) if full else json.loads(json.dumps(as_dict(run), default=str))


def _of_commits(bench: Workbench, before: str, after: str) -> Comparison:
    found = known_comparison(bench, before, after)
    if found is None:
        raise _not_read(bench, before, after)
    return found


def _review(bench: Workbench, body: ReviewBody) -> Review:
    if body.commits and not body.diff and not is_read(bench, body.commits):
        raise _not_read(bench, *parted(bench, body.commits))
    return bench.review(body.commits, diff=body.diff)


def _not_read(bench: Workbench, before: str, after: str) -> NotRead:
    wanted = json.dumps({"before": before, "after": after}, ensure_ascii=False)
    said = f"Send {wanted} to POST /api/v1/indexes/{bench.name}/jobs, then ask again."
    return NotRead(f"Not both commits are indexed yet. {said}")


def _counts(manifest: object) -> Mapping[str, object]:
    from core.model import Manifest

    assert isinstance(manifest, Manifest)
    return {
        "generation": manifest.generation,
        "built_at": manifest.built_at,
        "commit": manifest.git_sha,
        "counts": dict(manifest.counts),
    }


def _plain_rows(rows: list[dict[str, object]]) -> object:
    return json.loads(json.dumps(rows, default=str))


def _report(bench: Workbench, body: EvaluateBody) -> object:
    asked = body.questions.get("queries") if isinstance(body.questions, dict) else body.questions
    if not asked:
        raise SettingsError("The question set has no questions. Give {'queries': [{'id': …, 'query': …, 'relevant': […]}]}.")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "questions.json"
        path.write_text(json.dumps(body.questions), encoding="utf-8")
        try:
            report = bench.evaluate(path, budget=body.budget)
        except SourceError as problem:  # of what was sent, not of something that is missing here
            raise SettingsError(str(problem).replace(f"'{path}'", "that was sent")) from problem
    return report.to_json()
