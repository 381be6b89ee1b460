"""What a job is to do, how far it is, and how both are kept in its folder."""

from __future__ import annotations

import fcntl
import json
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import TypeVar

from core.errors import StoreError, cause
from core.runtime.replacing import write_whole

_WANTED, _STATE, _LOCK, _CANCELLED, _OUTPUT = "job.json", "state.json", "lock", "cancelled", "output.txt"
_STARTING = 60.0  # seconds for a process to begin
_TAIL = 2_000  # characters of what a job says that are told

RUNNING, DONE, FAILED, CANCELLED = "running", "done", "failed", "cancelled"


@dataclass(frozen=True, slots=True)
class JobOrder:
    """What a job is to do: read the checkout `root` into `index`, or compare its commits `before` and `after`."""

    index: str
    root: str
    full: bool = False
    vectors: bool = True
    before: str = ""
    after: str = ""
    started: float = 0.0

    @property
    def compares(self) -> bool:
        """Whether commits are compared."""
        return bool(self.before)


@dataclass(frozen=True, slots=True)
class JobState:
    """How far a job is: the step with what is done of it, the share of the whole (0..1) and the seconds left, if known.

    `says` is its result, or its problem in words that fit every face; `steps` are the seconds that steps took.
    """

    state: str = RUNNING
    step: str = ""
    done: int = 0
    total: int = 0
    share: float = 0.0
    left: float | None = None
    says: str = ""
    ended: float = 0.0
    pid: int = 0
    steps: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Job:
    """One job in its folder; what it is and how far it is are read from there each time."""

    folder: Path

    @property
    def id(self) -> str:
        """The name of the job."""
        return self.folder.name

    @property
    def wanted(self) -> JobOrder:
        """What it is to do; raises `StoreError` when that cannot be read."""
        return _read(self.folder / _WANTED, JobOrder)

    @property
    def state(self) -> JobState:
        """How far it is: a process that is gone without a word was ended from outside."""
        path = self.folder / _STATE
        told = _read(path, JobState) if path.is_file() else JobState()
        if told.state != RUNNING or self.held or (not told.pid and time.time() - self.wanted.started < _STARTING):
            return told
        ended = CANCELLED if self.called_off else FAILED
        said = "It was cancelled." if ended == CANCELLED else "Stopped before completion. Progress is saved."
        return replace(told, state=ended, says=said, left=None, ended=path.stat().st_mtime if path.is_file() else 0.0)

    @property
    def held(self) -> bool:
        """Whether its process lives."""
        try:
            with (self.folder / _LOCK).open("a+") as handle:
                fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        except FileNotFoundError:
            return False
        return False

    @property
    def running(self) -> bool:
        """Whether it is still at work, or about to be."""
        return self.state.state == RUNNING

    @property
    def output(self) -> Path:
        """The file that has what its process says."""
        return self.folder / _OUTPUT

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Hold the job while the block does it."""
        with (self.folder / _LOCK).open("a+") as handle:
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield

    def want(self, wanted: JobOrder) -> None:
        """Note what is to be done."""
        _write(self.folder / _WANTED, asdict(wanted))

    def tell(self, state: JobState) -> None:
        """Note how far it is."""
        _write(self.folder / _STATE, asdict(state))

    @property
    def called_off(self) -> bool:
        """Whether somebody wants it to end."""
        return (self.folder / _CANCELLED).exists()

    def call_off(self) -> None:
        """Note that somebody wants it to end."""
        (self.folder / _CANCELLED).touch()

    def told(self) -> dict[str, object]:
        """Return the job as JSON values."""
        wanted, state = self.wanted, self.state
        said = state.says or (self.output.read_text(errors="replace")[-_TAIL:] if self.output.is_file() else "")
        return {
            "id": self.id, "index": wanted.index, "state": state.state,
            "seconds": round((state.ended or time.time()) - wanted.started, 1), "step": state.step, "done": state.done,
            "total": state.total, "share": round(state.share, 3),
            "left": None if state.left is None else round(state.left, 1), "says": said.strip(),
        }  # fmt: skip


T = TypeVar("T", JobOrder, JobState)


def _write(path: Path, values: Mapping[str, object]) -> None:
    write_whole(path, json.dumps(values).encode())


def _read(path: Path, kind: type[T]) -> T:
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
        known = {one.name for one in fields(kind)}
        return kind(**{name: value for name, value in values.items() if name in known})
    except (OSError, ValueError, TypeError) as problem:
        raise StoreError(f"The job in {path.parent} cannot be read: {cause(problem)}. Remove that folder.") from problem
