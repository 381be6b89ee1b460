"""What an index does not know is told, and an empty answer says whether it means none, unknown or not analysed."""

import shutil
from pathlib import Path

import pytest

from core.inspect.coverage import coverage
from core.pipeline.indexing import index_checkout
from core.settings import read_settings
from core.workbench import open_workbench
from core.workbench.sheets import neighbour_list, unit_sheet

SAMPLE = Path(__file__).parents[1] / "data" / "sample"


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    folder = tmp_path_factory.mktemp("coverage")
    root = folder / "shop"
    shutil.copytree(SAMPLE, root)
    models = root / "app" / "models"
    (models / "lonely.rb").write_text("class Lonely\n  def asleep\n    1\n  end\n\n  def dozing\n    2\n  end\nend\n")
    (models / "sleeper.rb").write_text("class Sleeper\n  def nap(thing)\n    thing.dozing\n    Nowhere.call\n  end\nend\n")
    (models / "broken.rb").write_text("class Broken < ApplicationRecord\n  def half(\n    Order.first\nend }}\n")
    (models / "binary.rb").write_bytes(b"class Binary\0end")
    (models / "phantom.rb").write_text("class Phantom < ApplicationRecord\nend\n")
    routes = root / "config" / "routes.rb"
    routes.write_text(
        routes.read_text()
        + "\nRails.application.routes.draw do\n  get '/lost', to: 'nowhere#lost'\n  get 'up' => 'rails/health#show'\nend\n"
    )
    settings = read_settings({"home": str(folder / "home")})
    index_checkout(root, settings, vectors=False)
    return open_workbench("shop", settings=settings)


def test_every_file_is_counted_once_by_how_it_was_read(bench):
    found = coverage(bench.index, bench.directory)
    assert found.files["skipped"] == 1
    assert found.files["partial"] + found.files["repaired"] == 1
    assert sum(found.files.values()) - found.files["skipped"] == bench.manifest.counts["files"]
    rows = {row["file"]: row for row in found.problems}
    assert "NUL" in rows["app/models/binary.rb"]["reason"]
    assert rows["app/models/broken.rb"]["line"] > 0


def test_references_are_counted_by_outcome_with_examples(bench):
    found = coverage(bench.index, bench.directory)
    assert found.references["ruby"]["unexplained"] >= 1
    assert found.shares["ruby"].startswith(f"{found.references['ruby']['resolved']:,} of ")
    assert {"Nowhere"} == {row["name"] for row in found.examples if row["file_path"] == "app/models/sleeper.rb"}


def test_imports_and_libraries_are_told_apart_from_references(bench):
    found = bench.coverage()
    assert set(found["references"]) <= {"ruby", "python", "rust", "go", "javascript", "documents", "manifests"}
    assert found["Woods import"] == "not imported. Run: orienteer index --from-woods DIR"
    assert found["library sources"] == "not indexed. Run: orienteer index --framework"


def test_models_without_table_and_routes_without_action_are_listed(bench):
    found = coverage(bench.index, bench.directory)
    assert "Phantom" in found.models_without_table
    assert "ApplicationRecord" not in found.models_without_table
    lost = [row for row in found.routes_without_action if row["route"] == "GET /lost"]
    assert [row["reason"] for row in lost] == ["the checkout has no nowhere#lost"]
    health = [row["reason"] for row in found.routes_without_action if row["route"] == "GET /up"]
    assert health == ["rails/health#show is Rails' own"]


def test_without_vectors_every_unit_is_without(bench):
    found = coverage(bench.index, bench.directory)
    assert found.chunks_without_vector == bench.manifest.counts["chunks"]
    assert 0 < found.units_without_vector <= bench.manifest.counts["units"]


def test_a_repository_without_a_schema_is_not_said_to_have_models_without_table(tmp_path):
    (tmp_path / "plain").mkdir()
    (tmp_path / "plain" / "one.py").write_text("def one():\n    return 1\n")
    settings = read_settings({"home": str(tmp_path / "home")})
    index_checkout(tmp_path / "plain", settings, vectors=False)
    found = open_workbench("plain", settings=settings).coverage()
    assert found["models without table"].startswith("not analysed")
    assert found["routes without action"].startswith("not analysed")


@pytest.mark.parametrize(
    ("unit", "forwards", "meaning"),
    [
        ("Lonely", False, "Unused:"),
        ("Lonely#asleep", False, "Unused:"),
        ("Lonely#dozing", False, "Possibly used:"),
        ("Sleeper#nap", True, "Possibly more:"),
        ("Lonely", True, "None found:"),
        ("file:app/models/lonely.rb", False, "Not analysed:"),
    ],
)
def test_an_empty_answer_says_what_it_means(bench, unit, forwards, meaning):
    found = neighbour_list(bench, unit, forwards=forwards)
    assert found.rows == ()
    side = "dependencies" if forwards else "callers"
    assert f"has no known {side}. {meaning}" in found.sentence


def test_a_name_that_is_only_written_elsewhere_is_told_with_its_place(bench):
    assert "app/models/sleeper.rb:3" in neighbour_list(bench, "Lonely#dozing", forwards=False).sentence


def test_a_sheet_says_the_same_of_its_empty_lists(bench):
    sheet = unit_sheet(bench, "Lonely")
    assert sheet.used_by_none.startswith("Unused:")
    assert sheet.uses_none.startswith("None found:")
    assert unit_sheet(bench, "Order").used_by_none == ""


def test_dependents_are_ordered_by_strength(bench):
    rows = [row for row in neighbour_list(bench, "Order", forwards=False).rows if row["distance"] == 1]
    kinds = [row["kind"] for row in rows if not row["unit"].startswith("view_template:")]
    assert kinds.index("belongs_to") < kinds.index("calls") < kinds.index("references")
    assert all(row["text"] for row in rows)
