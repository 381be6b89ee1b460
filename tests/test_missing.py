"""What a machine lacks is told once, and fails the run where everything must run."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.missing import fails

ROOT = Path(__file__).parents[1]
TESTS = """import pytest


@pytest.mark.parametrize("number", [1, 2])
def test_that_needs_a_package(number):
    pytest.skip("Needs bell. Run: apt-get install bell")


@pytest.mark.skipif(True, reason="only for the superuser")
def test_that_needs_a_person():
    pass
"""


@pytest.mark.parametrize(
    ("reason", "expected"),
    [
        ("Needs bell. Run: apt-get install bell", True),
        ("The pages need Streamlit: pip install 'orienteer[ui]'", True),
        ("no booted truth on this machine; set ORIENTEER_RAILS_TRUTH", False),
        ("the superuser may read everything", False),
    ],
)
def test_what_can_be_installed_may_not_lack_on_the_build_machine(monkeypatch, reason, expected):
    monkeypatch.setenv("CI", "true")
    assert fails(reason) == expected
    monkeypatch.delenv("CI")
    assert not fails(reason)


@pytest.mark.parametrize(("variables", "status", "word"), [({}, 0, "skipped"), ({"CI": "true"}, 1, "missing")])
def test_skips_are_told_by_reason_with_the_command_that_helps(tmp_path, monkeypatch, variables, status, word):
    (tmp_path / "test_bell.py").write_text(TESTS)
    monkeypatch.delenv("CI", raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "tests.missing",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        str(tmp_path),
    ]
    done = subprocess.run([*command, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == status
    assert f"2 {word}: Needs bell. Run: apt-get install bell" in done.stdout
    assert "1 skipped: only for the superuser" in done.stdout
