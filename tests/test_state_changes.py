"""What happens to a record that becomes something, where no action is called so."""

from __future__ import annotations

import pytest

from core.workbench import Workbench
from tests.asked_index import asked_index

_TICKET = """class Ticket < ApplicationRecord
  include Parkable
  validate :closing_is_allowed
  before_save :stamp_closed_on
  after_save :close_duplicates, :count_words
  after_commit :tell_owner
  def closed? = status == "closed"
  def closing_is_allowed = closed?
  def stamp_closed_on
    self.closed_on = Time.now
  end
  def close_duplicates
    duplicates.each(&:save)
  end
  def count_words = text.size
  def tell_owner
    OwnerMailer.told(self).deliver_later if escalated?
  end
  def hand_over_to(owner) = update(owner: owner)
end
"""
_FILES = {
    "Gemfile": 'gem "rails"\n',
    "app/models/ticket.rb": _TICKET,
    "app/models/concerns/parkable.rb": "module Parkable\n  scope :parked, -> { on }\n  def park\n    save\n  end\nend\n",
    "app/controllers/tickets_controller.rb": "class TicketsController < Application\n  def update = Ticket.find(1)\nend\n",
}


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    return asked_index(tmp_path_factory, "state_changes", "desk", _FILES)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("What happens when a ticket is closed?", ["stamp_closed_on", "close_duplicates"]),  # no validation, no question
        ("What happens when a ticket is escalated?", ["tell_owner"]),  # it only speaks of it
        ("What happens when a ticket is parked?", ["park"]),  # of the concern, and not the scope
        ("What happens after a ticket is handed over?", ["hand_over_to"]),
        ("What happens when a ticket is updated?", ["update"]),  # that is an action
        ("What happens when a ticket is painted?", []),
        ("Who is told when a ticket is closed?", []),
        ("Where are tickets closed?", []),
    ],
)
def test_what_a_record_becomes_is_done_by_its_model(bench: Workbench, question: str, names: list[str]) -> None:
    run = bench.ask(question, budget=400)
    meant = [key for entity in run.plan.entities if entity.kind == "action" for key in entity.unit_keys]
    assert [key.rpartition("#")[2] for key in meant] == names
    assert [unit.unit_key for unit in run.ranked[: len(meant)]] == meant


def test_who_is_told_is_no_question_for_permissions(bench: Workbench) -> None:
    run = bench.ask("Who is told when a ticket is closed?", budget=400)
    assert not [entity for entity in run.plan.entities if entity.kind == "permission"]
