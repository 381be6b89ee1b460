from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import SettingsError
from core.model.run import Filters, SearchRun
from core.pipeline.answer import ask
from core.settings import changed
from tests.examples import examples
from tests.retrieval_samples import DEFAULTS, stores

QUESTIONS = (
    "How does checkout work?",
    "Who calls Shipping::Rates?",
    "Order",
    "What is the difference between Basket and Order?",
    "Which spec checks refunds?",
    "qzxv wpfk",
    "'; DROP TABLE units; --",
)


def run(question: str, budget: int = 2000, **filters) -> SearchRun:
    return ask(question, stores(), DEFAULTS, budget=budget, filters=Filters(**filters))


@pytest.mark.parametrize("format_", ["markdown", "xml", "plain", "json"])
@examples(40)
@given(budget=st.one_of(st.integers(0, 600), st.integers(0, 200_000)), question=st.sampled_from(QUESTIONS))
def test_the_context_never_exceeds_the_budget(format_: str, budget: int, question: str) -> None:
    context = ask(question, stores(), changed(DEFAULTS, "assemble.format", format_), budget=budget).context
    assert context.tokens <= budget
    assert context.tokens == stores().count_tokens(context.text)


@pytest.mark.parametrize("question", QUESTIONS)
def test_no_unit_is_lost_between_stages_without_a_reason(question: str) -> None:
    answer = run(question)
    dropped = {drop.unit_key for drop in answer.dropped}
    shown = set(answer.context.shown_as)
    for unit in {hit.unit_key for hit in answer.hits}:
        assert unit in shown or unit in dropped
    for unit in answer.ranked:
        assert unit.unit_key in shown or unit.unit_key in dropped
    assert all(drop.reason and drop.stage in ("search", "fuse", "rank", "assemble") for drop in answer.dropped)


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_score_is_the_sum_of_its_parts(question: str) -> None:
    for unit in run(question).ranked:
        assert unit.score == pytest.approx(sum(unit.parts.values()), abs=1e-5)
        assert all(0 <= value <= 1 for value in unit.signals.values())


@pytest.mark.parametrize(
    ("question", "key"),
    [
        ("Order", "model:Order"),
        ("order", "model:Order"),
        ("schema.rb", "file:db/schema.rb"),
        ("app/models/order.rb", "file:app/models/order.rb"),
        ("order.rb", "file:app/models/order.rb"),
        ("TaxBreakdown", "service:Checkout::TaxBreakdown"),
        ("Order#call_off!", "method:Order#call_off!"),
    ],
)
def test_what_is_looked_up_by_its_exact_name_comes_first_with_the_score_of_a_direct_hit(question: str, key: str) -> None:
    first, *others = run(question).ranked
    assert first.unit_key == key
    assert first.score >= 1.0
    assert first.score >= max(other.score for other in others)


def test_every_class_of_the_sample_comes_first_when_its_name_is_asked() -> None:
    wanted = ("model", "service", "controller", "job", "mailer", "policy", "concern")
    names = [head for head in stores().index.heads if head.type in wanted]
    assert len(names) > 50
    for head in names:
        assert run(head.identifier, budget=0).ranked[0].unit_key == head.key


def test_of_several_names_in_a_sentence_none_is_lifted_unless_they_are_compared() -> None:
    assert run("How does Order work?", budget=0).ranked[0].parts["exact"] >= 0
    assert all("exact" not in unit.parts for unit in run("Where does Basket create an Order?", budget=0).ranked)


def test_a_question_about_a_framework_says_when_its_sources_are_not_in_the_index() -> None:
    assert any("This index has no framework sources" in note for note in run("How does Rails save a record?").notes)
    assert not any("framework sources" in note for note in run("How does checkout work?").notes)


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_same_question_gives_the_same_answer(question: str) -> None:
    one, two = run(question), run(question)
    assert (one.ranked, one.context, one.dropped) == (two.ranked, two.context, two.dropped)


@pytest.mark.parametrize("question", QUESTIONS[:4])
def test_sources_give_the_exact_lines_of_the_context(question: str) -> None:
    answer = run(question, 4000)
    for source in answer.context.sources:
        unit = stores().index.catalog.units([source.unit_key])[0]
        lines = dict(enumerate(unit.source_code.split("\n"), unit.start_line))
        for start, end in source.ranges:
            for line in range(start, end + 1):
                if line in lines and lines[line].strip():
                    assert lines[line] in answer.context.text


def test_no_line_of_a_file_is_shown_twice() -> None:
    seen: set[tuple[str, int]] = set()
    for source in run("How does an Order become paid and shipped?", 6000).context.sources:
        lines = {(source.file_path, line) for start, end in source.ranges for line in range(start, end + 1)}
        assert not lines & seen
        seen |= lines


