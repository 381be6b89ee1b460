"""The command line as a shell sees it: what it prints, where, and with which status."""

import json
import os
import re
import shlex
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from core.cli import cli, command
from core.present.export.places import fitted_line
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


def test_help_answers_at_once():
    start = time.perf_counter()
    subprocess.run([str(COMMAND), "--help"], capture_output=True, text=True, check=True)
    assert time.perf_counter() - start < 5  # a heavy import would cost more than a slow machine; benchmarks hold the figure


def test_the_last_line_of_an_index_run_counts_and_times(checkout, home):
    done = orienteer("index", checkout, "--no-vectors", home=home)
    assert re.fullmatch(
        r"Nothing has changed in shop: \d+ units, \d+ relations, 4 files in \d+\.\d s\. Next: orienteer ui -i shop\n",
        done.stdout,
    )
    assert "Run again without --no-vectors" in done.stderr


def test_a_count_of_one_is_singular(tmp_path):
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "a.py").write_text("def f(): pass\n")
    assert ", 1 file in " in orienteer("index", tmp_path / "one", "--no-vectors", home=tmp_path / "home").stdout


def test_an_answer_names_the_unit_and_says_nothing_of_what_everybody_knows(checkout, home):
    done = started("ask", "where is the sum of an order computed?", home=home, cwd=checkout)
    assert done.returncode == 0
    assert done.stdout.startswith(" 1. Order  app/models/order.rb:2\n    Named in the question as 'order'. See also #total\n")
    assert "    def total" not in done.stdout  # the code is what `context` prints
    assert done.stderr == "Next: orienteer show Order\n"  # the run that made no vectors has said so


def test_a_question_for_an_analysis_names_its_command_and_others_with_a_word_of_its_name_do_not(checkout, home):
    done = orienteer("ask", "which code is unused?", home=home)
    assert "Next: orienteer analyze unused\n" in done.stderr
    assert "analyze" not in orienteer("ask", "where are the files of an order saved?", home=home).stderr


def test_the_context_of_a_question_has_the_code(home):
    done = orienteer("context", "where is the sum of an order computed?", home=home)
    assert "def total" in done.stdout
    assert "Interpreted as: locate" in done.stdout
    old = orienteer("ask", "where is the sum of an order computed?", "-f", "markdown", home=home)
    new = orienteer("context", "where is the sum of an order computed?", "-f", "markdown", home=home)
    assert old.stdout == new.stdout
    assert old.stderr.startswith("'ask -f markdown' is now: orienteer context -f markdown\n")


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
    asked = orienteer("ask", "add the taxes of Order#total", "-f", "json", home=home)
    kinds = json.loads(asked.stdout)["classification"]["entities_by_kind"]
    assert kinds == {"methods": ["Order#total"], "concepts": ["taxes"]}


def test_a_unit_its_relations_and_a_path(home):
    shown = orienteer("show", "Order", home=home)
    assert "has_many" in shown.stdout
    assert "app/models/order.rb:2" in shown.stdout
    assert "LineItem" in orienteer("deps", "Order", home=home).stdout
    assert "app/models/line_item.rb:2" in orienteer("dependents", "Order", home=home).stdout
    assert orienteer("path", "Order", "LineItem", home=home).returncode == 0


@pytest.mark.parametrize("command", [("deps", "LineItem#price"), ("find", "zzzqx"), ("ask", "zzzqx"), ("context", "zzzqx")])
def test_nothing_found_is_status_one_only_where_the_status_is_asked_for(command, home):
    assert orienteer(*command, home=home).returncode == 0
    assert orienteer(*command, "--exit-code", home=home).returncode == 1


def test_an_analysis_that_lists_something_is_status_one_where_the_status_is_asked_for(home):
    assert orienteer("analyze", "hubs", "--exit-code", home=home).returncode == 1
    assert orienteer("analyze", "n-plus-one", "--exit-code", home=home).returncode == 0


def test_an_old_name_works_and_names_the_new_one_on_stderr(home):
    old, new = orienteer("analyse", "-i", "shop", "hubs", home=home), orienteer("analyze", "hubs", "-i", "shop", home=home)
    assert (old.returncode, old.stdout) == (0, new.stdout)
    assert old.stderr == "'analyse' is now: orienteer analyze\n"
    assert orienteer("analyse", "hubs", "-q", home=home).returncode == 0
    assert orienteer("runtime", home=home).stderr.startswith("'runtime' is now: orienteer recording")
    assert orienteer("deps", "Order", "--no-tests", home=home).stdout == orienteer("deps", "Order", home=home).stdout


