"""The units as the context shows them: one host per class, function or section, with its ranked members inside."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import log

from core.assemble.outline import Piece, outline
from core.assemble.worth import Member, worths
from core.atlas import Atlas
from core.model import CodeUnit
from core.ports import Stores
from core.words import tokenize

_CACHED = 4000  # hosts whose anatomy is kept per open index: about 100 MB of text at most
_INHERITED = 0.3  # of its best member's relevance, for a class that was not found itself
_CHARACTERS_PER_TOKEN = 3.6  # only orders the purchases; what is paid is counted exactly


_HEADING = -1  # stands for the heading among the counted lines

Step = tuple[float, float, float, tuple[int, ...]]
"""Pieces that are bought together: value per token, value, estimated tokens, numbers of the pieces."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A unit that may go into the context: its section, its relevance 0..1, and why it is there."""

    key: str
    section: str
    relevance: float
    score: float = 0.0
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class Anatomy:
    """The text of a unit, cut up; it does not depend on the question. `counted` remembers the lines that were counted."""

    unit: CodeUnit
    lines: tuple[str, ...]
    pieces: tuple[Piece, ...]
    words: tuple[frozenset[str], ...]
    prices: tuple[float, ...]
    counted: dict[int, int] = field(default_factory=dict)

    def tokens_of(self, number: int, count: Callable[[str], int]) -> int:
        """Return the tokens of a piece, its lines counted one by one."""
        piece = self.pieces[number]
        return self.tokens_in(range(piece.start, piece.end), count)

    def tokens_in(self, lines: Iterable[int], count: Callable[[str], int]) -> int:
        """Return the tokens of some lines; tokens hardly ever reach over the end of a line, so that the sum is theirs."""
        total, known = 0, self.counted
        for line in lines:
            if line not in known:
                known[line] = count(f"{self.lines[line].rstrip()}\n")
            total += known[line]
        return total


@dataclass(slots=True)
class Host:
    """A unit to be shown, with the value of each piece and the ranked members inside it."""

    anatomy: Anatomy
    section: str
    relevance: float
    score: float
    evidence: str
    members: tuple[Member, ...]
    values: tuple[float, ...] = ()
    shown: set[int] = field(default_factory=set)
    steps: list[Step] = field(default_factory=list)

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
        unit, known = self.anatomy.unit, self.anatomy.counted
        if _HEADING not in known:
            known[_HEADING] = count(f"{unit.type} {unit.identifier} {unit.file_path}:{unit.start_line}-{unit.end_line}")
        return known[_HEADING] + (count(self.evidence) if self.evidence else 0)


def hosts_of(wanted: Sequence[Wanted], keywords: Sequence[str], atlas: Atlas, stores: Stores) -> list[Host]:
    """Return the hosts of the wanted units in the order of their best unit; a host has the section of that unit."""
    groups: dict[int, list[Wanted]] = {}
    for want in wanted:
        groups.setdefault(atlas.hosts[atlas.position[want.key]], []).append(want)
    anatomies = _anatomies([atlas.keys[number] for number in groups], stores)
    rarity = _rarity(keywords, list(anatomies.values()))
    found = []
    for number, wants in groups.items():
        anatomy = anatomies.get(atlas.keys[number])
        if anatomy is not None and anatomy.pieces:
            found.append(_host(anatomy, wants, rarity, atlas))
    return found


def _host(anatomy: Anatomy, wants: Sequence[Wanted], rarity: Mapping[str, float], atlas: Atlas) -> Host:
    members = tuple(_member(want, anatomy, atlas) for want in wants if want.key != anatomy.unit.key)
    presence = max(want.relevance for want in wants)
    own = max((want.relevance for want in wants if want.key == anatomy.unit.key), default=_INHERITED * presence)
    values = worths(anatomy.pieces, anatomy.words, anatomy.prices, own, presence, members, rarity)
    evidence = next((want.evidence for want in wants if want.evidence), "")
    return Host(anatomy, wants[0].section, presence, max(want.score for want in wants), evidence, members, tuple(values))


def _member(want: Wanted, anatomy: Anatomy, atlas: Atlas) -> Member:
    head, first = atlas.heads[atlas.position[want.key]], anatomy.unit.start_line
    return Member(want.key, head.start_line - first, head.end_line - first + 1, want.relevance)


def _anatomies(keys: Sequence[str], stores: Stores) -> dict[str, Anatomy]:
    cache: dict[str, Anatomy] = stores.derived.setdefault("anatomies", {})
    missing = [key for key in keys if key not in cache]
    fresh = {unit.key: _anatomy(unit) for unit in stores.catalog.units(missing)} if missing else {}
    found = {key: cache.get(key) or fresh[key] for key in keys if key in cache or key in fresh}
    if len(cache) + len(fresh) > _CACHED:
        cache.clear()
    cache.update(fresh)
    return found


def _anatomy(unit: CodeUnit) -> Anatomy:
    lines = tuple(unit.source_code.split("\n"))
    pieces = tuple(outline(lines))
    texts = ["\n".join(lines[piece.start : piece.end]) for piece in pieces]
    words = tuple(frozenset(tokenize(text)) for text in texts)
    prices = tuple(len(text.strip()) / _CHARACTERS_PER_TOKEN + 2 for text in texts)
    return Anatomy(unit, lines, pieces, words, prices)


def _rarity(keywords: Sequence[str], anatomies: Sequence[Anatomy]) -> dict[str, float]:
    """Return how rare each keyword is among the candidates' texts; words that none of them holds are left out."""
    texts = [frozenset().union(*anatomy.words) for anatomy in anatomies]
    counts = {word: sum(1 for words in texts if word in words) for word in keywords}
    return {word: log(1 + len(texts) / count) for word, count in counts.items() if count}
