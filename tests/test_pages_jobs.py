"""Index jobs on the pages: what is refused, what every page says while one runs, and what is done with it."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from core.serving.jobs import Job, JobOrder, Jobs, JobState
from tests.app_pages import html, opened

if TYPE_CHECKING:
    from streamlit.testing.v1 import AppTest


@pytest.fixture
def jobs(shell: AppTest) -> Iterator[Jobs]:
    home = Path(os.environ["ORIENTEER_HOME"])
    yield Jobs(home)
    shutil.rmtree(home / ".jobs", ignore_errors=True)


def test_an_empty_path_and_a_name_that_cannot_be_are_refused_in_words_of_the_page(shell: AppTest, jobs: Jobs) -> None:
    page = opened(shell, "settings")
    for path, name, said in (("", "", "Give the folder of a checkout."), (None, "../x", "An index cannot be called '../x'")):
        if path is not None:
            page.text_input(key="checkout").set_value(path)
        else:
            page.text_input(key="checkout").set_value(str(Path(__file__).parent))
        page.text_input(key="new_name").set_value(name)
        page.button(key="FormSubmitter:make_index-Index").click().run()
        (error,) = page.error
        assert error.value.startswith(said)
        assert "--" not in error.value
    assert jobs.all() == []


def test_every_page_says_that_a_job_runs_and_the_page_of_indexes_how_far_it_is(shell: AppTest, jobs: Jobs) -> None:
    job = Job(Path(os.environ["ORIENTEER_HOME"]) / ".jobs" / "0123456789ab")
    job.folder.mkdir(parents=True)
    job.want(JobOrder("shop", "/nowhere", started=time.time()))
    with job.at_work():
        job.tell(JobState(pid=os.getpid(), step="reading files", done=5, total=10, share=0.2, left=9.4))
        assert "shop: reading files, 5 of 10; about 9 s left" in html(opened(shell, "home"))
        page = opened(shell, "settings")
        assert page.button(key="cancel_0123456789ab")
    job.tell(JobState(pid=os.getpid(), state="failed", says="There is nothing to read in /nowhere."))
    page = opened(shell, "settings")
    assert any("There is nothing to read in /nowhere" in one.value.replace("\\", "") for one in page.markdown)
    page.button(key="forget_0123456789ab").click().run()
    assert jobs.all() == []
