"""Lines of a text by position."""

from __future__ import annotations

import re


def line_at(text: str, place: int) -> int:
    """Return the number of the line, from 1, on which a position is."""
    return text.count("\n", 0, place) + 1


def line_ends(text: str) -> str:
    """Return only the line ends of a text: in its place they keep the numbers of the lines below."""
    return "\n" * text.count("\n")


def blanked(match: re.Match[str]) -> str:
    """Return what to write for a match that is left out: its line ends."""
    return line_ends(match[0])
