"""What ends a method or one run of a loop early, told where later steps depend on it."""

from __future__ import annotations

import pytest

from core.model.flow import FlowStep
from core.present.export.flows import flow_mermaid
from core.present.flow.steps import page_address, steps_html
from core.workbench import Workbench
from tests.asked_index import asked_index

FILES = {
    "config/application.rb": "module Shop\n  class Application < Rails::Application\n  end\nend\n",
    "app/models/order.rb": """class Order < ApplicationRecord
  before_destroy do
    next if open?
    AuditJob.perform_later(id)
  end

  def settle
    return if settled?
    return false unless customer

    AuditJob.perform_later(id)
    return if late?
  end

  def either
    if settled?
      return 1
    else
      AuditJob.perform_later(id)
    end
  end

  def kind
    case state
    when :open then return
    when :paid then AuditJob.perform_later(id)
    end
  end

  def always
    return if settled?
  ensure
    AuditJob.perform_later(id)
  end

  def guarded
    touch
  rescue ArgumentError
    return if late?
    AuditJob.perform_later(id)
  end

  def in_a_block
    tap do
      return 1
    end
    AuditJob.perform_later(id)
  end
end
""",
    "app/jobs/audit_job.rb": "class AuditJob < ApplicationJob\n  def perform(id)\n    Order.find(id).touch\n  end\nend\n",
    "app/services/close_orders.rb": """class CloseOrders
  def call
    Order.find_each do |order|
      next if order.open?
      break unless order.customer

      order.destroy!
    end
    AuditJob.perform_later(1)
  end

  def first_of_each
    Order.find_each do |order|
      next if order.open?
    end
    AuditJob.perform_later(1)
  end

  def settled
    order = Order.first
    order.settle
  end
end
""",
    "app/controllers/orders_controller.rb": """class OrdersController < ApplicationController
  def pay
    redirect_to "/late" and return if late?
    if closed?
      Order.first.touch
      return
    end
    return head(:forbidden) unless allowed?

    AuditJob.perform_later(1)
  end
end
""",
}  # fmt: skip


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    return asked_index(tmp_path_factory, "guards", "shop", FILES)


def said(steps: tuple[FlowStep, ...]) -> list[str]:
    return [" ".join([one.what, *one.conditions, *([f"then {one.then}"] if one.then else [])]) for one in steps]


def test_what_ends_a_method_early_is_a_step_where_later_steps_depend_on_it(bench: Workbench) -> None:
    assert said(bench.flow("Order#settle").steps) == [
        "return if settled?", "return unless customer", "AuditJob (perform_later)",
    ]  # fmt: skip


def test_a_method_that_is_called_tells_what_ends_it(bench: Workbench) -> None:
    called = next(step for step in bench.flow("CloseOrders#settled").steps if step.what == "Order#settle")
    assert said(called.steps)[:2] == ["return if settled?", "return unless customer"]


@pytest.mark.parametrize("method", ["either", "kind", "always", "in_a_block"])
def test_an_end_that_no_later_step_depends_on_is_left_out(bench: Workbench, method: str) -> None:
    assert not [one for one in bench.flow(f"Order#{method}").steps if one.kind == "return"]


def test_an_end_in_a_rescue_is_told_before_what_follows_it_there(bench: Workbench) -> None:
    assert "return after an error ArgumentError if late?" in said(bench.flow("Order#guarded").steps)


def test_next_and_break_end_what_is_in_their_block(bench: Workbench) -> None:
    steps = bench.flow("CloseOrders#call").steps
    assert said(steps)[:2] == ["next for each of Order if order.open?", "break for each of Order unless order.customer"]
    assert [one.what for one in steps][2] == "order.destroy! (Order)"


def test_next_says_nothing_of_what_is_behind_its_loop(bench: Workbench) -> None:
    assert not [one for one in bench.flow("CloseOrders#first_of_each").steps if one.kind == "return"]


def test_a_block_that_a_class_declares_tells_what_ends_it(bench: Workbench) -> None:
    flow = bench.flow("CloseOrders#call")
    callback = next(step for _, step in flow.walk() if step.what.startswith("before_destroy"))
    assert said(callback.steps) == ["next if open?", "AuditJob (perform_later)"]


def test_an_answer_that_is_followed_by_an_end_says_so(bench: Workbench) -> None:
    assert said(bench.flow("OrdersController#pay").steps) == [
        'redirect_to "/late" if late? then return',
        "Order.first.touch (Order) if closed? then return",
        "head :forbidden unless allowed? then return",
        "AuditJob (perform_later)",
    ]


def test_every_form_of_a_flow_tells_what_ends_it(bench: Workbench) -> None:
    flow = bench.flow("OrdersController#pay")
    assert flow.to_rows()[0]["then"] == "return"
    assert "break if late?" in flow_mermaid(flow)
    assert flow_mermaid(flow).count("    break ") == 3
    assert "then return" in steps_html(flow, page_address("shop"))