def test_output_goes_to_a_file_and_the_status_stays(home, tmp_path):
    shown = orienteer("list", "-f", "json", home=home)
    written = orienteer("list", "-f", "json", "-o", tmp_path / "out.json", home=home)
    assert written.stdout == ""
    assert written.stderr == f"Wrote {tmp_path / 'out.json'}.\n"
    assert (tmp_path / "out.json").read_text() == shown.stdout
    missing = orienteer("show", "Nothing", "-o", tmp_path / "none.txt", home=home)
    assert (missing.returncode, (tmp_path / "none.txt").exists()) == (2, False)
    quiet = orienteer("find", "zzzqx", "--exit-code", "-q", "-o", tmp_path / "quiet.txt", home=home)
    assert (quiet.returncode, quiet.stderr) == (1, "")


def test_colour_is_for_terminals_that_want_it(home, monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    plain = orienteer("find", "order", home=home)
    assert "\x1b[" not in plain.stdout  # the output is no terminal
    places = command.painted("unit  place\n────  ─────\nOrder  app/models/order.rb:2-9 in 12:30")
    assert places.startswith("\x1b[1munit  place\x1b[0m\n")
    assert "\x1b[36mapp/models/order.rb:2-9\x1b[0m in 12:30" in places


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_gets_its_script(shell, tmp_path):
    assert "_ORIENTEER_COMPLETE" in orienteer("completion", shell, home=tmp_path).stdout


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (("ask", "-i"), "shop"), (("deps", "Ord"), "Order"), (("deps", "Order", "--kind", "cal"), "calls"),
        (("analyze", "hu"), "hubs"), (("init", "--preset", "no"), "none"), (("ask", "--set", "rank.rec"), "rank.recency="),
        (("remove", "sh"), "shop"), (("recording", "a"), "add"),
    ],
)  # fmt: skip
def test_a_shell_completes_indexes_units_kinds_analyses_presets_and_settings(words, offered, home):
    from click.shell_completion import ShellComplete

    *before, typed = words if words != ("ask", "-i") else (*words, "")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ORIENTEER_HOME", str(home))
        found = ShellComplete(cli, {}, "orienteer", "_ORIENTEER_COMPLETE").get_completions(list(before), typed)
    assert offered in [item.value for item in found]


def test_notebooks_are_copied_and_never_overwritten(tmp_path):
    copied = orienteer("notebooks", tmp_path / "own", home=tmp_path)
    assert copied.stdout == f"Copied 7 notebooks to {tmp_path / 'own'}. Next: jupyter lab {tmp_path / 'own'}\n"
    assert (tmp_path / "own" / "02_asking.ipynb").is_file()
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "02_asking.ipynb").write_text("mine")
    assert_one_sentence(orienteer("notebooks", tmp_path / "other", home=tmp_path), "02_asking.ipynb", "not overwritten")
    assert [one.name for one in (tmp_path / "other").iterdir()] == ["02_asking.ipynb"]


def test_an_index_is_removed_only_when_you_agree(checkout, tmp_path):
    assert orienteer("index", checkout, "--no-vectors", home=tmp_path).returncode == 0
    assert_one_sentence(orienteer("remove", "shop", home=tmp_path), "--yes")
    assert_one_sentence(orienteer("remove", "shpo", "--yes", home=tmp_path), "Did you mean 'shop'?")
    assert orienteer("remove", "shop", "--yes", home=tmp_path).stdout == "Removed the index 'shop'.\n"
    assert orienteer("list", home=tmp_path).stdout == "No indexes. Make one: orienteer index PATH\n"


def test_the_overview_says_what_it_is_and_where_to_begin(home):
    shown = orienteer("overview", home=home).stdout
    assert shown.startswith("shop: ")
    assert "Domain concepts: LineItem, Order" in shown
    assert "Read first:\n  readme README.md" in shown
    assert json.loads(orienteer("overview", "-f", "json", home=home).stdout)["manifest"]["name"] == "shop"


