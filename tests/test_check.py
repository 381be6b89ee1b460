"""The declared architecture: what is read, what breaks it, what is new, and how it is told to people and machines."""

from __future__ import annotations

import json
import re
import shutil

import pytest
from click.testing import CliRunner

from core.analyse.check import baseline_text, check, read_baseline
from core.analyse.contracts import read_contracts
from core.analyse.rules import parse_rules
from core.cli import cli
from core.errors import SettingsError
from core.pipeline.indexing import index_checkout
from core.present.architecture.breaches import broken_places
from core.settings import read_settings
from core.workbench import open_workbench
from core.workbench.declaring import declarations, declare, own_rules
from tests.analyse_graphs import analysis, head
from tests.page_index import SAMPLE

HEADS = (
    head("controller:C", path="app/controllers/c.rb"),
    head("serializer:S", path="app/serializers/s.rb"),
    head("model:M", path="app/models/m.rb"),
    head("helper:H", path="app/helpers/h.rb"),
)
LINES = """
controller:C calls model:M 1
model:M calls helper:H 2
model:M calls helper:H 3
model:M references helper:H 3
serializer:S calls helper:H 4
helper:H calls controller:C 5
"""
RULES = """
[budget]
tokens = 1

[[architecture.layers]]
name = "downwards"
order = ["app/controllers", "app/helpers", "app/models"]

[[architecture.allowed]]
of = ["app/serializers"]
only = ["app/models"]

[[architecture.protected]]
of = ["app/helpers"]
by = ["app/controllers", "app/serializers"]
"""


def checked(baseline=()):
    rules = parse_rules(RULES, "orienteer.toml")
    found = analysis(LINES, *HEADS).violations(rules)
    return check(found, rules, (), lambda path, line: f"line {line} of {path}", baseline)


def test_every_line_that_breaks_a_rule_is_told_with_its_code_and_where_the_rule_stands():
    found = checked()
    assert [(one.rule, one.file_path, one.line, one.at) for one in found] == [
        ("app/helpers may be used only by app/controllers, app/serializers", "m.rb", 2, "orienteer.toml:13"),
        ("app/helpers may be used only by app/controllers, app/serializers", "m.rb", 3, "orienteer.toml:13"),
        ("app/serializers may use only app/models", "s.rb", 4, "orienteer.toml:9"),
        ("downwards", "h.rb", 5, "orienteer.toml:5"),
        ("downwards", "m.rb", 2, "orienteer.toml:5"),
        ("downwards", "m.rb", 3, "orienteer.toml:5"),
    ]
    assert found.items[0].code == "line 2 of m.rb"
    assert next((one.rule, one.lines) for one in found.declared) == ("downwards", 3)
    assert found.notes[0] == "3 rules checked, 4 new violations."  # two of them break two rules


def test_a_line_that_names_two_units_is_one_line_and_places_are_named_as_the_rule_names_them():
    rules = parse_rules('[[layers]]\nname = "down"\norder = ["app/controllers", "app/models"]')
    heads = (HEADS[0], head("controller:D", path="app/controllers/admin/d.rb"), head("model:N", path="app/models/deep/n.rb"))
    lines = "model:N calls controller:C 2\nmodel:N calls controller:D 2\nmodel:N calls controller:D 7"
    found = check(analysis(lines, *heads).violations(rules), rules, (), lambda path, line: "")
    assert len(found) == 3
    assert found.notes[0] == "1 rule checked, 2 new violations."
    assert [(one.between, one.lines, one.new) for one in found.places()] == [("app/models → app/controllers", 2, 2)]
    shown = str(broken_places(found.places(), ""))
    assert 'data-set="between=app/models → app/controllers"' in shown
    assert "Show all lines" not in shown


def test_only_what_the_baseline_lacks_is_new_and_line_numbers_do_not_matter():
    first = checked()
    text = baseline_text([one for one in first if one.rule != "downwards"])
    again = checked(read_baseline(text, "todo.json"))
    assert again.states() == {"known": 3, "new": 3}
    assert read_baseline(baseline_text(again.items), "todo.json") == {one.name for one in first}
    assert checked(read_baseline(text, "x") | {"gone\ta\tb\tc"}).gone == ("gone\ta\tb\tc",)
    with pytest.raises(SettingsError, match="x is not a baseline"):
        read_baseline("[]", "x")


def test_contracts_of_other_types_are_named_and_one_that_lacks_its_list_is_refused():
    found = read_contracts(
        "[importlinter]\nroot_package = a\n[importlinter:contract:x]\nname = Mine\ntype = my.own", ".importlinter"
    )
    assert found is not None
    assert found.unread == ("Mine (my.own)",)
    assert read_contracts("[tool.x]", "pyproject.toml") is None
    with pytest.raises(SettingsError, match="the contract 'One' has no 'modules'"):
        read_contracts('[[tool.importlinter.contracts]]\nname = "One"\ntype = "independence"', "pyproject.toml")


