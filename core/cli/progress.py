"""Progress on stderr: bars with counts and remaining time on a terminal, one line per phase elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import perf_counter

import click

from core.ports import Progress

_EVERY = 10.0  # seconds between two lines of a phase that takes long


@contextmanager
def shown_progress() -> Iterator[Progress]:
    """Give a listener that shows each phase while the block runs."""
    if sys.stderr.isatty():
        with _bars() as bars:
            yield bars
    else:
        lines = _Lines()
        with _beside(lines.tell_silence):
            yield lines


@contextmanager
def _beside(look: Callable[[], None]) -> Iterator[None]:
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


@contextmanager
def _bars() -> Iterator[Progress]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.progress import Progress as Bars

    columns = (
        TextColumn("{task.description:<12}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Bars(*columns, console=Console(stderr=True)) as bars:
        tasks: dict[str, int] = {}

        def show(phase: str, done: int, total: int) -> None:
            if phase not in tasks:
                tasks[phase] = bars.add_task(phase, total=total or None)
            bars.update(tasks[phase], completed=done, total=total or None)  # type: ignore[arg-type]

        yield show


class _Lines:
    """One line when a phase ends; long phases also report every ten seconds, those that say nothing as well."""

    def __init__(self) -> None:
        self._started: dict[str, float] = {}
        self._ended: set[str] = set()
        self._told = perf_counter()

    def __call__(self, phase: str, done: int, total: int) -> None:
        now = perf_counter()
        start = self._started.setdefault(phase, now)
        if phase in self._ended:
            return
        if total and done >= total:
            self._ended.add(phase)
            self._say(f"{phase}: {f'{done} in ' if total > 1 else ''}{now - start:.1f} s")
        elif total > 1 and done and now - max(self._told, start) >= _EVERY:
            self._say(f"{phase}: {done} of {total}, {(now - start) / done * (total - done):.0f} s left")

    def tell_silence(self) -> None:
        """Say which phase is at work if nothing has been said for long."""
        now = perf_counter()
        at_work = [phase for phase in list(self._started) if phase not in self._ended]
        if at_work and now - max(self._told, self._started[at_work[-1]]) >= _EVERY:
            self._say(f"{at_work[-1]}: {now - self._started[at_work[-1]]:.0f} s so far")

    def _say(self, line: str) -> None:
        click.echo(line, err=True)
        self._told = perf_counter()