def test_a_column_of_one_value_is_a_line_below_the_table(home):
    from core.present.export.text import table

    rows = [{"unit": name, "package": "Gemfile", "note": "", "lines": number} for number, name in enumerate("abc")]
    assert "package" not in table(rows).splitlines()[0]
    assert table(rows).splitlines()[-1] == "In every row: package Gemfile."
    assert "package" in table(rows, whole=True).splitlines()[0]


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
    assert_one_sentence(
        orienteer("ask", "Order", "-i", "shop", "-i", "other", home=home), "shop, other", "one of them", "group"
    )


def test_an_unknown_type_is_refused_with_the_nearest_and_one_that_is_only_absent_is_not(home):
    assert_one_sentence(orienteer("ask", "Order", "--type", "modell", home=home), "No type 'modell'", "'model'")
    absent = orienteer("ask", "Order", "--type", "mailer", home=home)
    assert absent.returncode == 0
    assert "Nothing was found under the filter on types" in absent.stderr


def test_a_question_needs_no_quotes(home):
    plain = orienteer("context", "where", "is", "the", "sum", "of", "an", "order", "--only-sources", "-b", "500", home=home)
    quoted = orienteer("context", "where is the sum of an order", "--only-sources", "-b", "500", home=home)
    assert (plain.returncode, plain.stdout) == (0, quoted.stdout)
    assert_one_sentence(orienteer("ask", home=home), "QUESTION")


def test_the_answer_names_the_searches_that_ran(home):
    asked = orienteer("context", "where is the sum of an order?", home=home)
    assert "Searches: direct, keyword, table, graph, documents." in asked.stdout  # this index has no sentence vectors
    fewer = orienteer("context", "where is the sum of an order?", "--set", "search.strategies=keyword,direct", home=home)
    assert "Searches: direct, keyword." in fewer.stdout


def test_rules_of_your_own_take_the_place_of_ours(home, tmp_path):
    rules = tmp_path / "rules.toml"
    ours = Path(retrieval.__file__).with_name("retrieval.toml").read_text(encoding="utf-8")
    rules.write_text(ours.replace('words = ["model",', 'words = ["sculpture",', 1))
    assert rules.read_text() != ours
    asked = ("ask", "which sculpture has the sum", "-f", "json")
    plain = json.loads(orienteer(*asked, home=home).stdout)
    other = json.loads(orienteer(*asked, "--set", f"search.rules={rules}", home=home).stdout)
    assert plain["classification"]["target_types"] == []
    assert "model" in other["classification"]["target_types"]
    assert_one_sentence(
        orienteer("ask", "Order", "--set", "search.rules=/nowhere.toml", home=home), "/nowhere.toml", "search.rules"
    )


@pytest.mark.parametrize(("path", "word"), [("nowhere", "No folder"), ("README.md", "is a file"), ("bad\udcff", "No folder")])
def test_a_path_that_is_no_checkout_is_one_sentence(path, word, checkout, tmp_path):
    assert_one_sentence(orienteer("index", checkout / path, home=tmp_path), word)


def test_a_folder_without_code_gives_an_index_that_finds_nothing(tmp_path):
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "blank.py").write_text("\n")
    home = tmp_path / "home"
    assert orienteer("index", tmp_path / "empty", "--no-vectors", home=home).returncode == 0
    done = orienteer("ask", "anything", "--exit-code", home=home)
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
    assert orienteer("ask", 'where is "; DROP TABLE units; --', home=tmp_path / "home").returncode == 0


@pytest.mark.parametrize("command", ["show", "deps", "dependents"])
def test_an_unknown_unit_is_one_sentence_with_near_names(command, home):
    assert_one_sentence(orienteer(command, "Ordr", home=home), "'Ordr'", "Order")
    assert_one_sentence(orienteer(command, '"; DROP TABLE units', home=home), "DROP TABLE")


@pytest.mark.parametrize("command", ["ask", "context", "flow"])
def test_a_budget_below_one_token_is_refused(command, home):
    for budget in ("0", "-5"):
        assert_one_sentence(orienteer(command, "Order", "-b", budget, home=home), "budget")


def test_an_empty_question_is_one_sentence(home):
    assert_one_sentence(orienteer("ask", "  ", home=home), "question")


def test_without_an_index_it_says_how_to_make_one(tmp_path):
    assert_one_sentence(started("ask", "anything", home=tmp_path), "orienteer index")
    assert_one_sentence(orienteer("ask", "anything", "-i", "other", home=tmp_path), "'other'")
    assert orienteer("list", "--exit-code", home=tmp_path).returncode == 1


