"""Index jobs: a checkout is read, or two commits are compared, in a process of its own that outlives who began it.

    HOME/.jobs/ID/job.json      what is to be done
    HOME/.jobs/ID/state.json    how far it is, written by the process that does it
    HOME/.jobs/ID/lock          held by that process as long as it lives
    HOME/.jobs/ID/cancelled     somebody wants it to end
    HOME/.jobs/ID/output.txt    what it says

Every process that knows the home sees the same jobs: pages, the interface over HTTP and the command line.
"""

from core.serving.jobs.board import Jobs
from core.serving.jobs.job import Job, JobOrder, JobState

__all__ = ["Job", "JobOrder", "JobState", "Jobs"]
