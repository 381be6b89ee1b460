"""Numbers of things as a reader says them."""

from __future__ import annotations


def counted_as(count: int, one: str) -> str:
    """Return a number with its noun, which is given in the singular: `1 line`, `1,200 lines`."""
    return f"{count:,} {one}{'' if count == 1 else 's'}"
