"""Time limits that can stop code which never checks a clock.

In the main thread, a system timer raises `OverTime` wherever the program is. A process has one such timer, for its main thread
only. Elsewhere, a limit takes effect when the next one begins or when the work checks it.

A limit counts processor time, so that a busy machine produces the same index. Work that waits instead of computing ends after
`PATIENCE` times as long by the clock.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic, thread_time
from types import FrameType

PATIENCE = 10
"""How many times its seconds a limit may last by the clock: processes seldom get less than a tenth of a processor."""

_AGAIN = 0.5  # seconds until an end is raised once more: what the timer raised may have been lost in a destructor


@dataclass(slots=True, eq=False)
class TimeLimit:
    """One limit that is running: `setting` is the name by which it is raised; `own` pauses those around it."""

    seconds: float
    setting: str
    own: bool
    worked: float = 0.0  # what the two clocks may show at most
    waited: float = 0.0
    silent: tuple[float, float] = (0.0, 0.0)  # until then the timer does not raise its end once more

    def renew(self) -> None:
        """Begin once more."""
        self.worked = thread_time() + (self.seconds or float("inf"))
        self.waited = monotonic() + (self.seconds or float("inf")) * PATIENCE
        self.silent = (0.0, 0.0)

    def left(self) -> float:
        """Return the seconds that there are at least until it ends; none are left when it has ended."""
        return min(self.worked - thread_time(), self.waited - monotonic())

    def due(self) -> float:
        """Return the seconds until the timer raises it: once raised, who handles it has a moment, however busy the machine."""
        return max(self.left(), min(self.silent[0] - thread_time(), self.silent[1] - monotonic()))

    def stood_still(self, worked: float, waited: float) -> None:
        """Leave out what the clocks have shown since those values."""
        self.worked += thread_time() - worked
        self.waited += monotonic() - waited


class OverTime(BaseException):
    """A limit has ended; no `except Exception` of a reader or a linker swallows it."""

    def __init__(self, limit: TimeLimit) -> None:
        super().__init__(f"took more than {limit.seconds:g} seconds ({limit.setting})")
        self.limit = limit


class _Running(threading.local):
    def __init__(self) -> None:
        self.limits: list[TimeLimit] = []
        self.before: Callable[[int, FrameType | None], object] | int | None = (
            None  # what the timer's signal led to before the first limit
        )


_running = _Running()


@contextmanager
def limited(seconds: float, setting: str, *, own: bool = False) -> Iterator[TimeLimit]:
    """Raise `OverTime` inside the block once it has run for so long; 0 seconds mean without end.

    With `own` the limits around it stand still meanwhile, as those of a step around the steps that it is made of.
    """
    check()
    start = thread_time(), monotonic()
    limit = TimeLimit(max(seconds, 0.0), setting, own)
    limit.renew()
    _running.limits.append(limit)
    is_gone = False
    try:
        try:
            _arm()
            yield limit
        finally:
            _drop(limit, start)
            is_gone = True
    finally:
        if not is_gone:
            _drop(limit, start)  # the timer struck in the first attempt


def check() -> None:
    """Raise `OverTime` for the outermost limit of this thread that has ended."""
    _raise([limit for limit in _counting() if limit.left() <= 0])


def forget() -> None:
    """Drop all limits of this thread: a process just forked is not bound by those of the one that it comes from."""
    _running.limits.clear()


def _raise(over: list[TimeLimit]) -> None:
    if over:
        over[-1].silent = thread_time() + _AGAIN, monotonic() + _AGAIN * PATIENCE
        raise OverTime(over[-1])


def _drop(limit: TimeLimit, start: tuple[float, float]) -> None:
    if limit in _running.limits:
        _running.limits.remove(limit)
        for around in _running.limits if limit.own else ():
            around.stood_still(*start)
    _arm()


def _counting() -> Iterator[TimeLimit]:
    """Yield the limits that do not stand still, the innermost first."""
    for limit in reversed(_running.limits):
        yield limit
        if limit.own:
            return


def _arm() -> None:
    """Set the system's timer to the next end; let go of it when no limit is left."""
    if threading.current_thread() is not threading.main_thread():
        return
    left = min((limit.due() for limit in _counting()), default=float("inf"))
    if left == float("inf"):
        signal.setitimer(signal.ITIMER_REAL, 0)
    if not _running.limits:
        if _running.before is not None:
            signal.signal(signal.SIGALRM, _running.before)
            _running.before = None
    elif left < float("inf"):
        if _running.before is None:
            _running.before = signal.signal(signal.SIGALRM, _strike) or signal.SIG_DFL
        signal.setitimer(signal.ITIMER_REAL, max(left, 0.001), _AGAIN)


def _strike(_signal: int, _frame: FrameType | None) -> None:
    _raise([limit for limit in _counting() if limit.due() <= 0])
    _arm()  # the processor has worked less than the clock has gone
