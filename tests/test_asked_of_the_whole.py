"""Questions about the whole: units of a type that are or do something, and how something is done with the repository."""

from __future__ import annotations

import pytest

from core.workbench import Workbench
from tests.asked_index import asked_index

_FILES = {
    "Gemfile": 'gem "rails"\n',
    "README.md": "# Shop\n\nSells.\n\n## Getting started\n\nRun `bin/setup`.\n\n## Deployment\n\nPush it.\n",
    "docs/development.md": "# Development\n\n## Running tests\n\n`bin/rspec`\n\n## Import of orders\n\nNightly.\n",
    ".github/pull_request_template.md": "# What was done\n\n## Tests\n\n- [ ] there are tests\n",
    "config/routes.rb": "Rails.application.routes.draw do\n  resources :orders\n  resources :pages\nend\n",
    "app/models/order.rb": "class Order < ApplicationRecord\n  has_many :lines\n  def total = 1\n  def paid? = true\nend\n",
    "app/models/line.rb": "class Line < ApplicationRecord\n  belongs_to :order\n  def sum = order.total\nend\n",
    "app/models/note.rb": "class Note < ApplicationRecord\n  def text = 1\nend\n",
    "app/mailers/order_mailer.rb": "class OrderMailer < ApplicationMailer\n  def paid = mail\nend\n",
    "app/services/tell.rb": "class Tell\n  def call\n    OrderMailer.paid.deliver_later\n  end\nend\n",
    "app/jobs/remind_job.rb": "class RemindJob < ApplicationJob\n  def perform\n    OrderMailer.paid.deliver_now\n  end\nend\n",
    "app/jobs/nightly_job.rb": "class NightlyJob < ApplicationJob\n  def perform = Tell.new.call\nend\n",
    "app/jobs/sum_job.rb": "class SumJob < ApplicationJob\n  def perform = Order.count\nend\n",
    "app/controllers/orders_controller.rb": """class OrdersController < ApplicationController
  def create
    RemindJob.perform_later
  end
end
""",
    "app/controllers/pages_controller.rb": "class PagesController < ApplicationController\n  def show = 1\nend\n",
    "spec/controllers/orders_controller_spec.rb": """require "rails_helper"
RSpec.describe OrdersController do
  it("works") { OrdersController.new.create }
end
""",
}


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    return asked_index(tmp_path_factory, "whole", "shop", _FILES)


def asked(bench: Workbench, question: str, kind: str) -> list[str]:
    entities = bench.ask(question, budget=0).plan.entities
    return [key.partition(":")[2] for entity in entities if entity.kind == kind for key in entity.unit_keys]


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which jobs send emails?", ["RemindJob", "NightlyJob"]),  # who does it itself first, then who calls what does
        ("What services deliver mails?", ["Tell"]),
        ("Which controllers enqueue jobs?", ["OrdersController"]),
        ("Which controllers have no tests?", ["PagesController"]),
        ("Which models are the biggest?", ["Order", "Line", "Note"]),
        ("What are the most important models?", ["Order", "Line"]),
        ("What are the main models of this application?", ["Order", "Line"]),
        ("Which jobs send emails to customers?", []),  # it asks for more
        ("Which cats send emails?", []),
    ],
)
def test_units_of_a_type_are_told_by_what_they_are_or_do(bench: Workbench, question: str, names: list[str]) -> None:
    assert asked(bench, question, "collected") == names


@pytest.mark.parametrize(
    ("question", "sections"),
    [
        ("How do I run the tests?", ["docs/development.md#Development > Running tests"]),  # and no template to fill in
        ("How do I set up the project?", ["docs/development.md#Development", "README.md#Shop > Getting started"]),
        ("How is the app deployed?", ["README.md#Shop > Deployment"]),
        ("How do I run the import of orders?", []),
        ("How do I lint it?", []),
    ],
)
def test_sections_say_how_something_is_done_with_the_repository(bench: Workbench, question: str, sections: list[str]) -> None:
    found = asked(bench, question, "how to")
    assert sorted(found[: len(sections)]) == sorted(sections)
    assert bool(found) == bool(sections)


def test_what_is_asked_for_stands_first_in_the_answer(bench: Workbench) -> None:
    run = bench.ask("Which jobs send emails?", budget=600)
    assert [unit.unit_key for unit in run.ranked[:2]] == ["job:RemindJob", "job:NightlyJob"]
    assert "deliver_now" in run.context.text
