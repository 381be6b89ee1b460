"""A member is meant when a question says its own name and its owner's, in plain words."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.model.entity_kinds import MEMBER
from core.model.run import Entity
from core.workbench import Workbench, index_checkout, open_workbench
from tests.shared import checkout

EVENT = """
class Event < ApplicationRecord
  include Feeable

  def balance_v2_cents
    incoming - outgoing
  end

  def card_balance
    cards.sum(:balance)
  end

  def total_raised
    donations.sum(:amount)
  end

  def hidden?
    hidden_at.present?
  end

  def show_balance?
    public?
  end
end
"""
MORE = {
    "app/models/event.rb": EVENT,
    "app/models/concert.rb": "class Concert < Event\n  def total_raised\n    0\n  end\nend\n",
    "app/models/concerns/feeable.rb": "module Feeable\n  def fee\n    balance_v2_cents * 0.07\n  end\nend\n",
    "app/models/card.rb": "class Card < ApplicationRecord\n  def hidden?\n    false\n  end\n\n  def fee\n    1\n  end\nend\n",
    "app/models/user.rb": "class User < ApplicationRecord\n  def calculate_karma\n    posts.sum(:score)\n  end\nend\n",
    "app/helpers/books_helper.rb": "module BooksHelper\n  def rating(book)\n    book.reviews.average(:stars)\n  end\nend\n",
    "app/javascript/concert_prices.js": "export function discount(concert) {\n  return concert.price / 2\n}\n",
    "app/models/application_record.rb": "class ApplicationRecord < ActiveRecord::Base\nend\n",
}


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    root: Path = tmp_path_factory.mktemp("said")
    app = checkout(root / "app", **{"Gemfile": 'gem "rails"\n', "config/application.rb": "module App\nend\n", **MORE})
    index_checkout(app, name="said", home=root / "home", vectors=False)
    return open_workbench("said", home=root / "home")


def members(bench: Workbench, question: str) -> list[Entity]:
    return [entity for entity in bench.ask(question, budget=0).plan.entities if entity.kind in (MEMBER, "mentioned")]


@pytest.mark.parametrize(
    ("question", "key"),
    [
        ("where is the total raised of an event computed?", "method:Event#total_raised"),
        ("who shows an event's total raised?", "method:Event#total_raised"),
        ("where is the total raised by every concert set?", "method:Concert#total_raised"),
        ("what is the fee of an event?", "method:Feeable#fee"),
        ("what is the fee of a concert?", "method:Feeable#fee"),
        ("what is the fee for a card?", "method:Card#fee"),
        ("where is it decided that an event is hidden?", "method:Event#hidden?"),
        ("when is a card hidden?", "method:Card#hidden?"),
        ("how is the karma of a user calculated?", "method:User#calculate_karma"),
        ("where is the discount on concert prices computed?", "function:app/javascript/concert_prices.js:discount"),
        ("where does the rating of a book come from?", "method:BooksHelper#rating"),
    ],
)
def test_the_words_of_both_names_mean_the_member(bench: Workbench, question: str, key: str) -> None:
    assert [entity.unit_keys[0] for entity in members(bench, question)] == [key]


def test_what_alone_is_asked_for_comes_first(bench: Workbench) -> None:
    for question in ("how is the fee of a concert computed?", "where is it decided that an event is hidden?"):
        found = members(bench, question)
        assert [entity.kind for entity in found] == [MEMBER]
        assert bench.ask(question, budget=0).ranked[0].unit_key == found[0].unit_keys[0]
    assert [entity.kind for entity in members(bench, "who pays the fee of a concert?")] == ["mentioned"]
    assert [entity.kind for entity in members(bench, "which rating changes the fee of a concert?")] == ["mentioned"]


@pytest.mark.parametrize("question", ["what is the fee?", "who may look at the balance of an event?", "events"])
def test_half_of_the_names_is_not_enough(bench: Workbench, question: str) -> None:
    assert members(bench, question) == []


def test_a_question_for_one_of_many_asks_for_no_value(bench: Workbench) -> None:
    assert [entity.kind for entity in members(bench, "which rating has the most books?")] == ["mentioned"]