def test_without_a_path_the_index_around_is_updated_as_it_was_named(tmp_path, monkeypatch):
    inner = tmp_path / "shop" / "app"
    inner.mkdir(parents=True)
    (inner / "a.py").write_text("def f(): pass\n")
    assert orienteer("index", tmp_path / "shop", "--name", "store", "--no-vectors", home=tmp_path / "home").returncode == 0
    (inner / "b.py").write_text("def g(): pass\n")
    assert "--name store --no-vectors" in orienteer("status", "-i", "store", home=tmp_path / "home").stdout
    monkeypatch.chdir(inner)
    done = orienteer("index", "--no-vectors", home=tmp_path / "home")
    assert "2 files" in done.stdout
    assert f"Updating the index 'store' of {tmp_path / 'shop'}." in done.stderr
    monkeypatch.chdir(tmp_path)
    assert_one_sentence(orienteer("index", home=tmp_path / "home"), "No path given")


def test_an_unknown_setting_or_analysis_is_one_sentence_with_the_nearest(home):
    assert_one_sentence(orienteer("ask", "Order", "--set", "rank.recencey=0", home=home), "rank.recency")
    assert_one_sentence(orienteer("ask", "Order", "--set", "rank.recency=much", home=home), "number")
    assert_one_sentence(orienteer("analyze", "hub", home=home), "hubs")


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
    assert_one_sentence(orienteer("index", tmp_path / "other", "--name", "shop", home=home), "is taken by")
    assert_one_sentence(orienteer("index", checkout, "--name", '"; DROP', home=home), "DROP")


MISTAKES = [
    ("shwo Order", "No command 'shwo'. Did you mean 'show'?"),
    ("analyze hub", "No analysis 'hub'. Did you mean 'hubs'?"),
    ("show Ordre", "No unit 'Ordre'. Did you mean 'Order'?"),
    ("deps Order --kind call", "No relation kind 'call'. Did you mean 'calls'?"),
    ("show Order --kind call", "No relation kind 'call'. Did you mean 'calls'?"),
    ("path Order LineItem --kind call", "No relation kind 'call'. Did you mean 'calls'?"),
    ("analyze cycles --kind call", "No relation kind 'call'. Did you mean 'calls'?"),
    ("ask -b 0 Order", "Invalid value for '-b' / '--budget'"),
    ("ask Order --where importance", "--where takes NAME=VALUE, such as importance=high, not 'importance'."),
    ("status -i shpo", "No index 'shpo' in "),
    ("mcp -i shpo", "No index 'shpo'. Did you mean 'shop'?"),
    ("lsp -i shpo", "No index 'shpo'. Did you mean 'shop'?"),
    ("serve -i shpo", "No index 'shpo'. Did you mean 'shop'?"),
    ("ui -i shpo", "No index 'shpo'. Did you mean 'shop'?"),
    ("list shpo", "No index 'shpo'. Did you mean 'shop'?"),
    ("diff", "'shop' has no earlier generation to compare with. After a change: orienteer index {root} --no-vectors"),
    ("evaluate {root}/README.md", "README.md' is not valid JSON. Format: {{"),
    ("evaluate /nope.json", "'/nope.json' does not exist."),
    ("check", "No rules declared. "),
    ("check --propose", "No layering to propose"),
    ("flow 'PATCH /orders'", "No route PATCH /orders: the index contains no routes. Name a method"),
    ("review", "No single change to review. Give one of BASE..HEAD, --diff FILE, --staged."),
    ("report", "No file to write. Name one: orienteer report -o report.html"),
    ("feedback --right Order", 'No question to rate. Give it: orienteer feedback "QUESTION" --right UNIT'),
    ("tests Order --staged", "More than one thing to test. Give one of UNIT, BEFORE..AFTER, --diff, --staged."),
    ("init", "No preset given, and no terminal to ask in. Pass --preset: "),
    ("list --alll", "No such option"),
    ("recording top route", "'route' is not one of 'routes'"),
]


