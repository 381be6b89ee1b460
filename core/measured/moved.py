"""Where the lines of a file stand now that was measured in an earlier state: by their text, not by their number."""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Mapping
from difflib import SequenceMatcher


def digests(text: str) -> bytes:
    """Return four bytes for each line of a text, alike where the lines are alike but for blanks around them."""
    return array("I", (zlib.crc32(line.strip().encode()) for line in text.split("\n"))).tobytes()


def moved(before: bytes, now: bytes) -> Mapping[int, int]:
    """Return the present number of each line that stands in both states (numbers from 1); changed lines are left out."""
    old, new = array("I", before), array("I", now)
    if old == new:
        return {number: number for number in range(1, len(old) + 1)}
    blocks = SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()
    return {a + step + 1: b + step + 1 for a, b, size in blocks for step in range(size)}
