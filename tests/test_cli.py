"""The command line as a shell sees it: what it prints, where, and with which status."""

import json
import os
import subprocess
import time
from pathlib import Path

import pytest

from core.settings import retrieval
from tests.command import COMMAND, orienteer, started


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    root = tmp_path_factory.mktemp("checkout") / "shop"
    (root / "app" / "models").mkdir(parents=True)
    (root / "config").mkdir()
    (root / "config" / "application.rb").write_text("module Shop\n  class Application < Rails::Application\n  end\nend\n")
    (root / "app" / "models" / "order.rb").write_text(
        "# What a customer has bought.\nclass Order < ApplicationRecord\n  has_many :line_items\n\n"
        "  # The sum of all lines, in cents.\n  def total\n    line_items.sum(&:price)\n  end\nend\n"
    )
    (root / "app" / "models" / "line_item.rb").write_text(
        "class LineItem < ApplicationRecord\n  belongs_to :order\n\n  def price\n    amount * quantity\n  end\nend\n"
    )
    (root / "README.md").write_text("# Shop\n\nSells things.\n")
    return root


@pytest.fixture(scope="module")
def home(checkout, tmp_path_factory):
    home = tmp_path_factory.mktemp("home")
    done = orienteer("index", checkout, "--no-vectors", home=home)
    assert done.returncode == 0, done.stderr
    return home


def assert_one_sentence(done, *words):
    assert done.returncode == 2, (done.stdout, done.stderr)
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    for word in words:
        assert word in done.stderr


def test_help_answers_at_once_and_names_every_command():
    start = time.perf_counter()
    done = subprocess.run([str(COMMAND), "--help"], capture_output=True, text=True, check=True)
    assert time.perf_counter() - start < 5  # a heavy import would cost more than a slow machine; benchmarks hold the figure
    for command in (
        "index",
        "ask",
        "show",
        "deps",
        "dependents",
        "path",
        "analyse",
        "evaluate",
        "list",
        "status",
        "backends",
        "ui",
    ):
        assert f"  {command}" in done.stdout


@pytest.mark.parametrize(
    "command", ["index", "ask", "show", "deps", "dependents", "path", "analyse", "evaluate", "list", "status", "backends", "ui"]
)
def test_every_command_has_help_and_stands_in_the_readme(command, tmp_path):
    assert orienteer(command, "--help", home=tmp_path).returncode == 0
    assert f"orienteer {command}" in (Path(__file__).parents[1] / "README.md").read_text()


def test_the_last_line_of_an_index_run_counts_and_times(checkout, home):
    done = orienteer("index", checkout, "--no-vectors", home=home)
    assert done.stdout.startswith("Nothing has changed in shop: ")
    assert "units" in done.stdout
    assert done.stdout.rstrip().endswith("s.")


def test_an_answer_names_the_unit_and_says_nothing_of_what_everybody_knows(checkout, home):
    done = started("ask", "where is the sum of an order computed?", home=home, cwd=checkout)
    assert done.returncode == 0
    assert "Order#total" in done.stdout
    assert "vectors" not in done.stderr  # the run that made none has said so


def test_json_has_what_scripts_rely_on(home):
    done = orienteer("ask", "Order#total", "-f", "json", "-b", "500", home=home)
    answer = json.loads(done.stdout)
    keys = {"query", "classification", "strategy", "ranked", "sources", "dropped", "context", "tokens_used", "budget", "trace"}
    assert keys <= set(answer)
    assert {"intent", "scope", "target_types", "framework_context", "entities", "confidence"} <= set(answer["classification"])
    first = answer["ranked"][0]
    assert {"type", "identifier", "file_path", "start_line", "end_line", "score", "scores", "found_by", "rank"} <= set(first)
    assert first["identifier"] == "Order#total"
    assert answer["tokens_used"] <= 500


def test_a_unit_its_relations_and_a_path(home):
    shown = orienteer("show", "Order", home=home)
    assert "has_many" in shown.stdout
    assert "app/models/order.rb:2" in shown.stdout
    assert "LineItem" in orienteer("deps", "Order", home=home).stdout
    assert "app/models/line_item.rb:2" in orienteer("dependents", "Order", home=home).stdout
    assert orienteer("path", "Order", "LineItem", home=home).returncode == 0


