"""Events of state machines and organizers in flows: what runs around a transition, and what runs in which order."""

from __future__ import annotations

import pytest

from core.model.flow import FlowStep
from core.workbench import Workbench
from tests.asked_index import asked_index, named

MACHINE = """module Shop
  class Machines < Configuration
    class_name_attribute :order, default: "Shop::Machines::Order"

    module Order
      extend ActiveSupport::Concern

      included do
        state_machine :state, initial: :cart do
          event(:complete) { transition to: :complete, from: :confirm }
          event :cancel do
            transition from: [:complete, :resumed], to: :canceled
          end
          before_transition from: :cart, do: :never_from_cart
          before_transition to: :complete, do: :charge
          after_transition to: :complete, do: [:finalize], if: :paid?
          after_transition on: :cancel, do: :refund
        end
      end
    end
  end
end
"""
STEPS = """module Shop
  module Steps
    def self.included(klass)
      klass.class_eval do
        def self.checkout_flow(&block)
          instance_eval(&block)
          define_state_machine!
        end

        def self.define_state_machine!
          klass = self
          state_machine :state do
            klass.noted.each { |step| transition(step.merge(on: :next)) }
            event(:close) { transition to: :closed }
            before_transition from: any, to: any - :paid, do: :look_up
            after_transition to: :closed, do: :shred
          end
        end

        def self.go_to_state(name, options = {})
          before.each { |state| note({ from: state, to: name }.merge(options)) }
        end

        def self.note(options)
          noted << options
        end

        def look_up
          raise Unknown
        end
      end
    end
  end
end
"""
FILES = {
    "app/models/shop/steps.rb": STEPS,
    "app/models/cart.rb": "class Cart < ApplicationRecord\n  include Shop::Steps\n\n  checkout_flow do\n"
    "    go_to_state :address\n    go_to_state :paid, if: :priced?\n  end\n\n  def shred\n    raise\n  end\nend\n",
    "spec/cart_spec.rb": "class Cart\n  checkout_flow do\n    go_to_state :closed\n  end\nend\n",
    "db/migrate/20200101000000_move.rb": "class Move < ActiveRecord::Migration[7.0]\n  class ::Cart < ActiveRecord::Base\n"
    "    go_to_state :closed\n    before_update :never\n  end\nend\n",
    "app/models/basket.rb": "class Basket < ApplicationRecord\n  has_many :carts\n  has_one :cart\n"
    "  delegate :price, to: :cart\nend\n",
    "app/jobs/empty_job.rb": "class EmptyJob < ApplicationJob\n  def perform(basket)\n    basket.carts.each(&:close!)\n"
    "    basket.carts.find_each(&:destroy!)\n    basket.update!(empty: true)\n  end\nend\n",
    "app/jobs/basket_job.rb": "class BasketJob < ApplicationJob\n  def perform\n    Basket.create!\n  end\nend\n",
    "app/jobs/close_cart_job.rb": "class CloseCartJob < ApplicationJob\n  def perform(cart)\n    cart.close!\n  end\nend\n",
    "app/models/old/cart.rb": "class Old::Cart < ApplicationRecord\nend\n",  # a variable may be called after either
    "app/jobs/cart_job.rb": "class CartJob < ApplicationJob\n  def perform(id)\n    Cart.find(id).next!\n  end\nend\n",
    "config/application.rb": "module Shop\n  class Application < Rails::Application\n  end\nend\n",
    "config/routes.rb": "Rails.application.routes.draw do\n  post '/orders/:id/complete', to: 'orders#complete'\nend\n",
    "app/models/machines.rb": MACHINE,
    "app/models/order.rb": "class Order < ApplicationRecord\n  include Shop::Config.machines.order\n"
    "  before_save :touch_all\n\n  def charge\n    Charge.create!\n  end\n\n  def finalize\n    raise Late\n"
    "  end\n\n  def refund\n    Charge.destroy_all\n  end\n\n  def never_from_cart\n    raise\n  end\n\n"
    "  def touch_all\n  end\nend\n",
    "app/models/charge.rb": "class Charge < ApplicationRecord\n  include AASM\n\n  aasm do\n    state :new, initial: true\n"
    "    state :done, before_enter: :book\n    event :settle, after_commit: :tell do\n      after do\n        Order.create!\n"
    "      end\n      transitions from: :new, to: :done, guard: :ready?\n    end\n    event :drop do\n"
    "      transitions to: :dropped\n    end\n  end\n\n  def book\n    raise Closed\n  end\n\n  def tell\n"
    "    ChargeJob.perform_later\n  end\n\n  def ready?\n  end\nend\n",
    "app/jobs/charge_job.rb": "class ChargeJob < ApplicationJob\n  def perform\n    Charge.first.settle\n  end\nend\n",
    "app/controllers/orders_controller.rb": "class OrdersController < ApplicationController\n  def complete\n"
    "    @order = Order.find(params[:id])\n    @order.complete!\n    CloseOrder.call(order: @order)\n  end\nend\n",
    "app/organizers/close_order.rb": "class CloseOrder\n  include Interactor::Organizer\n\n  organize SettleCharge,\n"
    "    CancelOrder\nend\n",
    "app/interactors/settle_charge.rb": "class SettleCharge\n  include Interactor\n\n  def call\n    context.charge.settle!\n"
    "  end\nend\n",
    "app/interactors/cancel_order.rb": "class CancelOrder\n  include Interactor\n\n  def call\n    context.order.cancel\n"
    "  end\nend\n",
}  # fmt: skip


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    return asked_index(tmp_path_factory, "transitions", "shop", FILES)


