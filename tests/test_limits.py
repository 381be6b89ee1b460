from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import SettingsError
from core.model.run import Filters, Plan
from core.model.where import limited
from core.present.answer.limits import limit_values_table, limits_in_words
from core.search import classify
from core.settings.retrieval import read_rules
from core.workbench.limit_values import limit_values, limits_of
from tests.retrieval_samples import shop, stores

NONE = Filters()


def plan_of(question: str, given: Filters = NONE) -> Plan:
    return classify(question, stores().index, read_rules(), given)


@pytest.mark.parametrize(
    ("question", "rest", "filters"),
    [
        ("Only in jobs: what is put back?", "what is put back?", Filters(types=("job", "rake_task", "task"))),
        ("What sends letters, only in mailers?", "What sends letters?", Filters(types=("mailer",))),
        ("Which checks are in models or concerns only?", "Which checks are?", Filters(types=("model", "struct", "concern"))),
        ("What does Order use but only models", "What does Order use", Filters(types=("model", "struct"))),
        ("Who refunds, but not the admin ones?", "Who refunds?", Filters(exclude=("word:admin",))),
        ("Where is stock put back, not in the api controllers?", "Where is stock put back?", Filters(exclude=("word:api",))),
        ("Which jobs run at night, excluding the engine?", "Which jobs run at night?", Filters(exclude=("word:engine",))),
        ("Who sends letters, excluding helpers?", "Who sends letters?", Filters(exclude=("type:helper",))),
        ("All about baskets except the views", "All about baskets", Filters(exclude=("type:view", "type:view_template"))),
        ("Who rounds prices outside of models?", "Who rounds prices?", Filters(exclude=("type:model", "type:struct"))),
        ("Where is tax computed (not the helpers)?", "Where is tax computed?", Filters(exclude=("type:helper",))),
        ("Which mailers are there apart from OrderMailer?", "Which mailers are there?", Filters(exclude=("OrderMailer",))),
        (
            "Which models are there besides Order, Basket and Refund?",
            "Which models are there?",
            Filters(exclude=("Order", "Basket", "Refund")),
        ),
        ("What do staff see? only views please", "What do staff see? please", Filters(types=("view", "view_template"))),
        ("Jobs only: what is put back?", "what is put back?", Filters(types=("job", "rake_task", "task"))),
        ("Who sends letters, only in the services folder?", "Who sends letters?", Filters(paths=("services/**",))),
        ("Who sends letters in the services folder?", "Who sends letters in the services folder?", Filters()),
        ("Who calls Order#total, not Basket?", "Who calls Order#total?", Filters(exclude=("Basket",))),
        ("Who asks for prices in app/services?", "Who asks for prices?", Filters(paths=("app/services/**",))),
        (
            "Where is tax computed, not in app/admin?",
            "Where is tax computed?",
            Filters(exclude=("app/admin/*", "*/app/admin/*")),
        ),
        ("Who rounds outside lib/money.rb?", "Who rounds?", Filters(exclude=("*lib/money.rb",))),
        ("How are refunds made, without the tests?", "How are refunds made?", NONE),
    ],
)  # fmt: skip
def test_a_limit_in_words_is_a_filter_and_no_part_of_what_is_searched(question: str, rest: str, filters: Filters) -> None:
    plan = plan_of(question)
    assert (plan.question, plan.filters) == (rest, filters)
    searched = " ".join(plan.keywords)
    assert not any(word.removeprefix("word:") in searched for word in filters.exclude)


@pytest.mark.parametrize(
    "question",
    [
        "Why is an order without a coupon rejected?",
        "How are orders handled that are not found?",
        "Why does the page say 'not in the views'?",
        "The order is only closed by a job, why?",
        "What is the only controller that skips the login?",
        "How are not all files read?",
        "What happens when a basket is not in the database?",
        "Who may see private orders except admins?",
        "What is exported to pdf, not csv?",
        "Nothing but silence?",
        "not the admin",
    ],
)
def test_what_says_something_about_the_code_is_no_limit(question: str) -> None:
    plan = plan_of(question)
    assert (plan.question, plan.filters) == (question, NONE)


def test_a_limit_in_words_joins_those_that_were_given() -> None:
    plan = plan_of("Who refunds, but not the admin ones?", Filters(paths=("app/**",), exclude=("Order",)))
    assert plan.filters == Filters(paths=("app/**",), exclude=("Order", "word:admin"))
    assert plan.notes[0] == "Without names and paths with 'admin' (from the question)."


