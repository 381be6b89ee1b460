"""Progress on stderr, in five stages: bars that vanish on a terminal, one line per long stage elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import perf_counter

import click

from core.cli.command import is_plain, is_quiet
from core.ports import Progress

STAGES = ("Read files", "Link code", "Write tables", "Search words", "Vectors")
_STAGE_OF = {
    "walk": "Read files", "read": "Read files", "read elsewhere": "Read files", "metrics": "Write tables",
    "catalog": "Write tables", "words": "Search words", "lexical": "Search words", "chunk": "Search words",
    "word vectors": "Search words", "embed": "Vectors", "vectors": "Vectors",
}  # fmt: skip
"""The stage of each phase of a run; every other phase links code."""
_COUNTED = {"read": "files", "embed": "texts", "vectors": "vectors"}
"""Phases whose count is that of their whole stage."""
_LONG = 1.0  # seconds from which on a stage has a line
_EVERY = 10.0  # seconds between two lines of a stage that takes long


@contextmanager
def shown_progress(*, verbose: bool = False) -> Iterator[Progress]:
    """Give a listener that shows each stage while the block runs, or each phase when `verbose`; nothing with `-q`."""
    if is_quiet():
        yield lambda phase, done, total: None
    elif verbose:
        yield _Phases()
    elif sys.stderr.isatty():
        with _bars() as bars:
            yield bars
    else:
        lines = _Lines()
        with _watching(lines.report_silence):
            yield lines
        lines.end()


@contextmanager
def _watching(look: Callable[[], None]) -> Iterator[None]:
    """Look every second while the block runs."""
    ended = Event()

    def watch() -> None:
        while not ended.wait(1):
            look()

    Thread(target=watch, daemon=True, name="progress").start()
    try:
        yield
    finally:
        ended.set()


def _stage(phase: str) -> str:
    return _STAGE_OF.get(phase, "Link code")


@contextmanager
def _bars() -> Iterator[Progress]:
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    columns = (TextColumn("{task.description:<12}"), BarColumn(), TextColumn("{task.fields[count]:<18}"), TimeElapsedColumn())
    with Bars(*columns, console=Console(stderr=True, no_color=is_plain() or None), transient=True) as bars:
        tasks = {name: bars.add_task(name, total=None, start=False, visible=False, count="") for name in STAGES}
        ended: list[str] = []

        def show(phase: str, done: int, total: int) -> None:
            stage = _stage(phase)
            for other in STAGES[: STAGES.index(stage)]:  # what comes before has ended
                if other not in ended:
                    ended.append(other)
                    bars.update(tasks[other], total=1, completed=1)
                    bars.stop_task(tasks[other])
            if bars.tasks[STAGES.index(stage)].start_time is None:
                bars.start_task(tasks[stage])
                bars.update(tasks[stage], visible=True)
            if phase in _COUNTED and total > 1:
                bars.update(tasks[stage], completed=done, total=total, count=f"{done:,} of {total:,}")

        yield show


class _Phases:
    """One line for each phase that ends."""

    def __init__(self) -> None:
        self._started: dict[str, float] = {}
        self._ended: set[str] = set()

    def __call__(self, phase: str, done: int, total: int) -> None:
        start = self._started.setdefault(phase, perf_counter())
        if total and done >= total and phase not in self._ended:
            self._ended.add(phase)
            counted = f"{done:,} in " if total > 1 else ""
            click.echo(f"{phase}: {counted}{perf_counter() - start:.1f} s", err=True)


class _Lines:
    """One line for each stage that takes more than a second; long stages also report every ten seconds."""

    def __init__(self) -> None:
        self._stage = self._count = ""
        self._done = self._total = 0
        self._start = self._said = perf_counter()

    def __call__(self, phase: str, done: int, total: int) -> None:
        stage, now = _stage(phase), perf_counter()
        if stage != self._stage:
            self.end()
            self._stage, self._start, self._count, self._done, self._total = stage, now, "", 0, 0
        if phase not in _COUNTED or total <= 1:
            return
        self._count = f"{done:,} {_COUNTED[phase]}"
        self._done, self._total = done, total
        self.report_silence()

    def end(self) -> None:
        """Report the stage at work, if it took long."""
        if self._stage and (taken := perf_counter() - self._start) >= _LONG:
            self._say(f"{self._stage}: {f'{self._count} in ' if self._count else ''}{taken:.1f} s")
        self._stage = ""

    def report_silence(self) -> None:
        """Report the stage at work, and the time left where its end is known, if there was no line for long."""
        now = perf_counter()
        if not self._stage or now - max(self._said, self._start) < _EVERY:
            return
        taken, done, total = now - self._start, self._done, self._total
        if 0 < done < total:
            counted, left = self._count.replace(" ", f" of {total:,} "), taken / done * (total - done)
            self._say(f"{self._stage}: {counted} in {taken:.0f} s, {left:.0f} s left")
        else:
            self._say(f"{self._stage}: {taken:.0f} s so far")

    def _say(self, line: str) -> None:
        click.echo(line, err=True)
        self._said = perf_counter()
