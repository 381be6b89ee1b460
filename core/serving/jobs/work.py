"""What the process of a job does."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from core.errors import WorkbenchError
from core.serving.jobs.board import Jobs
from core.serving.jobs.job import CANCELLED, DONE, FAILED, Job, JobOrder, JobState
from core.serving.jobs.progress import JobSteps
from core.settings import Settings
from core.workbench import open_workbench
from core.workbench.checkouts import index_checkout


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