def test_a_checkout_is_declared_beside_its_settings(tmp_path):
    (tmp_path / "orienteer.toml").write_text("[rank]\nrecency = 0.2\n")
    declare(tmp_path, '[[architecture.independent]]\ngroups = ["a", "b"]\n')
    assert [rule.at for rule in declarations(tmp_path).rules] == ["orienteer.toml:4"]
    assert own_rules(tmp_path).startswith("[[architecture.independent]]")
    declare(tmp_path, '# why\n[[architecture.forbidden]]\nfrom = ["a"]\nto = ["b"]\n')
    text = (tmp_path / "orienteer.toml").read_text()
    assert text.startswith("[rank]")
    assert "independent" not in text
    assert "# why" in text
    assert read_settings(file=tmp_path / "orienteer.toml").rank.recency == 0.2
    with pytest.raises(SettingsError, match=r"unknown key 'layer'\. Did you mean 'layers'"):
        declare(tmp_path, "[[architecture.layer]]\n")


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    folder = tmp_path_factory.mktemp("declared")
    shutil.copytree(SAMPLE, folder / "shop")
    settings = read_settings({"home": str(folder / "home")})
    index_checkout(folder / "shop", settings, name="shop", vectors=False)
    return folder


def run(shop, *arguments: str):
    return CliRunner().invoke(cli, ["check", "-i", "shop", *arguments], env={"ORIENTEER_HOME": str(shop / "home")})


def test_without_a_declaration_the_order_found_is_proposed_and_then_held_to(shop):
    (shop / "shop" / "orienteer.toml").unlink(missing_ok=True)
    for file in (shop / "shop").rglob("package.yml"):
        file.unlink()
    rules = shop / "rules.toml"
    bench = open_workbench("shop", settings=read_settings({"home": str(shop / "home")}))
    proposal = bench.proposal()
    assert f"{proposal.down:,} lines follow" in proposal.sentence
    rules.write_text(proposal.to_toml())
    lines = {(one.file_path, one.line) for one in bench.check(rules).items if one.form == "layers"}
    assert len(lines) == proposal.up
    assert run(shop, "--propose").exit_code == 0
    assert "folders from the top down" in (shop / "shop" / "orienteer.toml").read_text()
    assert bench.freshness().state == "current"
    again = run(shop, "--propose")
    assert isinstance(again.exception, SettingsError)
    assert "already declares the architecture" in str(again.exception)


FORBIDDEN = '[[architecture.forbidden]]\nname = "no models here"\nfrom = ["app/controllers"]\nto = ["app/models"]\n'


def test_the_command_fails_on_new_breaches_alone_and_writes_for_machines(shop):
    rules, todo = shop / "forbidden.toml", shop / "todo.json"
    rules.write_text(FORBIDDEN)
    first = run(shop, "--rules", str(rules))
    assert first.exit_code == 1
    assert "no models here" in first.stdout
    assert "app/controllers/" in first.stdout
    written = run(shop, "--rules", str(rules), "--baseline", str(todo), "--update-baseline")
    assert written.exit_code == 0
    known = re.search(r"\d+ known", run(shop, "--rules", str(rules), "--baseline", str(todo)).output)
    assert known
    assert f"{known[0]} violation" in written.output
    assert run(shop, "--rules", str(rules), "--baseline", str(todo)).exit_code == 0
    markdown = run(shop, "--rules", str(rules), "-f", "markdown").stdout
    assert "| declared | where | lines | new |" in markdown
    assert "### New" in markdown
    rows = json.loads(run(shop, "--rules", str(rules), "-f", "json").stdout)["breaches"]
    assert rows
    assert all(row["code"] and row["line"] for row in rows)
    rules.write_text("[[architecture.layers]]\norder = 'a'")
    assert isinstance(run(shop, "--rules", str(rules)).exception, SettingsError)


def test_sarif_has_what_its_schema_requires(shop):
    rules = shop / "sarif.toml"
    rules.write_text(FORBIDDEN)
    log = json.loads(run(shop, "--rules", str(rules), "-f", "sarif").stdout)
    assert (log["version"], log["$schema"].rsplit("/", 1)[1]) == ("2.1.0", "sarif-schema-2.1.0.json")
    (made,) = log["runs"]
    driver = made["tool"]["driver"]
    assert driver["name"] == "Orienteer"
    assert all(rule["id"] and rule["shortDescription"]["text"] for rule in driver["rules"])
    assert made["results"]
    for result in made["results"]:
        assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in ("none", "note", "warning", "error")
        assert result["baselineState"] in ("new", "unchanged", "updated", "absent")
        assert result["message"]["text"]
        place = result["locations"][0]["physicalLocation"]
        assert not place["artifactLocation"]["uri"].startswith("/")
        assert place["region"]["startLine"] >= 1
        assert place["region"]["snippet"]["text"]
    prints = [json.dumps(result["partialFingerprints"]) for result in made["results"]]
    assert all(prints)
