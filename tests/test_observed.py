"""Recordings that are kept with an index: units, flows and lists say what was seen of them; no value is written."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from core.analyse.observed import NeverSeen, RuntimeEdge, SeenStatement, Traffic
from core.errors import SettingsError, SourceError, StoreError
from core.flow.text import flow_text
from core.model.observed import Subject
from core.present.unit.sides import observed_html
from core.workbench import Workbench, index_checkout, open_workbench
from core.workbench.observed import forget_recording, kept_recordings
from tests.command import Done, orienteer

DATA = Path(__file__).parents[1] / "data" / "recordings"
SECRETS = (
    "secret@example", "erna", "hunter2", "s3cr3t", "alice", "abcdef0123456789", "wp-login", "127.0.0.1", "999999", "leaks",
)  # fmt: skip
"""What the recordings of `data/recordings` hold and nothing may keep, in small letters."""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def quay(home: Path, tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    """Return the harbour office whose requests were recorded, without a recording."""
    root = tmp_path_factory.mktemp("quay")
    shutil.copytree(DATA / "quay", root / "quay", ignore=shutil.ignore_patterns("__pycache__"))
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("ORIENTEER_HOME", str(home))
        index_checkout(root, "quay", vectors=False)
        return open_workbench("quay")


@pytest.fixture
def recorded(quay: Workbench) -> Workbench:
    """Return it with all that was recorded of it kept."""
    kept_recordings(quay).path.unlink(missing_ok=True)
    quay.keep_recordings(sorted(DATA.glob("quay.*")))
    return quay


def test_units_say_what_was_seen_of_them(recorded: Workbench) -> None:
    fee, winter = recorded.observed("quay.fees.fee"), recorded.observed("quay.fees.winter_fee")

    assert fee.verdict == "seen"
    assert fee.figures.calls == 9
    assert fee.figures.samples > 10
    assert {(one.unit.partition(":")[2], one.known) for one in fee.callers} >= {("quay.web.berths", "relation")}
    assert winter.verdict == "not seen"
    assert "It may still have run" in winter.sentence
    assert recorded.observed("quay.fees").verdict == "not analysed"
    assert "winter" not in observed_html(fee, "quay")
    assert "quay.fees.night_fee" in observed_html(fee, "quay")
    assert recorded.sheet("quay.fees.fee").observed == fee.sentence


def test_code_inside_of_functions_is_told_apart(quay: Workbench) -> None:
    units = quay.recorded.units
    line = quay.head("quay.web.book").start_line

    def of(name: str, line: int) -> str:
        head = units.head(Subject("code", name, "quay/web.py", line))
        return head.identifier if head else ""

    assert of("made.<locals>.book", line + 1) == "quay.web.book"
    assert of("book.<locals>.<lambda>", line + 1) == "quay.web.book"
    assert of("other.<locals>.<lambda>", line + 1) == ""


def test_what_is_unused_follows_recordings_that_are_kept_later(quay: Workbench) -> None:
    kept_recordings(quay).path.unlink(missing_ok=True)
    before = quay.analyse.unused()
    quay.keep_recordings([DATA / "quay.otlp.jsonl"])

    assert not any("in recordings" in note for note in before.notes)
    assert any("ran in recordings" in note for note in quay.analyse.unused().notes)


def test_lists_tell_what_takes_time_what_nobody_calls_and_what_only_the_runtime_knows(recorded: Workbench) -> None:
    routes, never = recorded.runtime("routes"), recorded.runtime("never")
    edges, queries = recorded.runtime("edges"), recorded.runtime("queries")

    first = routes.items[0]
    assert isinstance(first, Traffic)
    assert first.unit.startswith("route:")
    assert {one.name: one.errors for one in routes.items if isinstance(one, Traffic)}["POST /berths/<int:berth>/bookings"] == 1
    assert [one.unit for one in never if isinstance(one, NeverSeen)] == ["route:DELETE /bookings/<int:booking>"]
    assert [(one.caller, one.callee, one.callers) for one in edges if isinstance(one, RuntimeEdge)] == [
        ("function:quay.events.announce", "function:quay.events.on_booked", 0)
    ]
    assert {one.tables for one in queries if isinstance(one, SeenStatement)} == {("berths",), ("bookings",)}
    assert "2 of" not in recorded.runtime("jobs").sentence
    assert recorded.runtime("jobs").sentence.count("Not analysed") == 1
    with pytest.raises(SettingsError, match="routes, actions"):
        recorded.runtime("nothing")


def test_flows_and_changes_mention_the_runtime(recorded: Workbench) -> None:
    told = flow_text(recorded.flow("GET /berths"))

    assert "Seen at runtime: " in told
    assert "GET /berths  quay/web.py:12  1 call, " in told
    assert "Seen at runtime in" in recorded.impact(name="quay.fees.night_fee").sentence
    hot = recorded.flow("quay.events.on_booked", whole=True).walk()
    assert any(step.observed.startswith("hot: ") for _, step in hot)


def test_without_a_recording_nothing_is_said_of_the_runtime(quay: Workbench) -> None:
    kept_recordings(quay).path.unlink(missing_ok=True)

    assert quay.observed("quay.fees.fee").verdict == "not analysed"
    assert quay.sheet("quay.fees.fee").observed == ""
    assert not quay.runtime("routes")
    assert "orienteer recording add FILE" in quay.runtime("routes").sentence
    assert "runtime" not in flow_text(quay.flow("GET /berths"))
    assert "runtime" not in quay.impact(name="quay.fees.fee").sentence


def test_nothing_of_a_value_is_written_beside_the_index(recorded: Workbench) -> None:
    kept = kept_recordings(recorded).path.read_bytes().lower()

    assert not [word for word in SECRETS if word.encode() in kept]


def test_a_recording_takes_the_place_of_the_last_one_and_is_forgotten(quay: Workbench, tmp_path: Path) -> None:
    kept_recordings(quay).path.unlink(missing_ok=True)
    path = Path(shutil.copy(DATA / "quay.otlp.jsonl", tmp_path / "spans"))
    quay.keep_recordings([path])
    calls = quay.observed("quay.fees.fee").figures.calls
    quay.keep_recordings([path])

    assert quay.observed("quay.fees.fee").figures.calls == calls
    forget_recording(quay, str(path))
    assert not kept_recordings(quay).told()
    with pytest.raises(SourceError, match="Add a recording first"):
        forget_recording(quay, str(path))
    with pytest.raises(SourceError, match="is in the index 'quay'"):
        quay.keep_recordings([DATA / "redmine.log.gz"])
    kept_recordings(quay).path.write_text("no base at all, " * 100)
    with pytest.raises(StoreError, match="Remove the file"):
        quay.observed("quay.fees.fee")
    kept_recordings(quay).path.unlink()


def run(quay: Workbench, *arguments: object) -> Done:
    return orienteer("runtime", "-i", "quay", *arguments, home=kept_recordings(quay).path.parents[1])


def test_the_command_keeps_lists_and_forgets(quay: Workbench) -> None:
    kept_recordings(quay).path.unlink(missing_ok=True)

    assert run(quay).stdout.startswith("No recordings.")
    done = run(quay, "--keep", DATA / "quay.otlp.jsonl", "--keep", DATA / "quay.collapsed.gz")
    assert done.returncode == 0
    assert "OpenTelemetry (OTLP JSON)" in done.stdout
    assert "POST /berths/<int:berth>/bookings" in run(quay, "--list", "routes").stdout
    assert json.loads(run(quay, "--list", "never", "-f", "json").stdout)["count"] == 1
    assert run(quay, "quay.fees.fee").stdout.startswith("Seen at runtime")
    assert run(quay, "quay.fees").returncode == 0
    assert run(quay, "quay.fees.fee", "--list", "routes").returncode == 2
    assert run(quay, "--keep", DATA / "quay" / "fees.py").returncode == 2
    assert run(quay, "--forget", DATA / "quay.otlp.jsonl").returncode == 0
    assert len(json.loads(run(quay, "-f", "json").stdout)) == 1
