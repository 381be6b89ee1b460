"""Many values, some at a time."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

T = TypeVar("T")


def batched(values: Iterable[T], size: int) -> Iterator[list[T]]:
    """Yield the values in lists of `size`, the last one shorter (`itertools.batched` needs Python 3.12)."""
    left = iter(values)
    while some := list(islice(left, size)):
        yield some
