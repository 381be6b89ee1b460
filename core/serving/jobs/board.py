"""All jobs of a home: begin one, look at them, end one, begin it again."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

from core.errors import ConflictError, SettingsError, SourceError
from core.serving.jobs.job import CANCELLED, Job, JobOrder, JobState

FOLDER = ".jobs"
_KEPT = 30  # jobs that are remembered
_PATIENCE = 5.0  # seconds for a job to end when it is cancelled
_LOOK = 0.05


class Jobs:
    """The jobs below a home, which other processes see as well; safe between threads."""

    def __init__(self, home: Path) -> None:
        self._home = home.absolute()
        self._own: list[str] = []
        self._guard = threading.Lock()

    def all(self) -> list[Job]:
        """Return the jobs, oldest first."""
        folder = self._home / FOLDER
        found = [Job(one) for one in folder.iterdir() if (one / "job.json").is_file()] if folder.is_dir() else []
        return sorted(found, key=lambda job: (job.wanted.started, job.id))

    def running(self) -> list[Job]:
        """Return those that are at work."""
        return [job for job in self.all() if job.running]

    def job(self, name: str) -> Job:
        """Return a job; raises `SourceError` where there is none of the name."""
        found = Job(self._home / FOLDER / name)
        if not name.isalnum() or not (found.folder / "job.json").is_file():
            raise SourceError(f"No job '{name[:80]}'.")
        return found

    def begin(self, wanted: JobOrder) -> Job:
        """Begin a job; raises `ConflictError` while one of the same index runs."""
        with self._guard:
            other = next((job for job in self.running() if job.wanted.index == wanted.index), None)
            if other is not None:
                raise ConflictError(f"The job {other.id} is already indexing '{wanted.index}'. Wait for it, or cancel it.")
            job = Job(self._home / FOLDER / uuid4().hex[:12])
            job.folder.mkdir(parents=True)
            job.want(replace(wanted, started=time.time()))
            self._own.append(job.id)
            self._forget()
        with job.output.open("wb") as output:
            process = subprocess.Popen(
                [sys.executable, "-P", "-m", "orienteer", "job", str(job.folder)],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                env={**os.environ, "ORIENTEER_HOME": str(self._home)},
                start_new_session=True,  # it goes on when whoever began it ends
            )
        threading.Thread(target=process.wait, daemon=True, name=f"job {job.id}").start()
        return job

    def again(self, name: str) -> Job:
        """Begin a job anew that was cancelled or failed: what it had read and embedded is kept, so that it goes on there."""
        job = self.job(name)
        if job.running:
            raise SettingsError(f"The job {job.id} is still running. Cancel it first.")
        return self.begin(job.wanted)

    def cancel(self, name: str) -> Job:
        """End a job that runs; what was published before stands."""
        job = self.job(name)
        if not job.running:
            return job
        job.call_off()
        end = time.monotonic() + _PATIENCE
        asked = False
        while job.running and time.monotonic() < end:
            if not asked and (pid := self._pid(job)):
                os.kill(pid, signal.SIGTERM)
                asked = True
            time.sleep(_LOOK)
        if (pid := self._pid(job)) and job.running:
            os.kill(pid, signal.SIGKILL)
        elif job.running:  # it has not begun, and will see that it is not wanted
            job.tell(JobState(state=CANCELLED, says="It was cancelled.", ended=time.time()))
        return job

    def forget(self, name: str) -> None:
        """Remove a job that has ended from the list."""
        job = self.job(name)
        if job.running:
            raise SettingsError(f"The job {job.id} is still running. Cancel it first.")
        shutil.rmtree(job.folder)

    def close(self) -> None:
        """End every job that was begun here and still runs."""
        for name in self._own:
            if (self._home / FOLDER / name).is_dir():
                self.cancel(name)

    def _pid(self, job: Job) -> int:
        """Return the process that does the job; 0 when none holds it, whose number another process may have by now."""
        return job.state.pid if job.held else 0

    def _forget(self) -> None:
        for old in [job for job in self.all() if not job.running][:-_KEPT]:
            shutil.rmtree(old.folder, ignore_errors=True)
