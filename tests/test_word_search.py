"""Text as it is written: on the command line, on the page of files and in a document."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core import open_workbench
from core.errors import SettingsError
from core.present.unit.outline import written_table
from core.text.regular import LinePattern
from core.workbench import Workbench, index_checkout
from tests.app_pages import html, opened
from tests.command import orienteer
from tests.shared import checkout

MODEL = """# Money that was paid back: see the handbook.
class Refund < ApplicationRecord
  def settle
    raise "Cannot settle" unless open?
  end
  has_many :receipts # to settle
end
"""

SCHEMA = """ActiveRecord::Schema.define do
  create_table "refunds" do |t|
    t.integer "sum_in_cents"
  end
end
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("written")
    texts = {
        "app/models/refund.rb": MODEL,
        "config/application.rb": "class Shop::Application < Rails::Application\nend\n",
        "db/schema.rb": SCHEMA,
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
    assert found[:2] == [("method:Refund#settle", 4, False), ("file:config/limits.yml", 1, False)]  # code before settings
    assert [is_test for *_, is_test in found] == [False, False, True]
    (remark,) = bench.search("see the handbook").found
    assert (remark.file_path, remark.line) == ("app/models/refund.rb", 1)


def test_each_unit_has_the_fields_that_match_with_their_share(bench: Workbench) -> None:
    def fields(words: str) -> dict[str, tuple[str, tuple[str, ...], float]]:
        return {one.unit: (one.where, one.matched_fields, one.score) for one in bench.search(words).found}

    assert fields("receipts")["model:Refund"] == ("text", ("association", "text"), 0.5)
    assert fields("sum_in_cents") == {
        "model:Refund": ("column", ("column",), 0.25), "table:refunds": ("text", ("text",), 0.25),
    }  # fmt: skip
    assert fields("settle")["model:Refund"][1] == ("method", "text"), "a name of its own, and its handbook"
    assert fields("Refund")["model:Refund"] == ("name", ("name", "text"), 0.5)
    sentence = bench.search("sum_in_cents").sentence
    assert sentence == "'sum_in_cents': 1 model by association or column, 1 more in the text."
    (row, _) = bench.search("sum_in_cents").to_rows()
    assert (row["matched_fields"], row["score"]) == ("column", 0.25)


def test_case_matters_where_a_capital_is_written_and_nothing_is_said_to_be_nothing(bench: Workbench) -> None:
    assert len(bench.search("cannot settle").found) == len(bench.search("Cannot settle").found)
    assert not bench.search("CANNOT settle").found
    assert "no match in 5 files" in bench.search("settled twice").sentence
    with pytest.raises(SettingsError, match="no word to search for"):
        bench.search(" +- ")


def test_a_regular_expression_is_looked_for_in_each_line_and_in_names(bench: Workbench) -> None:
    found = [(one.unit, one.where, one.line) for one in bench.search(r"raise .*unless \w+\?$", regex=True).found]
    assert found == [("method:Refund#settle", "text", 4)]
    assert [one.unit for one in bench.search("^Refund#", regex=True).found] == ["method:Refund#settle"]
    assert not bench.search("cannot SETTLE", regex=True).found
    assert len(bench.search("(?i)cannot SETTLE", regex=True).found) == 3
    assert bench.search(r"settle\nend", regex=True).sentence.startswith("The pattern 'settle\\nend': no match in")


def test_lines_end_alike_whatever_ends_them() -> None:
    (found,) = LinePattern("b$").lines(["ab\r\nba\nb\n"])
    assert found == [(1, "ab"), (3, "b")]


@pytest.mark.parametrize("pattern", ["(", "a**", "(?=x)", r"(a)\1", "[z-a]", "a{9999}"])
def test_a_pattern_that_cannot_be_read_is_one_sentence(bench: Workbench, pattern: str) -> None:
    with pytest.raises(SettingsError, match=r"is not a valid pattern: .*RE2, without look-around") as told:
        bench.search(pattern, regex=True)
    assert "\n" not in str(told.value)


def test_a_pattern_that_goes_with_every_line_is_refused_and_none_makes_it_hang(bench: Workbench) -> None:
    for pattern in ("a*", "", "^", "x|"):
        with pytest.raises(SettingsError, match="matches every line"):
            bench.search(pattern, regex=True)
    long = ["a" * 20_000 + "!"]
    assert list(LinePattern("(a+)+$").lines(long)) == [[]]
    assert list(LinePattern("(a|aa|aaa)+b").lines(long)) == [[]]


def test_what_is_searched_is_limited_as_questions_are(bench: Workbench) -> None:
    def units(**limits: object) -> list[str]:
        return [one.unit for one in bench.search("Cannot settle", **limits).found]  # type: ignore[arg-type]

    assert units(paths=["app/**"]) == ["method:Refund#settle"]
    assert units(languages=["yaml"]) == ["file:config/limits.yml"]
    assert units(types=["method"]) == ["method:Refund#settle"]
    assert units(where={"source_type": "text"}) == ["file:config/limits.yml"]
    assert bench.search("Cannot settle", paths=["lib/**"]).sentence.endswith("files, within these filters.")


def test_the_command_takes_a_pattern_and_limits(home: Path) -> None:
    done = orienteer("search", "-e", "Cannot .* above", "--path", "config/**", home=home)
    assert (done.returncode, "file:config/limits.yml" in done.stdout) == (0, True)
    wrong = orienteer("search", "--regex", "(", home=home)
    assert (wrong.returncode, wrong.stdout, len(wrong.stderr.splitlines())) == (2, "", 1)


def test_the_command_lists_units_with_their_lines(home: Path) -> None:
    done = orienteer("search", "Cannot", "settle", "--limit", "2", home=home)
    assert (done.returncode, "Showing 2 of 3" in done.stderr) == (0, True)
    assert "method:Refund#settle" in done.stdout
    rows = json.loads(orienteer("search", "Cannot settle", "-f", "json", home=home).stdout)
    assert [row["line"] for row in rows] == [4, 1, 2]
    assert orienteer("search", "settled twice", "--exit-code", home=home).returncode == 1


def test_names_and_places_go_on_in_the_next_line_where_a_part_of_them_ends(bench: Workbench) -> None:
    table = written_table(bench.search("Cannot settle").found, bench.heads, "shop")
    assert ">Refund#<wbr>settle</a>" in table
    assert ">app/<wbr>models/<wbr>refund.<wbr>rb:4</a>" in table


def test_the_page_of_files_shows_who_writes_it(shell) -> None:  # type: ignore[no-untyped-def]
    at = opened(shell, "search", text="class Order <")
    assert not at.exception
    assert "/code?index=sample&amp;path=app%2Fmodels%2Forder.rb&amp;line=" in html(at)
    assert "no match in" in html(opened(shell, "search", text="nobody writes this"))


def test_the_page_of_files_takes_patterns_and_limits(shell) -> None:  # type: ignore[no-untyped-def]
    at = opened(shell, "search", text=r"class \w+ <", regex="true", paths="app/jobs/**")
    assert not at.exception
    assert "path=app%2Fjobs%2F" in html(at)
    assert "path=app%2Fmodels%2F" not in html(at)
    assert "is not a valid pattern" in html(opened(shell, "search", text="(", regex="true"))


def test_a_document_has_what_the_page_shows(bench: Workbench) -> None:
    document = bench.report(["/search?text=Cannot+settle"])
    (part,) = document.parts
    assert part.title == "Text search: Cannot settle"
    assert [row["line"] for row in part.tables[0].rows] == [4, 1, 2]
    (patterned,) = bench.report(["/search?text=Cannot.*above&regex=true&paths=config/**"]).parts
    assert [row["unit"] for row in patterned.tables[0].rows] == ["file:config/limits.yml"]
