"""What a stage computes from an index and keeps for later questions, for as long as the index is open."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, Generic, ParamSpec, TypeVar

from core.open_index.index import OpenIndex

P = ParamSpec("P")
T = TypeVar("T")


def per_index(make: Callable[Concatenate[OpenIndex, P], T]) -> Callable[Concatenate[OpenIndex, P], T]:
    """Return the function with its value kept for each open index and, where it takes more, for each of these arguments.

    The first thread that asks makes the value; others wait for it.
    """

    @wraps(make)
    def kept(index: OpenIndex, /, *arguments: P.args, **options: P.kwargs) -> T:
        return index.kept((make, arguments, *options.items()), lambda: make(index, *arguments, **options))

    return kept


class Kept(Generic[T]):
    """A value per open index to which each question adds: use `per_index` for one that is made at once.

    Each stage declares its own, `_anatomies: Kept[dict[int, Anatomy]] = Kept(dict)`, so that its type is known and nobody
    else can reach it.
    """

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make

    def of(self, index: OpenIndex) -> T:
        """Return the value of this index."""
        return index.kept(self, self._make)
