"""Text as it is written: on the command line, on the page of files and in a document."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core import open_workbench
from core.errors import SettingsError
from core.workbench import Workbench, index_checkout
from tests.app_pages import html, opened
from tests.command import orienteer
from tests.shared import checkout

MODEL = """# Money that was paid back: see the handbook.
class Refund < ApplicationRecord
  def settle
    raise "Cannot settle" unless open?
  end
end
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("written")
    texts = {
        "app/models/refund.rb": MODEL,
        "config/limits.yml": "refund_limit: 500 # Cannot settle above\n",
        "test/refund_test.rb": "class RefundTest < Minitest::Test\n  def test_it = expect('Cannot settle')\nend\n",
    }
    index_checkout(checkout(folder / "shop", **texts), home=folder, vectors=False)
    return folder


@pytest.fixture
def bench(home: Path) -> Workbench:
    return open_workbench("shop", home=home)


def test_a_line_counts_for_the_unit_around_it_and_outside_of_units_for_its_file(bench: Workbench) -> None:
    found = [(one.unit, one.line, one.is_test) for one in bench.search("Cannot settle").found]
    assert found[:2] == [("file:config/limits.yml", 1, False), ("method:Refund#settle", 4, False)]
    assert [is_test for *_, is_test in found] == [False, False, True]
    (remark,) = bench.search("see the handbook").found
    assert (remark.file_path, remark.line) == ("app/models/refund.rb", 1)


def test_case_matters_where_a_capital_is_written_and_nothing_is_said_to_be_nothing(bench: Workbench) -> None:
    assert len(bench.search("cannot settle").found) == len(bench.search("Cannot settle").found)
    assert not bench.search("CANNOT settle").found
    assert "is written nowhere in the 3 files" in bench.search("settled twice").sentence
    with pytest.raises(SettingsError, match="no word to search for"):
        bench.search(" +- ")


def test_the_command_lists_units_with_their_lines(home: Path) -> None:
    done = orienteer("search", "Cannot", "settle", "--limit", "2", home=home)
    assert (done.returncode, "2 of 3 are shown" in done.stderr) == (0, True)
    assert "method:Refund#settle" in done.stdout
    rows = json.loads(orienteer("search", "Cannot settle", "-f", "json", home=home).stdout)
    assert [row["line"] for row in rows] == [1, 4, 2]
    assert orienteer("search", "settled twice", home=home).returncode == 1


def test_the_page_of_files_shows_who_writes_it(shell) -> None:  # type: ignore[no-untyped-def]
    at = opened(shell, "file", text="class Order <")
    assert not at.exception
    assert "/file?index=sample&amp;path=app%2Fmodels%2Forder.rb&amp;line=" in html(at)
    assert "is written nowhere" in html(opened(shell, "file", text="nobody writes this"))


def test_a_document_has_what_the_page_shows(bench: Workbench) -> None:
    document = bench.report(["/file?text=Cannot+settle"])
    (part,) = document.parts
    assert part.title == "Written: Cannot settle"
    assert [row["line"] for row in part.tables[0].rows] == [1, 4, 2]
