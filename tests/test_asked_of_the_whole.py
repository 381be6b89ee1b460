"""Questions about the whole: units of a type that are or do something, and how something is done with the repository."""

from __future__ import annotations

import pytest

from core.workbench import Workbench
from tests.asked_index import asked_index

_FILES = {
    "Gemfile": 'gem "rails"\n',
    "README.md": "# Shop\n\nSells.\n\n## Getting started\n\nRun `bin/setup`.\n\n## Deployment\n\nPush it.\n",
    "docs/development.md": "# Development\n\n## Running tests\n\n```sh\nbin/rspec\n```\n\n## Import of orders\n\nNightly.\n",
    "docs/manual.md": "# Manual\n\n## Starting a count\n\n## Account settings\n",
    "config/mail.rb": 'HOST = ENV.fetch("MAIL_HOST", "localhost")\n',
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
        ("How do I set up the project?", ["docs/development.md#Development", "README.md#Shop > Getting started"]),  # no manual
        ("How is the app deployed?", ["README.md#Shop > Deployment"]),
        ("How do I run the import of orders?", []),
        ("How do I lint it?", []),
    ],
)
def test_sections_say_how_something_is_done_with_the_repository(bench: Workbench, question: str, sections: list[str]) -> None:
    found = asked(bench, question, "how to")
    assert sorted(found[: len(sections)]) == sorted(sections)
    assert bool(found) == bool(sections)


@pytest.mark.parametrize(
    ("question", "none"),
    [
        ("which models send emails?", "models that send emails"),
        ("which jobs publish events?", "jobs that publish events"),
        ("which serializers are untested?", "serializers without tests"),
        ("what runs every night?", "what a schedule runs (a server's crontab is not analysed)"),
    ],
)
def test_what_a_list_lacks_is_said_first(bench: Workbench, question: str, none: str) -> None:
    run = bench.ask(question, budget=500)
    assert run.doubt.sentence == f"None known: {none}. The closest results:"
    assert run.ranked


def test_what_is_asked_for_stands_first_in_the_answer(bench: Workbench) -> None:
    run = bench.ask("Which jobs send emails?", budget=600)
    assert [unit.unit_key for unit in run.ranked[:2]] == ["job:RemindJob", "job:NightlyJob"]
    assert "deliver_now" in run.context.text


@pytest.mark.parametrize(
    ("question", "lines"),
    [
        ("Which jobs send emails?", ["Jobs that send emails: 2.", "- job RemindJob (app/jobs/remind_job.rb:1)"]),
        (
            "How do I run the tests?",
            ["- docs/development.md#Development > Running tests (docs/development.md:3)", "    bin/rspec"],
        ),
        ("How do I deploy this?", ["- README.md#Shop > Deployment (README.md:9)", "    Push it."]),
    ],
)
def test_without_a_model_the_answer_is_the_list_or_the_commands(bench: Workbench, question: str, lines: list[str]) -> None:
    answer = bench.answer(question, model=False)
    assert [sentence.text for sentence in answer.sentences][:2] == lines


def test_variables_of_the_environment_are_listed_with_their_defaults(bench: Workbench) -> None:
    text = bench.answer("Which environment variables does the app read?", model=False).text
    assert '- MAIL_HOST, else "localhost" (config/mail.rb:1)' in text
    assert "MAIL_HOST" not in bench.answer("Which environment variables decide about orders?", model=False).text.split("\n")[0]
