"""Machines of the gem statesman, which are classes of their own: what runs when they are told to go to a state."""

from __future__ import annotations

import pytest

from core.model.flow import FlowStep
from core.workbench import Workbench
from tests.asked_index import asked_index, named

MACHINE = """class BookOrderStateMachine
  include Statesman::Machine

  state :pending, initial: true
  state :paid
  state :shipped
  state :cancelled

  transition from: :pending, to: [:paid, :cancelled]
  transition from: :paid, to: [:shipped, :cancelled]

  after_transition(to: :shipped, after_commit: true) do |parcel|
    ShipJob.perform_later(parcel.id)
  end

  guard_transition(to: :paid) { |order| raise "no" }

  before_transition(from: :pending, to: :paid) do |order, transition|
    order.touch
  end

  after_transition(to: :paid) do |order|
    order.transition_to(:shipped)
  end

  after_transition_failure(to: :paid) { |order| order.destroy }

  before_transition(from: :paid, to: :cancelled) { |order| raise "never" }
end
"""
FILES = {
    "config/application.rb": "module Shop\n  class Application < Rails::Application\n  end\nend\n",
    "config/routes.rb": "Rails.application.routes.draw do\n  post '/orders/:id/pay', to: 'orders#pay'\n"
    "  post '/orders/:id/cancel', to: 'orders#cancel'\n  post '/orders/:id/move', to: 'orders#move'\nend\n",
    "app/state_machines/book_order_state_machine.rb": MACHINE,
    "app/state_machines/refund_state_machine.rb": "class RefundStateMachine\n  include Statesman::Machine\n  state :open\n"
    "  state :paid\n  transition from: :open, to: :paid\nend\n",
    "app/models/book_order.rb": "class BookOrder < ApplicationRecord\n  has_many :transitions\n\n  def state_machine\n"
    "    @state_machine ||= BookOrderStateMachine.new(self, transition_class: BookOrderTransition)\n  end\n\n"
    "  delegate :transition_to!, :transition_to, to: :state_machine\n\n  def cancel_late\n    transition_to!(:cancelled)\n"
    "  end\nend\n",
    "app/models/book_order_transition.rb": "class BookOrderTransition < ApplicationRecord\n"
    "  validates :to_state, presence: true\nend\n",
    "app/jobs/ship_job.rb": "class ShipJob < ApplicationJob\n  def perform(id)\n    BookOrder.find(id).update!(shipped: true)\n"
    "  end\nend\n",
    "app/controllers/orders_controller.rb": "class OrdersController < ApplicationController\n  def pay\n"
    "    order = BookOrder.find(params[:id])\n    order.transition_to!(:paid, by: 1)\n  end\n\n  def cancel\n"
    "    BookOrder.find(params[:id]).state_machine.transition_to!(BookOrderStateMachine::CANCELLED)\n  end\n\n  def move\n"
    "    old_order.transition_to(params[:state])\n    something.transition_to(:paid)\n  end\nend\n",
}  # fmt: skip


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    return asked_index(tmp_path_factory, "statesman", "shop", FILES)


def inside(step: FlowStep) -> list[str]:
    return [" ".join([one.what, *one.conditions]) for one in step.steps if one.kind != "validation"]


def test_a_move_runs_what_its_states_may_meet_around_the_insert_of_its_transition(bench):
    paid = named(bench.flow("POST /orders/:id/pay"), "order.transition_to! :paid")
    assert (paid.kind, paid.what) == ("save", "order.transition_to! :paid (BookOrderStateMachine)")
    assert inside(paid) == [
        "guard_transition block to paid", "before_transition block from pending to paid", "INSERT",
        "after_transition block to paid", "after_transition_failure block if the transition fails to paid",
    ]  # fmt: skip
    assert {step.unit for step in paid.steps if step.kind == "validation"} <= {"", "model:BookOrderTransition"}
    guard, before, *_, after, failing = (step for step in paid.steps if step.kind == "callback")
    assert [one.kind for one in guard.steps] == ["raise"]
    assert [one.transaction for one in (guard, before, after, failing)] == [False, True, True, False]


def test_the_block_of_a_transition_knows_its_record_and_leads_on_to_the_next_state(bench):
    flow = bench.flow("POST /orders/:id/pay")
    shipped = named(flow, "order.transition_to :shipped")
    assert inside(shipped)[-1] == "after_transition block to shipped"
    last = shipped.steps[-1]
    assert last.after_commit
    assert [one.unit for one in last.steps] == ["job:ShipJob"]
    assert named(flow, "order.touch").what == "order.touch (BookOrder)"
    assert named(flow, "order.destroy").unit == "model:BookOrder"


def test_a_state_may_be_a_constant_and_what_is_no_state_may_be_any(bench):
    cancelled = named(bench.flow("POST /orders/:id/cancel"), "transition_to!")
    assert inside(cancelled) == ["INSERT", "before_transition block from paid to cancelled"][::-1]
    assert len(inside(named(bench.flow("POST /orders/:id/move"), "old_order.transition_to"))) == 7


def test_moves_are_relations_to_the_machine_of_the_type_or_the_only_one_called_so(bench):
    found = bench.dependents("BookOrderStateMachine", kinds=("calls",)).to_rows()
    names = {"method:OrdersController#pay", "method:OrdersController#cancel", "method:OrdersController#move"}
    assert {row["unit"] for row in found} == {*names, "method:BookOrder#cancel_late"}
    assert {row["via"] for row in found} == {"event transition_to!", "event transition_to"}
    assert not bench.dependents("RefundStateMachine", kinds=("calls",)).to_rows()  # `something` is called like neither


def test_what_a_state_runs_is_reached_by_the_moves_that_lead_there(bench):
    entries = {chain.entry for chain in bench.reached_from("ShipJob").chains}
    assert entries == {"route:POST /orders/:id/pay", "route:POST /orders/:id/move"}  # paid leads on to shipped, cancelled not
