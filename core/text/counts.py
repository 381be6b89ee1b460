"""Numbers of things as a reader says them."""

from __future__ import annotations


def counted_as(count: int, one: str) -> str:
    """Return a number with its noun, which is given in the singular: `1 line`, `1,200 lines`, `2 dependencies`."""
    many = f"{one[:-1]}ies" if one.endswith("y") and one[-2] not in "aeiou" else f"{one}s"
    return f"{count:,} {one if count == 1 else many}"
