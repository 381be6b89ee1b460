"""Where the flow of a question begins: actions before what they call, services and jobs that run there, who sends a mail."""

from __future__ import annotations

from pathlib import Path

import pytest

from core import open_workbench
from core.flow.passed import traced_from
from core.pipeline.indexing import index_checkout
from core.settings import read_settings
from core.workbench import Workbench
from tests.shared import checkout

_PLAIN = "\n".join(f"  def step_{number}\n    @seen = {number}\n  end\n" for number in range(30))
_FILES = {
    "config/routes.rb": "Rails.application.routes.draw do\n  resources :donations\n  resources :crops\n"
    "  resources :partners do\n    post :approve_application, on: :member\n  end\n  resources :walks\nend\n",
    "app/controllers/application_controller.rb": "class ApplicationController < ActionController::Base\n"
    "  before_action :greet\n  def greet\n    headers['greeting'] = 'hello'\n  end\nend\n",
    "app/controllers/walks_controller.rb": f"class WalksController < ApplicationController\n{_PLAIN}end\n",
    "app/controllers/donations_controller.rb": "class DonationsController < ApplicationController\n  before_action :weigh\n"
    "  def create\n    service = DonationCreate.new(params)\n    service.call\n  end\n\n"
    "  def weigh\n    @weight = params[:weight]\n  end\nend\n",
    "app/services/donation_create.rb": "class DonationCreate\n  def initialize(given)\n    @given = given\n  end\n\n"
    "  def call\n    Donation.create!(@given)\n    ThankJob.perform_now(@given)\n  end\nend\n",
    "app/jobs/thank_job.rb": "class ThankJob < ApplicationJob\n  def perform(given)\n"
    "    ThankMailer.with(given: given).gratitude.deliver_later\n  end\nend\n",
    "app/jobs/seed_swap_closing_job.rb": "class SeedSwapClosingJob < ApplicationJob\n  def perform\n"
    "    ThankMailer.with(given: 1).gratitude.deliver_later\n  end\nend\n",
    "app/models/seed_swap.rb": "class SeedSwap < ApplicationRecord\nend\n",
    "app/services/permitted_attributes/seed_swap.rb": "class PermittedAttributes::SeedSwap\n  def call\n    [:name]\n  end\n"
    "end\n",
    "app/commands/harvest/record.rb": "class Harvest::Record\n  include Mandate\n\n"
    "  def call\n    ThankJob.perform_later(1)\n  end\nend\n",
    "app/mailers/thank_mailer.rb": "class ThankMailer < ApplicationMailer\n"
    "  def gratitude\n    mail(to: 'giver')\n  end\nend\n",
    "app/models/donation.rb": "class Donation < ApplicationRecord\n  validates :weight, presence: true\nend\n",
    "app/controllers/crops_controller.rb": "class CropsController < ApplicationController\n"
    "  def new\n    @crop = Crop.new\n  end\n\n  def create\n    Crop.create!(params)\n  end\nend\n",
    "app/models/crop.rb": "class Crop < ApplicationRecord\nend\n",
    "app/controllers/partners_controller.rb": "class PartnersController < ApplicationController\n"
    "  def approve_application\n    Partner.find(params[:id]).update!(approved: true)\n  end\n\n"
    "  def approve_application_of_many\n    Partner.update_all(approved: true)\n  end\nend\n",
    "app/models/partner.rb": "class Partner < ApplicationRecord\nend\n",
    "db/schema.rb": "ActiveRecord::Schema.define(version: 1) do\n"
    "  create_table 'donations' do |t|\n    t.integer 'weight'\n  end\nend\n",
    "Gemfile": "gem 'rails'\n",
}


@pytest.fixture(scope="module")
def bench(tmp_path_factory) -> Workbench:
    folder: Path = tmp_path_factory.mktemp("giving")
    settings = {"home": str(folder / "home"), "embed.embedder": "hash", "index.vectors": "exact"}
    index_checkout(checkout(folder / "shop", **_FILES), read_settings(settings), name="giving")
    return open_workbench("giving", settings=settings)


def test_a_service_in_a_variable_is_called(bench) -> None:
    used = bench.dependencies("DonationsController#create")
    assert "method:DonationCreate#call" in {row["unit"] for row in used.to_rows()}


def test_a_job_that_is_performed_now_runs_where_it_is_called(bench) -> None:
    steps = [step.kind for _, step in bench.flow("DonationsController#create").walk()]
    assert steps.index("save") < steps.index("deliver")


@pytest.mark.parametrize(
    ("question", "entry"),
    [
        ("What happens when a donation is created?", "DonationsController#create"),
        ("What happens when a donation is received?", "DonationsController#create"),
        ("What happens when a partner is approved?", "PartnersController#approve_application"),
        ("Who is told when somebody asks for a new crop?", "CropsController#create"),
        ("What happens when a seed swap closes?", "SeedSwapClosingJob#perform"),
        ("What happens when a grower records a harvest?", "Harvest::Record#call"),
    ],
)
def test_a_flow_begins_at_the_action_that_the_words_mean(bench, question: str, entry: str) -> None:
    text = bench.ask(question).context.text
    assert text.split("# flow\n", 1)[1].strip().startswith(f"{entry}:")


def test_what_is_called_after_a_model_does_nothing_with_it(bench) -> None:
    run = bench.ask("What happens when the opening time of a seed swap is reached?", budget=0)
    assert "method:PermittedAttributes::SeedSwap#call" not in {key for entity in run.plan.entities for key in entity.unit_keys}


def test_what_a_mail_is_sent_by_begins_its_flow(bench) -> None:
    shown = bench.ask("How does the gratitude mail to the giver get sent, what happens?").context.text
    assert "service.call" in shown


def test_a_filter_of_all_actions_is_no_evidence_of_one(bench) -> None:
    index = bench.index
    passed = {one.key for one in traced_from(index, index.position["method:DonationsController#create"]).passed}
    assert "method:DonationsController#weigh" in passed
    assert "method:ApplicationController#greet" not in passed
