"""The history of the files in a change: authors, files that usually change together, frequent fixes."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime, timedelta

from core.analyse.companions import companions
from core.model import Commit
from core.model.review import LOW, MEDIUM, ChangedFile, Companion, Remark, Reviewer
from core.review.sides import Side

_SURE = 0.4  # of the share that is certain: more than every other time, seen often enough
_FIXES = re.compile(r"\b(?:fix(?:e[sd])?|bug|revert(?:s|ed)?|regression|broken|hotfix|crash(?:es)?)\b", re.IGNORECASE)
_FEWEST_FIXES = 3
_YEAR = timedelta(days=365)


def former_names(files: Iterable[ChangedFile]) -> tuple[str, ...]:
    """Return the names that the files had before the change; files that are new had none."""
    return tuple(one.before or one.path for one in files if one.status != "added")


def files_along(before: Side, after: Side, commits: Sequence[Commit], files: Iterable[ChangedFile]) -> tuple[Companion, ...]:
    """Return the files that usually change with those of the change and are still there, the surest first."""
    told = list(files)
    own = {name for one in told for name in (one.path, one.before)}
    there = [path for path in after.index.catalog.file_hashes() if path not in own]
    found = companions(commits, former_names(told), there)
    return tuple(
        Companion(
            one.path, one.file_path, one.together, one.commits, one.at_least, f"{one.last.sha[:10]} {one.last.subject}",
            _related(before, one.path, one.file_path),
        )
        for one in found
    )  # fmt: skip


def _related(side: Side, one: str, other: str) -> bool:
    index = side.index
    return any(
        index.heads[link.other].file_path == path and link.kind != "tests"
        for start, path in ((one, other), (other, one))
        for number in index.by_file.get(start, ())
        for link in index.links.out(number)
    )


def missing_companions(found: Iterable[Companion], before: Side) -> Iterator[Remark]:
    """Yield the files that nearly always change along; not those that do with a test, which says nothing new."""
    tests = {head.file_path for head in before.index.heads if head.is_test}
    for one in found:
        if one.at_least >= _SURE and one.file_path not in tests:
            yield Remark("companion", MEDIUM, f"{one.sentence}, which is not in this change", "", one.path, 1)


def reviewers(commits: Sequence[Commit], files: Iterable[ChangedFile], authors: Collection[str]) -> tuple[Reviewer, ...]:
    """Return who changed these files before, without the authors of the change: the most commits in the last year first."""
    wanted = set(former_names(files))
    end = next((datetime.fromisoformat(one.date) for one in commits if one.date), None)
    made: dict[str, list[Commit]] = {}
    for commit in commits:
        if commit.author not in authors and not wanted.isdisjoint(commit.files):
            made.setdefault(commit.author, []).append(commit)
    found = []
    for name, mine in made.items():
        recent = sum(bool(one.date and end and datetime.fromisoformat(one.date) > end - _YEAR) for one in mine)
        theirs = tuple(sorted(wanted.intersection(path for one in mine for path in one.files)))
        found.append(Reviewer(name, recent, len(mine), mine[0].date[:10], theirs))
    return tuple(sorted(found, key=lambda one: (-one.recent, -one.commits, one.name)))


def mended_often(commits: Sequence[Commit], files: Iterable[ChangedFile]) -> Iterator[Remark]:
    """Yield files a third or more of whose commits say that they mend something."""
    wanted = set(former_names(files))
    every: dict[str, list[Commit]] = {}
    for commit in commits:
        for path in wanted.intersection(commit.files):
            every.setdefault(path, []).append(commit)
    for path, mine in sorted(every.items()):
        fixes = [one for one in mine if _FIXES.search(one.subject)]
        if len(fixes) >= _FEWEST_FIXES and len(fixes) * 3 >= len(mine):
            last = f"last {fixes[0].sha[:10]} {fixes[0].subject}"
            yield Remark("mended-often", LOW, f"{len(fixes)} of {len(mine)} commits of {path} are fixes, {last}", "", path, 1)
