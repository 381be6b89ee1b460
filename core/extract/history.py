"""What git knows of the files: how often they changed, when and by whom."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from core.extract.guard import STEP_SECONDS, Guard
from core.model import HISTORY, CodeUnit, Commit, History, Problem
from core.model.limit import Limit
from core.runtime.git import Output, git

_HOT, _ACTIVE = 10, 3  # commits in 90 days
_RECENT, _YEAR = timedelta(days=90), timedelta(days=365)
_FORMAT = "%H%x00%at%x00%aI%x00%aN%x00%s"  # git's own strings end at a NUL byte, so that no text of a commit can hold one
_SHA = re.compile(rb"[0-9a-f]{40}|[0-9a-f]{64}")
_STATUS = re.compile(rb"[A-Z]\d{0,3}")
_TOLD_EVERY = 500  # commits
_SHARE = 0.9  # of the time of the step, for git: what it has told until then is used
_DEEPER, _WHOLE = "All: git fetch --unshallow", "Get them: git fetch --refetch --no-filter"
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]+")  # and signs that change how a line is shown


def commits(root: Path, last: str = "HEAD", most: int | None = None) -> list[Commit]:
    """Return the commits up to the `last` one that changed files below the root, newest first; empty without git.

    Merges are left out. Renames are followed: a file's former names are replaced by the one it has then. With `most` git is
    stopped after as many.
    """
    return list(islice(CommitLog(root, last), most))


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


class CommitLog:
    """The commits up to the `last` one that changed files below a folder, newest first, as git tells them.

    A partial clone lacks the contents of old files, by which git finds renames: from the first commit for which they are
    missing, only files that were moved without a change are followed. Once the commits have ended, `seen` counts them,
    `exact_from` is the number of the first for which that is so (None: all renames are followed), `problem` says why more
    are missing, and `over_time` is true when git took longer than `seconds`.
    """

    def __init__(self, root: Path, last: str = "HEAD", seconds: float = 120.0) -> None:
        self._root, self._last, self._seconds = root, last, seconds
        self._renamed: dict[str, str] = {}
        self.seen, self.problem, self.over_time = 0, "", False
        self.exact_from: int | None = None

    def __iter__(self) -> Iterator[Commit]:
        output = self._output("--find-renames")
        yield from self._read(output, 0)
        if output.problem and not output.over_time:
            self.exact_from = self.seen
            output = self._output("--find-renames=100%")
            yield from self._read(output, self.seen)
            if self.seen == self.exact_from:
                self.exact_from = None
        self.problem, self.over_time = output.problem, output.over_time

    @property
    def limits(self) -> tuple[Limit, ...]:
        """Why the history is not whole, once the commits have ended."""
        return tuple(self._limits())

    def _limits(self) -> Iterator[Limit]:
        if self.problem and not self.seen:
            yield Limit(f"Git history is not readable: {self.problem}")
        elif self.problem:
            told = git(self._root, "rev-list", "--count", "--no-merges", self._last)
            of = f" of {int(told):,}" if told.isdecimal() else ""
            yield Limit(f"History covers only the last {self.seen:,}{of} commits, then git stopped: {self.problem}")
        elif self.seen and git(self._root, "rev-parse", "--is-shallow-repository") == "true":
            yield Limit(f"The clone is shallow: history covers only its last {self.seen:,} commits", _DEEPER)
        if self.exact_from is not None:
            last = f"{self.exact_from:,} commits"
            yield Limit(f"The clone lacks old contents: renames with changes are not followed beyond the last {last}", _WHOLE)

    def _output(self, renames: str) -> Output:
        told = ("log", f"--format={_FORMAT}", "--encoding=UTF-8", "--no-show-signature", "--no-color", "--name-status", "-z")
        which = (renames, "--no-merges", "--relative", self._last, "--", ".")
        return Output(self._root, *told, *which, seconds=self._seconds)

    def _read(self, output: Output, known: int) -> Iterator[Commit]:
        """Yield the commits behind those that are known, but for the one in which git failed: it is the last."""
        for number, told in enumerate(_parsed(output)):
            if number >= known and not (output.problem and not output.over_time):
                yield self._commit(told)

    def _commit(self, told: _Told) -> Commit:
        self.seen += 1
        return _commit(told.head, [self._name(change) for change in told.changes])

    def _name(self, change: tuple[str, ...]) -> str:
        """Return today's name of a changed file, and keep its former one on the way into the past."""
        former, path = change[0], change[-1]
        current = self._renamed.get(path, path)
        if len(change) > 1:
            self._renamed[former] = current
        return current


class _Told(NamedTuple):
    """A commit as git tells it: id, dates, author and subject; the changed files, of a renamed one the former name first."""

    head: list[bytes]
    changes: list[tuple[str, ...]]


def _words(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Yield what stands before each NUL byte; an end without one was cut off and is left out."""
    rest = b""
    for piece in pieces:
        *whole, rest = (rest + piece).split(b"\0")
        yield from whole


def _parsed(pieces: Iterable[bytes]) -> Iterator[_Told]:
    """Yield commits from the output of git as it comes."""
    words = _words(pieces)
    told = _Told([], [])
    for word in words:
        mark = word.removeprefix(b"\n")
        if _STATUS.fullmatch(mark):
            told.changes.extend(_change(mark, words))
        elif _SHA.fullmatch(mark):
            if told.head:
                yield told
            told = _Told([mark, *islice(words, 4)], [])
    if len(told.head) == 5:  # else git was stopped in the middle of it
        yield told


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


def _change(status: bytes, words: Iterator[bytes]) -> Iterator[tuple[str, ...]]:
    """Yield the name of a changed file; of a renamed one the former name and the new one, of a copy the new one."""
    path = next(words, b"").decode("utf-8", "surrogateescape")
    if status[:1] in (b"R", b"C"):
        new = next(words, b"").decode("utf-8", "surrogateescape")
        yield (path, new) if status[:1] == b"R" else (new,)
    elif path:
        yield (path,)


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
    log = CommitLog(root, seconds=guard.step_seconds * _SHARE)
    past: dict[str, _Past] = {unit.file_path: _Past() for unit in units}
    latest = max(now, datetime.now(UTC)) + timedelta(days=1)
    undated: list[str] = []
    for commit in log:
        if log.seen % _TOLD_EVERY == 0:
            guard.tell("history", log.seen, 0)
        date = datetime.fromisoformat(commit.date) if commit.date else None
        if date is None or date > latest:
            undated.append(commit.sha)
            date = None
        for path in _with_folders(commit.files) & past.keys():
            past[path].add(commit, date, now)
    if log.over_time:
        guard.give_up(Problem("", "partial", f"history: it took too long ({STEP_SECONDS}); the next run tries again"))
    return tuple(_history(unit, past[unit.file_path], now) for unit in units), tuple(_problems(log, undated))


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


def _problems(log: CommitLog, undated: Sequence[str]) -> Iterator[Problem]:
    """Yield why the history is not whole."""
    for limit in log.limits:
        yield Problem("", HISTORY, str(limit).removesuffix("."))
    if undated:
        named = f"{len(undated):,} commits have dates that cannot be (the newest is {undated[0][:10]})"
        yield Problem("", HISTORY, f"{named}: they count as changes, not as recent or last ones")
