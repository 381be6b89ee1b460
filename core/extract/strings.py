"""Which string literals are worth finding a unit by: messages and texts, not keys and formats."""

from __future__ import annotations

import re
from collections.abc import Iterable

_LONGEST = 160
_SHORTEST = 8
_AT_MOST = 8
_WORDS = 3
_WORD = re.compile(r"[A-Za-z]{2,}")


def notable(texts: Iterable[str]) -> list[str]:
    """Return the first texts of at least three words, whitespace collapsed, without repetition, in their order."""
    found: dict[str, None] = {}
    for text in texts:
        if len(text) >= _SHORTEST and " " in text and len(_WORD.findall(text[:_LONGEST])) >= _WORDS:
            found.setdefault(" ".join(text[:_LONGEST].split()))
        if len(found) == _AT_MOST:
            break
    return list(found)