def test_at_least_fifty_units_are_ranked_when_as_many_are_found() -> None:
    assert len(run("How does an order become paid?").ranked) >= 50


def test_a_named_unit_comes_first() -> None:
    assert run("What does Shipping::Rates do?").ranked[0].unit_key == "service:Shipping::Rates"
    assert run("app/models/order.rb").ranked[0].unit_key in ("file:app/models/order.rb", "model:Order")


def test_callers_come_with_the_line_that_calls() -> None:
    answer = run("Who calls Shipping::Rates.quote?")
    evidence = {hit.unit_key: hit.evidence for hit in answer.hits if hit.strategy == "graph"}
    assert any("calls Shipping::Rates.quote" in text and ".rb:" in text for text in evidence.values())


def test_tests_answer_only_when_they_are_asked_for() -> None:
    heads = run("How are refunds settled?").heads
    assert not any(heads[unit.unit_key].is_test for unit in run("How are refunds settled?").ranked)
    asked = run("Which spec checks the order?")
    assert any(asked.heads[unit.unit_key].is_test for unit in asked.ranked)


def test_filters_hold_and_say_what_they_refused() -> None:
    answer = run("How is the order total computed?", types=("service",), paths=("app/services/**",))
    assert answer.ranked
    assert {answer.heads[unit.unit_key].type for unit in answer.ranked} == {"service"}
    assert any(drop.reason.startswith("filtered: type is") for drop in answer.dropped)


def test_filters_that_leave_nothing_are_dropped_one_by_one_with_a_note() -> None:
    answer = run("How is the order total computed?", paths=("nowhere/**",))
    assert answer.ranked
    assert "Nothing was found under the filter on paths: searched without it." in answer.notes


def test_an_excluded_unit_stays_out() -> None:
    answer = run("What is an Order?", exclude=("Order",))
    assert "model:Order" not in {unit.unit_key for unit in answer.ranked}


def test_a_follow_up_keeps_the_subject() -> None:
    first = run("What does Shipping::Rates do?")
    second = ask("Who calls it?", stores(), DEFAULTS, budget=1000, prior=first)
    assert second.plan.entities[-1].unit_keys[0] == "service:Shipping::Rates"
    assert any("Taken from the earlier question" in note for note in second.notes)


def test_nothing_found_is_an_empty_answer() -> None:
    lexical_only = changed(DEFAULTS, "search.candidates", 5)
    answer = ask("qzxv", stores(), lexical_only, budget=500)
    assert answer.context.tokens <= 500


@pytest.mark.parametrize(("question", "budget"), [("", 100), ("   ", 100), ("Order", -1)])
def test_an_empty_question_and_a_negative_budget_are_refused(question: str, budget: int) -> None:
    with pytest.raises(SettingsError):
        ask(question, stores(), DEFAULTS, budget=budget)


def test_an_unknown_fusion_or_format_is_refused_with_the_known_ones() -> None:
    for name, known in (("search.fusion", "rrf, convex"), ("assemble.format", "markdown, xml")):
        with pytest.raises(SettingsError, match=known):
            ask("Order", stores(), changed(DEFAULTS, name, "x"), budget=500)


def test_every_stage_leaves_a_step_with_its_counts() -> None:
    steps = {step.step: step for step in run("How does checkout work?").trace}
    assert list(steps) == ["classify", "search", "fuse", "rank", "assemble"]
    assert all(step.facts and step.seconds >= 0 for step in steps.values())


def test_searches_can_be_switched_off_and_the_answer_says_so() -> None:
    only = ask("How does checkout work?", stores(), changed(DEFAULTS, "search.strategies", "keyword,direct"), budget=500)
    assert {hit.strategy for hit in only.hits} <= {"keyword", "direct"}
    assert "Switched off by search.strategies: vector, table, overview, graph, documents." in only.notes
    with pytest.raises(SettingsError, match=r"vectors.*Choose from: direct, keyword, vector"):
        ask("Order", stores(), changed(DEFAULTS, "search.strategies", "vectors"), budget=500)


def test_a_rare_type_is_found_by_meaning_however_far_it_lies() -> None:
    few = changed(DEFAULTS, "search.candidates", "3")
    only = changed(few, "search.strategies", "vector")
    mailers = {head.key for head in stores().index.heads if head.type == "mailer" and not head.is_test}
    run = ask("tax rates of countries", stores(), only, budget=500, filters=Filters(types=("mailer",)))
    found = {hit.unit_key for hit in run.hits if hit.strategy == "vector"}
    assert found <= mailers
    assert len(found) == min(3, len(mailers)) > 0
