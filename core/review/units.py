"""Which units a change touches by their own lines, and what became of each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from core.languages.table import LANGUAGES
from core.model import CodeUnit, file_key
from core.model.review import ADDED, BODY, DOCS, MOVED, REMOVED, SIGNATURE, ChangedFile, ChangedUnit
from core.review.sides import Side

_DECLARED = frozenset({"table", "route"})  # nobody calls them by their signature
_ALIKE = 0.7  # share of equal lines by which two units of different names are one that moved
_MOST_PAIRS = 20_000  # of gone and new units of one type that are compared
_DOCSTRING = re.compile(r"""(?sm)^\s*[rRuU]?(\"{3}|'{3}).*?\1[ \t]*$""")


@dataclass(frozen=True, slots=True)
class _Known:
    """The text of units on both sides, and of each unit of a side the lines that are its own."""

    before: Mapping[str, CodeUnit]
    after: Mapping[str, CodeUnit]
    own_before: Mapping[str, str]
    own_after: Mapping[str, str]


def changed_units(before: Side, after: Side, files: Iterable[ChangedFile]) -> tuple[ChangedUnit, ...]:
    """Return the units that a change touches, by file and line; a file without any stands for itself.

    A unit is told when its own lines differ, those of units inside of it left out. One that is gone and one that is new are
    the same one, moved, when they are of one type and have a name and file that git renamed, or mostly the same lines.
    """
    changed = [one for one in files if not one.binary]
    old, new = before.hashes, after.hashes
    gone = {key for key in old.keys() - new.keys()}
    fresh = {key for key in new.keys() - old.keys()}
    both = {key for key in old.keys() & new.keys() if _differs(before, after, key)}
    known = _Known(
        before.units(sorted(gone | both)), after.units(sorted(fresh | both)),
        own_texts(before, gone | both), own_texts(after, fresh | both),
    )  # fmt: skip
    moved = _moved(known, gone, fresh, {one.before: one.path for one in changed if one.before})
    found = [_of_both(known, key, key) for key in sorted(both)]
    found += [_of_both(known, one, other) for one, other in sorted(moved.items())]
    found += [_one_sided(known.after[key], ADDED) for key in sorted(fresh - set(moved.values()))]
    found += [_one_sided(known.before[key], REMOVED) for key in sorted(gone - set(moved))]
    units = _told_inside([one for one in found if one], before, after)
    units += _files_alone(before, after, changed, {path for one in units for path in (one.file_path, one.before)})
    return tuple(sorted(units, key=lambda one: (one.file_path, one.line, one.key)))


def _differs(before: Side, after: Side, key: str) -> bool:
    one, other = before.index.by_key[key], after.index.by_key[key]
    return before.hashes[key] != after.hashes[key] or one.file_path != other.file_path or one.signature != other.signature


def own_texts(side: Side, keys: Iterable[str], mark: str = "") -> dict[str, str]:
    """Return the lines of each unit that belong to no unit inside of it; a `mark` stands in the place of these."""
    index, found = side.index, dict[str, str]()
    units = side.units(sorted(keys))
    for key, unit in units.items():
        inside = set[int]()
        for number in index.members.get(index.position[key], ()):
            head = index.heads[number]
            if head.file_path == unit.file_path and head.start_line:
                inside.update(range(head.start_line, head.end_line + 1))
        lines = list(enumerate(unit.source_code.split("\n"), max(unit.start_line, 1)))
        marked = [mark if at in inside else line for at, line in lines if at not in inside or (mark and at - 1 not in inside)]
        found[key] = "\n".join(marked)
    return found


def code_of(text: str, language: str) -> tuple[str, ...]:
    """Return the lines of a text that are code: no blank, no line of comment, no docstring of Python, blanks evened out."""
    if language == "python":
        text = _DOCSTRING.sub("", text)
    row = LANGUAGES.get(language)
    comment = re.compile(rf"(?:{row.comment})") if row and row.comment else None
    stripped = (" ".join(line.split()) for line in text.split("\n"))
    return tuple(line for line in stripped if line and not (comment and comment.match(line)))


