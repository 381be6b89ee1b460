"""When a unit in an answer counts as one of the entries that were labelled as relevant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.evaluate.questions import Relevant

SEPARATORS = ("#", ".", "::")
"""What stands between a unit and its member in identifiers."""


@dataclass(frozen=True, slots=True)
class Item:
    """A unit or a piece of a file in an answer.

    `tokens` is its share of the context (0 in a ranking), `ranges` are the lines that are shown of it, both ends included;
    none means all from `start_line` to `end_line`.
    """

    type: str
    identifier: str
    file_path: str
    start_line: int = 0
    end_line: int = 0
    score: float = 0.0
    tokens: int = 0
    ranges: tuple[tuple[int, int], ...] = ()


def meets(item: Item, entry: Relevant) -> bool:
    """Tell whether an item meets an entry.

    It does when its identifier is the entry's unit or a member of it, or when it lies in the entry's file. Where the entry
    has lines, an item of that file must overlap them.
    """
    if entry.start_line and item.file_path == entry.file and item.start_line:
        return item.start_line <= entry.end_line and entry.start_line <= item.end_line
    if entry.unit and (item.identifier == entry.unit or item.identifier.startswith(_members_of(entry.unit))):
        return True
    return bool(entry.file) and item.file_path == entry.file


def first_meetings(items: Sequence[Item], entries: Sequence[Relevant]) -> list[int]:
    """Return for each item the position of the entry that it is the first to meet, -1 for none.

    An item that meets several entries counts for the best graded one that is still open, so that each entry counts once.
    """
    open_entries = sorted(range(len(entries)), key=lambda number: (-entries[number].grade, number))
    found = []
    for item in items:
        met = next((number for number in open_entries if meets(item, entries[number])), -1)
        found.append(met)
        if met >= 0:
            open_entries.remove(met)
    return found


def _members_of(unit: str) -> tuple[str, ...]:
    return tuple(unit + separator for separator in SEPARATORS)
