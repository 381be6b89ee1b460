"""The verbs of one index under `/api/v1/indexes/{index}`: each calls the workbench once and returns JSON.

An answer carries its generation as ETag. A request with a current If-None-Match gets status 304.
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

from core.analyse.result import Result
from core.api.problems import RESPONSES, Unknown
from core.api.request_bodies import AskBody, EvaluateBody, SqlBody
from core.api.work import Work
from core.errors import SettingsError, SourceError
from core.evaluate.report import Report
from core.model.analyses import OPTIONS
from core.model.flow import Flow
from core.model.known import Known
from core.model.run import SearchRun
from core.model.wire import plain, read
from core.present.export.flows import flow_json
from core.serving.indexes import ServedIndexes
from core.workbench import Workbench, listed_indexes
from core.workbench.observed import kept_recordings
from core.workbench.sessions import edition

T = TypeVar("T")
_QUERY = 10.0  # seconds of a query
UnitName = Annotated[str, Query(min_length=1, max_length=1_000, description="identifier, key or unambiguous name")]
Depth = Annotated[int, Query(ge=1, le=10)]
Kinds = Annotated[tuple[str, ...], Query(alias="kind", max_length=50, description="only these relation types")]
Values = Annotated[tuple[str, ...], Query(max_length=50, description="only units with any of these values")]
Limit = Annotated[int, Query(ge=1, le=5_000)]
Level = Annotated[str, Query(max_length=50, description=OPTIONS["level"])]
UnusedType = Annotated[str, Query(max_length=50, description=OPTIONS["type"])]
Since = Annotated[str, Query(max_length=100, description=OPTIONS["since"])]
TypeImports = Annotated[bool, Query(description=OPTIONS["types"])]


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
            raise Unknown(f"No index '{name}'. Choose from: {', '.join(known) or 'none'}.")
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

    async def answered_now(
        self, request: Request, name: str, ask: Callable[[Workbench], T], tell: Callable[[T], object] = plain
    ) -> Response:
        """Return what is asked of an index and its checkout as they are now, which nobody keeps: it may differ soon."""
        bench = await self.bench(name)
        told = await self.work.done(request, lambda: tell(ask(bench)))
        return JSONResponse(told, headers={"Cache-Control": "no-store"})


def tag_of(bench: Workbench) -> str:
    """Return what tells the state of an index from every other, as an ETag."""
    return f'"{edition(bench.manifest).replace(" ", "-")}{kept_recordings(bench).state}"'


def router() -> APIRouter:
    """Return a router for addresses of one index."""
    return APIRouter(prefix="/api/v1/indexes", tags=["indexes"], responses=RESPONSES)


def asking(serving: Serving) -> APIRouter:
    """Return the addresses of the list of indexes, the state of one, and questions."""
    addresses = router()

    @addresses.get("", summary="List served indexes")
    async def indexes(request: Request) -> JSONResponse:
        found = await serving.work.done(request, lambda: listed_indexes(serving.indexes.settings))
        rows = [{"name": one.name, "problem": one.problem, **(_counts(one.manifest) if one.manifest else {})} for one in found]
        return JSONResponse({"indexes": rows, "count": len(rows)})

    @addresses.get("/{index}", summary="Show index contents and freshness")
    async def status(request: Request, index: str, coverage: bool = False) -> Response:
        return await serving.answered(request, index, lambda bench: bench.status(coverage), dict)

    @addresses.post("/{index}/ask", summary="Answer a question within a token budget")
    async def ask(request: Request, index: str, body: AskBody) -> Response:
        return await serving.answered(request, index, lambda bench: run_of(bench, body), partial(told_run, full=body.full))

    @addresses.get("/{index}/asked", summary="Suggest similar earlier questions")
    async def asked(
        request: Request, index: str, question: Annotated[str, Query(min_length=1, max_length=4_000)]
    ) -> JSONResponse:  # fmt: skip
        bench = await serving.bench(index)
        found = await serving.work.done(request, partial(bench.asked_before, question))
        return JSONResponse({"questions": list(found)}, headers={"Cache-Control": "no-store"})

    return addresses


def about_units(serving: Serving) -> APIRouter:
    """Return the addresses of units and their relations."""
    addresses = router()

    @addresses.get("/{index}/search", summary="Find units by exact text or regular expression")
    async def search(
        request: Request, index: str, words: Annotated[str, Query(min_length=1, max_length=500)], type: Values = (),
        regex: bool = False, path: Values = (), language: Values = (), repository: Values = (), package: Values = (),
    ) -> Response:  # fmt: skip
        def ask(bench: Workbench) -> object:
            return bench.search(
                words, regex=regex, types=type, paths=path, languages=language, repositories=repository,
                where={"package": package} if package else {},
            )  # fmt: skip

        return await serving.answered(request, index, ask)

    @addresses.get("/{index}/path", summary="Find the shortest path between two units")
    async def path(request: Request, index: str, start: UnitName, end: UnitName, kinds: Kinds = ()) -> Response:
        def ask(bench: Workbench) -> object:
            found = bench.analyse.path(bench.head(start).key, bench.head(end).key, kinds=kinds)
            return {"sentence": found.sentence, "rows": found.to_rows()}

        return await serving.answered(request, index, ask, lambda told: told)

    @addresses.get("/{index}/flow", summary="Trace the steps of an entry point, in order")
    async def flow(
        request: Request, index: str, entry: UnitName, depth: Annotated[int, Query(ge=1, le=8)] = 4, whole: bool = False,
        steps: Annotated[int, Query(ge=1, le=20_000)] = 600, full: bool = False,
    ) -> Response:  # fmt: skip
        def tell(found: Flow) -> object:
            return plain(found) if full else json.loads(flow_json(found))

        return await serving.answered(
            request, index, lambda bench: bench.flow(entry, depth=depth, whole=whole, steps=steps), tell
        )

    return addresses


def overview_routes(serving: Serving) -> APIRouter:
    """Return the addresses of analyses, the overview, SQL and evaluation."""
    addresses = router()

    @addresses.get("/{index}/analyses/{what}", summary="Run an analysis: hubs, cycles, orphans and others")
    async def analyse(
        request: Request, index: str, what: str, level: Level = "", kinds: Kinds = (), limit: Limit = 20,
        type: UnusedType = "", types: TypeImports = False, since: Since = "",
    ) -> Response:  # fmt: skip
        def ask(bench: Workbench) -> object:
            found = bench.analysis(what, kinds=kinds, level=level, limit=limit, type_=type, types=types, since=since)
            return told_rows(found)

        return await serving.answered(request, index, ask, lambda told: told)

    @addresses.post("/{index}/sql", summary="Run a read-only query")
    async def sql(request: Request, index: str, body: SqlBody) -> Response:
        seconds = min(_QUERY, serving.work.seconds)  # a query is ended when nobody waits for it any more
        return await serving.answered(
            request,
            index,
            lambda bench: bench.query(body.statement, most=body.most, seconds=seconds),
            lambda rows: {"rows": _plain_rows(rows)},
        )

    @addresses.post("/{index}/evaluate", summary="Measure a question set")
    async def evaluate(request: Request, index: str, body: EvaluateBody) -> Response:
        def tell(found: Report) -> object:
            return plain(found) if body.full else found.to_json()

        return await serving.answered(request, index, partial(_report, body=body), tell)

    return addresses


def told_rows(found: Result[object]) -> object:
    """Return the result of an analysis as JSON values."""
    limits = [str(limit) for limit in found.limits]
    return {"sentence": found.sentence, "limits": limits, "columns": list(found.columns), "rows": found.to_json_rows()}


def run_of(bench: Workbench, body: AskBody) -> SearchRun:
    """Return the run of a question as the body of the request asks it."""
    return bench.ask(
        body.question, budget=body.budget, after=body.after, known=read(Known, body.known.model_dump()),
        settings=body.settings, **body.limits,
    )  # fmt: skip


def told_run(run: SearchRun, *, full: bool = False) -> object:
    """Return a run as JSON values: what scripts rely on, or `full` with every stage."""
    from core.present.export.answer import as_dict

    return plain(run) if full else json.loads(json.dumps(as_dict(run), default=str))


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


def _report(bench: Workbench, body: EvaluateBody) -> Report:
    asked = body.questions.get("queries") if isinstance(body.questions, dict) else body.questions
    if not asked:
        raise SettingsError("The question set has no questions. Give {'queries': [{'id': …, 'query': …, 'relevant': […]}]}.")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "questions.json"
        path.write_text(json.dumps(body.questions), encoding="utf-8")
        try:
            return bench.evaluate(path, budget=body.budget, baselines=body.baselines, settings=body.settings)
        except SourceError as problem:  # of what was sent, not of something that is missing here
            raise SettingsError(str(problem).replace(f"'{path}'", "that was sent")) from problem