def test_nothing_found_is_status_one(home):
    assert orienteer("deps", "LineItem#price", home=home).returncode == 1


@pytest.mark.parametrize("command", [("list",), ("show", "Order"), ("ask", "Order", "-f", "json"), ("list", "-f", "json")])
def test_a_reader_who_closes_the_pipe_has_seen_enough(command, home):
    reading, writing = os.pipe()
    os.close(reading)
    environment = {**os.environ, "ORIENTEER_HOME": str(home)}
    with os.fdopen(writing, "w") as pipe:
        done = subprocess.run(
            [str(COMMAND), *command], stdout=pipe, stderr=subprocess.PIPE, text=True, env=environment, check=False
        )
    assert done.returncode == 0
    assert "Broken" not in done.stderr
    assert "Traceback" not in done.stderr


def test_several_indexes_are_refused_and_not_all_but_one_ignored(home):
    assert_one_sentence(orienteer("ask", "Order", "-i", "shop", "-i", "other", home=home), "shop, other", "one of them")


def test_an_unknown_type_is_refused_with_the_nearest_and_one_that_is_only_absent_is_not(home):
    assert_one_sentence(orienteer("ask", "Order", "--type", "modell", home=home), "There is no type 'modell'", "'model'")
    absent = orienteer("ask", "Order", "--type", "mailer", home=home)
    assert absent.returncode == 0
    assert "Nothing was found under the filter on types" in absent.stderr


def test_a_question_needs_no_quotes(home):
    plain = orienteer("ask", "where", "is", "the", "sum", "of", "an", "order", "--only-sources", "-b", "500", home=home)
    quoted = orienteer("ask", "where is the sum of an order", "--only-sources", "-b", "500", home=home)
    assert (plain.returncode, plain.stdout) == (0, quoted.stdout)
    assert_one_sentence(orienteer("ask", home=home), "QUESTION")


def test_the_answer_names_the_searches_that_ran(home):
    asked = orienteer("ask", "where is the sum of an order?", home=home)
    assert "Searched by: direct, keyword, table, graph, documents." in asked.stdout  # this index has no sentence vectors
    fewer = orienteer("ask", "where is the sum of an order?", "--set", "search.strategies=keyword,direct", home=home)
    assert "Searched by: direct, keyword." in fewer.stdout


def test_rules_of_your_own_take_the_place_of_ours(home, tmp_path):
    rules = tmp_path / "rules.toml"
    ours = Path(retrieval.__file__).with_name("retrieval.toml").read_text(encoding="utf-8")
    rules.write_text(ours.replace("'^where\\b", "'^whereabouts\\b", 1))
    assert rules.read_text() != ours
    asked = ("ask", "whereabouts of the sum", "-f", "json", "-b", "0")
    plain = json.loads(orienteer(*asked, home=home).stdout)
    other = json.loads(orienteer(*asked, "--set", f"search.rules={rules}", home=home).stdout)
    assert plain["classification"]["intent"] != "locate"
    assert other["classification"]["intent"] == "locate"
    assert_one_sentence(
        orienteer("ask", "Order", "--set", "search.rules=/nowhere.toml", home=home), "/nowhere.toml", "search.rules"
    )


@pytest.mark.parametrize(
    ("path", "word"), [("nowhere", "There is no folder"), ("README.md", "is a file"), ("bad\udcff", "There is no folder")]
)
def test_a_path_that_is_no_checkout_is_one_sentence(path, word, checkout, tmp_path):
    assert_one_sentence(orienteer("index", checkout / path, home=tmp_path), word)


def test_a_folder_without_code_gives_an_index_that_finds_nothing(tmp_path):
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "blank.py").write_text("\n")
    home = tmp_path / "home"
    assert orienteer("index", tmp_path / "empty", "--no-vectors", home=home).returncode == 0
    done = orienteer("ask", "anything", home=home)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr


