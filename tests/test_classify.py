from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

import pytest

from core.model.run import INTENTS, SCOPES, Filters
from core.open_index import OpenIndex
from core.pipeline.answer import ask
from core.search import classify
from core.search.question import keywords, read_question
from core.settings.retrieval import read_rules
from tests.retrieval_samples import DEFAULTS, stores


@pytest.fixture(scope="module")
def index() -> OpenIndex:
    return stores().index


def plan_of(question: str, index: OpenIndex):
    return classify(question, index, read_rules(), Filters())


def test_published_questions_are_read_as_their_publishers_read_them(index: OpenIndex) -> None:
    published = tomllib.loads((Path(__file__).parent / "published_questions.toml").read_text(encoding="utf-8"))["question"]
    right: Counter[str] = Counter()
    other: list[str] = []
    for row in published:
        plan = plan_of(row["text"], index)
        types = plan.target_types or ("unknown",)
        read = {"intent": plan.intent, "scope": plan.scope, "framework": plan.framework, "target": row.get("target") in types}
        for name in row.keys() - {"text"}:
            is_right = read[name] is True if name == "target" else read[name] == row[name]
            right[name] += is_right
            other += [] if is_right else [f"{name} of {row['text']}: {read[name]}"]
    assert len(published) == 26
    assert right >= Counter({"intent": 15, "scope": 2, "framework": 12, "target": 9}), other


def test_a_shortened_question_word_is_read_like_the_long_one(index: OpenIndex) -> None:
    for rest in ("the primary key for the Order model?", "the total of an order?"):
        short, long = plan_of(f"What's {rest}", index), plan_of(f"What is {rest}", index)
        assert (short.intent, short.scope) == (long.intent, long.scope)


@pytest.mark.parametrize(
    ("question", "intent"),
    [
        ("How does checkout work?", "understand"),
        ("Where is the order validation?", "locate"),
        ("What happens when an order is placed?", "trace"),
        ("Who calls Order?", "trace"),
        ("What breaks if I change Money?", "trace"),
        ("Why might this callback fail?", "debug"),
        ("The parcel is never dispatched. Where should I look?", "debug"),
        ("How should I add a discount type?", "implement"),
        ("What columns does the Order table have?", "reference"),
        ("How do Basket and Order differ?", "compare"),
        ("What options does has_many support?", "framework"),
        ("What does validates accept?", "framework"),
        ("Where is it checked who validates a voucher?", "locate"),
    ],
)
def test_the_intent_is_what_a_reader_would_say(question: str, intent: str, index: OpenIndex) -> None:
    assert plan_of(question, index).intent == intent


@pytest.mark.parametrize(
    ("question", "scope"),
    [
        ("Order", "pinpoint"),
        ("Where is Money defined?", "pinpoint"),
        ("How does a refund work?", "focused"),
        ("Give me an overview of the structure of shipping", "exploratory"),
        ("Walk me through everything that happens at checkout", "comprehensive"),
    ],
)
def test_the_scope_is_as_broad_as_the_question(question: str, scope: str, index: OpenIndex) -> None:
    assert plan_of(question, index).scope == scope


@pytest.mark.parametrize(
    ("question", "key", "kind"),
    [
        ("Who calls Shipping::Rates?", "service:Shipping::Rates", "exact"),
        ("what does shipping::rates do", "service:Shipping::Rates", "folded"),
        ("explain place_order", "service:Checkout::PlaceOrder", "words"),
        ("Order#call_off!", "method:Order#call_off!", "exact"),
        ("app/models/order.rb", "file:app/models/order.rb", "path"),
        ("order.rb", "file:app/models/order.rb", "path"),
        ("trace the stock levels", "model:StockLevel", "words"),
        ("What is BasketPresentor for?", "presenter:BasketPresenter", "similar"),
    ],
)
def test_names_are_found_however_they_are_written(question: str, key: str, kind: str, index: OpenIndex) -> None:
    entity = plan_of(question, index).entities[0]
    assert (entity.unit_keys[0], entity.kind) == (key, kind)


@pytest.mark.parametrize(
    "question",
    [
        "What options does belongs_to support?",
        "How does Rails handle this?",
        "Is update_attributes deprecated?",
        "How does ActiveRecord save a row?",
        "Where does an ActionController rescue errors?",
        "which ActiveJob adapter is used",
        "Show me the Rails source of this",
        "rails internals of autoloading",
    ],
)
def test_signals_of_a_framework_set_the_flag_in_capitals_and_without(question: str, index: OpenIndex) -> None:
    assert plan_of(question, index).framework
    assert plan_of(question.lower(), index).framework


@pytest.mark.parametrize(
    "question", ["How does {} handle this?", "what does {} do with callbacks", "where does {} load constants"]
)
@pytest.mark.parametrize("name", ["Rails", "Django", "Sidekiq"])
def test_the_name_of_a_framework_is_read_alike_in_capitals_and_without(question: str, name: str, index: OpenIndex) -> None:
    capital, small = plan_of(question.format(name), index), plan_of(question.format(name.lower()), index)
    assert (capital.intent, capital.framework) == (small.intent, small.framework)
    assert capital.confidence["intent"] == small.confidence["intent"]


@pytest.mark.parametrize("question", ["How does checkout work?", "Who calls Order?", "Which job settles refunds?"])
def test_a_question_about_the_code_does_not_set_the_flag(question: str, index: OpenIndex) -> None:
    assert not plan_of(question, index).framework


