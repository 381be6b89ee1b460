"""What counts as agreement between files and a running application, and how the difference is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.extract.run import extract
from core.model import CodeUnit, Extraction
from core.pipeline.indexing import index_checkout
from core.pipeline.probing import probe_file
from core.present.export.text import sheet, status
from core.probe import merge_probe
from core.probe.compare import TRUST
from core.probe.read import probe_of
from core.probe.values import default_difference, known_at_runtime, option_differences
from core.settings import ExtractSettings, read_settings
from core.workbench import open_workbench
from core.workbench.status import status_of
from tests.probe_samples import make_depot

LEAST: dict[str, Any] = {"contract": "rails-probe/1", "root": "/app", "models": [], "routes": []}
FILES = {
    "app/models/crate.rb": "class Crate < ApplicationRecord\n  LIMIT = 9\n  belongs_to :shelf, inverse_of: :crates\n"
    "  validates :number, length: { maximum: LIMIT }\n  validates :number, length: { minimum: 2 }, on: :create\n"
    "  before_save :tidy, if: :open?\nend\n",
    "app/jobs/close_job.rb": "class CloseJob < ActiveJob::Base\n  queue_as :slow\n  retry_on Timeout::Error\nend\n",
    "app/mailers/crate_mailer.rb": "class CrateMailer < ActionMailer::Base\n  before_action :who\n\n  def closed; end\n"
    "\n  private\n\n  def who; end\nend\n",
    "app/graphql/types/crate_type.rb": "module Types\n  class CrateType < GraphQL::Schema::Object\n"
    "    field :full_number, String\n    field :shelf, Types::ShelfType\n    field :gone, Integer\n  end\nend\n",
    "app/graphql/types/shelf_type.rb": "module Types\n  class ShelfType < GraphQL::Schema::Object\n  end\nend\n",
    "db/schema.rb": 'ActiveRecord::Schema.define(version: 1) do\n  create_table "crates" do |t|\n    t.bigint "shelf_id"\n'
    '    t.string "number", null: false\n    t.integer "state", default: 0\n    t.index ["number"], unique: true\n  end\nend\n',
}


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = make_depot(tmp_path_factory.mktemp("compare") / "depot")
    for path, text in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    return root


def _merged(root: Path, **said: Any) -> Extraction:
    return merge_probe(extract(root, ExtractSettings()), probe_of({**LEAST, **said}, "the test"))


def _unit(extraction: Extraction, key: str) -> CodeUnit:
    return next(unit for unit in extraction.units if unit.key == key)


def _trust(extraction: Extraction, kind: str) -> tuple[int, ...]:
    return tuple(extraction.tallies[TRUST + kind].values())  # both, differ, static only, runtime only


def _class(name: str, path: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "at": {"origin": "app", "file": path, "line": 1}, **more}


def _crate(**more: Any) -> dict[str, Any]:
    return _class("Crate", "app/models/crate.rb", **more)


def _at(line: int) -> dict[str, Any]:
    return {"declared_at": {"file": "app/models/crate.rb", "line": line}}


def _length(line: int, **options: Any) -> dict[str, Any]:
    return {"kind": "length", "attributes": ["number"], "options": options, **_at(line)}


def _table(adapter: str, *columns: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"adapter": adapter, "tables": [{"name": "crates", "columns": list(columns), **more}]}


def _column(name: str, type_: str, sql: str, null: bool = True, default: str | None = None) -> dict[str, Any]:
    return {"name": name, "type": type_, "sql_type": sql, "null": null, "default": default}


def test_validators_with_one_name_are_paired_by_their_options(checkout: Path) -> None:
    merged = _merged(checkout, models=[_crate(validators=[_length(5, minimum=2, on=":create"), _length(4, maximum=9)])])
    facts = _unit(merged, "model:Crate").metadata["validations"]
    found = {fact["line"]: (fact["runtime"], fact.get("at_runtime")) for fact in facts if fact["kind"] == "length"}
    assert found == {4: ("confirmed", {"maximum": 9}), 5: ("confirmed", None)}


def test_a_validator_with_another_option_differs_and_both_values_are_told(checkout: Path) -> None:
    merged = _merged(checkout, models=[_crate(validators=[_length(4, maximum=9), _length(5, minimum=3)])])
    labels = [fact["runtime"] for fact in _unit(merged, "model:Crate").metadata["validations"] if fact["line"] == 5]
    assert labels == ["differs: minimum 2 in the files, 3 at runtime"]
    assert _trust(merged, "validators")[:2] == (1, 1)


def test_without_the_recorder_validators_are_confirmed_all_the_same(checkout: Path) -> None:
    bare = [{**_length(0, maximum=9), "declared_at": None}, {**_length(0, minimum=2), "declared_at": None}]
    extra = {"kind": "presence", "attributes": ["number"], "options": {}, "declared_at": None}
    merged = _merged(checkout, models=[_crate(validators=[*bare, extra])])
    assert _trust(merged, "validators") == (2, 0, 1, 0)  # the required shelf is not among them


def test_associations_and_callbacks_differ_by_options_and_conditions(checkout: Path) -> None:
    shelf = {"name": "shelf", "macro": "belongs_to", "class_name": "Shelf", "options": {"inverse_of": ":boxes"}, **_at(3)}
    tidy = {"event": "save", "kind": "before", "method": "tidy", "if": [":shut?"], **_at(6)}
    facts = _unit(_merged(checkout, models=[_crate(associations=[shelf], callbacks=[tidy])]), "model:Crate").metadata
    assert facts["associations"][0]["runtime"] == "differs: inverse_of :crates in the files, :boxes at runtime"
    assert facts["callbacks"][0]["runtime"] == "differs: if :open? in the files, :shut? at runtime"


@pytest.mark.parametrize(
    ("adapter", "column", "label"),
    [
        ("SQLite", _column("shelf_id", "integer", "INTEGER"), "confirmed"),
        ("PostgreSQL", _column("shelf_id", "integer", "bigint"), "confirmed"),
        ("Mysql2", _column("shelf_id", "integer", "bigint(20)"), "confirmed"),
        ("PostgreSQL", _column("shelf_id", "integer", "integer"), "differs: type bigint in the files, integer at runtime"),
        ("PostgreSQL", _column("number", "string", "character varying", null=False), "confirmed"),
        ("PostgreSQL", _column("number", "text", "text"),
         "differs: type string in the files, text at runtime; null false in the files, true at runtime"),
        ("SQLite", _column("state", "integer", "INTEGER", default="0"), "confirmed"),
        ("SQLite", _column("state", "integer", "INTEGER", default="1"), "differs: default 0 in the files, 1 at runtime"),
    ],
)  # fmt: skip
def test_columns_are_compared_by_type_null_and_default(checkout: Path, adapter: str, column: Any, label: str) -> None:
    merged = _merged(checkout, database=_table(adapter, column))
    for key in ("table:crates", "model:Crate"):  # a model repeats the columns of its table
        labels = {fact["name"]: fact["runtime"] for fact in _unit(merged, key).metadata["columns"]}
        assert labels == {"id": "not confirmed at runtime", "shelf_id": "not confirmed at runtime",
                          "number": "not confirmed at runtime", "state": "not confirmed at runtime",
                          column["name"]: label}  # fmt: skip


def test_indexes_are_compared_by_columns_and_uniqueness(checkout: Path) -> None:
    index = {"name": "other_name", "columns": ["number"], "unique": False, "where": None}
    merged = _merged(checkout, database=_table("SQLite", indexes=[index]))
    assert _unit(merged, "table:crates").metadata["indexes"][0]["runtime"] == (
        "differs: unique true in the files, false at runtime"
    )


def test_jobs_are_compared_by_queue_and_retries(checkout: Path) -> None:
    job = _class("CloseJob", "app/jobs/close_job.rb", queue="fast", rescue=["Timeout::Error", "KeyError"])
    merged = _merged(checkout, jobs=[job, _class("LateJob", "app/jobs/close_job.rb", superclass="CloseJob", queue="fast")])
    facts = _unit(merged, "job:CloseJob").metadata
    assert facts["queues"][0]["runtime"] == "differs: queue slow in the files, fast at runtime"
    assert {fact["name"]: fact["runtime"] for fact in facts["retries"]} == {
        "Timeout::Error": "confirmed", "KeyError": "known at runtime only",
    }  # fmt: skip
    assert _unit(merged, "job:LateJob").metadata == {"runtime": "known at runtime only"}  # the queue is inherited


def test_what_a_mailer_only_includes_is_no_action_of_it(checkout: Path) -> None:
    sites = {
        "closed": {"file": "app/mailers/crate_mailer.rb", "line": 4},
        "made": {"file": "app/mailers/crate_mailer.rb", "line": 9},
    }
    mailer = _class("CrateMailer", "app/mailers/crate_mailer.rb", actions=["closed", "day_name", "made"], action_sites=sites)
    found = _unit(_merged(checkout, mailers=[mailer]), "mailer:CrateMailer").metadata["actions"]
    assert {fact["name"]: (fact["runtime"], fact["line"]) for fact in found} == {
        "closed": ("confirmed", 4), "made": ("known at runtime only", 9),
    }  # fmt: skip


def test_fields_of_graphql_are_compared_by_type_under_either_spelling(checkout: Path) -> None:
    fields = [{"name": "fullNumber", "type": "Int!"}, {"name": "shelf", "type": "Shelf"}, {"name": "extra", "type": "String"}]
    crate = _class("Types::CrateType", "app/graphql/types/crate_type.rb", graphql_name="Crate", fields=fields)
    shelf = _class("Types::ShelfType", "app/graphql/types/shelf_type.rb", graphql_name="Shelf", fields=[])
    merged = _merged(checkout, graphql=[crate, shelf])
    found = _unit(merged, "graphql_type:Types::CrateType").metadata["fields"]
    assert {fact["name"]: fact["runtime"] for fact in found} == {
        "full_number": "differs: type String in the files, Integer at runtime", "shelf": "confirmed",
        "gone": "not confirmed at runtime", "extra": "known at runtime only",
    }  # fmt: skip
    assert _trust(merged, "graphql") == (2, 0, 0, 0)


def test_lists_that_the_answer_lacks_are_not_compared(checkout: Path) -> None:
    merged = _merged(checkout)
    assert "runtime" not in _unit(merged, "job:CloseJob").metadata
    assert {name for name in merged.tallies if name.startswith(TRUST)} == {
        f"{TRUST}models", f"{TRUST}routes", f"{TRUST}items that could not be asked",
    }  # fmt: skip


def test_filters_of_rails_itself_are_no_news_but_those_the_application_asks_for_are(checkout: Path) -> None:
    rails = {"origin": "gem:actionpack", "file": "/gems/actionpack/x.rb", "line": 1}
    around = {"kind": "around", "block": True, "defined_at": rails, "declared_in": "ActionController::Base",
              "declared_at": {"via": rails}}  # fmt: skip
    asked = {"kind": "after", "block": True, "defined_at": rails, "declared_in": "CratesController",
             "declared_at": {"file": "app/controllers/crates_controller.rb", "line": 4}}  # fmt: skip
    row = _class("CratesController", "app/controllers/crates_controller.rb", filters=[around, asked], resolved={"index": []})
    unit = _unit(_merged(checkout, controllers=[row]), "controller:CratesController")
    assert [fact["kind"] for fact in unit.metadata["filters"] if fact["runtime"] == "known at runtime only"] == ["after"]
    assert unit.metadata["filter_chains"][0]["runtime"] == "differs: at runtime also after:block"


def test_a_file_that_did_not_load_there_is_the_reason_why_its_class_is_missing(checkout: Path) -> None:
    errors = [{"where": "loading app/models/crate.rb", "class": "SyntaxError", "message": "x"}]
    label = _unit(_merged(checkout, errors=errors), "model:Crate").metadata["runtime"]
    assert label == "not confirmed at runtime: its file could not be loaded there (SyntaxError)"


def test_a_unit_tells_what_the_application_says_of_it_in_words(checkout: Path, tmp_path: Path) -> None:
    settings = read_settings({"home": str(tmp_path / "home")})
    kept = probe_file(tmp_path / "home", "depot")
    kept.parent.mkdir(parents=True)
    said = {**LEAST, "models": [_crate(validators=[_length(4, maximum=9), _length(5, minimum=3)])]}
    kept.write_text(json.dumps(said), encoding="utf-8")
    index_checkout(checkout, settings, vectors=False)
    bench = open_workbench("depot", settings=settings)
    shown = sheet(bench.sheet("model:Crate"))
    assert "length number (maximum: LIMIT)  app/models/crate.rb:4  (at runtime maximum: 9)" in shown
    assert "(differs: minimum 2 in the files, 3 at runtime)" in shown
    assert "Running application: confirmed; of its facts 1 confirmed, 1 differ" in shown
    assert "validators     1       1            1             0" in status(status_of(bench, coverage=True))


VALUES = st.one_of(
    st.booleans(), st.integers(), st.from_regex(r"\A:[a-z_]{1,8}\Z"), st.lists(st.from_regex(r"\A:[a-z]{1,4}\Z"), max_size=3)
)


@given(st.dictionaries(st.sampled_from(["maximum", "scope", "on", "with", "allow_nil"]), VALUES))
def test_the_same_options_never_differ_and_add_nothing(options: dict[str, Any]) -> None:
    assert option_differences(options, options) == []
    assert known_at_runtime(options, options) == {}


@given(st.sampled_from(["LIMIT", "User::LIMIT", "proc { 3 }", "-> { 3 }", "values.map(&:to_s)"]), VALUES)
def test_code_in_a_file_never_differs_but_gets_its_value(code: str, value: Any) -> None:
    assert option_differences({"in": code}, {"in": value}) == []
    assert known_at_runtime({"in": code}, {"in": value}) == {"in": value}


@pytest.mark.parametrize(
    ("in_files", "at_runtime"),
    [
        ({"in": "3..80"}, {"minimum": 3, "maximum": 80}), ({"within": "3...80"}, {"minimum": 3, "maximum": 79}),
        ({"with": "%r{\\Ahttp://x}i"}, {"with": "/\\Ahttp:\\/\\/x/i"}), ({"scope": [":a"]}, {"scope": ":a"}),
        ({"message": "required"}, {"message": ":required"}), ({"if": ":x?"}, {"if": {"proc": None}}),
    ],
)  # fmt: skip
def test_ways_of_writing_the_same_do_not_differ(in_files: dict[str, Any], at_runtime: dict[str, Any]) -> None:
    assert option_differences(in_files, at_runtime) == []


@pytest.mark.parametrize(
    ("kind", "in_file", "at_runtime", "same"),
    [
        ("boolean", False, "0", True), ("boolean", True, "t", True), ("boolean", False, "1", False),
        ("decimal", "0.0", "0.0e0", True), ("integer", 0, "0", True), ("string", "", "", True), ("string", "a", "b", False),
        ("datetime", "CURRENT_TIMESTAMP", None, True), ("integer", 0, None, False), ("json", {}, "{}", True),
        ("decimal", "0.0", {"object": "BigDecimal"}, True), ("string", None, "x", False),
    ],
)  # fmt: skip
def test_defaults_are_compared_as_the_column_reads_them(kind: str, in_file: Any, at_runtime: Any, same: bool) -> None:
    assert (default_difference(kind, in_file, at_runtime) is None) == same
