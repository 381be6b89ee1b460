"""Answers in words: whole, as server-sent events while they are written, and what would be sent to a model for one.

Events: `stage` (step, seconds, facts), `sending` (host, model, system, prompt, tokens, masked, cost), `sentence` (text, states,
cited, struck, after), `round` (searched, sources, ended), `done` (the whole answer) or `problem`.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, StreamingResponse

from core.api.problems import RESPONSES
from core.api.request_bodies import AnswerBody
from core.api.stream import Tell, streamed, telling_stages
from core.api.verbs import Serving, tag_of
from core.model.answer import Round, Sending
from core.model.wire import plain
from core.runtime.trace import listening

if TYPE_CHECKING:
    from core.workbench import Workbench
    from core.workbench.answering import Underway


def answers(serving: Serving) -> APIRouter:
    """Return the addresses."""
    router = APIRouter(prefix="/api/v1/indexes", tags=["answers"], responses=RESPONSES)

    @router.post("/{index}/answer", summary="Answer in prose with citations")
    async def answer(request: Request, index: str, body: AnswerBody) -> JSONResponse:
        bench = await serving.bench(index)
        told = await serving.answers.done(request, partial(_whole, bench, body))
        return JSONResponse(told, headers={"ETag": tag_of(bench), "Cache-Control": "no-store"})

    @router.post("/{index}/answer/sending", summary="Preview the text for the model without sending it")
    async def sending(request: Request, index: str, body: AnswerBody) -> JSONResponse:
        bench = await serving.bench(index)
        return JSONResponse(await serving.work.done(request, partial(_sending, bench, body)))

    @router.post(
        "/{index}/answer/stream", summary="Stream the answer as it is written and checked", response_class=StreamingResponse
    )
    async def stream(index: str, body: AnswerBody) -> StreamingResponse:
        bench = await serving.bench(index)
        return streamed(serving.answers, partial(_streamed, bench, body))

    return router


def _underway(bench: Workbench, body: AnswerBody) -> Underway:
    return bench.answering(body.question, model=body.model, agree=lambda _: body.agree, after=body.after)


def _whole(bench: Workbench, body: AnswerBody) -> object:
    asked = _underway(bench, body)
    for _ in asked.events():
        pass
    return plain(asked.answer)


def _sending(bench: Workbench, body: AnswerBody) -> object:
    from core.workbench.answering import has_agreed, is_local

    would = _underway(bench, body).sending()
    agreed = would is None or is_local(bench) or has_agreed(bench, would)
    return {"sending": plain(would) if would else None, "agreed": agreed}


def _streamed(bench: Workbench, body: AnswerBody, tell: Tell) -> None:
    asked = _underway(bench, body)
    with listening(telling_stages(tell)):
        for event in asked.events():
            if isinstance(event, Sending):
                tell("sending", plain(event))
            elif isinstance(event, Round):
                tell("round", {"searched": event.searched, "sources": event.sources, "ended": event.ended})
            else:
                tell("sentence", plain(event))
    tell("done", plain(asked.answer))
