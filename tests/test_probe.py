"""Reading answers of the probe, and merging them with what the files say."""

from __future__ import annotations

import gzip
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from core.cli import cli
from core.errors import SourceError
from core.extract.run import extract
from core.model import CodeUnit, Extraction
from core.pipeline.indexing import index_checkout
from core.pipeline.probing import probe_file
from core.probe import merge_probe, plan_probe, read_probe, run_probe
from core.probe.read import probe_of
from core.settings import ExtractSettings, read_settings
from core.workbench import open_workbench
from core.workbench.status import status_of
from tests.probe_samples import make_depot

SHARED = Path(os.environ.get("ORIENTEER_TEST_RAILS") or Path(__file__).parents[2] / "shared" / "rails")
LEAST: dict[str, Any] = {"contract": "rails-probe/1", "root": "/app", "models": [], "routes": []}
AT = {"origin": "app", "file": "app/models/crate.rb", "line": 1}


@pytest.fixture
def depot(tmp_path: Path) -> Path:
    return make_depot(tmp_path / "depot")


def _merged(root: Path, **said: Any) -> Extraction:
    return merge_probe(extract(root, ExtractSettings()), probe_of({**LEAST, **said}, "the test"))


def _unit(extraction: Extraction, key: str) -> CodeUnit:
    return next(unit for unit in extraction.units if unit.key == key)


def _association(name: str, **more: Any) -> dict[str, Any]:
    return {
        "name": name,
        "macro": "has_many",
        "class_name": "Label",
        "declared_at": {"file": "app/models/crate.rb", "line": 5},
        **more,
    }


@pytest.mark.parametrize("missing", ["contract", "root", "models", "routes"])
def test_the_four_keys_that_the_contract_requires_are_required(missing: str) -> None:
    with pytest.raises(SourceError, match="not a probe result" if missing == "contract" else f"no '{missing}'"):
        probe_of({key: value for key, value in LEAST.items() if key != missing}, "it")


def test_every_other_key_may_be_missing_and_unknown_ones_are_ignored() -> None:
    assert probe_of({**LEAST, "contract": "rails-probe/1.4", "moons": 2}, "it").tables == ()


@pytest.mark.parametrize("contract", ["rails-probe/2", "rails-probe/0", "other/1", None, 1])
def test_a_contract_of_another_kind_is_refused(contract: Any) -> None:
    with pytest.raises(SourceError, match=r"probe result|has the format"):
        probe_of({**LEAST, "contract": contract}, "it")


