from __future__ import annotations

import pytest

from core.analyse import Analysis
from core.analyse.rules import matches, parse_rules, read_rules
from core.errors import SettingsError
from tests.analyse_graphs import analysis, graph, head

RULES = """
[[layers]]
name = "requests above domain"
order = ["app/controllers", "app/services", "app/models"]

[[forbidden]]
name = "no admin in models"
level = "namespace"
from = ["Shop"]
to = ["Admin"]
kinds = ["calls"]

[[independent]]
name = "packs independent"
groups = ["packs/*/a", "packs/*/b"]
except = ["Old -> *"]
"""
HEADS = (
    head("controller:C", path="app/controllers/c.rb"),
    head("service:S", path="app/services/x/s.rb"),
    head("model:M", path="app/models/m.rb", namespace="Shop"),
    head("class:Admin::X", path="lib/x.rb", namespace="Admin::Inner"),
    head("class:A", path="packs/one/a/a.rb"),
    head("class:B", path="packs/one/b/b.rb"),
    head("class:Old", path="packs/one/a/old.rb"),
)
TEXT = """
controller:C calls service:S 1
service:S calls controller:C 2
model:M calls service:S 3
model:M calls class:Admin::X 4
model:M references class:Admin::X 5
class:A calls class:B 6
class:Old calls class:B 7
service:S calls service:S 8
"""


def test_each_broken_rule_is_told_with_its_lines():
    found = analysis(TEXT, *HEADS).violations(parse_rules(RULES))
    assert [(one.rule, one.source, one.target, [line.line for line in one.lines]) for one in found] == [
        ("requests above domain", "model:M", "service:S", [3]),
        ("requests above domain", "service:S", "controller:C", [2]),
        ("no admin in models", "model:M", "class:Admin::X", [4]),
        ("packs independent", "class:A", "class:B", [6]),
    ]
    assert found.items[0].why == "app/models is below app/services/x"
    assert found.notes[0] == "4 violations (4 relations) of 3 rules."


def test_a_name_stands_for_what_lies_below_it():
    assert matches("app/models/concerns", "app/models")
    assert matches("Admin::Users", "Admin")
    assert not matches("app/models_old", "app/models")
    assert matches("packs/x/app", "packs/*")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[layer]]\norder=['a']", "unknown key 'layer'. Did you mean 'layers'?"),
        ("[[forbidden]]\nfrom=['a']", "'to' is missing or not a list of names"),
        ("[[layers]]\norder=['a']\nlevel='file'", "no level 'file'. Choose from: folder"),
        ("[[layers]]\norder=[1]", "'order' is missing or not a list of names"),
        ("[layers]\norder=['a']", r"Write each rule as \[\[layers\]\]"),
        ("[[independent]]\ngroups=['a']\nexcept=['b']", "the exception 'b' is not a link"),
        ("[[", "is not valid TOML"),
    ],
)
def test_a_wrong_rule_is_refused_with_the_place_and_the_cure(text, message):
    with pytest.raises(SettingsError, match=message):
        parse_rules(text)


def test_rules_are_read_from_a_file(tmp_path):
    path = tmp_path / "rules.toml"
    path.write_text(RULES, encoding="utf-8")
    assert [rule.form for rule in read_rules(path)] == ["layers", "forbidden", "independent"]
    assert len(analysis(TEXT, *HEADS).violations(path)) == 4
    with pytest.raises(SettingsError, match="cannot be read: No such file"):
        read_rules(tmp_path / "none.toml")


def packed(packages):
    heads = (
        head("package:packs/pay", path="packs/pay/package.yml"),
        head("package:packs/ship", path="packs/ship/package.yml"),
        head("package:packs/mail", path="packs/mail/package.yml"),
        head("class:Pay", path="packs/pay/app/models/pay.rb"),
        head("class:Ship", path="packs/ship/app/public/ship.rb"),
        head("class:Hold", path="packs/ship/app/models/hold.rb"),
    )
    made = graph("class:Pay calls class:Ship 1\nclass:Pay calls class:Hold 2", *heads)
    return Analysis(made.units, lambda: made.relations, packages=lambda: packages)


def test_packages_are_held_to_what_they_declare():
    found = packed(
        {
            "packs/pay": {"dependencies": ["packs/mail"], "enforce_dependencies": True},
            "packs/ship": {"dependencies": [], "enforce_privacy": True, "enforce_dependencies": False},
            "packs/mail": {},
        }
    ).violations()
    assert [(one.form, one.source, one.target, one.enforced) for one in found] == [
        ("undeclared", "class:Pay", "class:Hold", True),
        ("private", "class:Pay", "class:Hold", True),
        ("undeclared", "class:Pay", "class:Ship", True),
        ("unused", "", "", False),
    ]
    assert found.items[-1].why == "packs/pay declares packs/mail and does not use it"


def test_declared_packages_that_are_used_rightly_give_nothing():
    names = [{"name": "packs/ship"}]
    assert not packed({"packs/pay": {"dependencies": names, "enforce_dependencies": "strict"}, "packs/ship": {}}).violations()


def test_without_declarations_the_note_says_so():
    assert "No rules declared" in analysis(TEXT, *HEADS).violations().notes[0]
