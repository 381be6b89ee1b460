"""The probe on a real Rails application: what it brings, and what it says when the application is broken."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from core.errors import SourceError
from core.probe import plan_probe, read_probe, run_probe
from core.probe.read import Probe
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
