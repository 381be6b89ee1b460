"""Numbers of things as a reader says them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

K = TypeVar("K", str, tuple[str, str])

_HISSING = ("s", "x", "ch", "sh")


def counted_as(count: int, one: str) -> str:
    """Return a number with its noun, which is given in the singular: `1 line`, `1,200 lines`, `2 dependencies`."""
    return f"{count:,} {one if count == 1 else many(one)}"


def many(one: str) -> str:
    """Return the plural of a noun: `lines`, `classes`, `dependencies`."""
    if one.endswith("y") and one[-2] not in "aeiou":
        return f"{one[:-1]}ies"
    return f"{one}{'es' if one.endswith(_HISSING) else 's'}"


def and_more(count: int, shown: int, noun: str = "") -> str:
    """Return what follows the first names of a longer list: ` and 3 more`; empty if all are shown."""
    return f" and {count - shown:,} more{noun and ' '}{noun}" if count > shown else ""


def name_list(names: Sequence[str], most: int, noun: str = "", between: str = ", ") -> str:
    """Return the first names and the number of the others: `a, b and 3 more`, with a noun `a, b and 3 more folders`."""
    return between.join(names[:most]) + and_more(len(names), most, noun)


def most_first(counts: Mapping[K, int]) -> dict[K, int]:
    """Return the counts, largest first, ties by name."""
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))
