"""Conversations: begun, listed, gone on with, written as a notebook, removed. They are kept beside their index."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from core.api.problems import RESPONSES
from core.api.request_bodies import ConversationBody, TurnAnswerBody, TurnBody
from core.api.verbs import Serving, told_run
from core.model.conversation import Conversation
from core.model.wire import plain
from core.present.export.notebooks import conversation_notebook
from core.workbench import indexes
from core.workbench.conversations import checked_name, find, resumed, save

if TYPE_CHECKING:
    from core.workbench import Workbench
    from core.workbench.turns import OpenConversation

T = TypeVar("T")
_ONE = "/{index}/{name}"


def conversations(serving: Serving) -> APIRouter:
    """Return the addresses."""
    router = APIRouter(prefix="/api/v1/conversations", tags=["conversations"], responses=RESPONSES)

    async def done(request: Request, index: str, work: Callable[[Workbench], T], *, model: bool = False) -> T:
        bench = await serving.bench(index)
        return await (serving.answers if model else serving.work).done(request, partial(work, bench))

    @router.get("", summary="List conversations of all indexes")
    async def listed(request: Request) -> JSONResponse:
        found = await serving.work.done(request, partial(_all, serving))
        return JSONResponse({"conversations": found, "count": len(found)})

    @router.post("", status_code=201, summary="Start a conversation, or change its budget or filters")
    async def begin(request: Request, body: ConversationBody) -> JSONResponse:
        begun = await done(request, body.index, partial(_begun, body=body))
        address = f"/api/v1/conversations/{begun.index}/{begun.name}"
        return JSONResponse(plain(begun), 201, {"Location": address})

    @router.get(_ONE, summary="Show a conversation with its turns")
    async def one(request: Request, index: str, name: str) -> JSONResponse:
        return JSONResponse(plain(await done(request, index, lambda bench: _talk(bench, name).conversation)))

    @router.delete(_ONE, status_code=204, summary="Remove a conversation")
    async def remove(request: Request, index: str, name: str) -> Response:
        await done(request, index, lambda bench: bench.forget_conversation(name))
        return Response(status_code=204)

    @router.get(f"{_ONE}/notebook", summary="Export a conversation as a notebook")
    async def notebook(request: Request, index: str, name: str) -> Response:
        told = await done(request, index, lambda bench: conversation_notebook(_talk(bench, name).conversation))
        headers = {"Content-Disposition": f'attachment; filename="{checked_name(name)}.ipynb"'}
        return Response(told, media_type="application/x-ipynb+json", headers=headers)

    @router.post(f"{_ONE}/turns", summary="Ask in a conversation (omits earlier results)")
    async def turn(request: Request, index: str, name: str, body: TurnBody) -> JSONResponse:
        return JSONResponse(await done(request, index, partial(_turn, name=name, body=body)))

    @router.post(f"{_ONE}/answers", summary="Ask in a conversation for a prose answer")
    async def answer(request: Request, index: str, name: str, body: TurnAnswerBody) -> JSONResponse:
        return JSONResponse(await done(request, index, partial(_answer, name=name, body=body), model=True))

    return router


def _talk(bench: Workbench, name: str) -> OpenConversation:
    """Return a conversation that there is; raises `SourceError` for another name."""
    return bench.conversation(resumed(bench, name).name)


def _all(serving: Serving) -> list[dict[str, object]]:
    found = []
    for manifest in indexes(serving.indexes.settings):
        for one in serving.indexes.workbench(manifest.name).conversations():
            found.append(_summary(one))
    return found


def _summary(conversation: Conversation) -> dict[str, object]:
    told = {"name": conversation.name, "index": conversation.index, "turns": len(conversation.turns)}
    return {**told, "budget": conversation.budget, "left": conversation.left}


def _begun(bench: Workbench, body: ConversationBody) -> Conversation:
    before = find(bench, body.name)
    talk = bench.conversation(body.name, budget=body.budget, **body.limits)
    save(bench, talk.conversation, before)
    return talk.conversation


def _turn(bench: Workbench, name: str, body: TurnBody) -> object:
    talk = _talk(bench, name)
    run = talk.ask(body.question, budget=body.budget)
    return {"run": told_run(run, full=body.full), "conversation": _summary(talk.conversation)}


def _answer(bench: Workbench, name: str, body: TurnAnswerBody) -> object:
    talk = _talk(bench, name)
    found = talk.answer(body.question, budget=body.budget, model=body.model, agree=lambda _: body.agree)
    return {"answer": plain(found), "conversation": _summary(talk.conversation)}
