"""Run work for requests in threads of their own, a few at once, with a time limit.

A thread cannot be stopped from outside. A question stops at the end of its current stage. Other work runs to its end and its
result is discarded, so only a few may run at once.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from anyio import CapacityLimiter, to_thread

from core.api.problems import TooSlow
from core.model.run import Step
from core.runtime.trace import listening

if TYPE_CHECKING:
    from starlette.requests import Request

T = TypeVar("T")
_LOOK = 0.2  # seconds between two looks at whether the client still waits


class _GivenUp(Exception):
    """Nobody waits for the answer."""


class Work:
    """Runs work in threads, `at_once` of them, for at most so many `seconds`."""

    def __init__(self, at_once: int = 8, seconds: float = 60.0) -> None:
        self.seconds = seconds
        self._limiter = CapacityLimiter(at_once)

    async def done(self, request: Request, work: Callable[[], T]) -> T:
        """Return what the work gives; raises `TooSlow` when it takes longer than the server waits."""
        left = threading.Event()
        running = asyncio.ensure_future(self.in_thread(partial(_until_left, work, left)))
        try:
            async with asyncio.timeout(self.seconds):
                while not running.done():
                    await asyncio.wait([running], timeout=_LOOK)
                    if not running.done() and await request.is_disconnected():
                        left.set()
        except TimeoutError:
            left.set()
            running.add_done_callback(_thrown_away)
            raise TooSlow(f"The answer took longer than {self.seconds:g} seconds. Ask for less.") from None
        return running.result()

    async def in_thread(self, work: Callable[[], T]) -> T:
        """Return what the work gives, run in a thread when one is free."""
        return await to_thread.run_sync(work, limiter=self._limiter, abandon_on_cancel=True)


def _thrown_away(running: asyncio.Future[T]) -> None:
    """Look at what became of work that nobody waits for, so that its end is no error of the server."""
    if not running.cancelled():
        running.exception()


def _until_left(work: Callable[[], T], left: threading.Event) -> T:
    def hear(_: Step) -> None:
        if left.is_set():
            raise _GivenUp

    try:
        with listening(hear):
            return work()
    except _GivenUp:
        raise TooSlow("The client did not wait for the answer.") from None
