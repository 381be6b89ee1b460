"""What holds for every test, and what several files of tests begin with.

A test says the same thing twice: its examples are a fixed choice, its environment is that of nobody, and what it lacks on
this machine is told at the end with the command that installs it; on the build machine (`CI=true`) that is a failure.
"""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from core import backends
from core.index.place import Place
from core.ports import Products
from tests.examples import EXPLORE, PROFILE
from tests.index_samples import SETTINGS, CountingWords
from tests.page_index import ROOT, sample_index
from tests.shared import made_once

if TYPE_CHECKING:
    from streamlit.testing.v1 import AppTest

pytest_plugins = ["tests.exploring", "tests.missing"]

_OF_A_PERSON = ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "TTY_COMPATIBLE", "TTY_INTERACTIVE")
_FOR_THE_TESTS = (
    "ORIENTEER_TEST_RAILS",
    "ORIENTEER_TEST_RAILS_RUNNER",
    "ORIENTEER_RAILS_TRUTH",
    "ORIENTEER_TRUTH",
    "ORIENTEER_CHECKOUTS",
)

# A file is run by one process: those that take longest begin first, so that no process is alone with one at the end.
_LONGEST = (
    "test_hostile",
    "test_services_contract",
    "test_relink",
    "test_accessibility",
    "test_interrupts",
    "test_main_paths",
    "test_page_views",
    "test_pages",
    "test_installed",
    "test_probe_rails",
    "test_charts",
    "test_small_corpus",
    "test_pages_in_chromium",
    "test_assemble",
    "test_environment",
    "test_incremental",
)

# Slow machines are no fault of a property; a deadline would make a test depend on the clock.
settings.register_profile(
    PROFILE, max_examples=60, derandomize=True, database=None, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    EXPLORE, max_examples=500, deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)


def pytest_configure(config: pytest.Config) -> None:
    """Choose the examples and leave the habits of whoever runs the tests outside."""
    settings.load_profile(EXPLORE if config.getoption("--explore") else PROFILE)
    for name in list(os.environ):
        if (name.startswith(("GIT_", "ORIENTEER_")) and name not in _FOR_THE_TESTS) or name in _OF_A_PERSON:
            del os.environ[name]
    home = tempfile.mkdtemp(prefix="home-of-tests-")
    config.add_cleanup(lambda: shutil.rmtree(home, ignore_errors=True))
    os.environ |= {"HOME": home, "GIT_CONFIG_NOSYSTEM": "1", "OMP_NUM_THREADS": "1"}  # the last: processes share the processors


def pytest_collection_finish() -> None:
    """Take away what the test files have read by now: no setting of Orienteer has these names."""
    for name in _FOR_THE_TESTS:
        os.environ.pop(name, None)
    gc.collect()
    gc.freeze()  # what was imported and collected stays: nobody has to look through it for garbage again and again


def pytest_sessionfinish() -> None:
    gc.unfreeze()  # libraries look at the end whether all that is theirs was let go


def pytest_xdist_auto_num_workers() -> int:
    """Use two processes for each processor: half of a test's time passes waiting for a server, a browser or a command."""
    return 2 * min(os.cpu_count() or 1, 8)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: _LONGEST.index(item.path.stem) if item.path.stem in _LONGEST else len(_LONGEST))
    if shutil.which("git"):
        return
    without = pytest.mark.skip(reason="git is not installed. Run: apt-get install git")
    for item in items:
        if item.get_closest_marker("needs_git"):
            item.add_marker(without)


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path, "shop")


@pytest.fixture
def embedder() -> CountingWords:
    counting = CountingWords(SETTINGS.embed)
    counting.seen = []
    return counting


@pytest.fixture
def products(embedder: CountingWords) -> Products:
    return replace(backends.products(SETTINGS), embedder=lambda: embedder)


@pytest.fixture
def shell(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[AppTest]:
    """The pages over an index of the sample, without a browser."""
    st = pytest.importorskip("streamlit", reason="The pages need Streamlit: pip install 'orienteer[ui]'")
    from streamlit.testing.v1 import AppTest

    home = made_once(tmp_path_factory, "sample", sample_index)
    monkeypatch.setenv("ORIENTEER_HOME", str(home))
    monkeypatch.chdir(ROOT)
    st.cache_resource.clear()
    yield AppTest.from_file(str(ROOT / "pages" / "shell.py"), default_timeout=60)
    st.cache_resource.clear()
