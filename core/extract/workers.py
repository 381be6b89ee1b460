"""Read files in processes of their own, so that one that hangs, crashes or eats the memory takes no other with it."""

from __future__ import annotations

import gc
import mmap
import multiprocessing
import os
import signal
import struct
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from time import clock_gettime, monotonic, process_time
from typing import Generic, TypeVar

from core.errors import SourceError
from core.extract.limits import PATIENCE, forget
from core.runtime.undisturbed import undisturbed

T = TypeVar("T")
R = TypeVar("R")

_MOST = 8
_LOOK = 0.25  # seconds between two looks at how long the files take
_GRACE = 2.0  # seconds of the processor beyond the limit until a process that does not notice it is killed
_NUMBER = struct.Struct("q")  # of the item in work; -1 between items
_BEGUN = struct.Struct("dd")  # when that was begun, by processor and clock
_PROCESSOR = 2  # of the clocks that Linux has for each process (clock_getcpuclockid)
_MOST_DEATHS = 5  # of processes that had no item in work: then it is not the items


class Fate(Enum):
    """Why an item has no result: its process did not end in time, or died of it twice."""

    OVER_TIME = "over time"
    DIED = "died"


@dataclass(slots=True, eq=False)
class _Worker:
    process: BaseProcess
    pipe: Connection
    place: mmap.mmap
    batch: Sequence[int] = ()

    def item(self) -> tuple[int, float]:
        """Return the number of the item in work and the seconds that it has had, as a limit counts them."""
        (number,), (worked, began) = _NUMBER.unpack_from(self.place), _BEGUN.unpack_from(self.place, _NUMBER.size)
        return number, max(self._worked() - worked, (monotonic() - began) / PATIENCE)

    def _worked(self) -> float:
        try:
            return clock_gettime(~(self.process.pid or 0) << 3 | _PROCESSOR)
        except OSError:  # it has just ended
            return 0.0

    def end(self) -> None:
        """Kill the process, whatever it does, and close what it used."""
        self.process.kill()
        self.process.join()
        self.pipe.close()
        self.place.close()


def in_workers(
    items: Sequence[T], batches: Sequence[Sequence[int]], work: Callable[[T], R], seconds: float
) -> Iterator[list[tuple[int, R | Fate]]]:
    """Yield the numbers of items with what `work` gives of them, batch by batch as they are done, in no certain order.

    The processes are forks, which have the items without copying. An item of which a process dies is tried once more alone;
    the others of its batch are done again. Raises `SourceError` when processes die that have nothing to do.
    """
    pool = _Pool(items, work, seconds, deque(list(batch) for batch in batches))
    try:
        yield from pool.results()
    finally:
        for worker in pool.workers:
            worker.end()


class _Pool(Generic[T, R]):
    def __init__(self, items: Sequence[T], work: Callable[[T], R], seconds: float, queue: deque[list[int]]) -> None:
        self.workers: list[_Worker] = []
        self._items, self._work, self._seconds, self._queue = items, work, seconds, queue
        self._size = min(os.cpu_count() or 1, _MOST, len(queue))
        self._suspects: set[int] = set()
        self._deaths = 0

    def results(self) -> Iterator[list[tuple[int, R | Fate]]]:
        while self._queue or any(worker.batch for worker in self.workers):
            self._give()
            for pipe in wait([worker.pipe for worker in self.workers if worker.batch], _LOOK):
                worker = next(one for one in self.workers if one.pipe is pipe)
                try:
                    found = worker.pipe.recv()
                except (EOFError, OSError):
                    found = self._after(worker, Fate.DIED)
                else:
                    worker.batch = ()
                yield found
            for worker in [one for one in self.workers if one.batch and self._is_over(one)]:
                yield self._after(worker, Fate.OVER_TIME)

    def _give(self) -> None:
        """Give every idle process a batch, starting as many as there may be."""
        while self._queue:
            worker = next((one for one in self.workers if not one.batch), None)
            if worker is None and len(self.workers) == self._size:
                return
            worker = worker or self._started()
            worker.batch = self._queue.popleft()
            try:
                worker.pipe.send(worker.batch)
            except OSError:
                return  # it is dead: `results` reads that from its pipe

    def _started(self) -> _Worker:
        place = mmap.mmap(-1, _NUMBER.size + _BEGUN.size)
        set_idle(place)
        ours, theirs = multiprocessing.Pipe()
        serve = (self._items, self._work, theirs, place, [ours, *(worker.pipe for worker in self.workers)])
        process = multiprocessing.get_context("fork").Process(target=_serve, args=serve, daemon=True)
        with undisturbed():
            process.start()
            theirs.close()  # so that only the process holds it, and its death can be read
            self.workers.append(_Worker(process, ours, place))
        return self.workers[-1]

    def _is_over(self, worker: _Worker) -> bool:
        number, since = worker.item()
        return self._seconds > 0 and number >= 0 and since > self._seconds + _GRACE

    def _after(self, worker: _Worker, fate: Fate) -> list[tuple[int, R | Fate]]:
        """Return what became of the item that a process was at; the others of its batch are put back."""
        number, _ = worker.item()
        worker.end()
        self.workers.remove(worker)
        rest = [one for one in worker.batch if one != number]
        if rest:
            self._queue.append(rest)
        if number < 0:
            self._deaths += 1
            if self._deaths > _MOST_DEATHS:
                raise SourceError("The system kills the processes that read files. Free some memory and run again.")
        elif fate is Fate.OVER_TIME or number in self._suspects:
            return [(number, fate)]
        else:
            self._suspects.add(number)
            self._queue.append([number])
        return []


def set_idle(place: mmap.mmap | bytearray) -> None:
    """Note that no item is in work."""
    place[: _NUMBER.size] = _NUMBER.pack(-1)


def set_begun(place: mmap.mmap | bytearray, number: int) -> None:
    """Note the item that is in work and when it was begun; the number last, for the other process reads at any moment.

    `pack_into` would not do: it empties the place first, and item 0, begun when the machine was, is over any limit.
    """
    set_idle(place)
    place[_NUMBER.size :] = _BEGUN.pack(process_time(), monotonic())
    place[: _NUMBER.size] = _NUMBER.pack(number)


def _serve(
    items: Sequence[T], work: Callable[[T], R], pipe: Connection, place: mmap.mmap, inherited: Sequence[Connection]
) -> None:
    """Do batches until the other side goes away."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the main process's business
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.set_wakeup_fd(-1)  # of the process that this is a fork of
    forget()
    gc.freeze()  # what came with the fork is not this process's to free, and looking at it would copy it
    gc.enable()  # trees of parsers and what is found in them hold each other, hundreds of megabytes of them
    for other in inherited:
        other.close()  # else the processes would keep each other alive
    try:
        while True:
            results = []
            for number in pipe.recv():
                set_begun(place, number)
                results.append((number, work(items[number])))
            set_idle(place)
            pipe.send(results)
    except (EOFError, OSError):
        os._exit(0)
