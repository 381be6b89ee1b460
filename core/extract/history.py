"""What git knows of the files: how often they changed, when and by whom."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from core.git import Answer, ask, git
from core.model import CodeUnit, History, Problem

_HOT, _ACTIVE, _STABLE = 10, 3, 1  # commits in 90 days
_NEW = 2  # commits in all
_RECORD, _FIELD = "\x01", "\x02"  # no white space to Python, which what git prints is stripped of
_FORMAT = _RECORD + _FIELD.join(("%H", "%aI", "%aN", "%s")) + _FIELD


@dataclass(frozen=True, slots=True)
class Commit:
    """One commit that changed files: `date` is ISO 8601 with its offset, `files` are today's names, in git's order."""

    sha: str
    date: str
    author: str
    files: tuple[str, ...]
    subject: str


def commits(root: Path) -> list[Commit]:
    """Return the commits that changed files below the root, newest first, merges left out; empty without git.

    Renames are followed: a file's former names are replaced by the one it has now.
    """
    return _parsed(_log(root).text)


def _log(root: Path) -> Answer:
    arguments = ("log", f"--format={_FORMAT}", "--name-status", "-z", "--find-renames", "--no-merges", "--relative")
    return ask(root, *arguments, "--", ".")


def _parsed(output: str) -> list[Commit]:
    renamed: dict[str, str] = {}
    found = []
    for record in output.split(_RECORD)[1:]:
        sha, date, author, subject, changes = record.split(_FIELD, 4)
        files = tuple(_current_names(changes, renamed))
        found.append(Commit(sha, date, author, files, subject))
    return found


def histories(root: Path, units: Sequence[CodeUnit], now: datetime) -> tuple[tuple[History, ...], tuple[Problem, ...]]:
    """Return a history per unit that has a file, in the order of the units, and what limits them.

    A unit's history is its file's, a folder's the sum of the commits below it. Without git all are `unknown`; when git is
    there and refuses, a problem says why. Days are counted back from `now`.
    """
    answer = _log(root)
    log = _parsed(answer.text)
    if not log:
        problem = Problem("", "partial", f"git says nothing of this checkout: {answer.problem}") if answer.problem else None
        return tuple(History(unit.key) for unit in units), (problem,) if problem else ()
    below: dict[str, list[Commit]] = defaultdict(list)
    for commit in log:
        for path in _with_folders(commit.files):
            below[path].append(commit)
    known = {path: _history(path, found, now) for path, found in below.items()}
    rows = tuple(_of_unit(unit, known) for unit in units)
    return rows, _limits(root, len(log))


def change_frequency(total: int, recent: int) -> str:
    """Return the class of a file by its commits in all and in the last 90 days."""
    if total <= _NEW:
        return "new"
    if recent >= _HOT:
        return "hot"
    if recent >= _ACTIVE:
        return "active"
    return "stable" if recent >= _STABLE else "dormant"


def _current_names(changes: str, renamed: dict[str, str]) -> Iterator[str]:
    """Yield today's names of the changed files; `renamed` collects former names on the way into the past."""
    words = iter(changes.strip("\n\0").split("\0"))
    for status in words:
        path = next(words, "")
        if status.lstrip("\n")[:1] in ("R", "C"):
            former, path = path, next(words, "")
            current = renamed.get(path, path)
            if status.lstrip("\n").startswith("R"):
                renamed[former] = current
            yield current
        elif path:
            yield renamed.get(path, path)


def _with_folders(files: Sequence[str]) -> set[str]:
    paths = set(files)
    for path in files:
        while path := path.rpartition("/")[0]:
            paths.add(path)
    return paths


def _history(path: str, found: Sequence[Commit], now: datetime) -> History:
    dates = [datetime.fromisoformat(commit.date) for commit in found]
    recent, year = (sum(date > now - timedelta(days=days) for date in dates) for days in (90, 365))
    authors = Counter(commit.author for commit in found)
    ranked = sorted(authors, key=lambda author: (-authors[author], author))
    last = max(dates).astimezone(UTC).isoformat()
    return History(path, len(found), recent, year, last, tuple(ranked), change_frequency(len(found), recent))


def _of_unit(unit: CodeUnit, known: dict[str, History]) -> History:
    found = known.get(unit.file_path)
    if found is None:
        return History(unit.key)
    return History(
        unit.key, found.commits_total, found.commits_90, found.commits_365, found.last_change, found.authors,
        found.change_frequency,
    )  # fmt: skip


def _limits(root: Path, seen: int) -> tuple[Problem, ...]:
    if git(root, "rev-parse", "--is-shallow-repository") != "true":
        return ()
    return (Problem("", "partial", f"the clone is shallow: history knows only its last {seen:,} commits"),)
