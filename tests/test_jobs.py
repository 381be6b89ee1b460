"""Index jobs: begun by one process, done by another, seen by all that know the home."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from core.errors import ConflictError, SourceError, StoreError, WorkbenchError
from core.pipeline.indexing import index_checkout
from core.serving.jobs import Job, JobOrder, Jobs, JobState
from core.serving.jobs.work import JobSteps, do
from core.settings import Settings, read_settings
from core.workbench import indexes
from core.workbench.checkouts import checked_checkout, remove_index


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    root = tmp_path / "shop"
    root.mkdir()
    (root / "order.py").write_text("class Order:\n    def total(self):\n        return 1\n")
    return root


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return read_settings({"home": str(tmp_path / "home")})


def ended(job: Job) -> JobState:
    while job.running:
        time.sleep(0.02)
    return job.state


def test_a_job_is_done_by_a_process_of_its_own_and_seen_by_everybody(checkout: Path, settings: Settings) -> None:
    job = Jobs(Path(settings.home)).begin(JobOrder("shop", str(checkout), vectors=False))
    (seen,) = Jobs(Path(settings.home)).all()
    assert seen.id == job.id
    state = ended(seen)
    assert (state.state, state.share, state.left) == ("done", 1.0, None)
    assert state.says.startswith("Indexed shop: ")
    assert "orienteer" not in state.says
    assert "--" not in state.says
    assert state.pid != os.getpid()
    assert [manifest.name for manifest in indexes(settings)] == ["shop"]


def kept_at_work(settings: Settings, name: str = "shop") -> tuple[Job, subprocess.Popen[bytes]]:
    """A job whose process holds it and does nothing else."""
    job = Job(Path(settings.home) / ".jobs" / "0123456789ab")
    job.folder.mkdir(parents=True)
    job.want(JobOrder(name, "/nowhere", started=time.time()))
    script = (
        "import os, sys, time; from pathlib import Path; from core.serving.jobs import Job, JobState\n"
        "job = Job(Path(sys.argv[1]))\n"
        "with job.at_work():\n"
        "    job.tell(JobState(pid=os.getpid(), step='reading files', done=5, total=10, share=0.2, left=9.0))\n"
        "    time.sleep(60)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", script, str(job.folder)], cwd=Path(__file__).parents[1])
    while not job.state.pid:
        time.sleep(0.02)
    return job, process


def test_one_job_of_an_index_at_a_time_and_it_can_be_cancelled_and_begun_again(checkout: Path, settings: Settings) -> None:
    job, process = kept_at_work(settings)
    jobs = Jobs(Path(settings.home))
    assert [one.id for one in jobs.running()] == [job.id]
    with pytest.raises(ConflictError, match="is already indexing 'shop'"):
        jobs.begin(JobOrder("shop", str(checkout)))
    assert jobs.cancel(job.id).state.state == "cancelled"
    assert process.wait(10) == -signal.SIGTERM
    job.want(JobOrder("shop", str(checkout), vectors=False, started=1.0))
    assert ended(jobs.again(job.id)).state == "done"


def test_a_process_that_died_is_told_and_its_number_is_never_ended(settings: Settings) -> None:
    job, process = kept_at_work(settings)
    process.kill()
    process.wait()
    assert job.state.state == "failed"
    assert job.state.says == "Stopped before completion. Progress is saved."
    job.tell(JobState(pid=os.getpid()))  # another process has the number by now
    assert Jobs(Path(settings.home)).cancel(job.id).state.state == "failed"


def test_what_goes_wrong_is_told_in_words_of_every_face(tmp_path: Path, settings: Settings) -> None:
    (tmp_path / "empty").mkdir()
    job = Job(tmp_path / "home" / ".jobs" / "a")
    job.folder.mkdir(parents=True)
    job.want(JobOrder("empty", str(tmp_path / "empty"), vectors=False, started=time.time()))
    state = do(job.folder, settings)
    assert state.says == f"Nothing to index in {tmp_path / 'empty'}: it has no file in a supported language."
    assert (state.state, indexes(settings)) == ("failed", [])
    with pytest.raises(SourceError, match="orienteer index PATH"):
        index_checkout(tmp_path / "empty", settings)


@pytest.mark.parametrize(
    ("path", "name", "said"),
    [
        ("", "", "Give the folder of a checkout."),
        ("  ", "", "Give the folder of a checkout."),
        ("/nowhere/at/all", "", "No folder '/nowhere/at/all'."),
        ("{file}", "", "is a file, not a checkout."),
        ("{checkout}", "../x", "An index cannot be called '../x'"),
        ("{other}", "shop", "The name 'shop' is taken by the index of "),
    ],
)
def test_what_cannot_be_read_is_refused_before_a_job_begins(
    path: str, name: str, said: str, checkout: Path, settings: Settings, tmp_path: Path
) -> None:
    (tmp_path / "other").mkdir()
    index_checkout(checkout, settings, name="shop", vectors=False)
    named = path.format(file=checkout / "order.py", checkout=checkout, other=tmp_path / "other")
    with pytest.raises(WorkbenchError) as refused:
        checked_checkout(named, name, settings)
    assert said in refused.value.said
    assert "--" not in refused.value.said
    assert "orienteer" not in refused.value.said
    assert checked_checkout(str(checkout), "", settings) == (checkout, "shop")


def test_the_share_grows_over_all_steps_and_the_time_left_is_told() -> None:
    told: list[JobState] = []
    steps = JobSteps(JobState(), told.append, {"reading files": 10.0, "relating them": 10.0}, vectors=False)
    for phase, done in (("walk", 1), ("read", 5), ("link ruby", 0), ("history", 0), ("metrics", 1), ("embed", 5)):
        steps(phase, done, 10)
    assert [one.step for one in told] == ["finding files", "reading files", "relating them", "asking git", "writing tables"]
    shares = [one.share for one in told]
    assert shares == sorted(shares)
    assert shares[0] > 0
    assert shares[-1] < 1
    assert told[0].left is None
    assert told[1].left is not None
    assert told[-1].left is not None


def test_an_index_is_removed_with_its_folder_and_another_one_is_not(checkout: Path, settings: Settings) -> None:
    for name in ("shop", "store"):
        index_checkout(checkout, settings, name=name, vectors=False)
    remove_index("shop", settings)
    assert [manifest.name for manifest in indexes(settings)] == ["store"]
    assert not (Path(settings.home) / "shop").exists()
    with pytest.raises(StoreError, match="No index 'shop'"):
        remove_index("shop", settings)


def test_the_list_of_jobs_is_that_of_the_home_and_an_unreadable_one_is_named(settings: Settings) -> None:
    folder = Path(settings.home) / ".jobs" / "b"
    folder.mkdir(parents=True)
    (folder / "job.json").write_text(json.dumps({"odd": 1}))
    with pytest.raises(StoreError, match="cannot be read"):
        Jobs(Path(settings.home)).all()
    with pytest.raises(SourceError, match="No job"):
        Jobs(Path(settings.home)).job("../x")