def inside(step: FlowStep) -> list[str]:
    return [one.what for one in step.steps]


def test_an_event_runs_what_its_transition_may_meet_around_the_save(bench):
    complete = named(bench.flow("POST /orders/:id/complete"), "@order.complete!")
    assert complete.kind == "save"
    assert [what for what in inside(complete) if not what.startswith("validate")] == [
        "before_transition charge", "before_save touch_all", "UPDATE", "after_transition finalize",
    ]  # fmt: skip
    assert complete.steps[-1].conditions == ("if paid?", "to complete")
    assert {step.kind for step in complete.steps[-1].steps} == {"raise"}


def test_an_event_of_aasm_saves_with_a_bang_only_and_runs_its_phases_in_order(bench):
    settle = named(bench.flow("SettleCharge"), "context.charge.settle!")
    said = [what for what in inside(settle) if "valida" not in what]
    assert said == ["guard ready?", "before_enter book", "UPDATE", "after block", "after_commit tell"]
    *_, block, tell = settle.steps
    assert [step.kind for step in block.steps] == ["save"]
    assert (block.after_commit, tell.after_commit) == (False, True)
    assert "UPDATE" not in inside(named(bench.flow("ChargeJob"), "settle"))


def test_an_organizer_runs_its_interactors_in_order(bench):
    flow = bench.flow("CloseOrder")
    assert [step.unit for step in flow.steps] == ["service:SettleCharge", "service:CancelOrder"]
    assert named(flow, "context.order.cancel").certainty == "inferred"


def test_the_method_of_a_transition_is_reached_by_the_calls_of_events_that_run_it(bench):
    def entries(method: str) -> set[str]:
        return {chain.entry for chain in bench.reached_from(method).chains}

    assert entries("Order#charge") == {"route:POST /orders/:id/complete"}
    assert entries("Charge#tell") == {"route:POST /orders/:id/complete", "job:ChargeJob"}
    cancel = next(one for one in bench.reached_from("Order#refund").chains if one.entry.startswith("route:"))
    assert [link.kind for link in cancel.links] == ["routes_to", "calls", "runs", "cancel", "runs"]
    assert "runs" in {row["kind"] for row in bench.dependents("CancelOrder#call").to_rows()}


def test_an_event_that_a_loop_makes_leads_to_the_states_that_the_class_body_notes(bench):
    step = named(bench.flow("CartJob"), "next!")
    assert [what for what in inside(step) if "valid" not in what] == ["before_transition look_up", "UPDATE"]
    assert step.steps[0].unit == "method:Shop::Steps#look_up"  # defined by the hook of the module, in `klass.class_eval`
    assert "job:CartJob" in {chain.entry for chain in bench.reached_from("Shop::Steps#look_up").chains}
    assert "job:CartJob" not in {chain.entry for chain in bench.reached_from("Cart#shred").chains}


def test_an_event_of_what_only_the_types_of_the_index_tell_is_a_step(bench):
    step = named(bench.flow("CloseCartJob"), "close!")
    assert (step.kind, step.unit) == ("save", "model:Cart")
    assert "after_transition shred" in inside(step)


def test_what_is_done_with_each_of_several_is_a_step(bench):
    steps = [(step.kind, step.what) for step in bench.flow("EmptyJob").steps[0].steps]
    assert steps[:2] == [("save", "basket.carts.each.close! (Cart)"), ("destroy", "basket.carts.each.destroy! (Cart)")]


def test_saving_what_passes_attributes_on_runs_no_callbacks_of_the_other(bench):
    entries = {chain.entry for chain in bench.reached_from("Cart#shred").chains}
    assert "job:BasketJob" not in entries
    assert {"job:EmptyJob", "job:CloseCartJob"} <= entries
