"""Where the lines of a file stand now that was measured in an earlier state: by their text, not by their number."""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher
from itertools import takewhile


def digests(text: str) -> bytes:
    """Return four bytes for each line of a text, alike where the lines are alike but for blanks around them."""
    return array("I", (zlib.crc32(line.strip().encode()) for line in text.split("\n"))).tobytes()


def moved(before: bytes, now: bytes) -> Mapping[int, int]:
    """Return the present number of each line that stands in both states (numbers from 1); changed lines are left out."""
    old, new = array("I", before), array("I", now)
    top = _alike(zip(old, new, strict=False))
    if top == len(old) == len(new):
        return {number: number for number in range(1, top + 1)}
    bottom = min(_alike(zip(reversed(old), reversed(new), strict=False)), len(old) - top, len(new) - top)
    middle = SequenceMatcher(None, old[top : len(old) - bottom], new[top : len(new) - bottom], autojunk=False)
    blocks = [(0, 0, top), *((a + top, b + top, size) for a, b, size in middle.get_matching_blocks())]
    blocks.append((len(old) - bottom, len(new) - bottom, bottom))
    return {a + step + 1: b + step + 1 for a, b, size in blocks for step in range(size)}


def _alike(pairs: Iterable[tuple[int, int]]) -> int:
    """Return how many pairs are alike before the first that is not."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
