"""The addresses of index jobs: the checkout of an index is read again in a process of its own.

Only checkouts that were indexed before are read: who may ask a server need not be who may read every folder of its machine.
"""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse

from core.api.problems import RESPONSES, Busy, Unknown
from core.api.request_bodies import JobBody
from core.api.verbs import Serving
from core.errors import ConflictError, SourceError
from core.runtime.git_tree import commit_of
from core.serving.jobs import Job, JobOrder, Jobs
from core.settings import index_home


def job_addresses(serving: Serving, jobs: Jobs) -> APIRouter:
    """Return the addresses of the jobs."""
    router = APIRouter(prefix="/api/v1", tags=["jobs"], responses=RESPONSES)

    def found(name: str) -> Job:
        try:
            return jobs.job(name)
        except SourceError as problem:
            raise Unknown(str(problem)) from problem

    @router.post("/indexes/{index}/jobs", status_code=202, summary="Re-index the checkout, or index two commits")
    async def begin(index: str, body: JobBody) -> JSONResponse:
        bench = await serving.bench(index)
        root = bench.manifest.root
        wanted = JobOrder(bench.name, root, full=body.full, vectors=body.vectors, before=body.before, after=body.after)
        try:
            if wanted.compares:
                await serving.work.in_thread(
                    lambda: [commit_of(Path(root), one) for one in (body.before, body.after or "HEAD")]
                )
            job = await serving.work.in_thread(lambda: jobs.begin(wanted))
        except ConflictError as problem:
            raise Busy(str(problem)) from problem
        return JSONResponse(job.told(), 202, {"Location": f"/api/v1/jobs/{job.id}"})

    @router.get("/jobs", summary="List jobs of the served indexes")
    async def listed(_: Request) -> JSONResponse:
        told = await serving.work.in_thread(lambda: [job.told() for job in jobs.all()])
        return JSONResponse({"jobs": told})

    @router.get("/jobs/{job}", summary="Show the progress of a job")
    async def state(job: str) -> JSONResponse:
        return JSONResponse(await serving.work.in_thread(lambda: found(job).told()))

    @router.delete("/jobs/{job}", summary="Cancel a job")
    async def cancel(job: str) -> JSONResponse:
        return JSONResponse((await serving.work.in_thread(lambda: jobs.cancel(found(job).id))).told())

    return router


def jobs_of(serving: Serving) -> Jobs:
    """Return the jobs of the indexes that are served."""
    return Jobs(index_home(serving.indexes.settings))