@pytest.mark.parametrize(("line", "message"), MISTAKES, ids=[line for line, _ in MISTAKES])
def test_a_mistake_has_one_message_with_the_cause_and_the_next_step(line, message, checkout, home):
    done = orienteer(*shlex.split(line.format(root=checkout)), home=home)
    assert_one_sentence(done, message.format(root=checkout))
    assert done.stderr.startswith("error: ")


def test_a_route_with_another_verb_is_named_first(tmp_path):
    (tmp_path / "web" / "config").mkdir(parents=True)
    routes = "Rails.application.routes.draw do\n  get '/a', to: 'a#index'\n  post '/a/:id/approve', to: 'a#approve'\nend\n"
    (tmp_path / "web" / "config" / "routes.rb").write_text(routes)
    assert orienteer("index", tmp_path / "web", "--no-vectors", home=tmp_path / "home").returncode == 0
    done = orienteer("flow", "PATCH /a/:id/approve", home=tmp_path / "home")
    assert_one_sentence(done, "No route PATCH /a/:id/approve. Did you mean POST /a/:id/approve?")


def test_a_name_of_several_units_says_what_else_it_means(tmp_path):
    (tmp_path / "two").mkdir()
    (tmp_path / "two" / "a.py").write_text("class Order:\n    pass\n\ndef order():\n    pass\n")
    assert orienteer("index", tmp_path / "two", "--no-vectors", home=tmp_path / "home").returncode == 0
    shown = orienteer("show", "order", home=tmp_path / "home")
    assert shown.stdout.startswith("function ")
    assert shown.stderr == "note: This is the function. The name also means: class a.Order ('class:a.Order').\n"


def test_dependents_are_counted_in_one_sentence_and_mentions_are_an_option(home, tmp_path):
    done = orienteer("dependents", "Order", home=home)
    assert done.stdout.startswith("1 unit uses Order (1 line). Every mention of 'Order' is resolved.\n")
    (tmp_path / "names").mkdir()
    (tmp_path / "names" / "a.py").write_text("def settle():\n    pass\n\n\ndef run():\n    settle()\n")
    (tmp_path / "names" / "b.py").write_text('NAMES = ["settle"]\n')
    assert orienteer("index", tmp_path / "names", "--no-vectors", home=tmp_path / "home").returncode == 0
    more = orienteer("dependents", "settle", home=tmp_path / "home")
    assert more.stdout.startswith("1 unit uses a.settle (1 line). 1 further mention is unresolved.\n")
    assert more.stderr == "note: To list more: --mentions\n"
    listed = orienteer("dependents", "settle", "--mentions", home=tmp_path / "home")
    assert listed.stdout.endswith("\nUnresolved mentions:\n  b.py:1\n")
    one = orienteer("deps", "Order", "-n", "1", home=home)
    assert (one.returncode, one.stdout.startswith("Order uses ")) == (0, True)
    assert orienteer("deps", "Order", "--kind", "renders", home=home).stdout == "Order uses nothing by renders.\n"


@pytest.mark.parametrize("question", ["who uses {}?", "who calls {}?"])
def test_a_question_for_users_lists_them_before_the_places_as_dependents_does(question, tmp_path):
    (tmp_path / "many").mkdir()
    (tmp_path / "many" / "a.py").write_text("def settle():\n    pass\n\n\ndef lonely():\n    pass\n")
    callers = "".join(f"\n\ndef caller_{letter}():\n    settle()\n" for letter in "abcdefghijklm")
    (tmp_path / "many" / "b.py").write_text(f"from a import settle\n{callers}")
    home = tmp_path / "home"
    assert orienteer("index", tmp_path / "many", "--no-vectors", home=home).returncode == 0
    first, *rows = orienteer("dependents", "a.settle", home=home).stdout.splitlines()
    units = list(dict.fromkeys(row.split(":", 1)[1].split()[0] for row in rows if row.startswith("  1")))
    said = orienteer("ask", question.format("a.settle"), home=home).stdout.splitlines()
    assert said[0] == first
    listed = [line for line in said if line.startswith("- ")]
    assert [line.split()[2] for line in listed] == units[:10]
    assert (
        said[said.index("Read first:") - 1]
        == f"… {len(units) - 10} more places: orienteer dependents function:a.settle -i many"
    )
    none = orienteer("ask", question.format("a.lonely"), home=home).stdout
    assert none.startswith(orienteer("dependents", "a.lonely", home=home).stdout.splitlines()[0])


