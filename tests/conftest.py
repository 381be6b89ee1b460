"""What holds for every test: a test that needs git says so and is skipped where git is not installed."""

import os
import shutil

import pytest


def pytest_collection_modifyitems(items):
    if shutil.which("git") or os.environ.get("CI"):
        return
    without = pytest.mark.skip(reason="git is not installed. Install it with: apt-get install git")
    for item in items:
        if item.get_closest_marker("needs_git"):
            item.add_marker(without)
