"""Divide work on many values among processes of their own, while this one goes on."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import NamedTuple, TypeVar

T = TypeVar("T")
R = TypeVar("R")

_MOST = 8
_LEAST_SIZE = 300_000  # below that, a process costs more than it saves
_MOST_SIZE = 16_000_000  # of one share; a process copies what it looks at, and more as the one that it comes from goes on


@contextmanager
def shared(items: Sequence[T], work: Callable[[Sequence[T]], R], size: Callable[[T], int]) -> Iterator[Callable[[], list[R]]]:
    """Begin to do `work` on the items, a share in each process; what is given waits for the results, in order.

    Shares are of about the same size in sum. The processes are forks, which have the items without copying, and are gone when
    the block ends. The share of one that dies is done here, as all is where there is little to do or nothing to fork. Where
    there is much to do it begins when the results are asked for, in more and smaller shares, the first of them here, so that
    what the work loads and remembers is there for all: memory counts more than time then.
    """
    total = sum(map(size, items))
    count = min(os.cpu_count() or 1, _MOST, total // _LEAST_SIZE)
    if count < 2 or sys.platform != "linux":
        yield lambda: [work(items)]
        return
    is_much = total > count * _MOST_SIZE
    shares = list(_shares(items, size, _MOST_SIZE / 4 if is_much else total / count))
    running: deque[_Running] = deque()
    try:
        if not is_much:
            running.extend(_started(work, share) for share in shares)
        yield lambda: list(_results(shares, work, running, count))
    finally:
        for one in running:
            one.end()


def _shares(items: Sequence[T], size: Callable[[T], int], wanted: float) -> Iterator[Sequence[T]]:
    start, taken = 0, 0
    for number, item in enumerate(items, 1):
        taken += size(item)
        if taken >= wanted:
            yield items[start:number]
            start, taken = number, 0
    if start < len(items):
        yield items[start:]


class _Running(NamedTuple):
    process: BaseProcess
    pipe: Connection

    def end(self) -> None:
        """Kill the process, whatever it does, and close what it used."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


def _started(work: Callable[[Sequence[T]], R], share: Sequence[T]) -> _Running:
    ours, theirs = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("fork").Process(target=_serve, args=(work, share, theirs), daemon=True)
    process.start()
    theirs.close()  # so that only the process holds it, and its death can be read
    return _Running(process, ours)


def _results(
    shares: Sequence[Sequence[T]], work: Callable[[Sequence[T]], R], running: deque[_Running], count: int
) -> Iterator[R]:
    """Yield the results of all shares in order; the process of each is gone by then, and at most `count` run at a time."""
    if not running:
        yield work(shares[0])
        shares = shares[1:]
    waiting = iter(shares[len(running) :])
    running.extend(_started(work, share) for share in islice(waiting, max(0, count - len(running))))
    for share in shares:
        found = _result(running[0].pipe, work, share)
        running.popleft().end()
        running.extend(_started(work, following) for following in islice(waiting, 1))
        yield found


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
