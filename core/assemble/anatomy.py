"""The text of a unit cut up for buying: its pieces, what they hold, cost and need. None of it depends on the question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from core.assemble.outline import Piece, outline
from core.model import UnitHead
from core.open_index import Kept, OpenIndex
from core.text.words import words_of

_CACHED = 4000  # units whose anatomy is kept per open index: about 100 MB of text at most
_CHARACTERS_PER_TOKEN = 3.6  # only orders the purchases; what is paid is counted exactly
_HEADING = -1  # stands for the heading among the counted lines

Family = tuple[int, tuple[int, ...]]
"""The number of a piece that needs nothing but the frame, and the numbers of those that need it."""


@dataclass(frozen=True, slots=True)
class Anatomy:
    """A unit's lines and pieces. `counted` remembers the tokens of the lines that were counted.

    `held` has for each word the numbers of the pieces that hold it, ascending; `prices` the estimated tokens of each piece,
    `length` their sum; `frame` is the number of the piece on which all others depend, `families` are those others,
    `numbers` the pieces one by one.
    """

    unit: UnitHead
    lines: tuple[str, ...]
    pieces: tuple[Piece, ...]
    held: Mapping[str, Sequence[int]]
    prices: tuple[float, ...]
    length: float
    frame: int
    families: tuple[Family, ...]
    numbers: tuple[tuple[int, ...], ...]
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

    def heading(self, count: Callable[[str], int]) -> int:
        """Return the tokens of the unit's name and place."""
        if _HEADING not in self.counted:
            unit = self.unit
            title = f"{unit.type} {unit.identifier} {unit.file_path}:{unit.start_line}-{unit.end_line}"
            self.counted[_HEADING] = count(title)
        return self.counted[_HEADING]


def anatomies(numbers: Sequence[int], index: OpenIndex) -> dict[int, Anatomy]:
    """Return the anatomies of units by position, kept for later questions."""
    cache = _anatomies.of(index)
    known = {number: found for number in numbers if (found := cache.get(number)) is not None}
    missing = [number for number in numbers if number not in known]
    codes = index.catalog.source_codes(missing) if missing else {}
    fresh = {number: anatomy_of(index.heads[number], code) for number, code in codes.items()}
    if len(cache) + len(fresh) > _CACHED:
        cache.clear()
    cache.update(fresh)
    return {number: known.get(number) or fresh[number] for number in numbers}


_anatomies: Kept[dict[int, Anatomy]] = Kept(dict)


def anatomy_of(unit: UnitHead, code: str) -> Anatomy:
    """Return the anatomy of a unit with this text; it has no pieces when the text is blank."""
    lines = tuple(code.split("\n"))
    pieces = tuple(outline(lines))
    held: dict[str, list[int]] = {}
    prices = []
    for number, piece in enumerate(pieces):
        text = "\n".join(lines[piece.start : piece.end])
        for word in words_of(text):
            held.setdefault(word, []).append(number)
        prices.append(len(text.strip()) / _CHARACTERS_PER_TOKEN + 2)
    frame = next((number for number, piece in enumerate(pieces) if piece.needs < 0), -1)
    numbers = tuple((number,) for number in range(len(pieces)))
    return Anatomy(unit, lines, pieces, held, tuple(prices), sum(prices), frame, _families(pieces, frame), numbers)


def _families(pieces: Sequence[Piece], frame: int) -> tuple[Family, ...]:
    """Return the pieces but the frame by what they need, in the order of each family's first piece."""
    families: dict[int, list[int]] = {}
    for number, piece in enumerate(pieces):
        if piece.needs not in (frame, -1):
            families.setdefault(piece.needs, []).append(number)
        elif number != frame:
            families.setdefault(number, [])
    return tuple((head, tuple(others)) for head, others in families.items())
