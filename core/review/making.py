"""Put a review together: every question about a change asked once, its units ordered by what was found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from core.model import Commit, split_key
from core.model.limit import Limit, first_of
from core.model.review import (
    CHANGES,
    DOCS,
    LEVELS,
    LOW,
    REMOVED,
    ChangedFile,
    ChangedUnit,
    CodeOwner,
    Remark,
    Review,
    TouchedFlow,
    UserOfChange,
)
from core.review import architecture, counterparts, declared, history, left_behind, reached
from core.review.alike import left_alike, written_alike
from core.review.architecture import CheckedSides
from core.review.sides import Side
from core.review.units import changed_units, own_texts

_MOST_REVIEWERS = 5
_MOST_COMPANIONS = 15
_MUCH_USED = 10  # units outside: what they rely on deserves a second look
_MANY_ENTRIES = 5
_INSIDE = "    …"
_ORDER = list(CHANGES)


@dataclass(frozen=True, slots=True)
class ReviewedChange:
    """What a review is made of: both sides, the files, the commits before, who made the change, the rules, who owns what."""

    title: str
    before: Side
    after: Side
    files: tuple[ChangedFile, ...]
    commits: Sequence[Commit]
    authors: Collection[str]
    held: CheckedSides
    owners: tuple[CodeOwner, ...] = ()
    notes: tuple[str, ...] = ()
    limits: tuple[Limit, ...] = ()


def review_of(change: ReviewedChange) -> Review:
    """Return the review of a change; the same change gives the same review."""
    before, after = change.before, change.after
    units = changed_units(before, after, change.files)
    users = reached.users_of_change(before, after, units, [one.path for one in change.files])
    units = weighed(before, after, _counted(units, users), change.files)
    flows = reached.touched_flows(before, after, units)
    relations = reached.changed_relations(before, after)
    every = history.files_along(before, after, change.commits, change.files)
    along, further = first_of(every, _MOST_COMPANIONS, "files that usually change along")
    known = history.reviewers(change.commits, change.files, change.authors)
    who, others = first_of(known, _MOST_REVIEWERS, "people who changed these files")
    come, gone = architecture.cycles(before, after)
    found = chain(
        architecture.breaches(change.held), come,
        left_behind.left_behind(before, after, units),
        left_behind.removed_columns(before, after),
        left_behind.routes_without_action(before, after),
        left_behind.former_signatures(units, users, after),
        left_alike(before, after, units, change.files),
        written_alike(after, units, change.files),
        counterparts.migrations(after, change.files),
        counterparts.new_columns(before, after),
        counterparts.guards(before, after, units),
        counterparts.untested(before, after, units, change.files),
        declared.declarations_changed(before, after, units),
        declared.started_elsewhere(relations),
        history.missing_companions(along, before),
        history.mended_often(change.commits, change.files),
        _reach(units, users, flows, before, after),
    )  # fmt: skip
    remarks = _ordered(found)
    ranked = _ranked(units, remarks)
    codes = _codes(before, after, ranked)
    made = Review(
        change.title, change.files, ranked, relations, users, flows, remarks, (*architecture.kept_again(change.held), *gone),
        along, who, change.owners, change.notes, (*change.limits, *further, *others), codes,
    )  # fmt: skip
    return replace(made, owners=_owners(before, after, made))


def _counted(units: Iterable[ChangedUnit], users: Iterable[UserOfChange]) -> tuple[ChangedUnit, ...]:
    """Return the units with how many users and tests each has."""
    code: dict[str, set[str]] = {}
    tests: dict[str, set[str]] = {}
    for use in users:
        (tests if use.is_test else code).setdefault(use.uses, set()).add(use.unit)
    return tuple(replace(one, users=len(code.get(one.key, ())), tests=len(tests.get(one.key, ()))) for one in units)


def _reach(
    units: Sequence[ChangedUnit], users: Sequence[UserOfChange], flows: Sequence[TouchedFlow], before: Side, after: Side
) -> Iterator[Remark]:
    """Yield units that much relies on, each with the first line that does, and those that many entries reach."""
    first: dict[str, UserOfChange] = {}
    for use in users:
        if not use.is_test:
            first.setdefault(use.uses, use)
    entries: dict[str, list[TouchedFlow]] = {}
    for flow in flows:
        entries.setdefault(flow.unit, []).append(flow)
    for one in units:
        side = before if one.change == REMOVED else after
        if one.users >= _MUCH_USED:
            use = first[one.key]
            text = f"{one.name}: {one.users} units use it, first {split_key(use.unit)[1]}"
            code = side.text(use.file_path, use.line)
            yield Remark("much-used", LOW, text, one.key, use.file_path, use.line, code, one.change == REMOVED)
        if len(mine := entries.get(one.key, [])) >= _MANY_ENTRIES:
            text = f"{one.name}: {len(mine)} entries reach it, first {split_key(mine[0].entry)[1]}"
            link = mine[0].chain.links[-1]
            yield Remark("reached", LOW, text, one.key, link.file_path, link.line, "", one.change == REMOVED)


def _ordered(found: Iterable[Remark]) -> tuple[Remark, ...]:
    """Return each remark once, the most serious level first, within it by rule and place."""
    levels = list(LEVELS)
    return tuple(
        sorted(dict.fromkeys(found), key=lambda one: (levels.index(one.level), one.rule, one.file_path, one.line, one.text))
    )


def _ranked(units: Iterable[ChangedUnit], remarks: Sequence[Remark]) -> tuple[ChangedUnit, ...]:
    """Return the units with their remarks, ordered by risk; see `by_risk`."""
    mine: dict[str, list[Remark]] = {}
    for remark in remarks:
        if remark.unit:
            mine.setdefault(remark.unit, []).append(remark)
    told = [replace(one, reasons=tuple(mine.get(one.key, ()))) for one in units]
    return tuple(sorted(told, key=by_risk))


def _codes(before: Side, after: Side, units: Iterable[ChangedUnit]) -> Mapping[str, str]:
    """Return the own lines of each changed unit, a mark for those of units inside; of what is gone before the change."""
    every = list(units)
    codes: dict[str, str] = {}
    for side, gone in ((before, True), (after, False)):
        keys = [one.key for one in every if (one.change == REMOVED) is gone]
        codes |= own_texts(side, keys, _INSIDE)
    return codes


def _owners(before: Side, after: Side, found: Review) -> Mapping[str, str]:
    """Return of every unit that a review names the unit that owns it, by key."""
    keys = {one.key for one in found.units} | {key for one in found.users for key in (one.unit, one.uses)}
    keys |= {key for one in found.relations for key in (one.source, one.target)}
    sides = {key: after if key in after.index.position else before for key in keys}
    return {key: side.host(key).key for key, side in sorted(sides.items()) if key in side.index.position}


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
