"""No command ends in a traceback, whatever surrounds it, and what it cannot do is one sentence with status 2."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from core.cli import cli
from tests.hostile import ANSWERED, ASKED, COMMANDS, SERVING, SURROUNDINGS, commands_in

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="The surroundings are made by means of Linux.")


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """Every command in every surrounding."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed: apt-get install git")
    folder = tmp_path_factory.mktemp("hostile")
    done = subprocess.run(
        [sys.executable, "-m", "tests.hostile", str(folder)], cwd=Path(__file__).parent.parent, capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    return [json.loads(line) for line in done.stdout.splitlines()]


def _asked(run: dict[str, Any]) -> str:
    return f"{run['command']}, {run['surrounding']}: {run['status']}\n{run['said'][-1500:]}"


def test_every_command_is_tried() -> None:
    assert set(COMMANDS) == set(cli.commands)
    assert set(COMMANDS) <= {command for surrounding in SURROUNDINGS for command in commands_in(surrounding)}


def test_no_command_ends_in_a_traceback(runs: list[dict[str, Any]]) -> None:
    told_to_end = (0, 1, 2, -signal.SIGTERM)
    bad = [
        _asked(run)
        for run in runs
        if "Traceback" in run["said"]
        or "Exception ignored" in run["said"]
        or run["status"] not in (told_to_end if run["command"] in SERVING else (0, 1, 2))
    ]
    assert len(runs) == sum(len({*commands_in(name), *SERVING}) for name in SURROUNDINGS)
    assert not bad, "\n\n".join(bad)


def test_what_could_not_run_is_told_in_one_sentence_with_the_next_step(runs: list[dict[str, Any]]) -> None:
    for run in runs:
        if run["status"] == 2 and run["command"] not in SERVING:
            last = run["said"].strip().splitlines()[-2:]  # the hint may have a line of its own
            assert any(line.startswith("error: ") for line in last), _asked(run)


@pytest.mark.parametrize("surrounding", ANSWERED)
def test_questions_are_answered_as_ever(runs: list[dict[str, Any]], surrounding: str) -> None:
    status = {run["command"]: run["status"] for run in runs if run["surrounding"] == surrounding}
    assert [command for command in ASKED if status[command]] == []
