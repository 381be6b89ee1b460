"""The text of a unit by lines, with what each costs; none of it depends on the question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from core.assemble.windows import COMMENT
from core.model import UnitHead, file_key
from core.open_index import Kept, OpenIndex, bodies_in

_CACHED = 12_000  # units whose texts are kept per open index: about 100 MB at most
_SHORT = 3  # lines of a comment that are shown above any unit; above a longer one, half as many as it has
_HEADING = -1  # stands for the heading among the counted lines

Run = tuple[int, int]
"""Lines of a unit's text from 0, the end excluded."""


@dataclass(frozen=True, slots=True)
class UnitText:
    """A unit's lines, after those of the comment above it, which `above` counts.

    `bodies` are the lines of the members that have one, `prices` the tokens of the lines that were counted. `parts` are
    the windows of a long unit with their words, once they were asked for.
    """

    unit: UnitHead
    lines: tuple[str, ...]
    bodies: tuple[Run, ...]
    above: int = 0
    prices: dict[int, int] = field(default_factory=dict)
    parts: list[tuple[tuple[int, ...], frozenset[str]]] = field(default_factory=list)

    @property
    def first(self) -> int:
        """The number of the first line in the file."""
        return max(1, self.unit.start_line) - self.above

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
    found = {number: cache[number] for number in numbers if number in cache}
    if missing := [number for number in numbers if number not in found]:
        codes = index.catalog.source_codes(missing)
        files = _files(codes, index)
        fresh = {number: _made(number, codes.get(number, ""), files, index) for number in missing}
        if len(cache) + len(fresh) > _CACHED:
            cache.clear()
        cache.update(fresh)
        found |= fresh
    return {number: text for number in numbers if (text := found[number]) is not None}


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


def _files(numbers: Iterable[int], index: OpenIndex) -> dict[str, list[str]]:
    """Return the lines of the files of units, by the key of the file."""
    keys = {_file_of(index.heads[number]) for number in numbers} & index.position.keys()
    codes = index.catalog.source_codes([index.position[key] for key in sorted(keys)])
    return {index.keys[number]: code.split("\n") for number, code in codes.items()}


def _file_of(unit: UnitHead) -> str:
    return file_key(unit.file_path, unit.repository)


def _made(number: int, code: str, files: Mapping[str, Sequence[str]], index: OpenIndex) -> UnitText | None:
    if not code.strip():
        return None
    unit, own = index.heads[number], code.rstrip("\n").split("\n")
    above = _comment(files.get(_file_of(unit), ()), unit.start_line, max(_SHORT, len(own) // 2))
    bodies = ((start + len(above), end + len(above)) for start, end in _bodies(number, len(own), index))
    return UnitText(unit, (*above, *own), tuple(bodies), len(above))


def _comment(lines: Sequence[str], start: int, most: int) -> Sequence[str]:
    """Return the lines of the comment that ends right above a line of a file, none where it has more than `most`."""
    first = min(start, len(lines)) - 1
    while first > 0 and COMMENT.match(lines[first - 1]):
        first -= 1
    return lines[first : start - 1] if 0 < start - 1 - first <= most else ()


def _bodies(number: int, length: int, index: OpenIndex) -> Iterator[Run]:
    """Yield the lines of each body inside a unit, as places in its text."""
    first = max(1, index.heads[number].start_line)
    for start, end in bodies_in(number, index):
        if first <= start and end - first < length:
            yield start - first, end - first + 1


_texts: Kept[dict[int, UnitText | None]] = Kept(dict)
