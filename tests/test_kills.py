"""What kills runs at random moments sees how they end; the trials themselves are run by hand (`python -m benchmarks.kills`)."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks.kills import processes
from benchmarks.kills.processes import Moment, run
from benchmarks.kills.states import State, different
from benchmarks.kills.stores import STORES, VERSIONS, write_version
from core.backends import CATALOGS, VECTORS
from core.errors import StoreError

Tell = Callable[[str, int, int], None]


def test_a_run_is_killed_in_a_phase() -> None:
    def waiting(tell: Tell) -> None:
        tell("reading", 0, 1)
        time.sleep(60)

    ended = run(waiting, (), Moment("reading", 0.0))
    assert (ended.killed, ended.fault, ended.left, list(ended.phases)) == (True, "", False, ["reading"])


def test_a_run_that_ends_before_its_moment_was_not_killed_and_its_faults_are_told() -> None:
    def refused(_: Tell) -> None:
        raise StoreError("The disk is full.")

    ended = run(refused, (), Moment("", 60))
    assert (ended.killed, ended.fault) == (False, "StoreError: The disk is full.")
    assert run(lambda _: 7, ()).value == 7


def test_processes_that_outlive_a_killed_run_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaving(tell: Tell) -> None:
        subprocess.Popen(["sleep", "60"])
        tell("left", 0, 1)
        time.sleep(60)

    monkeypatch.setattr(processes, "_LEFT", 0.1)
    assert run(leaving, (), Moment("left", 0.0)).left


def test_versions_of_the_checkout_differ_and_come_back(tmp_path: Path) -> None:
    def files() -> dict[str, str]:
        return {
            path.relative_to(tmp_path).as_posix(): path.read_text() for path in sorted(tmp_path.rglob("*")) if path.is_file()
        }

    found = []
    for version in (*range(VERSIONS), 0):
        write_version(tmp_path, version)
        found.append(files())
    assert found[0] == found[-1]
    assert found[0].keys() != found[2].keys()
    assert len({str(one) for one in found}) == VERSIONS


def test_states_that_differ_say_in_what() -> None:
    one, other = State(catalog="a", points={"x": ("1", "1")}), State(catalog="b", points={"x": ("2", "1"), "y": ("1", "1")})
    assert different(one, other) == "catalog, points (+0 -1 ~1) differ"
    assert different(one, one) == "nothing differs"


def test_every_store_that_outlives_its_process_is_tried() -> None:
    vectors = {one.settings["index.vectors"] for one in STORES.values()}
    catalogs = {one.settings.get("index.catalog", "duckdb") for one in STORES.values()}
    assert vectors == VECTORS.keys() - {"memory", "qdrant"}
    assert catalogs == CATALOGS.keys()
