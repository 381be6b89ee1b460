"""Index jobs: the checkout of an index is read again in a process of its own; one at a time for each index.

Only checkouts that were indexed before are read: who may ask a server need not be who may read every folder of its machine.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from uuid import uuid4

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse

from core.api.asked import JobBody
from core.api.problems import RESPONSES, Busy, Unknown
from core.api.verbs import Serving
from core.settings import index_home

_KEPT = 50  # jobs that are remembered
_TAIL = 2_000  # characters of what a job says that are told
_PATIENCE = 5.0  # seconds for a job to end when it is cancelled


@dataclass(slots=True)
class Job:
    """One run of `orienteer index`: `state` is running, done, failed or cancelled."""

    id: str
    index: str
    process: subprocess.Popen[str]
    started: float = field(default_factory=time.time)
    ended: float = 0.0
    state: str = "running"
    says: str = ""

    def told(self) -> dict[str, object]:
        """Return the job as JSON values."""
        seconds = (self.ended or time.time()) - self.started
        return {
            "id": self.id,
            "index": self.index,
            "state": self.state,
            "seconds": round(seconds, 1),
            "says": self.says[-_TAIL:],
        }


class Jobs:
    """The jobs of this server, newest last; safe between threads."""

    def __init__(self, home: str) -> None:
        self._home = home
        self._jobs: dict[str, Job] = {}
        self._guard = threading.Lock()

    def begin(self, index: str, root: str, body: JobBody) -> Job:
        """Start a job; raises `Busy` while one of the index runs."""
        command = [sys.executable, "-P", "-m", "orienteer", "index", root, "--name", index]
        command += ["--full"] if body.full else []
        command += [] if body.vectors else ["--no-vectors"]
        with self._guard:
            running = next((job for job in self._jobs.values() if job.index == index and job.state == "running"), None)
            if running:
                raise Busy(f"The job {running.id} reads '{index}' already. Wait for it, or cancel it.")
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
                env={**os.environ, "ORIENTEER_HOME": self._home},
            )
            job = Job(uuid4().hex[:12], index, process)
            self._jobs[job.id] = job
            for old in [one.id for one in self._jobs.values() if one.state != "running"][:-_KEPT]:
                del self._jobs[old]
        threading.Thread(target=_follow, args=(job,), daemon=True, name=f"job {job.id}").start()
        return job

    def job(self, name: str) -> Job:
        """Return a job; raises `Unknown` where there is none of the name."""
        with self._guard:
            found = self._jobs.get(name)
        if found is None:
            raise Unknown(f"There is no job '{name[:80]}'.")
        return found

    def all(self) -> list[Job]:
        """Return the jobs, oldest first."""
        with self._guard:
            return list(self._jobs.values())

    def cancel(self, name: str) -> Job:
        """End a job that runs; what was published before stands."""
        job = self.job(name)
        if job.state == "running":
            job.state = "cancelled"
            job.process.terminate()
            try:
                job.process.wait(_PATIENCE)
            except subprocess.TimeoutExpired:
                job.process.kill()
        return job

    def close(self) -> None:
        """End every job that runs."""
        for job in self.all():
            self.cancel(job.id)


def _follow(job: Job) -> None:
    said, _ = job.process.communicate()
    job.says, job.ended = said.strip(), time.time()
    if job.state == "running":
        job.state = "done" if job.process.returncode == 0 else "failed"


def job_addresses(serving: Serving, jobs: Jobs) -> APIRouter:
    """Return the addresses of the jobs."""
    router = APIRouter(prefix="/api/v1", tags=["jobs"], responses=RESPONSES)

    @router.post("/indexes/{index}/jobs", status_code=202, summary="Read the checkout of an index again")
    async def begin(index: str, body: JobBody) -> JSONResponse:
        bench = await serving.bench(index)
        job = jobs.begin(bench.name, bench.manifest.root, body)
        return JSONResponse(job.told(), 202, {"Location": f"/api/v1/jobs/{job.id}"})

    @router.get("/jobs", summary="The jobs of this server")
    async def listed(_: Request) -> JSONResponse:
        return JSONResponse({"jobs": [job.told() for job in jobs.all()]})

    @router.get("/jobs/{job}", summary="How far a job is")
    async def state(job: str) -> JSONResponse:
        return JSONResponse(jobs.job(job).told())

    @router.delete("/jobs/{job}", summary="Cancel a job")
    async def cancel(job: str) -> JSONResponse:
        return JSONResponse((await serving.work.in_thread(lambda: jobs.cancel(job))).told())

    return router


def home_of(serving: Serving) -> str:
    """Return the folder of the indexes that are served, as the environment of a job names it."""
    return str(index_home(serving.indexes.settings))
