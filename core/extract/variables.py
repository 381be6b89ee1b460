"""What the local names of a file stand for in the end: `a = b`, `b = c.d()` make `a` stand for `c.d()`."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

_LONGEST = 1000  # characters of an expression; nobody knows the type of what is longer


class Binding(NamedTuple):
    """What one name stands for: a name in a scope and what follows it; without a scope the name is to be kept."""

    name: str
    scope: int | None = None
    rest: str = ""


class Variables:
    """Follows names to what they stand for, every name once; a name that leads back to itself stands for nothing."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, int], str | None] = {}

    def forget(self) -> None:
        """Forget what was found, because more has become known of the names."""
        if self._known:
            self._known = {}

    def __call__(self, name: str, scope: int, step: Callable[[str, int], Binding | None]) -> str | None:
        """Return the expression that a name stands for as seen from a scope, None if nothing is known of it.

        `step` is given each time: kept here, it would keep its owner, so that only a search for cycles frees a file's tree.
        """
        here = name, scope
        way: dict[tuple[str, int], str] = {}
        while here not in self._known and here not in way:
            found = step(*here)
            if found is None or found.scope is None:
                self._known[here] = found.name + found.rest if found is not None else None
                break
            way[here] = found.rest
            here = found.name, found.scope
        value = self._known.get(here)
        for passed, rest in reversed(way.items()):
            value = value + rest if value is not None and len(value) < _LONGEST else None
            self._known[passed] = value
        return value
