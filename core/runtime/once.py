"""Make a value once, however many threads ask for it at the same time."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Lock, RLock
from typing import TypeVar, cast

T = TypeVar("T")


class Once:
    """Values by name, each made by the first thread that asks; others that ask meanwhile wait for it.

    Names are independent of each other, and making one may ask for another, as long as no circle comes of it. A value that
    could not be made is tried again by the next one who asks.
    """

    def __init__(self) -> None:
        self._values: dict[Hashable, object] = {}
        self._making: dict[Hashable, RLock] = {}
        self._guard = Lock()

    def get(self, name: Hashable, make: Callable[[], T]) -> T:
        """Return the value of this name, made by `make` if it has not been made before."""
        if name not in self._values:
            with self._guard:
                making = self._making.setdefault(name, RLock())
            with making:
                if name not in self._values:
                    self._values[name] = make()
        return cast("T", self._values[name])
