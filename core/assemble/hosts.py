"""The units as the context shows them: one host per class, function or section, with its ranked members inside."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import log

from core.assemble.anatomy import Anatomy, anatomies
from core.assemble.worth import Member, Presence, worths
from core.open_index import OpenIndex

_INHERITED = 0.3  # of its best member's relevance, for a class that was not found itself
_ROUNDING = 1 + 1e-9  # what a quotient of sums may exceed the largest of the single quotients by

Step = tuple[float, float, float, tuple[int, ...]]
"""Pieces that are bought together: value per token, value, estimated tokens, numbers of the pieces."""


Run = tuple[int, int]
"""Lines of a host's text from 0, the end excluded."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A unit that may go into the context: its section, its relevance 0..1, and why it is there."""

    key: str
    section: str
    relevance: float
    score: float = 0.0
    evidence: str = ""


@dataclass(slots=True)
class Host:
    """A unit to be shown, with the value of each piece and the ranked members inside it.

    `steps` and `runs` are worked out when they are first asked for: what can be bought, and the lines that `shown` makes.
    """

    anatomy: Anatomy
    section: str
    relevance: float
    score: float
    evidence: str
    members: tuple[Member, ...]
    values: tuple[float, ...] = ()
    shown: set[int] = field(default_factory=set)
    steps: list[Step] = field(default_factory=list)
    runs: tuple[Run, ...] | None = None

    def show(self, pieces: Iterable[int]) -> None:
        """Show these pieces too."""
        self.shown.update(pieces)
        self.runs = None

    def hide(self, pieces: Iterable[int]) -> None:
        """Show these pieces no longer."""
        self.shown.difference_update(pieces)
        self.runs = None

    @property
    def bound(self) -> float:
        """A density that none of the unit's steps exceeds, found without working them out."""
        return _ROUNDING * max(value / price for value, price in zip(self.values, self.anatomy.prices, strict=True))

    @property
    def key(self) -> str:
        """The key of the unit."""
        return self.anatomy.unit.key

    @property
    def is_line(self) -> bool:
        """Whether only the frame is shown, and that is one line of more."""
        if len(self.shown) != 1 or len(self.anatomy.pieces) == 1:
            return False
        piece = self.anatomy.pieces[next(iter(self.shown))]
        return piece.end - piece.start == 1

    def heading(self, count: Callable[[str], int]) -> int:
        """Return the tokens of what is said of the unit above its lines, marks left out."""
        return self.anatomy.heading(count) + (count(self.evidence) if self.evidence else 0)


def hosts_of(wanted: Sequence[Wanted], keywords: Sequence[str], index: OpenIndex, without: Collection[str] = ()) -> list[Host]:
    """Return the hosts of the wanted units in the order of their best unit; a host has the section of that unit.

    Pieces of the kinds in `without` are worth nothing.
    """
    groups: dict[int, list[Wanted]] = {}
    for want in wanted:
        groups.setdefault(index.hosts[index.position[want.key]], []).append(want)
    found = anatomies(list(groups), index)
    rarity = _rarity(keywords, list(found.values()))
    cut = {number: anatomy for number, anatomy in found.items() if anatomy.pieces}
    return [_host(cut[number], wants, rarity, index, without) for number, wants in groups.items() if number in cut]


def _host(
    anatomy: Anatomy, wants: Sequence[Wanted], rarity: Mapping[str, float], index: OpenIndex, without: Collection[str]
) -> Host:
    key = anatomy.unit.key
    members = tuple(_member(want, anatomy, index) for want in wants if want.key != key)
    best = max(want.relevance for want in wants)
    own = max((want.relevance for want in wants if want.key == key), default=_INHERITED * best)
    values = worths(anatomy, Presence(own, best, members), rarity)
    if without:
        values = [0.0 if piece.kind in without else value for piece, value in zip(anatomy.pieces, values, strict=True)]
    evidence = next((want.evidence for want in wants if want.evidence), "")
    return Host(anatomy, wants[0].section, best, max(want.score for want in wants), evidence, members, tuple(values))


def _member(want: Wanted, anatomy: Anatomy, index: OpenIndex) -> Member:
    head, first = index.heads[index.position[want.key]], anatomy.unit.start_line
    return Member(want.key, head.start_line - first, head.end_line - first + 1, want.relevance)


def _rarity(keywords: Sequence[str], texts: Sequence[Anatomy]) -> dict[str, float]:
    """Return how rare each keyword is among the candidates' texts; words that none of them holds are left out."""
    counts = {word: sum(1 for text in texts if word in text.held) for word in keywords}
    return {word: log(1 + len(texts) / count) for word, count in counts.items() if count}
