"""What the process of a job does."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from core.errors import WorkbenchError
from core.serving.jobs.board import Jobs
from core.serving.jobs.job import CANCELLED, DONE, FAILED, Job, JobOrder, JobState
from core.settings import Settings
from core.workbench import open_workbench
from core.workbench.checkouts import index_checkout

STEPS: Mapping[str, float] = {
    "finding files": 1.0, "reading files": 20.0, "relating them": 20.0, "asking git": 4.0, "writing tables": 15.0,
    "making vectors": 300.0,
}  # fmt: skip
"""The steps in their order, with the seconds that they take of each other where no job has told."""
_PHASES = {
    "walk": "finding files", "read": "reading files", "history": "asking git", "metrics": "writing tables",
    "catalog": "writing tables", "words": "writing tables", "lexical": "writing tables", "word vectors": "writing tables",
    "chunk": "writing tables", "embed": "making vectors", "vectors": "making vectors",
}  # fmt: skip
_EVERY = 0.3  # seconds between two notes
_KNOWN = 0.04  # share from which on the rest can be told


def do(folder: Path, settings: Settings) -> JobState:
    """Do the job in a folder and return how it ended; what goes wrong is told there."""
    job = Job(folder)
    with job.at_work():
        wanted = job.wanted
        state = JobState(pid=os.getpid())
        job.tell(state)
        steps = JobSteps(
            state, job.tell, _before(job), vectors=wanted.vectors and not wanted.compares, parts=2 if wanted.compares else 1
        )
        try:
            if job.called_off:
                raise KeyboardInterrupt
            ended = replace(steps.state, state=DONE, share=1.0, says=_done(wanted, settings, steps))
        except WorkbenchError as problem:
            ended = replace(steps.state, state=FAILED, says=problem.said)
        except KeyboardInterrupt:
            ended = replace(steps.state, state=CANCELLED, says="It was cancelled.")
        except Exception as problem:
            ended = replace(steps.state, state=FAILED, says=f"It failed: {problem!r}. The output of the job has more.")
            job.tell(replace(ended, left=None, ended=time.time()))
            raise
        ended = replace(ended, left=None, steps=steps.state.steps, ended=time.time())
        job.tell(ended)
    return ended


def _done(wanted: JobOrder, settings: Settings, steps: JobSteps) -> str:
    if wanted.compares:
        bench = open_workbench(wanted.index, settings=settings)
        return bench.compare_commits(wanted.before, wanted.after or "HEAD", steps).sentence
    report = index_checkout(
        Path(wanted.root), settings, name=wanted.index, full=wanted.full, vectors=wanted.vectors, progress=steps
    )
    return report.summary


def _before(job: Job) -> Mapping[str, float]:
    """Return what the steps of the last job took that read the same checkout to the end."""
    wanted = job.wanted
    for other in reversed(Jobs(job.folder.parents[1]).all()):
        state = other.state
        if other.id != job.id and state.state == DONE and state.steps and other.wanted.root == wanted.root:
            return state.steps
    return {}


class JobSteps:
    """A listener for a run of indexing that tells its state to `tell`, a few times each second."""

    def __init__(
        self, state: JobState, tell: Callable[[JobState], None], before: Mapping[str, float], *, vectors: bool, parts: int = 1
    ) -> None:
        names = [name for name in STEPS if vectors or name != "making vectors"]
        self._seconds = {name: max(before.get(name, STEPS[name]), 0.05) for name in names}
        self._tell, self._state = tell, state
        self._parts, self._read = parts, 0  # checkouts to read, and those that were
        self._began: dict[str, float] = {}
        self._start = self._told = time.monotonic()

    def __call__(self, phase: str, done: int, total: int) -> None:
        """Take what a phase tells: how much of it is done, and the whole."""
        now, step = time.monotonic(), _PHASES.get(phase, "relating them")
        if step not in self._seconds:
            return
        if phase == "walk" and not done and len(self._began) > 1:  # the second of two that are read
            self._began, self._start, self._read = {}, now, self._read + 1
        fresh = step not in self._began
        self._began.setdefault(step, now)
        if not fresh and now - self._told < _EVERY:
            return
        counted = total > 1
        within = min(1.0, done / total) if counted else 0.0
        ahead = list(self._seconds)[list(self._seconds).index(step) :]
        whole = sum(self._seconds.values())
        passed = sum(self._seconds[name] for name in self._seconds if name not in ahead)
        own = (passed + within * self._seconds[step]) / whole
        share = max(self._state.share, min(1.0, (self._read + own) / self._parts))
        rest = whole * max(0, self._parts - 1 - self._read)
        left = self._left(step, within, now, ahead[1:], rest) if share > _KNOWN else None
        steps = self.seconds(now)
        self._state = replace(
            self._state, step=step, done=done if counted else 0, total=total if counted else 0, share=share, left=left,
            steps=steps,
        )  # fmt: skip
        self._told = now
        self._tell(self._state)

    @property
    def state(self) -> JobState:
        """The last state."""
        return replace(self._state, steps=self.seconds(time.monotonic()))

    def seconds(self, now: float) -> dict[str, float]:
        """Return how long each step has taken."""
        begun = [*self._began.items(), ("", now)]
        return {name: round(begun[at + 1][1] - start, 2) for at, (name, start) in enumerate(begun[:-1])}

    def _left(self, step: str, within: float, now: float, ahead: list[str], rest: float) -> float:
        """Return the seconds left: of this step at its own pace, of the others at that of the steps before."""
        begun = self._began[step]
        passed = [name for name in self._began if name != step and name in self._seconds]
        expected = sum(self._seconds[name] for name in passed)
        pace = (begun - self._start) / expected if expected and begun - self._start > 1 else 1.0
        own = (now - begun) / within * (1 - within) if within > 0.02 else max(0.0, self._seconds[step] * pace - (now - begun))
        return own + pace * (rest + sum(self._seconds[name] for name in ahead))
