"""Lines that a change replaces and that stand elsewhere as they were: where the same change may be needed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from core.languages import family_of
from core.model.keys import file_key, split_key
from core.model.review import ADDED, LOW, MEDIUM, ChangedFile, ChangedUnit, Remark
from core.review.sides import Side
from core.review.units import code_of

_SHORTEST, _LONG = 15, 30  # letters of a line that says something, and of one that says enough alone
_USUAL = 12  # places of a line of a pattern
_MOST_PLACES = 4  # where a line stands: more often it is how things are written here
_MOST = 8  # units that are told
_SHARE, _FEWEST, _PATTERNS = 0.15, 5, 3  # of the lines of a new class or file, at least; lines; others like it that are told
Place = tuple[str, int]
Wanted = tuple[str, ...]
"""A line that was replaced, or the two lines between which something came."""


@dataclass(slots=True)
class _Alike:
    """What stands in one unit as it was before in a changed one."""

    lines: list[tuple[int, str]] = field(default_factory=list)
    of: dict[str, None] = field(default_factory=dict)
    letters: int = 0


def left_alike(before: Side, after: Side, units: Sequence[ChangedUnit], files: Sequence[ChangedFile]) -> Iterator[Remark]:
    """Yield the units that the change leaves as they are and that hold lines which it replaces, those with most first."""
    wanted = _wanted(before, after, files)
    told: dict[str, _Alike] = {}
    changed = {one.key for one in units}
    for line, places in _places(after, wanted, files).items():
        if len(places) > _MOST_PLACES:
            continue
        for path, number in places:
            head = after.index.around(path, number)
            if head is None or head.key in changed or head.is_test:
                continue
            one = told.setdefault(head.key, _Alike())
            one.lines.append((number, line[0]))
            one.of.update(dict.fromkeys(wanted[line]))
            one.letters += sum(len(part) for part in line)
    most = sorted(told.items(), key=lambda item: (-len(item[1].lines), -item[1].letters, item[0]))
    for key, one in most[:_MOST]:
        if len(one.lines) > 1 or one.letters >= _LONG:
            yield _remark(after, key, one)


def written_alike(after: Side, units: Sequence[ChangedUnit], files: Sequence[ChangedFile]) -> Iterator[Remark]:
    """Yield for each new unit the other files that hold many of its lines: what is wrong in one is wrong in the others."""
    for one in units:
        if one.change != ADDED or one.inside or one.is_test or one.end_line - one.line < _FEWEST:
            continue
        lines = dict.fromkeys(_lines(after, one.file_path)[one.line - 1 : one.end_line])
        wanted = [(text,) for text in lines if _says(after, one.file_path, text)]
        shared: dict[str, dict[str, int]] = defaultdict(dict)
        for (text,), places in _places(after, wanted, files).items():
            for path, number in places if len(places) <= _USUAL else ():
                if path != one.file_path and not _is_test(after, path):
                    shared[path].setdefault(text, number)
        most = sorted(shared.items(), key=lambda item: (-len(item[1]), item[0]))[:_PATTERNS]
        for path, same in most:
            if len(same) >= max(_FEWEST, _SHARE * len(wanted)):
                code, number = min(same.items(), key=lambda item: item[1])
                text = f"{one.name} is new and has {len(same)} of its {len(wanted)} lines from {path}"
                yield Remark(
                    "written-alike",
                    LOW,
                    f"{text}: a fix in one may be missing in the other",
                    one.key,
                    path,
                    number,
                    code,
                )


def _remark(after: Side, key: str, one: _Alike) -> Remark:
    number, code = min(one.lines)
    many = f"{len(one.lines)} lines" if len(one.lines) > 1 else "a line"
    source = next((key for key in one.of if key), "")
    where = f" in {split_key(source)[1]}" if source else ""
    text = f"{split_key(key)[1]} has {many} that the change replaces{where}, and is left as it was"
    level = MEDIUM if len(one.lines) > 1 else LOW
    return Remark("left-alike", level, text, source, after.index.by_key[key].file_path, number, code)


def _wanted(before: Side, after: Side, files: Iterable[ChangedFile]) -> dict[Wanted, list[str]]:
    """Return the lines of code that are gone, and pairs between which some came, with the unit that they were in."""
    found: dict[Wanted, list[str]] = defaultdict(list)
    for one in files:
        former = one.before or one.path
        if one.binary or one.status == "added" or _is_test(before, former):
            continue
        new, lines = set(one.new), _lines(after, one.path)
        here = {lines[number - 1] for number in new if number <= len(lines)}
        for number in one.old:
            text = before.text(former, number)
            if text not in here and _says(before, former, text):
                found[(text,)].append(_unit(before, former, number))
        if not one.old:
            for first, last in _runs(sorted(new)):
                if first > 1 and last < len(lines):
                    pair = lines[first - 2], lines[last]
                    if all(_says(after, one.path, text) for text in pair):
                        found[pair].append(_unit(after, one.path, first - 1))
    return found


def _places(after: Side, wanted: Iterable[Wanted], files: Iterable[ChangedFile]) -> dict[Wanted, list[Place]]:
    """Return where the lines stand that the change has not made."""
    every = set(wanted)
    begins = {one[0] for one in every}
    new = {one.path: set(one.new) for one in files}
    found: dict[Wanted, list[Place]] = defaultdict(list)
    for path, language, text in after.index.catalog.file_texts() if every else ():
        if not family_of(language):
            continue
        lines = [line.strip() for line in text.split("\n")]
        for number, line in enumerate(lines, 1):
            if line in begins and number not in new.get(path, ()):
                pair = (line, lines[number] if number < len(lines) else "")
                for one in {(line,), pair} & every:
                    found[one].append((path, number))
    return found


def _runs(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and last number of each run without a gap."""
    first = last = 0
    for number in numbers:
        if first and number != last + 1:
            yield first, last
            first = 0
        first, last = first or number, number
    if first:
        yield first, last


def _lines(side: Side, path: str) -> list[str]:
    return [line.strip() for line in side.index.texts.lines(path)]


def _says(side: Side, path: str, text: str) -> bool:
    """Tell whether a line is of code, and long enough to say something."""
    head = side.index.by_key.get(file_key(path))
    return len(text) >= _SHORTEST and head is not None and bool(code_of(text, head.language))


def _is_test(side: Side, path: str) -> bool:
    return any(side.index.heads[number].is_test for number in side.index.by_file.get(path, ()))


def _unit(side: Side, path: str, line: int) -> str:
    head = side.index.around(path, line)
    return head.key if head else ""
