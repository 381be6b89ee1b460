"""What holds for every test, and what several files of tests begin with.

A test that needs git says so and is skipped where git is not installed.
"""

import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from core import backends
from core.index import Place
from core.ports import Products
from tests.index_samples import SETTINGS, CountingWords


def pytest_collection_modifyitems(items):
    if shutil.which("git") or os.environ.get("CI"):
        return
    without = pytest.mark.skip(reason="git is not installed. Install it with: apt-get install git")
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
