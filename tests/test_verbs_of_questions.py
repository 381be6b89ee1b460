"""The verb of a question is told from its nouns, and leads to what does it, whatever form it has."""

from __future__ import annotations

import pytest

from core.workbench import Workbench
from tests.asked_index import asked_index

_RAILS = {
    "Gemfile": 'gem "rails"\ngem "aasm"\n',
    "config/routes.rb": """Rails.application.routes.draw do
  resources :gifts
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
    "app/models/orders/report.rb": "class Orders::Report < ApplicationRecord\nend\n",
    "app/policies/orders/report_policy.rb": """class Orders::ReportPolicy
  def approve_all?
    true
  end

  def order_report?
    true
  end
end
""",
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
    return asked_index(tmp_path_factory, "verbs_rails", "gifts", _RAILS)


@pytest.fixture(scope="module")
def django(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    return asked_index(tmp_path_factory, "verbs_django", "loans", _DJANGO)


def actions(bench: Workbench, question: str) -> list[str]:
    entities = bench.ask(question, budget=0).plan.entities
    return [key.partition(":")[2] for entity in entities if entity.kind == "action" for key in entity.unit_keys]


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("What happens when somebody makes a gift?", ["GiftsController#make_gift"]),  # no page called `gifts`
        ("What happens when a gift is made?", ["GiftsController#make_gift"]),
        ("What makes a gift large?", []),
        ("Who is told when a volunteer is assigned to a case?", ["CaseAssignmentsController#create"]),
        ("What happens when a volunteer is unassigned from a supervisor?", ["SupervisorVolunteersController#unassign"]),
        ("What happens when a box is added?", ["BoxesController#create"]),
        ("What happens when a market week closes?", ["MarketWeekClosingJob#perform"]),
        ("What happens when an invoice is paid?", ["PagesController#handle_invoice_paid"]),
        ("What happens when a wire transfer is rejected?", ["WireTransfersController#cancel"]),  # by the event of its model
        ("What happens when a WIRE transfer is rejected?", ["WireTransfersController#cancel"]),  # capitals are words, too
        ("When is a gift lost because of missing gifts?", []),
        ("What happens when a school requests boxes?", ["SchoolRequestsController#create"]),  # and makes no box
        ("What happens when a school sends boxes?", ["BoxesController#create"]),
    ],
)
def test_what_is_done_is_found_by_its_verb(rails: Workbench, question: str, names: list[str]) -> None:
    assert actions(rails, question) == names


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("What happens when a person posts a review?", ["shop.views.CreateStatus.post"]),  # a review is a status
        ("What happens when somebody blocks a person?", ["shop.views.Block.post"]),
        ("What happens when a loan request is accepted?", ["shop.views.accept_loan_request"]),
        ("How are accepted loan requests shown?", []),
        ("What happens when a person logs a loan?", []),  # a log of loans is no verb
    ],
)
def test_views_of_django_are_named_after_what_they_do(django: Workbench, question: str, names: list[str]) -> None:
    assert actions(django, question) == names


def test_a_policy_inside_of_a_namespace_decides_about_what_is_called_so_with_it(rails: Workbench) -> None:
    entities = rails.ask("Who may approve an order report?", budget=0).plan.entities
    keys = [key for entity in entities if entity.kind == "permission" for key in entity.unit_keys]
    assert keys == ["method:Orders::ReportPolicy#approve_all?"]  # and not what is called after the thing


def test_a_word_in_capitals_that_many_namespaces_have_is_a_hint(tmp_path_factory: pytest.TempPathFactory) -> None:
    files = {f"app/services/{name}/stripe.rb": f"class {name.title()}::Stripe\n  def run = 1\nend\n" for name in "abcd"}
    bench = asked_index(tmp_path_factory, "verbs_capital", "stripes", {"Gemfile": 'gem "rails"\n', **files})
    found = bench.ask("What happens when a Stripe card is charged?", budget=0).plan.entities
    assert [entity.confidence for entity in found if entity.text == "Stripe"] == [0.5]


def test_columns_are_those_of_the_type_and_not_of_the_module_that_is_called_like_it(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    files = {
        "Cargo.toml": '[package]\nname = "vault"\nversion = "0.1.0"\n',
        "src/lib.rs": "pub mod cipher;\n",
        "src/cipher.rs": "pub struct Cipher { pub name: String }\nimpl Cipher { pub fn save(&self) {} }\npub fn helper() {}\n",
    }
    found = asked_index(tmp_path_factory, "verbs_rust", "vault", files).ask("Which columns does a cipher have?", budget=0)
    assert found.plan.entities[0].unit_keys[0] == "struct:vault::cipher::Cipher"