def test_nothing_that_is_left_out_in_words_is_found() -> None:
    run = shop().ask("how are refunds approved, but not in the controllers?")
    assert run.ranked
    assert not {unit.unit_key for unit in run.ranked if "Controller" in unit.unit_key}
    run = shop().ask("where are refunds listed, not the admin ones?")
    assert run.ranked
    assert not [unit.unit_key for unit in run.ranked if "admin" in run.heads[unit.unit_key].file_path.split("/")]
    only = shop().ask("only in mailers: what is sent after a refund?")
    assert {run.heads[unit.unit_key].type if unit.unit_key in run.heads else "mailer" for unit in only.ranked} == {"mailer"}


@pytest.mark.parametrize(
    ("given", "allowed"),
    [
        ({"paths": ["app/services/**"]}, lambda head: "app/services/" in head.file_path),
        (
            {"exclude": ["Admin::RefundsController", "Refund"]},
            lambda head: head.identifier not in ("Admin::RefundsController", "Refund"),
        ),
        ({"types": ["service"]}, lambda head: head.type == "service"),
    ],
)
def test_what_stands_beside_the_best_units_obeys_the_limits_too(given, allowed) -> None:
    run = shop().ask("how does Refunds::Settle work?", **given)
    hosts = [run.heads[source.unit_key] for source in run.context.sources if source.section == "supporting"]
    assert all(allowed(head) for head in hosts if not head.parent), [head.key for head in hosts if not allowed(head)]


WORDS = st.sampled_from([
    "only", "not", "in", "the", "jobs", "models", "except", "without", "but", "excluding", "admin", "ones", ",", ".", "?", "(",
    ")", "app/models/", "Order", "who", "calls", "`x`", "and", "or",
])  # fmt: skip


@given(st.lists(WORDS, max_size=12).map(" ".join))
def test_no_words_break_the_limits_and_nothing_is_invented(question: str) -> None:
    plan = plan_of(question or "?")
    letters = [letter for letter in plan.question if letter.isalnum()]
    given_letters = iter(question or "?")
    assert all(letter in given_letters for letter in letters), "what is left stands in the question, in the same order"


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ({"namespac": "Billing"}, "No filter 'namespac'. Did you mean 'namespace'?"),
        ({"importance": "huge"}, "No importance 'huge'. Choose from: low, medium, high."),
        ({"change_frequency": ["hot", "cold"]}, "No change_frequency 'cold'"),
    ],
)
def test_a_limit_by_an_unknown_name_or_value_is_told(where: dict[str, str | list[str]], said: str) -> None:
    with pytest.raises(SettingsError, match=re.escape(said)):
        limited(NONE, where)


def test_limits_by_name_hold_for_everything_that_is_found() -> None:
    bench = shop()
    every = bench.ask("how is an order paid?")
    central = bench.ask("how is an order paid?", where={"importance": ["high"], "type": "method"})
    assert 0 < len(central.ranked) < len(every.ranked)
    importance = bench.index.importance
    assert all(importance[one.unit_key] >= 2 / 3 and one.unit_key.startswith("method:") for one in central.ranked)
    assert central.plan.filters.where == (("importance", ("high",)),)
    assert any(drop.reason.startswith("filtered: importance is") for drop in central.dropped)
    inside = bench.ask("how is an order paid?", where={"namespace": "Payments"})
    assert inside.ranked
    assert all(bench.heads[one.unit_key].namespace.startswith("Payments") for one in inside.ranked)
    assert not bench.ask("how is an order paid?", where={"change_frequency": "hot"}).ranked  # the sample has no git


def test_values_of_limits_say_how_many_units_a_question_may_still_find() -> None:
    bench = shop()
    found = limit_values(bench)
    assert list(found) == ["namespace", "package", "change_frequency", "importance", "source_type"]
    assert list(found["importance"]) == ["low", "medium", "high"]
    high = bench.ask("how are refunds approved?", where={"importance": "high"}).ranked
    assert 0 < len({one.unit_key for one in high}) <= found["importance"]["high"]
    counts = list(found["namespace"].values())
    assert counts == sorted(counts, reverse=True)
    table = str(limit_values_table(found))
    assert f'<td>high</td><td class="num">{found["importance"]["high"]:,}</td>' in table


def test_an_address_limits_by_what_this_index_can_have() -> None:
    said = {
        "types": ["service", "wizard"], "paths": ["app/** lib/**"], "repositories": ["elsewhere"], "tests": ["true"],
        "namespace": ["Refunds"], "importance": ["high", "huge"], "change_frequency": ["often"],
    }  # fmt: skip
    wanted = {"namespace": ("Refunds",), "importance": ("high",)}
    assert limits_of(shop(), said) == {
        "types": ("service",), "paths": ("app/**", "lib/**"), "repositories": (), "include_tests": True, "where": wanted,
    }  # fmt: skip
    filters = limited(Filters(types=("service",)), wanted)
    assert limits_in_words(filters) == "type service; importance high; namespace Refunds"
    assert limits_in_words(NONE) == ""
