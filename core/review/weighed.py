"""How many lines of each changed unit went or came: where most changed, most can be wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from core.model.review import CHANGES, DOCS, LEVELS, REMOVED, ChangedFile, ChangedUnit
from core.review.sides import Side

_ORDER = list(CHANGES)


def weighed(before: Side, after: Side, units: Iterable[ChangedUnit], files: Iterable[ChangedFile]) -> tuple[ChangedUnit, ...]:
    """Return the units with their changed lines; what came or went with the unit around it counts for that one, too."""
    every = {one.key: one for one in units}
    came: Counter[str] = Counter()
    went: Counter[str] = Counter()
    for one in files:
        for side, counted, path, lines in ((before, went, one.before or one.path, one.old), (after, came, one.path, one.new)):
            for line in lines:
                counted.update(_around(side, every, path, line))
    return tuple(replace(one, lines=max(came[one.key], went[one.key])) for one in every.values())


def _around(side: Side, units: Mapping[str, ChangedUnit], path: str, line: int) -> Iterator[str]:
    """Yield the innermost changed unit around a line, and those that came or went with it around."""
    head = side.index.around(path, line)
    key = head.key if head else ""
    while key and key not in units:
        key = side.index.by_key[key].parent if key in side.index.by_key else ""
    while key and key in units:
        yield key
        key = units[key].inside


def by_risk(one: ChangedUnit) -> tuple[object, ...]:
    """Return what changed units are ordered by: what others still rely on, how much changed, other remarks, users."""
    high, medium, low = (-sum(reason.level == level for reason in one.reasons) for level in LEVELS)
    lines = 0 if one.change in (DOCS, REMOVED) else -one.lines
    return (one.is_test, high, lines, medium, low, -one.users, _ORDER.index(one.change), one.file_path, one.line, one.key)
