"""An answer as it is made, as server-sent events: each stage when it ends, then the context section by section, then the rest.

Events: `stage` (step, seconds, facts), `context` (text), `done` (the run without its context) or `problem`.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from fastapi import APIRouter
from fastapi.responses import StreamingResponse

from core.api.problems import RESPONSES
from core.api.request_bodies import AskBody
from core.api.verbs import Serving, run_of, told_run
from core.api.work import Work
from core.errors import WorkbenchError
from core.model.run import Step
from core.runtime.trace import listening

if TYPE_CHECKING:
    from core.workbench import Workbench

Tell = Callable[[str, Mapping[str, object]], None]
"""Sends an event; raises when nobody reads the stream any more."""
_ALIVE = 10.0  # seconds after which a comment keeps the connection open
_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


def streams(serving: Serving) -> APIRouter:
    """Return the address of the stream."""
    router = APIRouter(prefix="/api/v1/indexes", tags=["indexes"], responses=RESPONSES)

    @router.post("/{index}/ask/stream", summary="Stream the answer as server-sent events", response_class=StreamingResponse)
    async def ask_stream(index: str, body: AskBody) -> StreamingResponse:
        bench = await serving.bench(index)
        return streamed(serving.work, partial(_run, bench, body))

    return router


def streamed(work: Work, job: Callable[[Tell], None]) -> StreamingResponse:
    """Return what a job tells, run in a thread, as server-sent events; a problem is the last one.

    When the client disconnects, the job stops at the next thing that it tells.
    """
    return StreamingResponse(_events(work, job), media_type="text/event-stream", headers=_HEADERS)


def telling_stages(tell: Tell) -> Callable[[Step], None]:
    """Return what hears a recording and tells every step that ends."""
    return lambda step: tell("stage", {"step": step.step, "seconds": round(step.seconds, 4), "facts": dict(step.facts)})


async def _events(work: Work, job: Callable[[Tell], None]) -> AsyncIterator[str]:
    told: asyncio.Queue[str] = asyncio.Queue()
    loop = asyncio.get_running_loop()
    left = False

    def tell(name: str, data: Mapping[str, object]) -> None:
        if left:
            raise _Left
        loop.call_soon_threadsafe(told.put_nowait, _event(name, data))

    running = asyncio.ensure_future(work.in_thread(partial(_until_left, job, tell)))
    waiting: asyncio.Future[str] | None = None
    try:
        async with asyncio.timeout(work.seconds):
            while not (running.done() and told.empty()):
                waiting = asyncio.ensure_future(told.get())
                await asyncio.wait([waiting, running], timeout=_ALIVE, return_when=asyncio.FIRST_COMPLETED)
                if waiting.done():
                    yield waiting.result()
                else:
                    waiting.cancel()
                    if not running.done():
                        yield ": still at it\n\n"
        running.result()
    except WorkbenchError as problem:
        yield _event("problem", {"title": "Failed.", "detail": str(problem)})
    except TimeoutError:
        yield _event("problem", {"title": "Timeout.", "detail": f"No answer within {work.seconds:g} seconds."})
    finally:
        left = True
        if waiting is not None:
            waiting.cancel()  # who reads the stream may leave while it is waited for


class _Left(Exception):
    """Nobody reads the stream."""


def _until_left(job: Callable[[Tell], None], tell: Tell) -> None:
    try:
        job(tell)
    except _Left:
        return


def _run(bench: Workbench, body: AskBody, tell: Tell) -> None:
    with listening(telling_stages(tell)):
        run = run_of(bench, body)
    told = told_run(run, full=False)
    assert isinstance(told, dict)
    sections = [section for section in run.context.text.split("\n\n# ") if section]
    for number, section in enumerate(sections):
        tell("context", {"text": section if number == 0 else f"# {section}"})
    tell("done", {name: value for name, value in told.items() if name != "context"})


def _event(name: str, data: Mapping[str, object]) -> str:
    return f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False, default=str)}\n\n"
