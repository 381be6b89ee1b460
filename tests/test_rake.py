"""The rake tasks and the hook that call the command, with a command that says what it was called with."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

TASKS = Path(__file__).parents[1] / "docs" / "how-to" / "files" / "orienteer.rake"
needs_rake = pytest.mark.skipif(shutil.which("rake") is None, reason="rake is not installed: its package is called rake")


def rake(folder: Path, *tasks: str, status: int = 0, command: str = "") -> tuple[int, str]:
    called = folder / "called"
    called.write_text(f'#!/bin/sh\necho "$PWD: $*"\n[ "$1" = index ] || exit {status}\n', encoding="utf-8")
    called.chmod(0o755)
    environment = {**os.environ, "ORIENTEER": command or str(called)}
    done = subprocess.run(
        ["rake", "-f", str(TASKS), *tasks], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


@needs_rake
def test_tasks_index_first_and_call_the_command_without_a_shell(tmp_path: Path) -> None:
    asked = ("orienteer:flow[GET /a;b, $HOME]", "orienteer:users[Order#total]")
    assert rake(tmp_path, *asked) == (
        0, f"{tmp_path}: index . --no-vectors\n{tmp_path}: flow GET /a;b,$HOME\n{tmp_path}: dependents Order#total\n",
    )  # fmt: skip


@needs_rake
def test_vectors_and_code_for_a_model_are_tasks_too(tmp_path: Path) -> None:
    assert rake(tmp_path, "orienteer:embed") == (0, f"{tmp_path}: index .\n")
    assert rake(tmp_path, "orienteer:incremental") == (0, f"{tmp_path}: index . --no-vectors\n")
    assert rake(tmp_path, "orienteer:retrieve[who pays, and when]") == (
        0, f"{tmp_path}: index . --no-vectors\n{tmp_path}: context who pays,and when -q\n",
    )  # fmt: skip


_STUB = """class ApplicationJob
  def self.queue_as(*) = nil
  def self.retry_on(*, **) = nil
end
load ARGV.shift
begin
  IndexCodeJob.new.perform(*ARGV)
rescue IndexCodeJob::Failed => problem
  puts "failed: #{problem.message}"
end
"""


@pytest.mark.skipif(shutil.which("ruby") is None, reason="ruby is not installed: its package is called ruby")
@pytest.mark.parametrize(("status", "said"), [(0, ""), (2, "failed: {called} index /srv/a b --name=shop: index is busy\n")])
def test_a_job_indexes_and_fails_with_what_the_command_said(tmp_path: Path, status: int, said: str) -> None:
    job = TASKS.with_name("index_code_job.rb")
    assert subprocess.run(["ruby", "-c", str(job)], capture_output=True, text=True, check=True).stdout == "Syntax OK\n"
    called = tmp_path / "called"
    called.write_text(f'#!/bin/sh\necho "$@" > "{tmp_path}/given"\necho "$1 is busy"\nexit {status}\n', encoding="utf-8")
    called.chmod(0o755)
    done = subprocess.run(
        ["ruby", "-e", _STUB, str(job), "/srv/a b", "shop"], env={**os.environ, "ORIENTEER": str(called)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.stdout, done.stderr) == (said.format(called=called), "")
    assert (tmp_path / "given").read_text() == "index /srv/a b --name=shop\n"


@needs_rake
def test_the_status_is_that_of_the_command(tmp_path: Path) -> None:
    assert rake(tmp_path, "orienteer:check", status=1)[0] == 1
    assert rake(tmp_path, "orienteer:review[main]", status=2) == (
        2, f"{tmp_path}: index . --no-vectors\n{tmp_path}: review main..HEAD\n",
    )  # fmt: skip


@needs_rake
def test_what_is_missing_is_said(tmp_path: Path) -> None:
    assert rake(tmp_path, "orienteer:flow") == (
        1, f"{tmp_path}: index . --no-vectors\nSay which: rake 'orienteer:flow[POST /orders]'\n",
    )  # fmt: skip
    assert "'nowhere' is not on the path" in rake(tmp_path, "orienteer:index", command="nowhere")[1]


@pytest.mark.parametrize(("status", "said"), [(0, "The index holds version abc123."), (2, "not renewed (exit status 2)")])
def test_a_deployment_renews_the_index_and_stands_when_that_fails(tmp_path: Path, status: int, said: str) -> None:
    called = tmp_path / "called"
    called.write_text(f'#!/bin/sh\necho "$*"\nexit {status}\n', encoding="utf-8")
    called.chmod(0o755)
    environment = {**os.environ, "ORIENTEER": str(called), "ORIENTEER_INDEX": "the shop", "KAMAL_VERSION": "abc123"}
    done = subprocess.run(
        [str(TASKS.with_name("post-deploy"))], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, said in done.stdout + done.stderr) == (0, True)
    assert done.stdout.startswith("index . --no-vectors --name the shop\n")
