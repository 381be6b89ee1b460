"""What a piece of a unit is worth to a question, before its price."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.assemble.anatomy import Anatomy
from core.assemble.outline import Piece

_FRAME = 0.3  # of the unit's relevance: that its name and place are seen
_KINDS = {"frame": 0.0, "declaration": 0.9, "signature": 1.2, "body": 1.2, "doc": 0.5, "tail": 0.3}
"""Of the unit's relevance, for its text by kind of piece, spread over the length of the whole unit."""
LEVELS = tuple(kind for kind in _KINDS if kind != "frame")
"""The levels of detail that can be left out: without its frame nothing of a unit is shown."""
_SMALL = 30.0  # tokens added to a unit's length: among short units the better one counts, not the shorter one
_MATCHED = 0.35  # of the relevance, for a piece that holds all of the question's words
_MEMBER = 0.8  # of a ranked member's own relevance, for its lines


@dataclass(frozen=True, slots=True)
class Member:
    """A ranked unit inside the host: its lines in the host's text (from 0, end excluded) and its relevance, 0..1."""

    key: str
    start: int
    end: int
    relevance: float


@dataclass(frozen=True, slots=True)
class Presence:
    """What a unit is to a question: its own relevance, the best of it and its members (0..1), and those members."""

    own: float
    best: float
    members: Sequence[Member]


def worths(anatomy: Anatomy, presence: Presence, rarity: Mapping[str, float]) -> list[float]:
    """Return the value of each piece of a unit.

    The unit's own relevance is spread over its pieces by length and kind; to this come the share of the question's words
    that a piece holds (rare ones count more) and the relevance of ranked members that it belongs to. The best relevance of
    the unit and its members is what it is worth to see that the unit is there, which its frame tells.
    """
    total = anatomy.length + _SMALL
    found = [
        presence.own * _KINDS[piece.kind] * price / total for piece, price in zip(anatomy.pieces, anatomy.prices, strict=True)
    ]
    found[anatomy.frame] = presence.best * _FRAME
    for number, match in _matches(anatomy.held, rarity).items():
        found[number] += presence.best * _MATCHED * match
    _add_members(found, anatomy.pieces, presence.members)
    return found


def _matches(held: Mapping[str, Sequence[int]], rarity: Mapping[str, float]) -> dict[int, float]:
    """Return each piece's part in matching the question: the square of the share of its words, by rarity, that it holds.

    A unit earns no more than one full match with all its pieces: the same words in a hundred lines of a large class tell a
    reader no more than in one, and would buy the whole class before anything else is seen.
    """
    sums: dict[int, float] = {}
    for word, weight in rarity.items():
        for number in held.get(word, ()):
            sums[number] = sums.get(number, 0.0) + weight
    total = sum(rarity.values())
    squares = {number: (sums[number] / total) ** 2 for number in sorted(sums)}
    most = max(1.0, sum(squares.values()))
    return {number: square / most for number, square in squares.items()}


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
