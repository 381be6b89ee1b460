"""What is in an index, in numbers: counts by type and language, and places with their size and change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from core.analyse.result import Result
from core.analyse.windows import YEAR, commits_of, said
from core.model import History, UnitHead
from core.vocabulary import NOT_CODE

COUNTED = "Change: "
"""How the note begins that says which commits were counted."""


@dataclass(frozen=True, slots=True)
class Count:
    """How many units of a type (or language) there are, tests apart, and their share of all."""

    name: str
    units: int
    tests: int
    share: float


@dataclass(frozen=True, slots=True)
class Tile:
    """One rectangle of a treemap: a folder, or a file in it. `lines` and `commits` of a folder are the sums over its files.

    `id` is the path; `parent` the id of the folder around it, empty for the root `.`; `change` = commits per file.
    """

    id: str
    parent: str
    label: str
    kind: str
    units: int
    lines: int
    commits: int
    change: float


def counts(heads: Iterable[UnitHead], by: str = "type") -> Result[Count]:
    """Return the number of units by `type` or `language`, most first, ties by name; units without it are `(none)`."""
    units: Counter[str] = Counter()
    tests: Counter[str] = Counter()
    for head in heads:
        name = getattr(head, by) or "(none)"
        (tests if head.is_test else units)[name] += 1
    total = units.total() + tests.total()
    names = sorted({*units, *tests}, key=lambda name: (-units[name] - tests[name], name))
    items = tuple(Count(name, units[name], tests[name], (units[name] + tests[name]) / total) for name in names)
    return Result(Count, f"Units by {by}", items, (f"{total} units, {tests.total()} of them tests.",))


def tiles(
    heads: Iterable[UnitHead], histories: Mapping[str, History], *, tests: bool = False, texts: bool = False, depth: int = 0,
    days: int = YEAR,
) -> Result[Tile]:  # fmt: skip
    """Return folders and files for a treemap, parents before children, by path.

    A file has the lines of its last unit's end and the commits of the file unit, else the most of any unit in it: those of the
    last `days`, or all where nothing has changed in them.
    `depth` > 0 keeps that many levels of folders: deeper files count in the folder at that depth. Files without code units
    (texts, translations, data) are left out unless `texts`.
    """
    files: dict[str, list[int]] = {}
    asked = days if any(commits_of(history, days) for history in histories.values()) else 0
    for head in heads:
        if head.file_path and head.type != "folder" and (tests or not head.is_test):
            found = files.setdefault(head.file_path, [0, 0, 0])
            history = histories.get(head.key)
            found[0] += head.type not in NOT_CODE
            found[1] = max(found[1], head.end_line)
            found[2] = max(found[2], commits_of(history, asked) if history else 0)
    left_out = 0 if texts else sum(not units for units, _, _ in files.values())
    files = {path: numbers for path, numbers in files.items() if texts or numbers[0]}
    folders: dict[str, list[int]] = {".": [0, 0, 0, 0]}
    for path, numbers in sorted(files.items()):
        for folder in _folders(path, depth):
            sums = folders.setdefault(folder, [0, 0, 0, 0])
            for at, number in enumerate((*numbers, 1)):
                sums[at] += number
    made = [_folder(path, sums) for path, sums in folders.items()]
    made += [] if depth else [_file(path, numbers) for path, numbers in files.items()]
    made.sort(key=lambda tile: (tile.id != ".", tile.id))
    notes = (
        f"{len(files)} files in {len(folders)} folders.",
        f"{COUNTED}{said(asked)} per file.",
        f"{left_out} files without code left out.",
    )
    return Result(Tile, "Size and change by folder", tuple(made), notes)


def _folders(path: str, depth: int) -> list[str]:
    parts = path.split("/")[:-1]
    parts = parts[:depth] if depth else parts
    return [".", *("/".join(parts[:number]) for number in range(1, len(parts) + 1))]


def _folder(path: str, sums: list[int]) -> Tile:
    units, lines, commits, files = sums
    around, _, name = path.rpartition("/")
    return Tile(
        path, "" if path == "." else around or ".", name, "folder", units, lines, commits,
        commits / files if files else 0.0,
    )  # fmt: skip


def _file(path: str, numbers: list[int]) -> Tile:
    units, lines, commits = numbers
    around, _, name = path.rpartition("/")
    return Tile(path, around or ".", name, "file", units, lines, commits, float(commits))