def _of_both(known: _Known, key: str, other: str) -> ChangedUnit | None:
    """Return what became of a unit that is on both sides, maybe under another key; None when its own lines are the same."""
    one, two = known.before[key], known.after[other]
    mine, now = known.own_before[key], known.own_after[other]
    place = (two.file_path, two.start_line, two.end_line)
    if one.key != two.key or one.file_path != two.file_path:
        former = one.key if one.key != two.key else one.file_path
        return ChangedUnit(two.key, MOVED, *place, former, two.is_test)
    if mine == now and one.signature == two.signature:
        return None
    same = code_of(mine, one.language) == code_of(now, two.language)
    if one.signature != two.signature and not same and one.type not in _DECLARED:
        return ChangedUnit(two.key, SIGNATURE, *place, one.signature, two.is_test)
    return ChangedUnit(two.key, DOCS if same else BODY, *place, "", two.is_test)


def _one_sided(unit: CodeUnit, change: str) -> ChangedUnit:
    return ChangedUnit(unit.key, change, unit.file_path, unit.start_line, unit.end_line, "", unit.is_test)


def _moved(known: _Known, gone: Iterable[str], fresh: Iterable[str], renamed: Mapping[str, str]) -> dict[str, str]:
    """Return which gone unit is which new one, by keys; each is matched once, the most alike first."""
    pairs: list[tuple[float, str, str]] = []
    by_type: dict[str, list[CodeUnit]] = {}
    for key in sorted(fresh):
        by_type.setdefault(known.after[key].type, []).append(known.after[key])
    for key in sorted(gone):
        unit = known.before[key]
        others = by_type.get(unit.type, [])[: _MOST_PAIRS // max(1, len(known.before))]
        pairs += [(score, key, other.key) for other in others if (score := _likeness(known, unit, other, renamed)) >= _ALIKE]
    found: dict[str, str] = {}
    taken = set[str]()
    for _, key, other in sorted(pairs, key=lambda pair: (-pair[0], pair[1], pair[2])):
        if key not in found and other not in taken:
            found[key] = other
            taken.add(other)
    return found


def _likeness(known: _Known, one: CodeUnit, two: CodeUnit, renamed: Mapping[str, str]) -> float:
    """Return how surely two units are the same, from 0 to 1."""
    if one.name == two.name and renamed.get(one.file_path) == two.file_path:
        return 1.0
    first = code_of(known.own_before[one.key], one.language)
    second = code_of(known.own_after[two.key], two.language)
    if one.type in ("route", "table", "doc_section") or min(len(first), len(second)) < 3:
        return 0.0
    inner, others = first[1:-1] or first, second[1:-1] or second  # the line that names it, and the end
    matcher = SequenceMatcher(None, inner, others, autojunk=False)
    return matcher.ratio() if matcher.real_quick_ratio() >= _ALIKE and matcher.quick_ratio() >= _ALIKE else 0.0


def _told_inside(found: list[ChangedUnit], before: Side, after: Side) -> list[ChangedUnit]:
    """Say of what came, went or moved together with the unit around it that it did; what only moved along is left out."""
    changes = {one.key: one.change for one in found}
    told = []
    for one in found:
        side = before if one.change == REMOVED else after
        parent = side.index.by_key[one.key].parent
        along = changes.get(parent) == one.change and one.change in (ADDED, REMOVED, MOVED)
        if along and one.change == MOVED:
            continue
        told.append(replace(one, inside=parent) if along else one)
    return told


def _same_code(before: Side, after: Side, key: str) -> bool:
    one, two = before.units([key]).get(key), after.units([key]).get(key)
    if one is None or two is None:
        return False
    return code_of(one.source_code, one.language) == code_of(two.source_code, two.language)


def _files_alone(before: Side, after: Side, files: Iterable[ChangedFile], told: set[str]) -> Iterator[ChangedUnit]:
    """Yield the files in which no unit changed, such as settings: they are units themselves."""
    for one in files:
        key = file_key(one.path)
        side = before if one.status == "removed" else after
        if one.path in told or key not in side.index.by_key or not (one.old or one.new or one.status == "renamed"):
            continue
        head = side.index.by_key[key]
        change = {"added": ADDED, "removed": REMOVED, "renamed": MOVED}.get(one.status, "")
        change = change or (DOCS if _same_code(before, after, key) else BODY)
        yield ChangedUnit(key, change, one.path, 1, max(1, head.end_line), one.before, head.is_test)
