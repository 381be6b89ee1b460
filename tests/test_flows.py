"""What happens when: flows of the sample shop, put together from its index."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core import open_workbench
from core.errors import SourceError
from core.flow.outside import kind_outside
from core.flow.text import flow_text, reach_text
from core.model.flow import ABOVE, ON_ITS_OWN, Flow
from core.pipeline.indexing import index_checkout
from core.present.export.flows import flow_json, flow_mermaid
from core.settings import read_settings
from tests.asked_index import named
from tests.retrieval_samples import shop


@pytest.fixture(scope="module")
def checkout() -> Flow:
    return shop().flow("POST /checkout")


def test_a_request_runs_its_filters_in_order_before_its_action(checkout) -> None:
    said = [step.what for step in checkout.steps]
    assert said == [
        "POST /checkout",
        "before_action ApplicationController#set_request_context",
        "before_action CheckoutsController#require_goods",
        "CheckoutsController#create",
    ]


def test_a_filter_says_what_it_may_do(checkout) -> None:
    assert "halt: redirect_to basket_path" in named(checkout, "require_goods").may


def test_arguments_are_evaluated_before_the_call_that_takes_them(checkout) -> None:
    action = checkout.steps[-1]
    said = [step.what for step in action.steps]
    assert said.index("CheckoutsController#buyer") < said.index("Checkout::PlaceOrder.call")


def test_branches_are_told_with_what_they_decide_on(checkout) -> None:
    assert named(checkout, "redirect_to new_checkout_path").conditions == ("when :declined",)
    assert named(checkout, "checkouts/new").conditions == ("else",)


def test_a_save_runs_its_callbacks_in_the_order_of_rails_within_a_transaction() -> None:
    save = named(shop().flow("Checkout::PlaceOrder#prepare"), "@order.save!")
    said = [step.what.split()[0] for step in save.steps]
    order = ["before_validation", "before_save", "INSERT", "after_create"]
    assert sorted(order, key=said.index) == order
    assert all(step.transaction for step in save.steps if not step.after_commit)


def test_what_runs_only_after_the_commit_says_so() -> None:
    flow = (
        shop().flow("Order#cancel!") if "method:Order#cancel!" in shop().heads else shop().flow("Checkout::PlaceOrder#prepare")
    )
    late = [step for _, step in flow.walk() if step.what.startswith("after_commit")]
    assert late
    assert all(step.after_commit and not step.transaction for step in late)


def test_what_is_told_once_is_folded_the_second_time() -> None:
    updates = [step for _, step in shop().flow("checkouts#create").walk() if step.folded == ABOVE]
    assert updates
    assert not any(step.steps for step in updates)


def test_what_is_enqueued_is_a_flow_of_its_own() -> None:
    enqueued = [step for head in shop().heads.values() if head.type == "method" and not head.is_test
                for step in shop().flow(head.key, depth=1).steps if step.kind == "enqueue"]  # fmt: skip
    assert enqueued
    assert {step.folded for step in enqueued} == {ON_ITS_OWN}


def test_a_path_as_a_browser_asks_for_it_finds_its_route() -> None:
    assert shop().flow("GET /orders/HB-1").title == shop().flow("GET /orders/:reference").title


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("GET /nowhere", "No route GET /nowhere. Name a route"),
        ("GET /parts/orders", "Similar: GET /orders"),
        ("checkouts#dance", "no action 'dance'"),
        ("FluxCapacitor", "FluxCapacitor"),
    ],
)
def test_an_unknown_entry_is_refused_with_what_there_is(entry: str, said: str) -> None:
    with pytest.raises(SourceError, match=said):
        shop().flow(entry)


def test_a_budget_folds_the_deepest_steps_first(checkout) -> None:
    whole, small = flow_text(checkout), flow_text(checkout, 400, lambda text: len(text.split()))
    assert len(small) < len(whole)
    assert "more steps" in small
    assert all(step.what.split()[-1] in small for step in checkout.steps if step.kind in ("route", "action"))


def test_json_and_mermaid_tell_the_same_steps(checkout) -> None:
    told = json.loads(flow_json(checkout))
    assert [step["what"] for step in told["steps"]] == [step.what for step in checkout.steps]
    diagram = flow_mermaid(checkout)
    assert diagram.startswith("sequenceDiagram")
    assert diagram.count("    opt ") + diagram.count("    break ") == diagram.count("end\n") + diagram.endswith("end")


def test_the_same_entry_gives_the_same_flow(checkout) -> None:
    assert flow_json(shop().flow("POST /checkout")) == flow_json(checkout)


def test_a_unit_is_reached_from_routes_with_the_chain_that_leads_there() -> None:
    reach = shop().reached_from("Checkout::PlaceOrder#prepare")
    chain = next(chain for chain in reach.chains if chain.entry == "route:POST /checkout")
    assert [link.unit for link in chain.links][:2] == ["method:CheckoutsController#create", "method:Checkout::PlaceOrder.call"]
    assert chain.links[-1].unit == "method:Checkout::PlaceOrder#prepare"


def test_a_callback_is_reached_from_where_its_model_is_saved() -> None:
    reach = shop().reached_from("Order#remember_basket_conversion")
    assert any(link.unit == "model:Order" and "save" in link.kind for chain in reach.chains for link in chain.links)


def test_a_line_means_the_innermost_unit_around_it() -> None:
    head = shop().head("Checkout::PlaceOrder#prepare")
    assert shop().reached_from(f"{head.file_path}:{head.start_line}").unit == head.key


def test_destroying_takes_dependents_and_callbacks_along() -> None:
    flow = shop().destroyed("Order")
    said = [step.what for step in flow.steps[0].steps]
    assert any(one.startswith("destroy lines") for one in said)
    assert said.index("before_destroy forbid_destroying_placed_orders") < said.index("DELETE")
    with pytest.raises(SourceError, match="is not a model"):
        shop().destroyed("CheckoutsController")


def test_a_budget_shows_the_nearest_entries_that_reach_a_unit_and_counts_the_others() -> None:
    reach = shop().reached_from("EventLog.record")
    small = reach_text(reach, 60, lambda text: len(text.split()))
    assert reach_text(reach).startswith(small.rpartition("\n")[0])
    assert len(small.split()) <= 60
    assert small.endswith(" more entry points")


def test_a_budget_keeps_the_steps_that_are_seen_from_outside(checkout) -> None:
    small = flow_text(checkout, 120, lambda text: len(text.split()))
    assert len(small.split()) <= 120
    assert "Checkout::PlaceOrder.call" in small
    assert "validate presence" not in small


def test_a_check_of_a_policy_leads_to_the_method_that_it_asks() -> None:
    step = named(shop().flow("return_requests#create"), "authorize")
    assert (step.kind, step.unit) == ("policy", "method:OrderPolicy#send_back?")


def test_records_of_nested_attributes_are_saved_with_theirs_after_its_statement() -> None:
    save = named(shop().flow("Checkout::PlaceOrder#prepare"), "@order.save!")
    said = [step.what for step in save.steps]
    lines = next(step for step in save.steps if step.what.startswith("autosave lines"))
    assert (lines.kind, lines.unit) == ("save", "model:OrderLine")
    assert said.index(next(one for one in said if one.startswith("INSERT"))) < said.index(lines.what)


def test_what_is_kept_in_a_cache_is_a_step_of_its_own() -> None:
    base = "app/controllers/api/v1/base_controller.rb"
    heads = [head for head in shop().heads.values() if (head.file_path, head.type) == (base, "method")]
    steps = [step for head in heads for _, step in shop().flow(head.key).walk()]
    assert {step.what for step in steps if step.kind == "cache"} == {"Rails.cache.increment"}


def test_a_request_of_a_client_that_a_method_remembers_is_a_step_of_its_own() -> None:
    flow = shop().flow("Payments::Gateway.void")
    requests = [step for _, step in flow.walk() if step.kind == "request"]
    assert [(step.what, step.certainty) for step in requests] == [("connection.post", "inferred")]
    assert "1 request" in shop().flow("OrdersController#cancel").sentence


@pytest.mark.parametrize(
    ("receiver", "name", "kind"),
    [
        ("receipt", "broadcast_replace_to", "broadcast"),
        ("ActionCable.server", "broadcast", "broadcast"),
        ("", "expire_fragment", "cache"),
        ("Rails.cache", "read", ""),
        ("Net::HTTP", "post", "request"),
        ("orders", "post", ""),
        ("ActiveRecord::Base.connection", "execute", "write"),
        ("Doorkeeper::AccessGrant.where", "delete_all", "write"),
        ("rows", "delete_all", ""),
    ],
)
def test_what_reaches_beyond_the_application_is_told_by_its_name(receiver: str, name: str, kind: str) -> None:
    assert kind_outside(receiver, name) == kind


def test_a_class_that_is_not_started_as_a_whole_is_told_by_what_it_does() -> None:
    model, mailer = shop().flow("Order"), shop().flow("OrderMailer")
    assert [step.kind for step in model.steps] == ["save", "destroy"]
    assert all(step.unit.startswith("method:OrderMailer#") for step in mailer.steps)
    assert mailer.steps


def test_an_inherited_start_runs_what_the_class_overrides(tmp_path) -> None:
    service = "class VoidService < BaseService\n  def call\n    NotifyJob.perform_later\n  end\nend\n"
    base = "class BaseService\n  def self.call(...)\n    new(...).call\n  end\n\n  def call\n    raise 'no'\n  end\nend\n"
    job = "class NotifyJob < ApplicationJob\n  def perform\n  end\nend\n"
    caller = "class Voiding\n  def run\n    VoidService.call\n  end\nend\n"
    files = {
        "services/void_service": service,
        "services/base_service": base,
        "jobs/notify_job": job,
        "services/voiding": caller,
    }
    steps = _flow_of(files, "Voiding#run", tmp_path)
    assert steps[:3] == ["VoidService.call", "VoidService#call", "NotifyJob (perform_later)"]


def test_super_in_a_method_that_saves_is_what_saves_the_record(tmp_path) -> None:
    model = "class Journal < ApplicationRecord\n  def save(*args)\n    empty? ? false : super\n  end\nend\n"
    caller = "class Noting\n  def run\n    journal = Journal.new\n    journal.save\n  end\nend\n"
    steps = _flow_of({"models/journal": model, "services/noting": caller}, "Noting#run", tmp_path)
    assert [what for what in steps if "Journal" in what][-2:] == ["Journal#save", "save (Journal)"]


def _flow_of(files: dict[str, str], entry: str, folder: Path) -> list[str]:
    """Return the steps of a flow in an application with these files under `app`."""
    for name, text in files.items():
        place = folder / "shop" / "app" / f"{name}.rb"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    settings = {"home": str(folder / "home"), "embed.embedder": "hash", "index.vectors": "exact"}
    index_checkout(folder / "shop", read_settings(settings), name="small")
    return [step.what for _, step in open_workbench("small", settings=settings).flow(entry).walk()]
