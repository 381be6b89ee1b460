"""Which names of methods tell enough to be those of an application: of several words, and none of a library."""

from __future__ import annotations

from functools import cache
from pathlib import Path

_FEWEST_LETTERS = 8


def tells(name: str) -> bool:
    """Tell whether a name is of several words, and neither Ruby nor Rails has a method of it."""
    return "_" in name.strip("_") and len(name) >= _FEWEST_LETTERS and name not in _library()


@cache
def _library() -> frozenset[str]:
    """Return the names of such methods of Ruby, its standard library, Rails and the gems that come with them."""
    lines = Path(__file__).with_name("library_names.txt").read_text("utf-8").split("\n")
    return frozenset(line for line in lines if line and not line.startswith("#"))
