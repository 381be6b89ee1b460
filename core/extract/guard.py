"""Contain a failure in one file or step: it becomes a reported problem, and the rest continues."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from operator import attrgetter
from pathlib import Path
from types import FrameType
from typing import TypeVar

from core.extract.limits import OverTime, limited
from core.model import Problem
from core.ports import Progress
from core.settings import ExtractSettings

_log = logging.getLogger(__name__)
FILE_SECONDS, STEP_SECONDS = "extract.file_seconds", "extract.step_seconds"
"""The settings that raise the limits, as they are named in problems."""

_TOLD_EVERY = 50  # files

T = TypeVar("T")
F = TypeVar("F")


class Guard:
    """Runs steps and files one by one for one reading of a checkout, and collects what went wrong with them.

    `given_up` counts what was left for want of time or memory: a next run may get further, so nothing may be kept as if it
    were known.
    """

    def __init__(self, settings: ExtractSettings | None = None, progress: Progress | None = None) -> None:
        settings = settings or ExtractSettings()
        self.file_seconds = settings.file_seconds
        self.step_seconds = settings.step_seconds
        self.problems: list[Problem] = []
        self.given_up = 0
        self._progress = progress

    def tell(self, phase: str, done: int, total: int) -> None:
        """Say how far a phase is."""
        if self._progress is not None:
            self._progress(phase, done, total)

    def give_up(self, problem: Problem) -> None:
        """Note something that was left for want of time or memory."""
        self.given_up += 1
        self.problems.append(problem)

    def attempt(self, step: str, work: Callable[[], T], otherwise: T, known: Collection[str] = ()) -> T:
        """Return what a step gives; `otherwise`, with a problem, when it fails or takes too long.

        The problem names the file when one of the `known` paths was in work when it failed.
        """
        self.tell(step, 0, 1)
        limit = None
        try:
            with limited(self.step_seconds, STEP_SECONDS, own=True) as limit:
                return work()
        except OverTime as over:
            if over.limit is not limit:
                raise
            self.give_up(Problem("", "partial", f"{step}: left out: it {over}; the next run tries again"))
        except Exception as fault:  # noqa: BLE001 - any fault of a step is told, and the index is made without its result
            self.note(f"{step}: left out", fault, *place_of(fault, known))
        finally:
            self.tell(step, 1, 1)
        return otherwise

    def gathered(
        self, step: str, files: Sequence[F], work: Callable[[F], Iterable[T]], path: Callable[[F], str] = attrgetter("path")
    ) -> list[T]:
        """Return what `work` yields of all files in their order. Where it fails on a file, what it yielded before is kept.

        `step` says what is gathered, as in "python references".
        """
        found: list[T] = []
        for number, file in enumerate(files):
            if number % _TOLD_EVERY == 0:
                self.tell(step, number, len(files))
            try:
                with limited(self.file_seconds, FILE_SECONDS):
                    found.extend(work(file))
            except OverTime as over:
                if over.limit.setting == STEP_SECONDS:
                    self._stop(step, over, len(files) - number, path(file))
                    break
                self.give_up(Problem(path(file), "partial", f"{step}: not all of them: it {over}; the next run tries again"))
            except Exception as fault:  # noqa: BLE001 - any fault in a file is told as a problem of that file
                self.note(f"{step}: not all of them", fault, path(file), place_of(fault, (path(file),))[1])
        self.tell(step, len(files), len(files))
        return found

    def _stop(self, step: str, over: OverTime, left: int, path: str) -> None:
        """Leave the rest of the files; what follows in the step has its whole time again."""
        over.limit.renew()
        reason = f"{step}: none of the last {left:,} files, from {path} on: it {over}; the next run tries again"
        self.give_up(Problem("", "partial", reason))

    def note(self, effect: str, fault: Exception, path: str, line: int) -> None:
        """Keep a fault as a problem of a file, which begins with what it costs."""
        _log.debug("%s", effect, exc_info=fault)
        if isinstance(fault, MemoryError):
            self.given_up += 1
        self.problems.append(Problem(path, "partial", f"{effect}: {in_words(fault)}", line))


def in_words(fault: BaseException) -> str:
    """Return kind and message of a fault, and the line of this package that it comes from."""
    own = [frame for frame in _frames(fault) if "/core/" in frame[0].f_code.co_filename]
    origin = f" ({Path(own[0][0].f_code.co_filename).name}:{own[0][1]})" if own else ""
    message = " ".join(str(fault).split())[:200]
    return f"{type(fault).__name__}{': ' if message else ''}{message}{origin}"


def place_of(fault: BaseException, known: Collection[str]) -> tuple[str, int]:
    """Return which of the known files was in work when a fault arose, and the line if that is known; else "" and 0."""
    line = 0
    for frame, _ in _frames(fault):
        values = list(frame.f_locals.values())
        line = line or next((found for value in values if (found := _line_of(value))), 0)
        for value in values:
            path = value if isinstance(value, str) else getattr(value, "path", None)
            if isinstance(path, str) and path in known:
                return path, line
    return "", 0


def _line_of(value: object) -> int:
    found = getattr(value, "line", 0) if type(value).__module__.startswith("core.") else 0
    return found if isinstance(found, int) else 0


def _frames(fault: BaseException) -> Iterator[tuple[FrameType, int]]:
    """Yield the frames that a fault went through with their lines, the innermost first."""
    found = []
    traceback = fault.__traceback__
    while traceback is not None:
        found.append((traceback.tb_frame, traceback.tb_lineno))
        traceback = traceback.tb_next
    yield from reversed(found)