def test_a_route_is_found_by_a_real_request(index: OpenIndex) -> None:
    entity = plan_of("GET /orders/A-17", index).entities[0]
    assert entity.kind in ("route", "code")
    assert all(key.startswith("route:") for key in entity.unit_keys)


@pytest.mark.parametrize("name", ["package.core.scheduler.Scheduler", "package.core.scheduler"])
def test_a_dotted_name_is_one_mention_and_no_file(name: str) -> None:
    (mention,) = read_question(f"which class creates {name} first?").mentions
    assert (mention.text, mention.kind) == (name, "code")


@pytest.mark.parametrize("name", ["show.html.erb", "config.toml", "app/models/order.rb"])
def test_a_file_is_one_mention_whatever_its_endings(name: str) -> None:
    (mention,) = read_question(f"what does {name} hold?").mentions
    assert (mention.text, mention.kind) == (name, "path")


def test_an_unknown_name_stays_an_entity_without_units(index: OpenIndex) -> None:
    entity = plan_of("Where is FluxCapacitor::Drive used?", index).entities[0]
    assert entity.text == "FluxCapacitor::Drive"
    assert entity.unit_keys == ()


@pytest.mark.parametrize("question", ["Order", "order.rb", "Shipping::Rates.quote", "call_off!", "app/models/order.rb"])
def test_a_bare_name_takes_the_fast_path(question: str, index: OpenIndex) -> None:
    plan = plan_of(question, index)
    assert plan.strategy == "direct"
    assert plan.scope == "pinpoint"


@pytest.mark.parametrize(
    ("question", "direction"),
    [
        ("Who calls Money?", "in"),
        ("What breaks if I change Money?", "in"),
        ("What does Checkout::PlaceOrder call?", "out"),
        ("How is Order related to Refund?", "both"),
    ],
)
def test_the_direction_of_relations_follows_the_verb(question: str, direction: str, index: OpenIndex) -> None:
    assert plan_of(question, index).direction == direction


def test_only_tests_are_asked_for_and_left_out_in_words(index: OpenIndex) -> None:
    assert plan_of("Which spec checks refunds?", index).filters.include_tests
    assert not plan_of("How are refunds made, without tests?", index).filters.include_tests


def test_both_sides_of_a_comparison_are_named(index: OpenIndex) -> None:
    plan = plan_of("What is the difference between Basket and Order?", index)
    assert {entity.unit_keys[0] for entity in plan.entities} == {"model:Basket", "model:Order"}


def test_confidences_are_shares(index: OpenIndex) -> None:
    for question in ("How does it work?", "Order", "why", "???", "ü"):
        plan = plan_of(question, index)
        assert plan.intent in INTENTS
        assert plan.scope in SCOPES
        assert all(0 <= value <= 1 for value in plan.confidence.values())


def test_fillers_are_searched_only_when_nothing_else_is_left() -> None:
    fillers = read_rules().fillers
    assert keywords(read_question("find the code of the parcel"), fillers) == ("parcel",)
    assert keywords(read_question("find it"), fillers) == ("find",)


@pytest.mark.parametrize(
    ("question", "type_"),
    [
        ("Which job settles refunds?", "job"),
        ("Find the nightly job for refunds", "job"),
        ("What columns hold money?", "table"),
        ("The job that cleans up", "job"),
        ("How does the Order model round?", "model"),
        ("job for old baskets", "job"),
        ("How does the controller of parcels answer?", "controller"),
    ],
)
def test_a_type_is_asked_for_where_one_of_it_is_the_answer(question: str, type_: str, index: OpenIndex) -> None:
    assert type_ in plan_of(question, index).target_types


@pytest.mark.parametrize(
    "question",
    [
        "What becomes of a job that fails?",
        "How is a webhook sent to an outside service?",
        "Where are circular dependencies between parcels found?",
        "Who decides whether somebody may perform an action?",
        "How are the old and new values recorded?",
    ],
)
def test_a_word_that_also_means_a_type_asks_for_none(question: str, index: OpenIndex) -> None:
    assert plan_of(question, index).target_types == ()


@pytest.mark.parametrize(
    ("question", "folder"),
    [
        ("explain the folder app/services", "app/services"),
        ("What is in app/jobs?", "app/jobs"),
        ("what does app/services/shipping do", "app/services/shipping"),
        ("Describe the payments directory.", "app/services/payments"),
        ("what's the purpose of app/values/?", "app/values"),
    ],
)
def test_a_question_about_a_folder_leads_to_it_and_its_main_classes(question: str, folder: str, index: OpenIndex) -> None:
    (entity,) = plan_of(question, index).entities
    first, *classes = entity.unit_keys
    assert (entity.kind, first) == ("folder", f"folder:{folder}")
    assert classes
    assert all(index.by_key[key].file_path.startswith(f"{folder}/") for key in classes)


@pytest.mark.parametrize(
    "question", ["explain checkout", "What does GET /basket do?", "what does Order do?", "explain services"]
)
def test_a_word_that_is_not_called_a_folder_means_none(question: str, index: OpenIndex) -> None:
    assert "folder" not in {entity.kind for entity in plan_of(question, index).entities}


@pytest.mark.parametrize("question", ["How does Basket compare to Order?", "Basket vs Order", "how do Basket and Order differ"])
def test_what_is_compared_comes_first(question: str) -> None:
    run = ask(question, stores(), DEFAULTS, budget=0)
    assert {unit.unit_key for unit in run.ranked[:2]} == {"model:Basket", "model:Order"}