def test_a_reason_does_not_repeat_its_unit_and_leaves_names_as_they_are_written(home, tmp_path):
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "cart.py").write_text("def settle():\n    pass\n\n\ndef pay():\n    settle()\n")
    assert orienteer("index", tmp_path / "shop", "--no-vectors", home=tmp_path / "home").returncode == 0
    said = orienteer("ask", "who calls cart.settle?", home=tmp_path / "home").stdout.splitlines()
    reasons = [line.strip() for line in said[said.index("Read first:") + 1 :] if line.startswith("    ")]
    assert "Calls cart.settle (cart.py:6)" in reasons
    assert not [reason for reason in reasons if reason.startswith("Cart.")]


def test_a_long_line_shortens_the_names_before_its_place():
    line = "- method shop.very.long.namespace.of.parts.Basket.settle calls (shop/basket.py:6): shop.very.long.namespace.of()"
    assert fitted_line(line, 80) == "- method …long.namespace.of.parts.Basket.settle calls (shop/basket.py:6): shop.…"
    assert fitted_line(line, 200) == line


def test_a_question_set_can_demand_a_metric_and_compare_with_an_earlier_run(home, tmp_path):
    questions, run = tmp_path / "questions.json", tmp_path / "run.json"
    relevant = [{"file": "app/models/order.rb", "unit": "Order", "member": "total"}]
    questions.write_text(json.dumps({"queries": [{"id": "q1", "query": "the sum of an order", "relevant": relevant}]}))
    assert orienteer("evaluate", questions, "-f", "json", "-o", run, home=home).returncode == 0
    assert orienteer("evaluate", questions, "--at-least", "evidence=.6", "--at-least", "mrr=.1", home=home).returncode == 0
    below = orienteer("evaluate", questions, "--at-least", "mrr=2", home=home)
    assert (below.returncode, "mrr is 1.000, below 2.\n" in below.stderr) == (1, True)
    assert_one_sentence(orienteer("evaluate", questions, "--at-least", "nope=1", home=home), "No single metric 'nope'.")
    assert_one_sentence(orienteer("evaluate", questions, "--at-least", "mrr", home=home), "--at-least takes METRIC=NUMBER")
    same = orienteer("evaluate", questions, "--against", run, "--exit-code", home=home)
    assert (same.returncode, f"Nothing is worse than in {run}." in same.stdout) == (0, True)
    earlier = json.loads(run.read_text())
    earlier["metrics"]["mrr"] = earlier["queries"][0]["metrics"]["mrr"] = 2.0
    run.write_text(json.dumps(earlier))
    worse = orienteer("evaluate", questions, "--against", run, "-f", "json", "--exit-code", home=home)
    assert worse.returncode == 1
    assert [(row["question"], row["metric"]) for row in json.loads(worse.stdout)["worse"]] == [("all", "mrr"), ("q1", "mrr")]
    assert_one_sentence(orienteer("evaluate", questions, "--against", questions, home=home), "is not a run of evaluate")


def test_the_sample_has_one_name_with_and_without_a_history_and_in_every_installation(tmp_path, monkeypatch):
    from core.settings import SAMPLE
    from core.settings import home as homes

    house = tmp_path / "house"
    (house / "data" / "sample").mkdir(parents=True)
    (house / "data" / "sample" / "a.py").write_text("def a(): pass\n")
    monkeypatch.setattr(homes, "house", lambda: house)
    first = orienteer("index", "--sample", "--no-vectors", home=tmp_path / "home")
    assert first.stdout.startswith(f"Indexed {SAMPLE}: ")
    shutil.copytree(house / "data" / "sample", house / "data" / "checkouts" / SAMPLE)
    again = orienteer("index", "--sample", "--no-vectors", home=tmp_path / "home")
    assert (again.returncode, SAMPLE in again.stdout) == (0, True), again.stderr
    other = tmp_path / "other"
    shutil.copytree(house, other)
    monkeypatch.setattr(homes, "house", lambda: other)
    assert orienteer("index", "--sample", "--no-vectors", home=tmp_path / "home").returncode == 0
    shutil.copytree(house / "data" / "sample", tmp_path / "mine")
    done = orienteer("index", tmp_path / "mine", "--no-vectors", "--name", SAMPLE, home=tmp_path / "home")
    assert_one_sentence(done, f"The name '{SAMPLE}' is taken", "--name")
