"""What a stage computes from an index and keeps for later questions, for as long as the index is open."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

from core.open_index.index import OpenIndex

T = TypeVar("T")


class Kept(Generic[T]):
    """A value per open index, made by the first who asks and forgotten with the index.

    Each stage declares its own, `_anatomies: Kept[dict[int, Anatomy]] = Kept(dict)`, so that its type is known and nobody
    else can reach it.
    """

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._values: WeakKeyDictionary[OpenIndex, T] = WeakKeyDictionary()
        self._guard = Lock()

    def of(self, index: OpenIndex) -> T:
        """Return the value of this index."""
        with self._guard:
            if index not in self._values:
                self._values[index] = self._make()
            return self._values[index]
