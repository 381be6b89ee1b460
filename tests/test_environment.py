"""What code reads of its environment, who declares it, and that no value of it enters an index."""

from __future__ import annotations

import json

import pytest

from core.extract.environment import (
    declared_lines,
    is_example,
    is_values_file,
    passed_lines,
    read_lines,
    without_values,
)
from core.model.environment import DECLARES, READS, SETS
from core.workbench import Workbench
from tests.asked_index import asked_index

FILES = {
    "config/application.rb": "module Shop\n  class Application < Rails::Application\n    config.x.payments.retries = 3\n"
    "  end\nend\n",
    "app/models/order.rb": """class Order < ApplicationRecord
  LIMIT = ENV.fetch("ORDER_LIMIT") { 5 }

  # ENV["COMMENTED"] is not read
  def pay
    bank = ENV["BANK_URL"]
    token = ENV["BANK_TOKEN"] || "letmein-letmein"
    text = 'ENV["QUOTED"]'
    key = Rails.application.credentials.dig(:bank, :key)
    Rails.configuration.x.payments.retries
    "#{ENV["IN_A_STRING"]} #{ENV["#{bank}_SECRET"]}"
  end

  def setting(name)
    ENV[name]
  end

  def passed
    setting("PASSED_ON")
  end
end
""",
    "config/database.yml": 'production:\n  # url: <%= ENV["OLD_URL"] %>\n  pool: <%= ENV.fetch("POOL", 5) %>\n',
    "config/feature.rb": "class Feature\n  NAMES = %i[fancy_thing]\nend\n",
    "spec/order_spec.rb": 'RSpec.describe Order do\n  it { ENV["ONLY_TESTED"] }\nend\n',
    ".env": "BANK_URL=https://bank.example/very-secret-path\n",
    ".env.production": "BANK_URL=https://bank.example/very-secret-path\n",
    ".env.example": "# The bank\nBANK_URL=https://bank.example/very-secret-path\n#ORDER_LIMIT=77777\nNEVER_READ=1234567\n"
    'FANCY_THING="a\nb-secret-line\n"\nWITH_SECRET=1\n',
    "docker-compose.yml": "services:\n  web:\n    build: .\n    environment:\n      - POOL=${POOL_SIZE:-3}\n      - WEB_ONLY\n"
    "  db:\n    image: postgres\n    environment:\n      POSTGRES_PASSWORD: secret\n",
    "Dockerfile": "FROM ruby\nARG REVISION\nENV ONE=1 \\\n    TWO=2\nRUN echo $REVISION $TWO\n",
    "app.json": '{"name": "shop", "env": {"HEROKU_ONLY": {"value": "x"}}}\n',
}  # fmt: skip


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    return asked_index(tmp_path_factory, "environment", "shop", FILES)


def rows(bench: Workbench) -> dict[str, dict[str, object]]:
    return {str(row["name"]): row for row in bench.analysis("environment").to_rows()}


def test_what_is_read_and_nowhere_declared_comes_first(bench: Workbench) -> None:
    found = rows(bench)
    assert list(found)[:2] == ["IN_A_STRING", "PASSED_ON"]
    assert found["PASSED_ON"]["finding"] == "read, never declared"
    assert found["PASSED_ON"]["units"] == "method:Order#passed"


@pytest.mark.parametrize(
    ("name", "finding"),
    [
        ("BANK_URL", "declared and read"), ("ORDER_LIMIT", "declared and read"), ("POOL", "declared and read"),
        ("BANK_TOKEN", "read with a default, never declared"), ("FANCY_THING", "declared, not read by name"),
        ("WITH_SECRET", "declared, possibly read by a computed name"), ("*_SECRET", "computed name"),
        ("ONLY_TESTED", "read only by tests"), ("bank.key", "read"), ("x.payments.retries", "read"),
        ("NEVER_READ", "declared, never read"), ("POOL_SIZE", "read with a default, never declared"),
    ],
)  # fmt: skip
def test_each_name_has_its_finding(bench: Workbench, name: str, finding: str) -> None:
    assert rows(bench)[name]["finding"] == finding


def test_comments_strings_and_what_is_for_another_program_are_left_aside(bench: Workbench) -> None:
    assert not {"COMMENTED", "QUOTED", "OLD_URL", "POSTGRES_PASSWORD"} & rows(bench).keys()


def test_a_row_tells_default_lines_and_declarations(bench: Workbench) -> None:
    row = rows(bench)["ORDER_LIMIT"]
    assert (row["defaults"], row["lines"], row["declared"]) == ("5", "app/models/order.rb:2", ".env.example:3")


def test_a_literal_default_of_a_secret_is_masked(bench: Workbench) -> None:
    assert "letmein" not in str(rows(bench)["BANK_TOKEN"])


def test_no_value_of_a_file_of_variables_enters_the_index(bench: Workbench) -> None:
    for value in ("very-secret-path", "77777", "1234567", "b-secret-line"):
        assert not bench.search(value).found
    assert bench.search("NEVER_READ").found
    assert {one.file_path: one.status for one in bench.index.problems} == {".env": "skipped", ".env.production": "skipped"}


