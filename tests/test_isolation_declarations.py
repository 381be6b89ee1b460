"""A declaration that a linker cannot read costs only itself, and the coverage names it."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.extract.rails.application import associations
from core.extract.rails.facts import members
from core.extract.rails.typing import receivers
from core.extract.run import Extraction, extract
from core.settings import ExtractSettings

MODELS = {
    "app/models/order.rb": """class Order < ApplicationRecord
  belongs_to :customer
  has_many :lines
  delegate :name, to: :customer
  delegate :broken, to: :customer

  def total = lines.sum(&:price)
end
""",
    "app/models/customer.rb": "class Customer < ApplicationRecord\n  has_many :orders\n  def first = orders.first.total\nend\n",
    "app/models/line.rb": "class Line < ApplicationRecord\n  belongs_to :order\nend\n",
    "app/models/application_record.rb": "class ApplicationRecord < ActiveRecord::Base\n  self.abstract_class = true\nend\n",
}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for path, text in MODELS.items():
        place = tmp_path / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    return tmp_path


def kinds(found: Extraction) -> set[tuple[str, str, str]]:
    return {(relation.source, relation.kind, relation.target) for relation in found.relations}


def failing_at(word: str, function):
    """Return a function of a declaration, or of a body of them, that fails at one whose arguments name a word."""

    def fail(*given):
        for statement in getattr(given[0], "statements", given[:1]):
            if f":{word}" in statement.arguments:
                raise KeyError(word)
        return function(*given)

    return fail


@pytest.mark.parametrize(
    ("module", "name", "word", "line"),
    [(members, "delegates", "broken", 5), (receivers, "delegates", "broken", 5), (associations, "_facts", "lines", 3)],
    ids=["in the facts of a class", "in what all classes are told of", "in the associations"],
)
def test_a_declaration_that_fails_costs_only_itself(checkout, monkeypatch, module, name, word, line):
    whole = kinds(extract(checkout, ExtractSettings()))
    monkeypatch.setattr(module, name, failing_at(word, getattr(module, name)))
    found = extract(checkout, ExtractSettings())
    told = [(problem.file_path, problem.line) for problem in found.problems]
    assert told == [("app/models/order.rb", line)]
    assert "this declaration is left out: KeyError" in found.problems[0].reason
    lost = whole - kinds(found)
    assert all(source.startswith(("model:Order", "method:Order#total", "method:Customer#first")) for source, _, _ in lost)
    assert len(lost) <= 3