def test_files_that_cannot_be_read_are_listed_with_the_reason(tmp_path):
    root = tmp_path / "odd"
    root.mkdir()
    (root / "binary.rb").write_bytes(b"\x00\x01\x02class A; end")
    (root / "latin.rb").write_bytes("class Caf\xe9; end".encode("latin-1"))
    (root / "huge.py").write_text("x = 1\n" * 200_000)
    (root / "broken.py").write_text("def whole():\n    return 1\n\ndef broken(:\n    pass\n")
    (root / 'a"; DROP TABLE units; --.py').write_text("def dropped():\n    return 'x'\n")
    done = orienteer("index", root, "--no-vectors", home=tmp_path / "home")
    assert done.returncode == 0, done.stderr
    coverage = orienteer("status", "--coverage", "-f", "json", home=tmp_path / "home")
    problems = {row["file"]: row for row in json.loads(coverage.stdout)["coverage"]["files"]}
    assert problems["binary.rb"]["status"] == "skipped"
    assert problems["huge.py"]["status"] == "skipped"
    assert problems["broken.py"]["status"] in {"partial", "repaired"}
    assert "latin.rb" in problems
    assert orienteer("show", "whole", home=tmp_path / "home").returncode == 0
    assert orienteer("show", "dropped", home=tmp_path / "home").returncode == 0
    assert orienteer("ask", 'where is "; DROP TABLE units; --', home=tmp_path / "home").returncode in {0, 1}


@pytest.mark.parametrize("command", ["show", "deps", "dependents"])
def test_an_unknown_unit_is_one_sentence_with_near_names(command, home):
    assert_one_sentence(orienteer(command, "Ordr", home=home), "'Ordr'", "Order")
    assert_one_sentence(orienteer(command, '"; DROP TABLE units', home=home), "DROP TABLE")


def test_a_budget_of_zero_gives_no_context_and_a_negative_one_is_refused(home):
    done = orienteer("ask", "Order", "-b", "0", "-f", "json", home=home)
    assert json.loads(done.stdout)["tokens_used"] == 0
    assert_one_sentence(orienteer("ask", "Order", "-b", "-5", home=home), "budget")


def test_an_empty_question_is_one_sentence(home):
    assert_one_sentence(orienteer("ask", "  ", home=home), "question")


def test_without_an_index_it_says_how_to_make_one(tmp_path):
    assert_one_sentence(started("ask", "anything", home=tmp_path), "orienteer index")
    assert_one_sentence(orienteer("ask", "anything", "-i", "other", home=tmp_path), "'other'")
    assert orienteer("list", home=tmp_path).returncode == 1


def test_an_unknown_setting_or_analysis_is_one_sentence_with_the_nearest(home):
    assert_one_sentence(orienteer("ask", "Order", "--set", "rank.recencey=0", home=home), "rank.recency")
    assert_one_sentence(orienteer("ask", "Order", "--set", "rank.recency=much", home=home), "number")
    assert_one_sentence(orienteer("analyse", "hub", home=home), "hubs")


def test_a_damaged_catalog_is_one_sentence_with_the_remedy(checkout, tmp_path):
    assert orienteer("index", checkout, "--no-vectors", home=tmp_path).returncode == 0
    catalog = next(tmp_path.glob("shop/generations/*/catalog.duckdb"))
    catalog.write_bytes(b"this is no database" * 500)
    assert_one_sentence(orienteer("ask", "Order", home=tmp_path), "--full")
    assert orienteer("index", checkout, "--full", "--no-vectors", home=tmp_path).returncode == 0
    assert orienteer("ask", "Order", home=tmp_path).returncode == 0


def test_an_index_of_another_format_is_refused_with_the_remedy(checkout, tmp_path):
    assert orienteer("index", checkout, "--no-vectors", home=tmp_path).returncode == 0
    manifest = next(tmp_path.glob("shop/generations/*/manifest.json"))
    manifest.write_text(json.dumps({**json.loads(manifest.read_text()), "schema": 999}))
    assert_one_sentence(orienteer("ask", "Order", home=tmp_path), "999", "Build it again")


def test_a_name_that_another_checkout_owns_is_refused(checkout, home, tmp_path):
    (tmp_path / "other").mkdir()
    assert_one_sentence(orienteer("index", tmp_path / "other", "--name", "shop", home=home), "belongs to")
    assert_one_sentence(orienteer("index", checkout, "--name", '"; DROP', home=home), "DROP")
