"""What all shapes are made with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from math import isqrt

Files = dict[str, str]
"""The texts of a repository by path."""

Shape = Callable[[int], Files]


def side(size: int) -> int:
    """Return how many modules each use all others, or how long each of as many chains is: the square root of the size."""
    return max(2, isqrt(size))


def lines(*groups: Iterator[str] | list[str]) -> str:
    """Return a text of all the lines."""
    return "\n".join(chain(*groups)) + "\n"