def test_a_unit_has_what_it_reads_among_its_facts(bench: Workbench) -> None:
    facts = bench.sheet("Order#pay").facts["environment"]
    assert {one["name"] for one in facts} >= {"BANK_URL", "IN_A_STRING", "bank.key"}
    assert facts[0]["line"] == 6


def test_all_rows_can_be_handed_on_as_json(bench: Workbench) -> None:
    told = bench.analysis("environment", limit=0)
    assert len(told.to_rows()) == len(json.loads(json.dumps(told.to_rows()))) > 12


@pytest.mark.parametrize(
    ("language", "code", "expected"),
    [
        ("python", 'import os\nA = os.environ["A"]\nB = os.getenv("B", "b")\nC = os.environ.get("C") or 3\n',
         [("A", ""), ("B", '"b"'), ("C", "3")]),
        ("python", 'import environ\nenv = environ.Env(DEBUG=(bool, False))\nX = env.int("X", default=7)\n',
         [("DEBUG", "False"), ("X", "7")]),
        ("python", 'from decouple import config\nX = config("X", default=1, cast=int)\n', [("X", "1")]),
        ("python", 'if "Y" in os.environ:\n    pass\n"""os.environ["Z"]"""\n', [("Y", "")]),
        ("javascript", "const { HOST, PORT = 80 } = process.env\nf(process.env.URL ?? 'x')\n// process.env.NO\n",
         [("HOST", ""), ("PORT", "80"), ("URL", "'x'")]),
        ("typescript", "const a = import.meta.env.VITE_URL\nconst b = process.env['B'] || c\n", [("VITE_URL", ""), ("B", "c")]),
        ("go", 'package a\nvar x = os.Getenv("X")\ntype C struct {\n\tP int `env:"P" envDefault:"3"`\n}\n',
         [("X", ""), ("P", "3")]),
        ("rust", 'fn f() { let a = std::env::var("A").unwrap_or_else(|_| "b".into()); }\nconst V: &str = env!("V");\n',
         [("A", '"b".into()'), ("V", "")]),
        ("rust", 'const NAME: &str = "HELD";\nfn f() { env::var(NAME); } // env::var("NO")\n', [("HELD", "")]),
        ("rust", 'struct A {\n    #[arg(long, env = "CLI_X")]\n    x: String,\n}\n', [("CLI_X", "")]),
        ("java", 'class A { String x = System.getenv("X"); }\n', [("X", "")]),
        ("csharp", 'class A { string x = Environment.GetEnvironmentVariable("X"); }\n', [("X", "")]),
        ("php", "<?php\n$a = env('A', 'b');\n$c = getenv('C') ?: 'd';\n", [("A", "'b'"), ("C", "'d'")]),
        ("elixir", 'System.get_env("X", "y")\n', [("X", '"y"')]),
    ],
)  # fmt: skip
def test_each_language_tells_what_it_reads_with_its_default(language: str, code: str, expected: list[tuple[str, str]]) -> None:
    assert [(one.name, one.default) for one in read_lines(language, code) if one.role == READS] == expected


def test_what_is_set_is_told_apart_from_what_is_read() -> None:
    code = 'ENV["A"] ||= "x"\nENV["B"] = "y"\nif ENV["C"] == "z"\nend\n'
    assert [(one.name, one.role) for one in read_lines("ruby", code)] == [("A", SETS), ("B", SETS), ("C", READS)]


def test_a_function_that_reads_what_it_is_given_is_told_with_its_callers() -> None:
    code = 'pub fn get_env(key: &str) -> String {\n    env::var(key).unwrap()\n}\nfn f() { get_env("A"); }\n'
    assert [one.passed for one in read_lines("rust", code)] == ["get_env"]
    assert [(one.name, one.line) for one in passed_lines(code, "rust", {"get_env": "env::var"})] == [("A", 4)]


@pytest.mark.parametrize(
    ("path", "values", "example"),
    [
        (".env", True, False), ("config/.env.local", True, False), ("web.env", True, False), (".env.example", True, True),
        (".env.dev.example", True, True), (".env.template", True, True), ("src/.env.ts", False, False),
        ("environment.rb", False, False), ("docs/env.md", False, False), (".envrc", False, False),
    ],
)  # fmt: skip
def test_files_of_variables_are_known_by_their_names(path: str, values: bool, example: bool) -> None:
    assert is_values_file(path) == values
    assert (is_values_file(path) and is_example(path)) == example


def test_an_example_keeps_names_comments_and_lines() -> None:
    text = "# Say who\nexport A=b c\nB='x\ny\nz'\n# C=3\nloose\n"
    assert without_values(text) == "# Say who\nexport A=\nB=\n\n\n# C=\n\n"


def test_scripts_read_what_they_do_not_set_themselves() -> None:
    code = 'HERE=1\necho $HERE ${THERE:-x} $__small $1\nfor NAME in a b; do echo "$NAME"; done\n'
    assert [(one.name, one.role) for one in declared_lines("bin/run.sh", "shell", code)] == [("THERE", READS)]


def test_a_compose_file_that_is_no_yaml_declares_nothing() -> None:
    assert [one for one in declared_lines("compose.yml", "yaml", "a: [") if one.role == DECLARES] == []
