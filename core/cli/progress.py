"""Progress on stderr: bars with counts and remaining time on a terminal, one line per phase elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter

import click

from core.ports import Progress


@contextmanager
def shown_progress() -> Iterator[Progress]:
    """Give a listener that shows each phase while the block runs."""
    if sys.stderr.isatty():
        with _bars() as bars:
            yield bars
    else:
        yield _Lines()


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
    """One line when a phase ends; long phases also report every ten seconds."""

    def __init__(self) -> None:
        self.started: dict[str, float] = {}
        self.told: dict[str, float] = {}

    def __call__(self, phase: str, done: int, total: int) -> None:
        now = perf_counter()
        start = self.started.setdefault(phase, now)
        ended = bool(total) and done >= total
        if ended and self.told.get(phase) != -1.0:
            counted = f"{done} in " if total > 1 else ""
            click.echo(f"{phase}: {counted}{now - start:.1f} s", err=True)
            self.told[phase] = -1.0
        elif not ended and total and now - self.told.get(phase, start) >= 10:
            left = (now - start) / max(done, 1) * (total - done)
            click.echo(f"{phase}: {done} of {total}, {left:.0f} s left", err=True)
            self.told[phase] = now
