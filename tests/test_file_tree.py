"""The tree of files: the way to a path, all that is beside it, what a filter finds, and the numbers of each measure."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.pipeline.indexing import index_checkout
from core.present.unit.file_tree import TREE_HERE, tree_html
from core.settings import read_settings
from core.workbench import Workbench, open_workbench
from core.workbench.file_tree import file_tree, measures
from core.workbench.folders import folder_sheet
from tests.app_pages import html, opened
from tests.shared import checkout

FILES = {
    "README.md": "# Shop\n\nSells boats.\n",
    "app/models/boat.rb": "class Boat\n  def price\n    Rate.new.sum\n  end\nend\n",
    "app/models/rate.rb": "class Rate\n  def sum\n    1\n  end\nend\n",
    "app/jobs/sell.rb": "class Sell\n  def perform\n    Rate.new.sum\n  end\nend\n",
    "config/locales/en.yml": "en:\n  boat: Boat\n",
    "spec/models/boat_spec.rb": "describe Boat do\n  it { Boat.new.price }\nend\n",
}


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    folder = tmp_path_factory.mktemp("tree")
    index_checkout(checkout(folder / "shop", **FILES), read_settings({"home": str(folder / "home")}), vectors=False)
    return open_workbench("shop", home=folder / "home")


def test_the_way_to_a_path_is_open_and_all_that_is_beside_it_is_there(bench: Workbench) -> None:
    rows = file_tree(bench, "app/models/boat.rb").rows

    assert [(row.label, row.depth, row.open) for row in rows] == [
        ("app", 0, True), ("jobs", 1, False), ("models", 1, True), ("boat.rb", 2, True), ("rate.rb", 2, False),
        ("config", 0, False), ("spec", 0, False), ("README.md", 0, False),
    ]  # fmt: skip


def test_a_filter_finds_files_whose_paths_have_all_words_or_says_that_none_has(bench: Workbench) -> None:
    assert [row.path for row in file_tree(bench, ".", text="Boat spec").rows] == ["spec/models/boat_spec.rb"]
    nothing = file_tree(bench, ".", text="boat rate")
    assert nothing.rows == ()
    assert nothing.left_out == "No file has these words in its path."


def test_dependents_of_a_folder_are_lines_from_outside_it(bench: Workbench) -> None:
    values = {row.path: row.value for row in file_tree(bench, "app/models/rate.rb", "dependents").rows}

    assert values["app/models/rate.rb"] > values["app/models"] > 0  # the line in boat.rb is inside the folder
    assert values["app"] == 0
    assert values["README.md"] == 0


def test_changes_are_unknown_without_a_history_and_coverage_is_offered_with_a_report_only(bench: Workbench) -> None:
    tree = file_tree(bench, ".")
    assert {row.value for row in tree.rows} == {None}
    assert "app: no data" in tree_html(tree, ".", "shop")
    assert list(measures(bench)) == ["changes", "dependents"]

    report = Path(bench.manifest.root) / "lcov.info"
    report.write_text("SF:app/models/rate.rb\nDA:2,1\nDA:3,0\nend_of_record\n")
    bench.keep_coverage([report])
    assert list(measures(bench)) == ["changes", "dependents", "coverage"]
    values = {row.path: row.value for row in file_tree(bench, "app/models/rate.rb", "coverage").rows}
    assert values["app/models/rate.rb"] == values["app"] == 0.5
    assert values["config"] is None


def test_changes_say_that_all_commits_count_where_the_last_year_has_none(bench: Workbench) -> None:
    assert file_tree(bench, ".").meaning == "all commits, summed over files"


def test_a_folder_lists_tests_documents_and_data(bench: Workbench) -> None:
    assert {tile.label for tile in folder_sheet(bench, ".").inside} == {"app", "spec", "config", "README.md"}


def test_code_shows_the_tree_and_opens_a_folder_by_its_path(shell) -> None:  # type: ignore[no-untyped-def]
    at = opened(shell, "code", path="app/models")
    assert not at.exception
    assert at.title[0].value == "models"
    assert f'id="{TREE_HERE}"' in html(at)
