"""A few statements in whose midst no signal raises an exception."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_ENDING = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Let Ctrl-C and a request to terminate be heeded after the block instead of inside of it.

    While a process is forked, Python calls functions of libraries (as that which unlocks logging) and can only print what is
    raised in them: the exception would be lost, with a traceback on the screen. In other threads, which no signal raises
    anything in, the block just runs.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    before = {number: handler for number in _ENDING if callable(handler := signal.getsignal(number))}
    for number in before:
        signal.signal(number, lambda number, _: came.append(number))
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for missed in came[:1]:
            signal.raise_signal(missed)
