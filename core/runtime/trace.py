"""Time and counts of the steps of a run, recorded only while somebody listens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import perf_counter

from core.model.run import Step

_steps: ContextVar[list[Step] | None] = ContextVar("steps", default=None)
_heard: ContextVar[Callable[[Step], None] | None] = ContextVar("heard", default=None)


@contextmanager
def recording() -> Iterator[list[Step]]:
    """Collect every span that ends inside the block, in the order of ending."""
    steps: list[Step] = []
    token = _steps.set(steps)
    try:
        yield steps
    finally:
        _steps.reset(token)


@contextmanager
def listening(hear: Callable[[Step], None]) -> Iterator[None]:
    """Call `hear` with every span of a recording inside the block as it ends, in the thread in which it ends."""
    token = _heard.set(hear)
    try:
        yield
    finally:
        _heard.reset(token)


@contextmanager
def span(step: str) -> Iterator[dict[str, object]]:
    """Time the block; what is put into the dictionary becomes the step's facts."""
    facts: dict[str, object] = {}
    start = perf_counter()
    try:
        yield facts
    finally:
        if (steps := _steps.get()) is not None:
            steps.append(Step(step, perf_counter() - start, facts))
            if (hear := _heard.get()) is not None:
                hear(steps[-1])
