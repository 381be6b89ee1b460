from __future__ import annotations

import re
from dataclasses import replace

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
        ("what is put back? type:job", "what is put back?", Filters(types=("job",))),
        ("type:job,mailer what is sent", "what is sent", Filters(types=("job", "mailer"))),
        ("path:app/services who asks for prices?", "who asks for prices?", Filters(paths=("app/services",))),
        ("who rounds? -path:lib -type:helper", "who rounds?", Filters(exclude=("path:lib", "type:helper"))),
        ("lang:ruby who rounds", "who rounds", Filters(languages=("ruby",))),
        ("who rounds -lang:ruby", "who rounds", Filters(exclude=("language:ruby",))),
        ("which refunds? -name:Refund", "which refunds?", Filters(exclude=("Refund",))),
        ("how are refunds tested is:test", "how are refunds tested", Filters(include_tests=True, where=(("is", ("test",)),))),
        ("how are refunds made -is:test", "how are refunds made", NONE),
        ("what is paid? changed:<30d", "what is paid?", Filters(where=(("changed", ("<30d",)),))),
        ("importance:high how is an order paid", "how is an order paid", Filters(where=(("importance", ("high",)),))),
        ('namespace:"Refunds" who settles', "who settles", Filters(where=(("namespace", ("Refunds",)),))),
        ("type:job", "job", Filters(types=("job",))),
    ],
)
def test_a_written_filter_is_no_part_of_what_is_searched(question: str, rest: str, filters: Filters) -> None:
    plan = plan_of(question)
    assert (plan.question, replace(plan.filters, include_tests=filters.include_tests)) == (rest, filters)
    assert plan.notes == () or not plan.notes[0].startswith("“")


@pytest.mark.parametrize(
    ("question", "note"),
    [
        ("who sends type:wizard", "“type:wizard” is no filter here and was searched as text. No type 'wizard'. Choose from:"),
        ("who sends lang:cobol", "No language 'cobol'. Choose from: "),
        ("who sends repo:billing", "No repository 'billing'. Choose from: none."),
        ("who sends is:great", "No is 'great'. Choose from: test."),
        ("who sends changed:lately", "No age 'lately'. Write changed:<30d for the last 30 days"),
        ("who sends -importance:high", "Only type, file_path, language, name can be left out."),
        ("who sends name:Order", "Write the name alone."),
    ],
)
def test_what_can_be_no_filter_is_searched_and_said(question: str, note: str) -> None:
    plan = plan_of(question)
    assert (plan.question, plan.filters) == (question, NONE)
    assert note in plan.notes[0]


@pytest.mark.parametrize(
    "question",
    [
        "Why is an order without a coupon rejected?",
        "What does a:b mean?",
        "How does Refunds::Settle work?",
        "Where is http://example.org/type read?",
        "Who sends letters in the services folder?",
        "Which jobs run at night, in jobs and in app/services?",
    ],
)
def test_words_and_names_are_no_filter(question: str) -> None:
    plan = plan_of(question)
    assert (plan.question, plan.filters) == (question, NONE)
    assert not any("exclude nothing" in note for note in plan.notes)


@pytest.mark.parametrize(
    "question", ["all about baskets except the views", "who refunds, only in jobs?", "who rounds, apart from Money"]
)
def test_words_that_would_leave_something_out_name_the_filters(question: str) -> None:
    plan = plan_of(question)
    assert (plan.question, plan.filters) == (question, NONE)
    assert any("exclude nothing. Write path:app" in note for note in plan.notes)


def test_written_filters_join_those_that_were_given() -> None:
    plan = plan_of("who refunds -path:admin", Filters(paths=("app/**",), exclude=("Order",)))
    assert plan.filters == Filters(paths=("app/**",), exclude=("Order", "path:admin"))


def test_what_filters_leave_out_is_not_found() -> None:
    run = shop().ask("how are refunds approved? -type:controller -path:admin")
    assert run.ranked
    heads = [run.heads[unit.unit_key] for unit in run.ranked if unit.unit_key in run.heads]
    assert not [head.key for head in heads if "Controller" in head.key or "admin" in head.file_path.split("/")]
    only = shop().ask("what is sent after a refund? type:mailer")
    assert {run.heads[unit.unit_key].type if unit.unit_key in run.heads else "mailer" for unit in only.ranked} == {"mailer"}
    tests = shop().ask("how is an order paid? is:test")
    assert tests.ranked
    assert all(tests.heads[unit.unit_key].is_test for unit in tests.ranked if unit.unit_key in tests.heads)


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
    "type:job", "-type:job", "path:app", "-path:", "lang:", "changed:<9y", "is:", ":", "-", "only", "Order", "who", '"', "`x`",
])  # fmt: skip


@given(st.lists(WORDS, max_size=12).map(" ".join))
def test_no_filters_break_the_question_and_nothing_is_invented(question: str) -> None:
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
    assert list(found) == ["namespace", "package", "part", "change_frequency", "importance", "source_type"]
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
        "languages": (), "exclude": (),
    }  # fmt: skip
    filters = limited(Filters(types=("service",)), wanted)
    assert limits_in_words(filters) == "type service; importance high; namespace Refunds"
    assert limits_in_words(NONE) == ""
