"""The text of a unit by lines, with what each costs; none of it depends on the question."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from core.model import UnitHead
from core.open_index import Kept, OpenIndex, bodies_in

_CACHED = 12_000  # units whose texts are kept per open index: about 100 MB at most
_HEADING = -1  # stands for the heading among the counted lines

Run = tuple[int, int]
"""Lines of a unit's text from 0, the end excluded."""


@dataclass(frozen=True, slots=True)
class UnitText:
    """A unit's lines; `bodies` are those of the members that have one, `prices` the tokens of the lines that were counted.

    `parts` are the windows of a long unit with their words, once they were asked for.
    """

    unit: UnitHead
    lines: tuple[str, ...]
    bodies: tuple[Run, ...]
    prices: dict[int, int] = field(default_factory=dict)
    parts: list[tuple[tuple[int, ...], frozenset[str]]] = field(default_factory=list)

    @property
    def first(self) -> int:
        """The number of the first line in the file."""
        return max(1, self.unit.start_line)

    def encloses(self, other: UnitText) -> bool:
        """Tell whether the lines of another unit of the file are lines of this one: not those of a method beside its type."""
        return self.first <= other.first and other.first + len(other.lines) <= self.first + len(self.lines)

    def tokens(self, lines: Sequence[int] | range, count: Callable[[str], int]) -> int:
        """Return the tokens of some lines; tokens hardly ever reach over the end of a line, so that the sum is theirs."""
        total, known = 0, self.prices
        for line in lines:
            price = known.get(line)
            if price is None:
                price = known[line] = count(f"{self.lines[line].rstrip()}\n")
            total += price
        return total

    def heading(self, count: Callable[[str], int]) -> int:
        """Return the tokens of the unit's name and place."""
        if _HEADING not in self.prices:
            unit = self.unit
            title = f"{unit.type} {unit.identifier} {unit.file_path}:{unit.start_line}-{unit.end_line}"
            self.prices[_HEADING] = count(title)
        return self.prices[_HEADING]


def unit_texts(numbers: Sequence[int], index: OpenIndex) -> dict[int, UnitText]:
    """Return the texts of units by position, without those that have none; they are kept for later questions."""
    cache = _texts.of(index)
    missing = [number for number in numbers if number not in cache]
    codes = index.catalog.source_codes(missing) if missing else {}
    known = {number: cache[number] for number in numbers if number in cache}
    fresh = {number: _made(number, codes.get(number, ""), index) for number in missing}
    if len(cache) + len(fresh) > _CACHED:
        cache.clear()
    cache.update(fresh)
    return {number: text for number in numbers if (text := known.get(number) or fresh.get(number)) is not None}


def runs_of(text: UnitText, lines: Sequence[int] | range) -> Iterator[Run]:
    """Yield lines of a unit as runs, without blank lines at either end, joined across blank ones."""
    start = end = -1
    for line in lines:
        if not text.lines[line].strip():
            continue
        if end >= 0 and not any(text.lines[between].strip() for between in range(end, line)):
            end = line + 1
            continue
        if end >= 0:
            yield start, end
        start, end = line, line + 1
    if end >= 0:
        yield start, end


def _made(number: int, code: str, index: OpenIndex) -> UnitText | None:
    if not code.strip():
        return None
    lines = tuple(code.rstrip("\n").split("\n"))
    return UnitText(index.heads[number], lines, tuple(_bodies(number, len(lines), index)))


def _bodies(number: int, length: int, index: OpenIndex) -> Iterator[Run]:
    """Yield the lines of each body inside a unit, as places in its text."""
    first = max(1, index.heads[number].start_line)
    for start, end in bodies_in(number, index):
        if first <= start and end - first < length:
            yield start - first, end - first + 1


_texts: Kept[dict[int, UnitText | None]] = Kept(dict)
