"""Divide work on many values among processes of their own, while this one goes on."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")

_MOST = 8
_LEAST_SIZE = 300_000  # below that, a process costs more than it saves


@contextmanager
def shared(items: Sequence[T], work: Callable[[Sequence[T]], R], size: Callable[[T], int]) -> Iterator[Callable[[], list[R]]]:
    """Begin to do `work` on the items, a share in each process; what is given waits for the results, in order.

    Shares are of about the same size in sum. The processes are forks, which have the items without copying, and are gone when
    the block ends. The share of one that dies is done here, as all is where there is little to do or nothing to fork.
    """
    total = sum(map(size, items))
    count = min(os.cpu_count() or 1, _MOST, total // _LEAST_SIZE)
    if count < 2 or sys.platform != "linux":
        yield lambda: [work(items)]
        return
    shares = list(_shares(items, size, total / count))
    started = [_started(work, share) for share in shares]
    try:
        yield lambda: [_result(pipe, work, share) for share, (_, pipe) in zip(shares, started, strict=True)]
    finally:
        for process, pipe in started:
            process.kill()
            process.join()
            pipe.close()


def _shares(items: Sequence[T], size: Callable[[T], int], wanted: float) -> Iterator[Sequence[T]]:
    start, taken = 0, 0
    for number, item in enumerate(items, 1):
        taken += size(item)
        if taken >= wanted:
            yield items[start:number]
            start, taken = number, 0
    if start < len(items):
        yield items[start:]


def _started(work: Callable[[Sequence[T]], R], share: Sequence[T]) -> tuple[multiprocessing.process.BaseProcess, Connection]:
    ours, theirs = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("fork").Process(target=_serve, args=(work, share, theirs), daemon=True)
    process.start()
    theirs.close()  # so that only the process holds it, and its death can be read
    return process, ours


def _serve(work: Callable[[Sequence[T]], R], share: Sequence[T], pipe: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the main process's business
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        pipe.send(work(share))
    except Exception:  # noqa: BLE001 - whatever it is, the share is done again by the process that can tell of it
        os._exit(1)


def _result(pipe: Connection, work: Callable[[Sequence[T]], R], share: Sequence[T]) -> R:
    try:
        found: R = pipe.recv()
    except (EOFError, OSError):
        return work(share)  # a fault of the work itself is then raised here, where it is told
    return found
