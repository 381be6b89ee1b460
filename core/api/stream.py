"""An answer as it is made, as server-sent events: each stage when it ends, then the context section by section, then the rest.

Events: `stage` (step, seconds, facts), `context` (text), `done` (the run without its context) or `problem`.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from functools import partial
from typing import TYPE_CHECKING

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse

from core.api.asked import AskBody
from core.api.problems import RESPONSES
from core.api.verbs import Serving, run_of, told_run
from core.errors import WorkbenchError
from core.model.run import SearchRun, Step
from core.runtime.trace import listening

if TYPE_CHECKING:
    from core.workbench import Workbench

_ALIVE = 10.0  # seconds after which a comment keeps the connection open
_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


def streams(serving: Serving) -> APIRouter:
    """Return the address of the stream."""
    router = APIRouter(prefix="/api/v1/indexes", tags=["indexes"], responses=RESPONSES)

    @router.post(
        "/{index}/ask/stream", summary="The answer as it is made, as server-sent events", response_class=StreamingResponse
    )
    async def ask_stream(request: Request, index: str, body: AskBody) -> StreamingResponse:
        bench = await serving.bench(index)
        return StreamingResponse(_events(serving, bench, body), media_type="text/event-stream", headers=_HEADERS)

    return router


async def _events(serving: Serving, bench: Workbench, body: AskBody) -> AsyncIterator[str]:
    told: asyncio.Queue[str] = asyncio.Queue()
    loop = asyncio.get_running_loop()
    left = False

    def hear(step: Step) -> None:
        if left:
            raise _Left
        event = _event("stage", {"step": step.step, "seconds": round(step.seconds, 4), "facts": dict(step.facts)})
        loop.call_soon_threadsafe(told.put_nowait, event)

    running = asyncio.ensure_future(serving.work.in_thread(partial(_heard_run, bench, body, hear)))
    try:
        async with asyncio.timeout(serving.work.seconds):
            while not (running.done() and told.empty()):
                waiting = asyncio.ensure_future(told.get())
                await asyncio.wait([waiting, running], timeout=_ALIVE, return_when=asyncio.FIRST_COMPLETED)
                if waiting.done():
                    yield waiting.result()
                else:
                    waiting.cancel()
                    if not running.done():
                        yield ": still at it\n\n"
        for event in _answer(running.result()):
            yield event
    except WorkbenchError as problem:
        yield _event("problem", {"title": "The question cannot be answered.", "detail": str(problem)})
    except TimeoutError:
        yield _event("problem", {"title": "It took too long.", "detail": f"No answer within {serving.work.seconds:g} seconds."})
    finally:
        left = True  # who went away is not worked for beyond the stage at hand


class _Left(Exception):
    """Nobody reads the stream."""


def _heard_run(bench: Workbench, body: AskBody, hear: object) -> SearchRun:
    assert callable(hear)
    with listening(hear):
        return run_of(bench, body)


def _answer(run: SearchRun) -> list[str]:
    told = told_run(run, full=False)
    assert isinstance(told, dict)
    sections = [section for section in run.context.text.split("\n\n# ") if section]
    texts = [section if number == 0 else f"# {section}" for number, section in enumerate(sections)]
    events = [_event("context", {"text": text}) for text in texts]
    return [*events, _event("done", {name: value for name, value in told.items() if name != "context"})]


def _event(name: str, data: Mapping[str, object]) -> str:
    return f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False, default=str)}\n\n"
