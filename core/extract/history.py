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
from core.model import CodeUnit, Commit, History, Problem
from core.runtime.git import Output, git

_HOT, _ACTIVE = 10, 3  # commits in 90 days
_RECENT, _YEAR = timedelta(days=90), timedelta(days=365)
_FORMAT = "%H%x00%at%x00%aI%x00%aN%x00%s"  # git's own strings end at a NUL byte, so that no text of a commit can hold one
_SHA = re.compile(rb"[0-9a-f]{40}|[0-9a-f]{64}")
_STATUS = re.compile(rb"[A-Z]\d{0,3}")
_TOLD_EVERY = 500  # commits
_SHARE = 0.9  # of the time of the step, for git: what it has told until then is used
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]+")  # and signs that change how a line is shown


def commits(root: Path, last: str = "HEAD") -> list[Commit]:
    """Return the commits up to the `last` one that changed files below the root, newest first; empty without git.

    Merges are left out. Renames are followed: a file's former names are replaced by the one it has then.
    """
    return list(_parsed(_log(root, last=last)))


def line_commits(root: Path, path: str, lines: tuple[int, int], last: str, seconds: float = 20.0) -> tuple[list[Commit], str]:
    """Return the commits up to the `last` one that changed lines of a file, newest first, and why some may be missing.

    Git follows the lines into the past, also through renames, which takes as long as the history is deep.
    """
    where = f"{lines[0]},{lines[1]}:{path}"
    format_ = f"--format={_FORMAT}%x00"
    output = Output(root, "log", "-L", where, "-s", format_, "--encoding=UTF-8", "--no-show-signature", "--no-color", last,
                    seconds=seconds)  # fmt: skip
    words = [word.removeprefix(b"\n") for word in _words(output)]
    heads = [words[at : at + 5] for at in range(0, len(words) - len(words) % 5, 5)]
    return [_commit(head, ()) for head in heads], output.problem


def head_date(root: Path, last: str = "HEAD") -> datetime:
    """Return when the last commit was made, from which windows of time count back: the present without a date that can be."""
    now = datetime.now(UTC)
    told = git(root, "log", "-1", "--format=%ct", last, "--")
    try:
        return min(datetime.fromtimestamp(int(told), UTC), now)
    except (ValueError, OverflowError, OSError):
        return now


def _log(root: Path, seconds: float = 120.0, last: str = "HEAD") -> Output:
    arguments = ("log", f"--format={_FORMAT}", "--encoding=UTF-8", "--no-show-signature", "--no-color", "--name-status", "-z")
    return Output(root, *arguments, "--find-renames", "--no-merges", "--relative", last, "--", ".", seconds=seconds)


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
    first: datetime | None = None
    last: datetime | None = None
    authors: Counter[str] = field(default_factory=Counter)

    def add(self, commit: Commit, date: datetime | None, now: datetime) -> None:
        self.total += 1
        self.authors[commit.author] += 1
        if date is not None:
            self.recent += date > now - _RECENT
            self.year += date > now - _YEAR
            self.first, self.last = min(date, self.first or date), max(date, self.last or date)

    def frequency(self, now: datetime) -> str:
        """Return the class of change."""
        return change_frequency(self.recent, self.year, began=self.first is not None and self.first > now - _RECENT)


def histories(
    root: Path, units: Sequence[CodeUnit], now: datetime | None, guard: Guard
) -> tuple[tuple[History, ...], tuple[Problem, ...]]:
    """Return a history per unit that has a file, in the order of the units, and what limits them.

    A unit's history is its file's, a folder's the sum of the commits below it. Without git all are `unknown`; when git is
    there and refuses, a problem says why. Days are counted back from `now`, by default the last commit; a date that cannot be
    counts in the totals only.
    """
    now = now or head_date(root)
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
    return tuple(_history(unit, past[unit.file_path], now) for unit in units), tuple(_limits(root, output, seen, undated))


def change_frequency(recent: int, year: int, *, began: bool) -> str:
    """Return the class of a file by its commits in 90 days and in a year, and whether it `began` in these 90 days."""
    if began:
        return "new"
    if recent >= _HOT:
        return "hot"
    if recent >= _ACTIVE:
        return "active"
    return "stable" if year else "dormant"


def _with_folders(files: Sequence[str]) -> set[str]:
    paths = set(files)
    for path in files:
        while path := path.rpartition("/")[0]:
            paths.add(path)
    return paths


def _history(unit: CodeUnit, past: _Past, now: datetime) -> History:
    if not past.total:
        return History(unit.key)
    authors = sorted(past.authors, key=lambda author: (-past.authors[author], author))
    last = past.last.astimezone(UTC).isoformat() if past.last else ""
    return History(unit.key, past.total, past.recent, past.year, last, tuple(authors), past.frequency(now))


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
