"""The probe on a real Rails application: what it brings, and what it says when the application is broken."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from core.errors import SourceError
from core.extract.run import extract
from core.pipeline.indexing import index_checkout
from core.probe import merge_probe, plan_probe, read_probe, run_probe
from core.probe.compare import TRUST
from core.probe.read import Probe
from core.settings import ExtractSettings, read_settings
from tests.probe_samples import make_depot, need_rails


@pytest.fixture(autouse=True)
def rails() -> None:
    need_rails()


def _ask(root: Path, env: str = "development", **options: Any) -> Probe:
    out = root.parent / "answer.json"
    run_probe(plan_probe(root, out, env=env, **options))
    return read_probe(out)


def _model(probe: Probe, name: str) -> Any:
    return next(row for row in probe.models if row["name"] == name)


@pytest.fixture(scope="module")
def answer(tmp_path_factory: pytest.TempPathFactory) -> Probe:
    need_rails()
    return _ask(make_depot(tmp_path_factory.mktemp("with a space") / "depot"), "production")


def test_every_declaration_is_found_with_the_line_that_made_it_even_in_production(answer: Probe) -> None:
    crate = _model(answer, "Crate")
    places = {one["name"]: (one["class_name"], one["declared_at"]) for one in crate["associations"]}
    assert places["shelf"] == ("Shelf", {"file": "app/models/crate.rb", "line": 4})
    assert places["labels"] == ("Label", {"file": "app/models/crate.rb", "line": 5})
    stamp = next(one for one in crate["callbacks"] if one.get("method") == "stamp")
    assert (stamp["kind"], stamp["event"], stamp["declared_at"]["file"]) == ("before", "save", "app/models/concerns/stamped.rb")
    assert {one["name"] for one in crate["scopes"]} == {"stamped", "shut", "not_shut", "open", "not_open"}
    number = next(one for one in crate["validators"] if one["attributes"] == ["number"])
    assert number["declared_at"] == {"file": "app/models/crate.rb", "line": 7}


def test_filters_are_resolved_for_each_routed_action(answer: Probe) -> None:
    crates = next(row for row in answer.rows("controllers") if row["name"] == "CratesController")
    own = {action: [step for step in chain if "verify" not in step] for action, chain in crates["resolved"].items()}
    assert own == {
        "close": ["before:who"], "index": [], "open": ["before:who"], "show": ["before:who", "before:block"],
    }  # fmt: skip


def test_routes_made_in_a_loop_have_the_line_of_the_loop(answer: Probe) -> None:
    routes = {(row["verb"], row["path"]): row for row in answer.routes}
    assert routes[("POST", "/crates/:id/close(.:format)")]["declared_at"] == {"file": "config/routes.rb", "line": 3}


def test_columns_come_from_the_database(answer: Probe) -> None:
    shelves = next(table for table in answer.tables if table["name"] == "shelves")
    assert [(one["name"], one["null"]) for one in shelves["columns"]][1] == ("name", False)


def test_without_a_database_only_columns_are_missing_and_none_is_created(tmp_path: Path) -> None:
    root = make_depot(tmp_path / "depot", database=False)
    probe = _ask(root)
    assert probe.tables == ()
    assert len(_model(probe, "Crate")["associations"]) == 2
    assert any("does not exist" in error["message"] for error in probe.rows("errors"))
    assert not (root / "db/depot.sqlite3").exists()


def test_a_file_with_a_syntax_error_loses_only_itself_even_in_production(tmp_path: Path) -> None:
    root = make_depot(tmp_path / "depot")
    (root / "app/models/label.rb").write_text("class Label < ApplicationRecord\n  def (\nend\n")
    probe = _ask(root, "production")
    assert {"Crate", "Shelf"} <= {row["name"] for row in probe.models}
    lost = [error["where"] for error in probe.rows("errors") if error["where"].startswith("loading app/")]
    assert lost == ["loading app/models/label.rb"]


def test_output_of_the_application_does_not_harm_the_answer(tmp_path: Path) -> None:
    root = make_depot(tmp_path / "depot")
    (root / "config/initializers").mkdir()
    (root / "config/initializers/noise.rb").write_text('puts "<<<RAILS-PROBE"; warn "warning: noise"\n')
    assert _model(_ask(root), "Shelf")


def test_a_missing_gem_is_one_sentence_and_what_was_there_stays(tmp_path: Path) -> None:
    root = make_depot(tmp_path / "depot")
    application = root / "config/application.rb"
    application.write_text('require "a_gem_that_is_not_there"\n' + application.read_text())
    kept = tmp_path / "answer.json"
    kept.write_text("the last good one")
    with pytest.raises(SourceError, match=r"does not boot here: .*a_gem_that_is_not_there") as problem:
        run_probe(plan_probe(root, kept))
    assert "\n" not in str(problem.value)
    assert kept.read_text() == "the last good one"


def test_an_application_that_hangs_is_stopped(tmp_path: Path) -> None:
    root = make_depot(tmp_path / "depot")
    (root / "config/initializers").mkdir()
    (root / "config/initializers/wait.rb").write_text("sleep 600\n")
    start = time.monotonic()
    with pytest.raises(SourceError, match="did not answer within 3 s"):
        _ask(root, seconds=3)
    assert time.monotonic() - start < 30


def test_without_the_recorder_facts_come_without_places_between_marks_on_stdout(tmp_path: Path) -> None:
    root = make_depot(tmp_path / "depot")
    bare = tmp_path / "bare"
    bare.write_text('#!/bin/sh\ncd "$(dirname "$0")/depot" && env -u PROBE_OUT -u RUBYOPT bin/rails runner "$1"\n')
    bare.chmod(0o755)
    probe = _ask(root, runner=str(bare))
    assert len(_model(probe, "Crate")["associations"]) == 2
    assert json.dumps(_model(probe, "Shelf")["associations"])
    tallies = merge_probe(extract(root, ExtractSettings()), probe).tallies
    assert not {name for name, row in tallies.items() if row.get("differ") or row.get("static only")}


def test_files_and_application_agree_on_all_that_both_can_know(tmp_path: Path) -> None:
    root = make_depot(tmp_path / "depot")
    tallies = merge_probe(extract(root, ExtractSettings()), _ask(root)).tallies
    trust = {name.removeprefix(TRUST): row for name, row in tallies.items() if name.startswith(TRUST) and "both" in row}
    assert {"jobs", "queues of jobs", "retries of jobs", "mailers", "actions of mailers", "filter chains of actions"} <= set(
        trust
    )
    assert not {name for name, row in trust.items() if row["differ"] or row["static only"]}
    # A macro chosen at runtime, and a database without a schema file, are what no file tells.
    assert {name: row["runtime only"] for name, row in trust.items() if row["runtime only"]} == {
        "associations": 1, "tables": 3, "columns": 9,
    }  # fmt: skip


def test_a_broken_file_loses_no_class_of_a_folder_with_a_namespace(tmp_path: Path) -> None:
    root = make_depot(tmp_path / "depot")
    (root / "lib/tools").mkdir(parents=True)
    (root / "lib/tools/hand_saw.rb").write_text("class Tools::HandSaw\nend\n")
    (root / "config/initializers").mkdir()
    (root / "config/initializers/roots.rb").write_text(
        'module Tools; end\nRails.autoloaders.main.push_dir(Rails.root.join("lib/tools"), namespace: Tools)\n'
    )
    (root / "app/models/label.rb").write_text("class Label < ApplicationRecord\n  def (\nend\n")
    probe = _ask(root, "production")
    assert "Tools::HandSaw" in probe.names()
    lost = [error["where"] for error in probe.rows("errors") if error["where"].startswith("loading app/")]
    assert lost == ["loading app/models/label.rb"]
    assert not [error for error in probe.rows("errors") if error["where"].startswith("loading lib/")]


def _command(root: Path, home: Path, *more: str) -> subprocess.Popen[str]:
    words = [sys.executable, "-c", "from core.cli import main; main()", "probe", str(root), *more]
    return subprocess.Popen(
        words, env={**os.environ, "ORIENTEER_HOME": str(home)}, stderr=subprocess.PIPE, text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # shells may have it ignored
    )  # fmt: skip


@pytest.mark.parametrize(
    ("initializer", "reason", "step"),
    [
        ('require "a_gem_that_is_not_there"', "cannot load such file", "--runner"),
        ("sleep 600", "did not answer within 5 s", "--timeout"),
        ("nobody_knows_this", "undefined local variable", "run again"),
        ('puts "noise" * 9999; abort "please set SECRET"', "please set SECRET", "run again"),
    ],
)
def test_what_keeps_an_application_from_answering_is_told_and_harms_no_index(
    tmp_path: Path, initializer: str, reason: str, step: str
) -> None:
    root = make_depot(tmp_path / "depot")
    home = tmp_path / "home"
    index_checkout(root, read_settings({"home": str(home)}), vectors=False)
    before = {path: path.read_bytes() for path in sorted(home.rglob("*")) if path.is_file()}
    (root / "config/initializers").mkdir()
    (root / "config/initializers/broken.rb").write_text(initializer + "\n")
    process = _command(root, home, "--timeout", "5" if "sleep" in initializer else "60")
    said = process.communicate(timeout=90)[1].splitlines()
    assert process.returncode == 2
    assert reason in said[-1]
    assert step in said[-1]
    assert len(said) == 2  # what is run, and why it did not answer
    assert before == {path: path.read_bytes() for path in sorted(home.rglob("*")) if path.is_file()}


def test_an_interruption_ends_the_application_too(tmp_path: Path) -> None:
    root = make_depot(tmp_path / "depot")
    (root / "config/initializers").mkdir()
    booting = tmp_path / "booting"
    (root / "config/initializers/wait.rb").write_text(f'File.write("{booting}", $$.to_s)\nsleep 600\n')
    process = _command(root, tmp_path / "home")
    until = time.monotonic() + 60
    while not (booting.is_file() and booting.read_text()) and time.monotonic() < until:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    assert "interrupted" in process.communicate(timeout=30)[1]
    assert process.returncode == 2
    assert not Path(f"/proc/{booting.read_text()}/exe").exists()
