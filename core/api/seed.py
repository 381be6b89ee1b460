"""The four addresses of the first design: chat as JSON, chat as HTML fragment, projects, health.

The configured language model writes the answer if code may be sent to it. Otherwise the answer lists the best places, each
with its signature. The sources are those that the model cites, or the lines of the context.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, JSONResponse

from core.api.problems import RESPONSES
from core.api.request_bodies import MOST_QUESTION, ChatBody
from core.api.verbs import Serving
from core.model import split_key
from core.model.answer import EXTRACTIVE, NOTHING
from core.model.run import SearchRun
from core.present.html.elements import Markup, el, joined
from core.workbench import indexes

_BUDGET = 8_000
_PLACES = 8


def seed_addresses(serving: Serving) -> APIRouter:
    """Return the addresses."""
    router = APIRouter(tags=["chat"], responses=RESPONSES)

    @router.get("/health", summary="Health check")
    async def health() -> dict[str, str]:
        return {"status": "ok"}

    @router.get("/api/projects", summary="List index names")
    async def projects(request: Request) -> JSONResponse:
        found = await serving.work.done(request, lambda: indexes(serving.indexes.settings))
        return JSONResponse({"projects": [manifest.name for manifest in found], "count": len(found)})

    @router.post("/api/chat", summary="Answer a question with sources")
    async def chat(request: Request, body: ChatBody) -> JSONResponse:
        return JSONResponse(await serving.answers.done(request, lambda: _chatted(serving, body.query)))

    @router.post("/chat", summary="Answer as an HTML fragment", response_class=HTMLResponse)
    async def fragment(request: Request, query: Annotated[str, Form(min_length=1, max_length=MOST_QUESTION)]) -> HTMLResponse:
        run = await serving.work.done(request, lambda: _asked(serving, query))
        return HTMLResponse(str(_fragment(run)))

    return router


def _chatted(serving: Serving, query: str) -> dict[str, object]:
    """Return the answer of the model that the settings name, if it may be asked, else the best places."""
    bench = serving.indexes.workbench()
    named = bench.settings.answer
    if named.service or named.url:
        found = bench.answer(query)
        if found.verdict not in (NOTHING, EXTRACTIVE):
            cited = {citation.label for sentence in found.sentences for citation in sentence.cited}
            places = [(one.file_path, one.ranges[0][0], one.unit_key) for one in found.sources if one.label in cited]
            sources = [{"file": file, "line": line, "identifier": split_key(key)[1]} for file, line, key in places]
            return {"answer": found.text, "sources": sources}
    run = _asked(serving, query)
    return {"answer": "\n".join(_lines(run)), "sources": _sources(run)}


def _asked(serving: Serving, query: str) -> SearchRun:
    return serving.indexes.workbench().ask(query, budget=_BUDGET)


def _lines(run: SearchRun) -> list[str]:
    """Return the best places as lines: what it is, where, and its signature."""
    shown = run.context.sources[:_PLACES]
    if not shown:
        return ["No results. Try other words."]
    return [*run.said, "Best results:", *(_line(run, source.unit_key) for source in shown)]


def _line(run: SearchRun, key: str) -> str:
    head = run.heads[key]
    place = f"{head.file_path}:{head.start_line}" if head.start_line else head.file_path
    return f"- {' '.join(split_key(key))} ({place}) {head.signature}".rstrip()


def _sources(run: SearchRun) -> list[dict[str, object]]:
    return [
        {"file": source.file_path, "line": source.start_line, "identifier": split_key(source.unit_key)[1]}
        for source in run.context.sources
    ]


def _fragment(run: SearchRun) -> Markup:
    rows = [
        el("li", el("code", f"{source.file_path}:{source.start_line}"), " ", split_key(source.unit_key)[1])
        for source in run.context.sources
    ]
    said = el("p", "\n".join(run.said) or f"{len(rows)} results for “{run.question}”.")
    return joined(el("div", said, el("ol", *rows), el("pre", run.context.text), class_="answer"))
