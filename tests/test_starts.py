"""A question that asks what happens is led to the entry point that it means, or is offered three."""

from __future__ import annotations

import pytest

from core.search.starts import ranked_starts
from core.settings.retrieval import read_rules
from core.workbench import Workbench
from tests.asked_index import asked_index

_RAILS = {
    "Gemfile": 'gem "rails"\ngem "aasm"\n',
    "config/routes.rb": """Rails.application.routes.draw do
  resources(:gifts) { post :make_gift, on: :collection }
  resources :wire_transfers
  namespace(:admin) { resources :boxes }
end
""",
    "app/models/gift.rb": "class Gift < ApplicationRecord\nend\n",
    "app/models/wire_transfer.rb": """class WireTransfer < ApplicationRecord
  include AASM
  aasm do
    state :pending, initial: true
    state :rejected
    event(:mark_rejected) { transitions from: :pending, to: :rejected }
  end
end
""",
    "app/models/admin/wire_transfer.rb": "class Admin::WireTransfer\n  def total = 1\nend\n",
    "app/controllers/gifts_controller.rb": """class GiftsController < ApplicationController
  def index = Gift.all
  def make_gift
    Gift.create!
  end
end
""",
    "app/controllers/pages_controller.rb": """class PagesController < ApplicationController
  def gifts = Gift.all
  def wire_transfers = WireTransfer.all
  def handle_invoice_paid = head(:ok)
end
""",
    "app/controllers/wire_transfers_controller.rb": """class WireTransfersController < ApplicationController
  def cancel
    @wire_transfer = WireTransfer.find(params[:id])
    @wire_transfer.mark_rejected!
  end
end
""",
    "app/controllers/boxes_controller.rb": "class BoxesController < ApplicationController\n  def create = 1\nend\n",
    "app/controllers/school_requests_controller.rb": """class SchoolRequestsController < ApplicationController
  def create = 1
end
""",
    "app/controllers/case_assignments_controller.rb": """class CaseAssignmentsController < ApplicationController
  def create = 1
  def unassign = 1
end
""",
    "app/controllers/supervisor_volunteers_controller.rb": """class SupervisorVolunteersController < ApplicationController
  def unassign = 1
end
""",
    "app/jobs/market_week_closing_job.rb": "class MarketWeekClosingJob < ApplicationJob\n  def perform = 1\nend\n",
    "app/services/permitted/market_week.rb": "class Permitted::MarketWeek\n  def call = 1\nend\n",
}
_DJANGO = {
    "manage.py": "",
    "shop/models.py": """from django.db import models

class Status(models.Model):
    text = models.TextField()

class Review(Status):
    stars = models.IntegerField()

class Person(models.Model):
    name = models.TextField()
""",
    "shop/views.py": """from django.views import View
from django.http import HttpResponse

class CreateStatus(View):
    def post(self, request):
        return HttpResponse()

class Block(View):
    def get(self, request):
        return HttpResponse()

    def post(self, request, user):
        return HttpResponse()

class Person(View):
    def get(self, request):
        return HttpResponse()

def accept_loan_request(request):
    return HttpResponse()

def loan_log(request):
    return HttpResponse()
""",
    "shop/urls.py": """from django.urls import path
from shop import views

urlpatterns = [
    path("status", views.CreateStatus.as_view()),
    path("block", views.Block.as_view()),
    path("person", views.Person.as_view()),
    path("accept", views.accept_loan_request),
    path("log", views.loan_log),
]
""",
}


@pytest.fixture(scope="module")
def rails(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    return asked_index(tmp_path_factory, "starts_rails", "gifts", _RAILS)


@pytest.fixture(scope="module")
def django(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    return asked_index(tmp_path_factory, "starts_django", "loans", _DJANGO)


def actions(bench: Workbench, question: str) -> list[str]:
    entities = bench.ask(question, budget=0).plan.entities
    return [key.partition(":")[2] for entity in entities if entity.kind == "action" for key in entity.unit_keys]


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("What happens when somebody makes a gift?", "GiftsController#make_gift"),  # no page called `gifts`
        ("What happens when a gift is made?", "GiftsController#make_gift"),
        ("What happens when a volunteer is unassigned from a supervisor?", "SupervisorVolunteersController#unassign"),
        ("What happens when a box is added?", "BoxesController#create"),
        ("What happens when a market week closes?", "MarketWeekClosingJob#perform"),  # by which the job runs
        ("What happens when an invoice is paid?", "PagesController#handle_invoice_paid"),
    ],
)
def test_an_entry_that_is_clearly_ahead_is_taken(rails: Workbench, question: str, name: str) -> None:
    assert actions(rails, question) == [name]


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("What happens when a wire transfer is rejected?", "WireTransfersController#cancel"),  # by the event of its model
        ("What happens when a WIRE transfer is rejected?", "WireTransfersController#cancel"),  # capitals are words, too
        ("Who is told when a volunteer is assigned to a case?", "CaseAssignmentsController#create"),
    ],
)
def test_three_are_offered_where_none_is_ahead(rails: Workbench, question: str, name: str) -> None:
    run = rails.ask(question, budget=0)
    assert actions(rails, question) == []
    assert name in next(note for note in run.plan.notes if note.startswith("Possible entry points: "))


@pytest.mark.parametrize("question", ["What makes a gift large?", "When is a gift lost because of missing gifts?"])
def test_a_question_that_asks_for_no_flow_starts_nowhere(rails: Workbench, question: str) -> None:
    assert actions(rails, question) == []


def ranked(bench: Workbench, question: str) -> list[str]:
    found = ranked_starts(question, bench.stores, read_rules())
    return [bench.index.heads[number].identifier for number, *_ in found]


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("What happens when a person posts a review?", "shop.views.CreateStatus.post"),
        ("What happens when somebody blocks a person?", "shop.views.Block.post"),
        ("What happens when a loan request is accepted?", "shop.views.accept_loan_request"),
    ],
)
def test_views_of_django_are_named_after_what_they_do(django: Workbench, question: str, name: str) -> None:
    assert name in ranked(django, question)[:3]
