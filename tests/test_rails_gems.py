"""What macros of gems add to a class, from the table."""

from dataclasses import replace

import pytest

from core.extract.rails.application.gems import MacroCall, expand, macros


def call(name: str, *arguments: object, nesting: tuple[str, ...] = (), owner: str = "Order", **options: object) -> MacroCall:
    return MacroCall(name, arguments, options, "app/models/order.rb", 7, owner, nesting)


def names(made: list[dict[str, str]], kind: str) -> list[str]:
    return [fact["name"] for fact in made if fact["kind"] == kind]


def test_devise_adds_only_what_its_modules_bring():
    made = expand(call("devise", ":database_authenticatable", ":validatable"))
    rules = [(fact["macro"], fact["name"]) for fact in made if fact["kind"] == "validation"]
    assert ("presence", "email") in rules
    assert ("confirmation", "password") in rules
    assert "clear_reset_password_token" not in names(made, "callback")
    assert "send_password_change_notification" in names(made, "callback")


def test_every_fact_carries_its_evidence():
    (first, *_) = expand(call("has_paper_trail"))
    assert first == {
        "name": "versions",
        "kind": "association",
        "macro": "has_many",
        "target": "PaperTrail::Version",
        "file_path": "app/models/order.rb",
        "line": 7,
        "certainty": "expanded",
        "via": "gem:paper_trail",
    }


def test_macros_that_take_several_names_are_repeated_for_each():
    assert names(expand(call("acts_as_taggable_on", ":skills", ":interests")), "association") == [
        "skill_taggings",
        "skills",
        "interest_taggings",
        "interests",
    ]
    assert names(expand(call("has_rich_text", ":body")), "association") == ["rich_text_body"]


def test_calls_inside_a_state_machine_mean_something_only_there():
    assert names(expand(call("event", ":pay", nesting=("aasm",))), "method") == ["pay", "pay!", "may_pay?"]
    assert names(expand(call("event", ":pay", nesting=("state_machine",))), "method") == [
        "pay",
        "pay!",
        "can_pay?",
        "pay_transition",
    ]
    assert expand(call("event", ":pay")) == []


def test_placeholders_take_options_and_defaults():
    assert names(expand(call("monetize", ":price_cents")), "method") == ["price", "price="]
    assert names(expand(call("monetize", ":price_cents", **{"as": ":cost"})), "method") == ["cost", "cost="]
    assert [fact["target"] for fact in expand(call("acts_as_tree")) if fact["kind"] == "association"] == ["Order", "Order"]


@pytest.mark.parametrize(
    ("version", "confirmation", "challenge"),
    [
        ("6.1.7.10", {"allow_blank": True}, []),
        ("7.0.8", {"allow_blank": True}, []),
        ("7.2.2.2", {"allow_blank": True}, ["password_challenge"]),
        ("8.0.4", {"allow_nil": True}, ["password_challenge"]),
        ("8.1.0.beta1", {"allow_nil": True}, ["password_challenge"]),
        ("", {"allow_nil": True}, ["password_challenge"]),
    ],
)
def test_a_password_is_validated_as_the_locked_version_of_rails_does(version: str, confirmation: dict, challenge: list):
    versions = {"activemodel": version} if version else {}
    made = [fact for fact in expand(replace(call("has_secure_password"), versions=versions)) if fact["kind"] == "validation"]
    rules = {fact["macro"]: fact.get("options") for fact in made}
    assert rules["length"] == {"maximum": 72}
    assert rules["confirmation"] == confirmation
    assert [fact["name"] for fact in made if fact["macro"] == "challenge"] == challenge
    assert [fact["name"] for fact in made if fact["macro"] == "presence"] == ["password"]


def test_a_password_without_validations_has_none_and_another_name_is_taken():
    assert names(expand(call("has_secure_password", validations=False)), "validation") == []
    assert set(names(expand(call("has_secure_password", ":pin")), "validation")) == {"pin", "pin_challenge"}
    assert "pin_reset_token" in names(expand(call("has_secure_password", ":pin")), "method")
    assert "pin_reset_token" not in names(expand(call("has_secure_password", ":pin", reset_token=False)), "method")


def test_a_call_that_is_not_in_the_table_adds_nothing():
    assert expand(call("has_many", ":lines")) == []


@pytest.mark.parametrize("name", sorted(macros()))
def test_every_row_of_the_table_gives_complete_facts(name: str):
    row = macros()[name][0]
    made = expand(call(name, f":{row.argument or 'things'}", nesting=(row.inside,) if row.inside else ()))
    assert made
    assert all(fact["name"] and "{" not in fact["name"] and fact["via"].startswith("gem:") for fact in made)
