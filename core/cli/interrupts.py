"""End a command soon after Ctrl-C or a request to terminate, even while a library computes.

Python raises the exception for a signal when its interpreter runs next. Libraries that compute for long (vectors, the catalog)
delay that, and some swallow exceptions. So a thread ends the process if the exception has not.

Nothing is lost: one rename publishes an index, and everything stored for later is written in transactions.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import NoReturn

import click

STATUS = 2
"""The exit status of a command that was interrupted: it could not run."""

_PATIENCE = 0.6  # seconds for the command to end by itself
_ENDING = (signal.SIGINT, signal.SIGTERM)
_SENTENCE = "error: interrupted. What was published before is unchanged."
_SHOW_CURSOR = "\x1b[?25h"  # progress bars hide it

_told = threading.Lock()


class Terminated(KeyboardInterrupt):
    """Somebody asked the process to end, as Ctrl-C does."""


def tell_interrupted(sentence: str = _SENTENCE, *, err: bool = True) -> None:
    """Say once that the command was interrupted."""
    if _told.acquire(blocking=False):
        click.echo(sentence, err=err)


@contextmanager
def ending_soon(status: int = STATUS) -> Iterator[None]:
    """Raise `KeyboardInterrupt` in the block for Ctrl-C and for SIGTERM, and end the process if that does not.

    `status` is what it then ends with. What an interrupted library raises instead becomes a `KeyboardInterrupt`, too. Does
    nothing outside of the main thread.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard = threading.Event()
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    before = signal.getsignal(signal.SIGTERM)
    signal.signal(signal.SIGTERM, _terminate)
    former = signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    threading.Thread(target=_end, args=(reading, heard, status), daemon=True, name="interrupts").start()
    try:
        yield
    except Exception as problem:
        if heard.is_set():
            raise KeyboardInterrupt from problem
        raise
    finally:
        if not heard.is_set():  # else it may still be needed: what is at work in the background keeps a process alive
            signal.set_wakeup_fd(former)
            signal.signal(signal.SIGTERM, before)
            os.close(writing)


def _terminate(_signal: int, _frame: FrameType | None) -> NoReturn:
    raise Terminated


def _end(reading: int, heard: threading.Event, status: int) -> None:
    """Wait for a signal that ends, then for the process to end, then end it."""
    while numbers := os.read(reading, 16):
        if any(number in numbers and _is_heeded(number) for number in _ENDING):
            break
    else:
        os.close(reading)
        return
    heard.set()
    threading.Event().wait(_PATIENCE)
    from multiprocessing import active_children

    for child in active_children():
        child.kill()
    with suppress(OSError, ValueError):
        if sys.stderr.isatty():
            os.write(2, _SHOW_CURSOR.encode())
        if _told.acquire(blocking=False):
            os.write(2, f"{_SENTENCE}\n".encode())
    os._exit(status)


def _is_heeded(number: int) -> bool:
    return signal.getsignal(number) not in (signal.SIG_IGN, None)
