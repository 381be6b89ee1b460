"""Questions that ask for one thing: how records are associated, what a class declares, what a schedule runs."""

from __future__ import annotations

import pytest

from core.present.answer.hit_list import understanding
from core.workbench import Workbench
from tests.asked_index import asked_index
from tests.retrieval_samples import shop

_FILES = {
    "Gemfile": 'gem "rails"\n',
    "config/recurring.yml": "production:\n  prune:\n    class: PruneTokensJob\n    schedule: every night\n",
    "config/schedule.yml": "mail:\n  cron: '0 7 * * *'\n  class: SendDigestsJob\n",
    "app/jobs/prune_tokens_job.rb": "class PruneTokensJob < ApplicationJob\n  def perform = Token.stale.delete_all\nend\n",
    "app/jobs/send_digests_job.rb": "class SendDigestsJob < ApplicationJob\n  def perform = Digest.send_all\nend\n",
    "app/jobs/charge_job.rb": "class ChargeJob < ApplicationJob\n  def perform = Card.charge\nend\n",
    "app/models/provider.rb": "class Provider\n  class Error < StandardError; end\n  def call = raise Error\nend\n",
    "app/models/provider/mailgun.rb": "class Provider::Mailgun < Provider\n  class Error < Provider::Error; end\nend\n",
    "app/models/token.rb": "class Token < ApplicationRecord\n  scope :stale, -> { where(old: true) }\nend\n",
    "app/views/tokens/_token.html.erb": "<p><%= token.name %></p>\n",
    "app/views/tokens/index.html.erb": "<%= render 'tokens/token' %>\n",
    "app/views/tokens/_tokens.html.erb": "<p>all</p>\n",
}


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    return asked_index(tmp_path_factory, "asked_wholly", "post", _FILES)


def _first(bench: Workbench, question: str, most: int) -> list[str]:
    return [unit.unit_key.partition(":")[2] for unit in bench.ask(question, budget=0).ranked[:most]]


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("Which models belong to an order?", ["Order", "OrderLine", "Variant", "Payment", "Consignment", "Refund"]),
        ("What does an order belong to?", ["Order", "Account"]),
        ("how is Variant related to Product?", ["Variant", "Product"]),
        ("What are the associations of Refund?", ["Refund", "Order"]),
    ],
)
def test_records_come_with_those_that_a_question_asks_for(question: str, first: list[str]) -> None:
    assert set(_first(shop(), question, len(first))) == set(first)
    assert _first(shop(), question, 1) == first[:1]


def test_two_records_are_led_to_each_other_by_what_lies_between() -> None:
    run = shop().ask("How are orders and products related?", budget=2000)
    assert {unit.unit_key for unit in run.ranked[:4]} == {"model:Order", "model:OrderLine", "model:Variant", "model:Product"}
    assert "# associations\n\n" in run.context.text
    assert "- belongs_to Product: " not in run.context.text  # only what lies on the way
    assert "- Variant belongs_to: Product (app/models/variant.rb:5)" in run.context.text


def test_how_records_are_associated_is_an_answer_without_a_model() -> None:
    said = shop().answer("Which models belong to an order?").text
    assert "OrderLine belongs_to Order (app/models/order_line.rb:2)" in said
    assert "Payment belongs_to Order (app/models/payment.rb:" in said


@pytest.mark.parametrize(
    "question",
    [
        "What does an order have to do with coupons?",
        "How are orders and products related to the search index?",
        "What belongs to the checkout of somebody who is not signed in?",
        "Which states can an order be in while it is packed?",
        "How often may a payment fail?",
        "What runs?",
    ],
)
def test_a_question_about_more_is_asked_like_any_other(question: str) -> None:
    assert {entity.kind for entity in shop().ask(question, budget=0).plan.entities}.isdisjoint(
        {"associated", "declares", "scheduled"}
    )


def test_callbacks_come_in_the_order_in_which_they_run() -> None:
    names = _first(shop(), "Which callbacks run when an order is saved?", 9)
    assert names[:3] == ["Order", "Order#default_billing_address", "Order#strip_gift_note"]
    assert names.index("Order#recalculate") < names.index("Order#release_coupon")
    assert _first(shop(), "What runs before an order is destroyed?", 1) == ["Order"]


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("What validations does an order have?", ["Order", "Order#goods_may_travel_to_destination", "Order#coupon_was_live"]),
        ("Which states can an order be in?", ["Order"]),
        ("Which scopes does Order have?", ["Order", "Order.placed"]),
        ("What columns does the orders table have?", ["orders"]),
        ("Which methods does Payments::Gateway have?", ["Payments::Gateway", "Payments::Gateway.authorise"]),
    ],
)
def test_a_class_comes_before_what_it_declares(question: str, first: list[str]) -> None:
    assert _first(shop(), question, len(first)) == first


@pytest.mark.parametrize("question", ["What runs regularly?", "Which jobs run every night?", "Which recurring jobs are there?"])
def test_schedules_come_with_all_that_they_run(bench: Workbench, question: str) -> None:
    schedules, jobs = {"config/recurring.yml", "config/schedule.yml"}, {"PruneTokensJob", "SendDigestsJob"}
    assert set(_first(bench, question, 2)) == schedules
    assert set(_first(bench, question, 4)) == schedules | jobs


def test_how_often_is_told_of_what_a_schedule_runs_and_of_nothing_else(bench: Workbench) -> None:
    assert _first(bench, "How often are tokens pruned?", 2) == ["config/recurring.yml", "PruneTokensJob"]
    assert "scheduled" not in {entity.kind for entity in bench.ask("How often is a card charged?", budget=0).plan.entities}


def test_a_class_inside_is_an_heir_and_its_own_heirs_are_not_those_of_the_class_around(bench: Workbench) -> None:
    assert _first(bench, "Which classes inherit from Provider?", 1) == ["Provider::Mailgun"]


def test_a_partial_is_named_without_its_underscore(bench: Workbench) -> None:
    entity = next(one for one in bench.ask("Which views render the token partial?", budget=0).plan.entities if one.unit_keys)
    assert entity.unit_keys == ("view_template:tokens/_token",)
    assert _first(bench, "Which views render the token partial?", 1) == ["tokens/index"]


def test_what_is_asked_for_is_no_choice_of_one() -> None:
    chips = str(understanding(shop().ask("Which models belong to an order?", budget=0), "sample"))
    assert "and 5 others" in chips
    assert "requested" in chips
    assert "may be" not in chips


def test_columns_are_those_of_the_type_and_not_of_the_module_that_is_called_like_it(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    files = {
        "Cargo.toml": '[package]\nname = "vault"\nversion = "0.1.0"\n',
        "src/lib.rs": "pub mod cipher;\n",
        "src/cipher.rs": "pub struct Cipher { pub name: String }\nimpl Cipher { pub fn save(&self) {} }\npub fn helper() {}\n",
    }
    found = asked_index(tmp_path_factory, "asked_rust", "vault", files).ask("Which columns does a cipher have?", budget=0)
    assert found.plan.entities[0].unit_keys[0] == "struct:vault::cipher::Cipher"
