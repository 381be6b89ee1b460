"""From the edited files and the last index to what of it has changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Protocol

from core.extract.facts import SourceFile
from core.extract.file_edit import FileEdit, SeenElsewhere
from core.extract.link import surest
from core.extract.relink.units import moved_folders, moved_units
from core.extract.repository import Again, Relinker
from core.languages import LINKERS
from core.model import TEST, CodeUnit, Relation
from core.model.facts import number_in, text_in

_LISTED = 200  # as many examples as linkers keep: what comes after the last is not known


class LastIndex(Protocol):
    """What the last index says of an edited file."""

    @property
    def tallies(self) -> Mapping[str, Mapping[str, int]]:
        """References by outcome, per linker."""

    @property
    def listed(self) -> Sequence[Mapping[str, object]]:
        """Examples of what was not resolved."""

    def units_of(self, path: str) -> list[CodeUnit]:
        """Return the units that stand in the file, or have facts, places or texts of it, folders not included."""

    def folders_of(self, paths: Iterable[str]) -> list[CodeUnit]:
        """Return the folders above files."""

    def relations_of(self, path: str) -> list[Relation]:
        """Return the relations that the file shows, ordered by source, target, kind and line."""

    def known(self, keys: Iterable[str]) -> Set[str]:
        """Return which of the keys are those of units."""


class LinkState(Protocol):
    """What the last linking left behind for one family of languages."""

    family: str
    whole: Set[str]
    """The languages whose files are one unit each."""

    def check(self, change: FileEdit, before: str) -> None:
        """Raise `SeenElsewhere` where the text of a file, `before` the edit or after, is read with those of others."""

    def relinker(self) -> Relinker:
        """Return what links the references of single files."""

    def apart(self, path: str) -> list[Relation]:
        """Return the relations that a file shows and that do not come from its references."""


@dataclass(slots=True)
class Relinked:
    """What differs from the last index: units by key, relations and those `apart` by file; tallies and examples are whole."""

    tallies: dict[str, dict[str, int]]
    listed: list[Mapping[str, object]]
    units: dict[str, CodeUnit] = field(default_factory=dict)
    relations: dict[str, list[Relation]] = field(default_factory=dict)
    apart: dict[str, list[Relation]] = field(default_factory=dict)


def relinked(changes: Sequence[FileEdit], index: LastIndex, left: LinkState, files: Sequence[SourceFile]) -> Relinked:
    """Return what the edits change in the index, of all `files`; raises `SeenElsewhere` when more may change."""
    found = Relinked({name: dict(counts) for name, counts in index.tallies.items()}, list(index.listed))
    for change in changes:
        units = [found.units.get(unit.key, unit) for unit in index.units_of(change.path)]
        before = next(unit.source_code for unit in units if unit.type == "file" and unit.file_path == change.path)
        left.check(change, before)
        change = change.in_declarations(before)
        change = change.of_whole(before) if change.new.language in left.whole else change
        if not change.new.is_test and any(unit.is_test for unit in units if unit.file_path == change.path):
            raise SeenElsewhere("tests are written in it")
        found.units.update((unit.key, unit) for unit in moved_units(units, change))
        _relations(change, index, left, found)
    folders = moved_folders(index.folders_of(change.path for change in changes), changes, files)
    found.units.update((folder.key, folder) for folder in folders)
    return found


def _relations(change: FileEdit, index: LastIndex, left: LinkState, found: Relinked) -> None:
    start = change.moved.start
    path = change.path
    before = index.relations_of(path)
    apart = left.apart(path)
    found.apart[path] = [replace(one, line=start(one.line)) for one in apart]
    if change.same_references:
        found.relations[path] = [replace(one, line=start(one.line)) for one in before]
        _list(found, left.family, path, lambda row: {**row, "line": start(number_in(row, "line"))})
        return
    if change.new.is_test:
        raise SeenElsewhere("what a test uses says what it tests")
    relinker = left.relinker()
    old, new = relinker.linked(change.old), relinker.linked(change.new)
    known = index.known({key for one in (*apart, *old.relations, *new.relations) for key in (one.source, one.target)})
    if _kept(apart, old, known) != before or any(one.source.startswith(f"{TEST}:") for one in new.relations):
        raise SeenElsewhere("the last index says otherwise")
    found.relations[path] = _kept(found.apart[path], new, known)
    _count(found, left.family, old, new)
    _count_dangling(found, left.family, [*apart, *old.relations], [*found.apart[path], *new.relations], known)
    _list_again(found, left.family, path, old, new, start)


def _kept(apart: Iterable[Relation], again: Again, known: Set[str]) -> list[Relation]:
    kept = surest(one for one in (*apart, *again.relations) if one.source in known and one.target in known)
    return sorted(kept, key=lambda one: (one.source, one.target, one.kind, one.line))


def _count(found: Relinked, family: str, old: Again, new: Again) -> None:
    counts = found.tallies[family]
    for outcome in {*old.tallies, *new.tallies}:
        _add(counts, outcome, new.tallies.get(outcome, 0) - old.tallies.get(outcome, 0))


def _count_dangling(found: Relinked, family: str, old: Iterable[Relation], new: Iterable[Relation], known: Set[str]) -> None:
    less, more = (sum(one.source not in known or one.target not in known for one in set(some)) for some in (old, new))
    _add(found.tallies[family], "dangling", more - less)


_ALWAYS = ("resolved", "external", "unexplained")


def _add(counts: dict[str, int], outcome: str, more: int) -> None:
    if more:
        counts[outcome] = counts.get(outcome, 0) + more
    if not counts.get(outcome) and outcome not in _ALWAYS:
        counts.pop(outcome, None)


def _list(found: Relinked, family: str, path: str, moved: Callable[[Mapping[str, object]], Mapping[str, object]]) -> None:
    found.listed = [moved(row) if row["linker"] == family and row["file_path"] == path else row for row in found.listed]


def _list_again(found: Relinked, family: str, path: str, old: Again, new: Again, start: Callable[[int], int]) -> None:
    """Put the examples of a file anew, which come first in those of a linker and in the order of files; others are moved."""
    outcomes = {row["outcome"] for row in (*old.listed, *new.listed)}
    _list(
        found,
        family,
        path,
        lambda row: row if row.get("outcome") in outcomes else {**row, "line": start(number_in(row, "line"))},
    )
    mine = [row for row in found.listed if row["linker"] == family and row.get("outcome") in outcomes]
    first, last = ([row for row in mine if before(text_in(row, "file_path"))] for before in (path.__gt__, path.__lt__))
    if len(mine) >= _LISTED and list(map(_nameless, old.listed)) != list(map(_nameless, new.listed)):
        raise SeenElsewhere("more was not resolved than is listed")
    if len(mine) - len(first) - len(last) != len(old.listed):
        raise SeenElsewhere("the last index lists otherwise")
    order = list(LINKERS)
    at = sum(order.index(text_in(row, "linker")) < order.index(family) for row in found.listed)
    found.listed[at : at + len(mine)] = [*first, *({"linker": family, **row} for row in new.listed), *last]


def _nameless(row: Mapping[str, object]) -> tuple[object, object]:
    return row["outcome"], row["name"]
