"""What a question asks for beyond its words: an action, a plain name, callers, the whole, a folder, what is not there."""

from __future__ import annotations

import pytest

from core.model.run import SearchRun
from core.pipeline.answer import ask
from core.settings import changed
from tests.asked_index import asked_index
from tests.retrieval_samples import DEFAULTS, stores


def asked(question: str, **settings: object) -> SearchRun:
    chosen = DEFAULTS
    for name, value in settings.items():
        chosen = changed(chosen, name.replace("__", "."), value)
    return ask(question, stores(), chosen, budget=300)


def entities(run: SearchRun, kind: str) -> list[tuple[str, ...]]:
    return [entity.unit_keys for entity in run.plan.entities if entity.kind == kind]


@pytest.mark.parametrize(
    ("question", "action"),
    [
        ("What happens when a customer cancels an order?", "method:OrdersController#cancel"),
        ("What happens when an order is cancelled?", "method:OrdersController#cancel"),
        ("What happens when somebody opens a drawer?", None),
        ("Which steps follow when a return request is submitted?", "method:ReturnRequestsController#create"),
        ("What runs when someone posts a photo?", None),
        ("What happens when a return is approved?", "method:Admin::RefundsController#approve"),
    ],
)
def test_what_somebody_does_to_a_thing_is_an_action(question: str, action: str | None) -> None:
    run = asked(question)
    assert entities(run, "action") == ([(action,)] if action else [])
    if action:
        assert action in {unit.unit_key for unit in run.ranked[:3]}


def test_a_name_in_plain_words_is_a_name_beside_the_word_for_its_kind() -> None:
    run = asked("who calls the capture method")
    assert entities(run, "code") == [("method:Payments::Charge.capture", "method:Payments::Gateway.capture")]
    assert "method:PaymentCaptureJob#perform" in {unit.unit_key for unit in run.ranked[:3]}


def test_a_plain_name_that_nothing_has_is_said() -> None:
    assert "Not a name in this index: frobnicate." in asked("who calls the frobnicate function").notes
    assert not any("Not a name" in note for note in asked("what does the main method of payment do").notes)


def test_who_calls_puts_callers_first() -> None:
    run = asked("What enqueues PaymentCaptureJob?")
    callers = {hit.unit_key for hit in run.hits if hit.strategy == "graph" and "enqueues PaymentCaptureJob" in hit.evidence}
    assert callers
    assert {unit.unit_key for unit in run.ranked[: len(callers)]} == callers


@pytest.mark.parametrize("question", ["what does this project do?", "Give me an overview of the codebase", "where do I start?"])
def test_a_question_about_the_whole_begins_with_the_readme(question: str) -> None:
    run = asked(question)
    assert run.ranked[0].unit_key.startswith("doc_section:README.md")
    assert "model:Order" in {unit.unit_key for unit in run.ranked[:10]}


@pytest.mark.parametrize(
    "question", ["what does this method do?", "Give me an overview of the refunds", "where do I start a refund?"]
)
def test_other_questions_are_not_about_the_whole(question: str) -> None:
    assert not [hit for hit in asked(question).hits if hit.strategy == "overview"]


def test_a_named_folder_raises_what_lies_in_it_and_filters_nothing() -> None:
    question = "Who sends letters in the mailers folder?"
    with_boost, without = asked(question), asked(question, search__folder_boost=1)
    inside = [unit for unit in with_boost.ranked if unit.parts["folder"] > 0]
    assert inside
    assert all(with_boost.heads[unit.unit_key].file_path.startswith("app/mailers/") for unit in inside)
    assert len(inside) < len(with_boost.ranked)
    before = {unit.unit_key: unit.rank for unit in without.ranked}
    assert inside[0].rank <= before[inside[0].unit_key]


def test_every_setting_of_the_fusion_has_an_effect() -> None:
    question = "How is the tax of a basket computed?"
    scores = {unit.unit_key: unit.score for unit in asked(question).ranked}
    for setting in ({"search__fusion": "convex"}, {"search__rrf_k": 1}, {"search__weights": {"keyword": 9.0}}):
        assert {unit.unit_key: unit.score for unit in asked(question, **setting).ranked} != scores


def test_what_an_action_sets_off_follows_it_in_the_order_of_the_code() -> None:
    run = asked("What happens when a return request is submitted?")
    evidence = {hit.unit_key: hit.evidence for hit in run.hits if hit.strategy == "graph"}
    first = [unit.unit_key for unit in run.ranked[:4]]
    steps = [
        "method:ReturnRequestsController#create",
        "method:Order::Refundable#open_refund",
        "method:ReturnRequestsController#note_returned_pieces",
        "method:Refunds::Settle.call",
    ]
    assert first == steps
    assert evidence[first[3]].startswith(
        "ReturnRequestsController#create calls Refunds::Settle.call (app/controllers/return_req"
    )
    text = ask("What happens when a return request is submitted?", stores(), DEFAULTS, budget=3000).context.text
    assert text.index("call Order::Refundable#open_refund") < text.index("call Refunds::Settle.call") < text.index("# primary")


@pytest.mark.parametrize("question", ["Where is an order cancelled?", "Who calls OrdersController#cancel?"])
def test_other_questions_about_an_action_set_off_nothing(question: str) -> None:
    from core.search import set_off

    assert not set_off(asked(question).plan, stores().index)


def test_a_word_in_capitals_that_many_namespaces_have_is_a_hint(tmp_path_factory: pytest.TempPathFactory) -> None:
    files = {f"app/services/{name}/stripe.rb": f"class {name.title()}::Stripe\n  def run = 1\nend\n" for name in "abcd"}
    bench = asked_index(tmp_path_factory, "asked_capital", "stripes", {"Gemfile": 'gem "rails"\n', **files})
    found = bench.ask("What happens when a Stripe card is charged?", budget=0).plan.entities
    assert [entity.confidence for entity in found if entity.text == "Stripe"] == [0.5]


@pytest.mark.parametrize("question", ["How does Order work?", "What is Basket for?"])
def test_the_one_class_that_a_question_names_comes_first(question: str) -> None:
    assert asked(question).ranked[0].unit_key == f"model:{question.split()[2]}"
