"""What a piece of a unit is worth to a question, before its price."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.assemble.outline import Piece

_FRAME = 0.3  # of the unit's relevance: that its name and place are seen
_KINDS = {"declaration": 0.9, "signature": 1.2, "body": 1.2, "doc": 0.5, "tail": 0.3}
"""Of the unit's relevance, for its text by kind of piece, spread over the length of the whole unit."""
_SMALL = 30.0  # tokens added to a unit's length: among short units the better one counts, not the shorter one
_MATCHED = 0.7  # of the relevance, for a piece that holds all of the question's words
_MEMBER = 0.8  # of a ranked member's own relevance, for its lines


@dataclass(frozen=True, slots=True)
class Member:
    """A ranked unit inside the host: its lines in the host's text (from 0, end excluded) and its relevance, 0..1."""

    key: str
    start: int
    end: int
    relevance: float


def worths(
    pieces: Sequence[Piece],
    words: Sequence[frozenset[str]],
    prices: Sequence[float],
    relevance: float,
    presence: float,
    members: Sequence[Member],
    rarity: Mapping[str, float],
) -> list[float]:
    """Return the value of each piece.

    The unit's own relevance is spread over its pieces by length and kind; to this come the share of the question's words
    that a piece holds (rare ones count more) and the relevance of ranked members that it belongs to. `presence` is the best
    relevance of the unit and its members: what it is worth to see that the unit is there, which its frame tells.
    """
    total = sum(prices) + _SMALL
    matches = _matches(words, rarity)
    found = []
    for piece, match, price in zip(pieces, matches, prices, strict=True):
        plain = presence * _FRAME if piece.kind == "frame" else relevance * _KINDS[piece.kind] * price / total
        found.append(plain + presence * _MATCHED * match)
    _add_members(found, pieces, members)
    return found


def _matches(words: Sequence[frozenset[str]], rarity: Mapping[str, float]) -> list[float]:
    """Return each piece's part in matching the question: the square of the share of its words, by rarity, that it holds.

    A unit earns no more than one full match with all its pieces: the same words in a hundred lines of a large class tell a
    reader no more than in one, and would buy the whole class before anything else is seen.
    """
    asked, weight = frozenset(rarity), sum(rarity.values())
    squares = [(sum(rarity[word] for word in asked & held) / weight) ** 2 if asked & held else 0.0 for held in words]
    most = max(1.0, sum(squares))
    return [square / most for square in squares]


def _add_members(values: list[float], pieces: Sequence[Piece], members: Sequence[Member]) -> None:
    """Add to each piece the relevance of the members it belongs to, by the share of their lines that it shows."""
    starts = [piece.start for piece in pieces]
    for member in members:
        for number in range(max(0, bisect_right(starts, member.start) - 1), len(pieces)):
            piece = pieces[number]
            if piece.start >= member.end:
                break
            shared = min(piece.end, member.end) - max(piece.start, member.start)
            values[number] += _MEMBER * member.relevance * max(0, shared) / max(1, member.end - member.start)
