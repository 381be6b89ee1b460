"""All that something leads to, whatever leads on from each."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T", bound=Hashable)


def closure(starts: Iterable[T], onward: Callable[[T], Iterable[T]]) -> Iterator[T]:
    """Yield the starts and all that they lead to, each once and the nearest first; `onward` gives what one leads to."""
    waiting = deque(dict.fromkeys(starts))
    seen = set(waiting)
    while waiting:
        here = waiting.popleft()
        yield here
        for following in onward(here):
            if following not in seen:
                seen.add(following)
                waiting.append(following)
