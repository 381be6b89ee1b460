"""Interactors: what runs around them, in which order, and what an organizer has them take back."""

from __future__ import annotations

import pytest

from core.model.flow import Flow, FlowStep
from core.workbench import Workbench
from tests.asked_index import asked_index, named

FILES = {
    "config/application.rb": """module Shop
  class Application < Rails::Application
  end
end
""",
    "config/routes.rb": """Rails.application.routes.draw do
  post '/orders', to: 'orders#create'
end
""",
    "app/models/order.rb": """class Order < ApplicationRecord
end
""",
    "app/models/note.rb": """class Note < ApplicationRecord
end
""",
    "app/controllers/orders_controller.rb": """class OrdersController < ApplicationController
  def create
    PlaceOrder.call(a: 1)
  end
end
""",
    "app/interactors/concerns/transactional.rb": """module Transactional
  extend ActiveSupport::Concern
  included do
    around do |interactor|
      ActiveRecord::Base.transaction { interactor.call }
    end
  end
end
""",
    "app/interactors/base.rb": """class Base
  include Interactor

  before { raise 'not inherited' }
end
""",
    "app/interactors/place_order.rb": """class PlaceOrder
  include Interactor::Organizer
  include Transactional

  after { Note.create!(text: 'one') }
  after :two
  before do
    context.fail!(error: 1) unless context.a
  end

  organize MakeOrder, TellOthers, PayOrder

  def two
    raise Two
  end
end
""",
    "app/interactors/make_order.rb": """class MakeOrder < Base
  before :look
  around :timed

  def call
    Order.create!
  end

  def rollback
    Order.destroy_all
  end

  def look
    raise Looked
  end

  def timed(interactor)
    Note.create!(text: 'time')
    interactor.call
  end
end
""",
    "app/interactors/tell_others.rb": """class TellOthers
  include Interactor::Organizer
  organize WriteNote
end
""",
    "app/interactors/write_note.rb": """class WriteNote < Base
  def call
    Note.create!
  end

  def rollback
    Note.destroy_all
  end
end
""",
    "app/interactors/pay_order.rb": """class PayOrder < Base
  def call
    raise Declined
  end

  def rollback
    raise Late
  end
end
""",
    "app/services/hooked.rb": """class Hooked
  before :look

  def call
    Order.create!
  end

  def look
    raise Looked
  end
end
""",
}  # fmt: skip


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    return asked_index(tmp_path_factory, "interactors", "shop", FILES)


def inside(step: FlowStep | Flow) -> list[str]:
    return [one.what for one in step.steps]


def test_hooks_run_around_what_an_organizer_runs_and_rollbacks_backwards(bench):
    flow = bench.flow("PlaceOrder")
    assert inside(flow) == [
        "around block", "before block", "MakeOrder", "TellOthers", "PayOrder", "after two", "after block",
        "PayOrder#rollback", "WriteNote#rollback", "MakeOrder#rollback",
    ]  # fmt: skip
    assert flow.steps[-1].conditions == ("if what comes after it fails",)
    assert [one.kind for one in flow.steps[1].steps] == ["raise"]
    assert inside(named(flow, "MakeOrder#rollback")) == ["Order.destroy_all (Order)"]


def test_what_is_around_comes_first_and_hooks_are_not_inherited(bench):
    flow = bench.flow("PlaceOrder")
    assert inside(named(flow, "MakeOrder")) == ["around timed", "before look", "Order.create! (Order)"]
    assert inside(named(flow, "TellOthers")) == ["WriteNote"]
    assert "before block" not in inside(named(flow, "WriteNote"))
    assert inside(bench.flow("Hooked#call")) == ["Order.create! (Order)"]  # `before` of something else


def test_a_transaction_around_an_organizer_is_around_all_of_its_steps(bench):
    flow = bench.flow("POST /orders")
    saves = [step for _, step in flow.walk() if step.kind in ("save", "raise") and "rollback" not in step.what]
    assert saves
    assert all(step.transaction for step in saves)
    assert not any(step.transaction for _, step in bench.flow("MakeOrder").walk() if step.kind == "raise")


def test_hooks_and_rollbacks_are_reached_by_who_calls_the_interactor(bench):
    for method in ("PlaceOrder#two", "MakeOrder#look", "WriteNote#rollback"):
        assert {chain.entry for chain in bench.reached_from(method).chains} == {"route:POST /orders"}, method
