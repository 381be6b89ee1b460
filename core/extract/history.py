"""What git knows of the files: how often they changed, when and by whom."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path

from core.extract.guard import STEP_SECONDS, Guard
from core.model import CodeUnit, History, Problem
from core.runtime.git import Output, git

_HOT, _ACTIVE, _STABLE = 10, 3, 1  # commits in 90 days
_NEW = 2  # commits in all
_FORMAT = "%H%x00%at%x00%aI%x00%aN%x00%s"  # git's own strings end at a NUL byte, so that no text of a commit can hold one
_SHA = re.compile(rb"[0-9a-f]{40}|[0-9a-f]{64}")
_STATUS = re.compile(rb"[A-Z]\d{0,3}")
_TOLD_EVERY = 500  # commits
_SHARE = 0.9  # of the time of the step, for git: what it has told until then is used
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]+")  # and signs that change how a line is shown


@dataclass(frozen=True, slots=True)
class Commit:
    """One commit that changed files: `date` is ISO 8601 with its offset, `files` are today's names, in git's order.

    A date whose offset cannot be is given in UTC; one that cannot be itself is empty.
    """

    sha: str
    date: str
    author: str
    files: tuple[str, ...]
    subject: str


def commits(root: Path) -> list[Commit]:
    """Return the commits that changed files below the root, newest first, merges left out; empty without git.

    Renames are followed: a file's former names are replaced by the one it has now.
    """
    return list(_parsed(_log(root)))


def _log(root: Path, seconds: float = 120.0) -> Output:
    arguments = ("log", f"--format={_FORMAT}", "--encoding=UTF-8", "--no-show-signature", "--no-color", "--name-status", "-z")
    return Output(root, *arguments, "--find-renames", "--no-merges", "--relative", "--", ".", seconds=seconds)


def _words(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Yield what stands before each NUL byte; an end without one was cut off and is left out."""
    rest = b""
    for piece in pieces:
        *whole, rest = (rest + piece).split(b"\0")
        yield from whole


def _parsed(pieces: Iterable[bytes]) -> Iterator[Commit]:
    """Yield commits from the output of git as it comes."""
    words = _words(pieces)
    renamed: dict[str, str] = {}
    head: list[bytes] = []
    files: list[str] = []
    for word in words:
        mark = word.removeprefix(b"\n")
        if _STATUS.fullmatch(mark):
            files.extend(_current_names(mark, words, renamed))
        elif _SHA.fullmatch(mark):
            if head:
                yield _commit(head, files)
            head, files = [mark, *islice(words, 4)], []
    if len(head) == 5:  # else git was stopped in the middle of it
        yield _commit(head, files)


def _commit(head: Sequence[bytes], files: Sequence[str]) -> Commit:
    sha, seconds, iso, author, subject = (_CONTROL.sub(" ", part.decode("utf-8", "replace")).strip() for part in head)
    return Commit(sha, _date(seconds, iso), author, tuple(files), subject)


def _date(seconds: str, iso: str) -> str:
    """Return the date as git writes it, in UTC if it has an offset that cannot be; empty if it is beyond all calendars."""
    try:
        moment = datetime.fromtimestamp(int(seconds), UTC)
    except (ValueError, OverflowError, OSError):
        return ""
    try:
        return iso if datetime.fromisoformat(iso).astimezone(UTC) == moment else moment.isoformat()
    except (ValueError, OverflowError):
        return moment.isoformat()


def _current_names(status: bytes, words: Iterator[bytes], renamed: dict[str, str]) -> Iterator[str]:
    """Yield today's name of a changed file; `renamed` collects former names on the way into the past."""
    path = next(words, b"").decode("utf-8", "surrogateescape")
    if status[:1] in (b"R", b"C"):
        former, path = path, next(words, b"").decode("utf-8", "surrogateescape")
        current = renamed.get(path, path)
        if status[:1] == b"R":
            renamed[former] = current
        yield current
    elif path:
        yield renamed.get(path, path)


@dataclass(slots=True)
class _Past:
    """What is counted of the commits of one path."""

    total: int = 0
    recent: int = 0  # in 90 days
    year: int = 0
    last: datetime | None = None
    authors: Counter[str] = field(default_factory=Counter)

    def add(self, commit: Commit, date: datetime | None, now: datetime) -> None:
        self.total += 1
        self.authors[commit.author] += 1
        if date is not None:
            self.recent += date > now - timedelta(days=90)
            self.year += date > now - timedelta(days=365)
            self.last = max(date, self.last or date)


def histories(
    root: Path, units: Sequence[CodeUnit], now: datetime, guard: Guard
) -> tuple[tuple[History, ...], tuple[Problem, ...]]:
    """Return a history per unit that has a file, in the order of the units, and what limits them.

    A unit's history is its file's, a folder's the sum of the commits below it. Without git all are `unknown`; when git is
    there and refuses, a problem says why. Days are counted back from `now`; a date that cannot be counts in the totals only.
    """
    output = _log(root, guard.step_seconds * _SHARE)
    past: dict[str, _Past] = {unit.file_path: _Past() for unit in units}
    latest = max(now, datetime.now(UTC)) + timedelta(days=1)
    seen, undated = 0, list[str]()
    for commit in _parsed(output):
        seen += 1
        if seen % _TOLD_EVERY == 0:
            guard.tell("history", seen, 0)
        date = datetime.fromisoformat(commit.date) if commit.date else None
        if date is None or date > latest:
            undated.append(commit.sha)
            date = None
        for path in _with_folders(commit.files) & past.keys():
            past[path].add(commit, date, now)
    if output.over_time:
        guard.give_up(Problem("", "partial", f"history: it took too long ({STEP_SECONDS}); the next run tries again"))
    return tuple(_history(unit, past[unit.file_path]) for unit in units), tuple(_limits(root, output, seen, undated))


def change_frequency(total: int, recent: int) -> str:
    """Return the class of a file by its commits in all and in the last 90 days."""
    if total <= _NEW:
        return "new"
    if recent >= _HOT:
        return "hot"
    if recent >= _ACTIVE:
        return "active"
    return "stable" if recent >= _STABLE else "dormant"


def _with_folders(files: Sequence[str]) -> set[str]:
    paths = set(files)
    for path in files:
        while path := path.rpartition("/")[0]:
            paths.add(path)
    return paths


def _history(unit: CodeUnit, past: _Past) -> History:
    if not past.total:
        return History(unit.key)
    authors = sorted(past.authors, key=lambda author: (-past.authors[author], author))
    last = past.last.astimezone(UTC).isoformat() if past.last else ""
    frequency = change_frequency(past.total, past.recent)
    return History(unit.key, past.total, past.recent, past.year, last, tuple(authors), frequency)


def _limits(root: Path, output: Output, seen: int, undated: Sequence[str]) -> Iterator[Problem]:
    """Yield why the history is not whole."""
    if output.problem and not seen:
        yield Problem("", "partial", f"git says nothing of this checkout: {output.problem}")
    elif output.problem:
        yield Problem("", "partial", f"history knows only the last {seen:,} commits, then git stopped: {output.problem}")
    elif seen and git(root, "rev-parse", "--is-shallow-repository") == "true":
        yield Problem("", "partial", f"the clone is shallow: history knows only its last {seen:,} commits")
    if undated:
        named = f"{len(undated):,} commits have dates that cannot be (the newest is {undated[0][:10]})"
        yield Problem("", "partial", f"{named}: they count as changes, not as recent or last ones")