@pytest.mark.parametrize("content", [b"", b"{", b"\x1f\x8bnot really", b"[]", b"\xff\xfe"])
def test_a_damaged_file_is_one_sentence(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "probe.json"
    path.write_bytes(content)
    with pytest.raises(SourceError, match="probe"):
        read_probe(path)


def test_facts_are_labelled_by_the_sides_that_know_them(depot: Path) -> None:
    by_gem = {"file": "app/models/crate.rb", "line": 2, "via": {"file": "/gems/x.rb", "line": 1, "origin": "gem:devise"}}
    crate = {"name": "Crate", "at": AT, "associations": [_association("labels"), _association("tokens", declared_at=by_gem)]}
    unit = _unit(_merged(depot, models=[crate]), "model:Crate")
    assert {fact["name"]: fact["runtime"] for fact in unit.metadata["associations"]} == {
        "shelf": "not confirmed at runtime", "labels": "known at runtime only", "tokens": "from gem devise",
    }  # fmt: skip


def test_a_relation_that_only_the_runtime_knows_is_dynamic_and_has_its_line(depot: Path) -> None:
    merged = _merged(depot, models=[{"name": "Crate", "at": AT, "associations": [_association("labels")]}])
    found = [one for one in merged.relations if one.origin == "runtime"]
    assert [(one.source, one.target, one.kind, one.file_path, one.line, one.certainty) for one in found] == [
        ("model:Crate", "model:Label", "has_many", "app/models/crate.rb", 5, "dynamic")
    ]


def test_the_runtime_wins_on_the_target_and_the_files_give_the_line(depot: Path) -> None:
    shelf = _association("shelf", macro="belongs_to", declared_at={"file": "elsewhere.rb", "line": 99})
    merged = _merged(depot, models=[{"name": "Crate", "at": AT, "associations": [shelf]}])
    found = [
        (one.target, one.line, one.origin)
        for one in merged.relations
        if one.source == "model:Crate" and one.kind == "belongs_to"
    ]
    assert found == [("model:Label", 4, "runtime")]


def test_a_class_that_no_file_spells_out_becomes_a_unit_of_the_line_that_made_it(depot: Path) -> None:
    made = {"name": "Pallet", "at": {**AT, "line": 5}}
    unit = _unit(_merged(depot, models=[made]), "model:Pallet")
    assert (unit.origin, unit.parent, unit.source_code.strip()[:4]) == ("runtime", "file:app/models/crate.rb", "send")


def test_routes_of_one_side_are_kept_and_labelled(depot: Path) -> None:
    engine = {"verb": "GET", "path": "/crates/:id/print(.:format)", "controller": "crates", "action": "show",
              "declared_at": {"file": "config/routes.rb", "line": 2}}  # fmt: skip
    merged = _merged(depot, routes=[engine])
    assert _unit(merged, "route:GET /crates").metadata["runtime"] == "not confirmed at runtime"
    assert _unit(merged, "route:GET /crates/:id/print").metadata["runtime"] == "known at runtime only"
    assert ("route:GET /crates/:id/print", "method:CratesController#show") in {(r.source, r.target) for r in merged.relations}


def test_a_route_without_a_line_is_a_unit_without_a_file(depot: Path, tmp_path: Path) -> None:
    settings = read_settings({"home": str(tmp_path / "home")})
    kept = probe_file(tmp_path / "home", "depot")
    kept.parent.mkdir(parents=True)
    site = {"via": {"file": "/gems/sidekiq/web.rb", "line": 3, "origin": "gem:sidekiq"}}
    route = {"verb": "GET", "path": "/sidekiq/queues", "controller": "crates", "action": "show", "declared_at": site}
    kept.write_text(json.dumps({**LEAST, "routes": [route]}))
    index_checkout(depot, settings, vectors=False)
    unit = open_workbench("depot", settings=settings).unit("route:GET /sidekiq/queues")
    assert (unit.file_path, unit.metadata["runtime"]) == ("", "from gem sidekiq")


def test_merging_twice_gives_the_same(depot: Path) -> None:
    said = {"models": [{"name": "Crate", "at": AT, "associations": [_association("labels")]}]}
    assert _merged(depot, **said) == _merged(depot, **said)


@pytest.mark.parametrize(("folder", "truth"), [("shop", "shop.json.gz")])
def test_a_recorded_application_agrees_with_its_files(folder: str, truth: str) -> None:
    recorded = SHARED / "truth" / truth
    if not recorded.is_file():
        pytest.skip(f"no recorded answers at {SHARED}; set ORIENTEER_TEST_RAILS to a folder with truth/ and shop/")
    with gzip.open(recorded, "rt", encoding="utf-8") as file:
        said = {**json.load(file), "contract": "rails-probe/1"}  # recorded by a sketch of the probe, in the same form
    tallies = merge_probe(extract(SHARED / folder, ExtractSettings()), probe_of(said, truth)).tallies
    agreed = {name: row["both"] / max(1, sum(row.values())) for name, row in tallies.items() if "both" in row}
    assert {name for name, share in agreed.items() if share < 0.85} == set()


def test_an_index_merges_the_kept_answer_and_says_when_it_is_old(depot: Path, tmp_path: Path) -> None:
    settings = read_settings({"home": str(tmp_path / "home")})
    before = index_checkout(depot, settings, vectors=False)
    kept = probe_file(tmp_path / "home", "depot")
    kept.write_text(json.dumps({**LEAST, "taken": "2020-01-01T00:00:00+00:00", "models": [{"name": "Crate", "at": AT}]}))
    after = index_checkout(depot, settings, vectors=False)
    assert after.changed
    assert "Files have changed since the probe" in " ".join(after.details)
    assert not index_checkout(depot, settings, vectors=False).changed
    coverage = status_of(open_workbench("depot", settings=settings), coverage=True)["coverage"]
    trust = coverage["comparison with the running application"]
    assert trust["models"] == {"both": 1, "differ": 0, "static only": 3, "runtime only": 0}
    assert before.manifest.inputs == ""


def test_print_only_says_what_would_run_and_runs_nothing(depot: Path, tmp_path: Path) -> None:
    arguments = ["probe", str(depot), "--print-only", "--env", "staging", "--runner", "bundle exec rails runner"]
    done = CliRunner().invoke(cli, [*arguments, "--set", f"home={tmp_path / 'home'}"])
    assert done.exit_code == 0
    assert "RAILS_ENV=staging" in done.stdout
    assert "bundle exec rails runner" in done.stdout
    assert not (tmp_path / "home").exists()


def test_a_folder_without_rails_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="not a Rails application"):
        plan_probe(tmp_path, tmp_path / "out")


def test_a_runner_that_is_not_there_is_one_sentence(depot: Path, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="cannot be run"):
        run_probe(plan_probe(depot, tmp_path / "out", runner="no-such-ruby"))


def test_the_first_line_that_is_no_frame_is_what_a_person_reads(depot: Path, tmp_path: Path) -> None:
    said = "  from a.rb:1\nx.rb:3: warning: old\n\n/gems/b.rb:9:in `block in fetch': key not found: SECRET\n  from b.rb:2\n"
    program = f"import sys; sys.stderr.write({said!r}); sys.exit(1)"
    script = tmp_path / "runner.py"
    script.write_text(program)
    with pytest.raises(SourceError, match=r"does not boot here: key not found: SECRET. "):
        run_probe(plan_probe(depot, tmp_path / "out", runner=f"{sys.executable} {script}"))
