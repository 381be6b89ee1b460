"""A small checkout's worth of units and relations, made by hand, for the tests of the index."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from core.backends.embedders.hashed import HashedWords
from core.index.place import Place
from core.index.publishing import Checkout, publish
from core.model import CodeUnit, Extraction, History, Manifest, Problem, Relation, Span
from core.ports import Products
from core.settings import EmbedSettings, IndexSettings, Settings

CHECKOUT = Checkout("/shop", "2026-01-01T00:00:00+00:00", "abc", "main", fingerprint="f1")
SETTINGS = Settings(embed=EmbedSettings(embedder="hash"), index=IndexSettings(vectors="exact"))
MODEL_SOURCE = """class Order < ApplicationRecord
  include Taxable
  has_many :lines
  belongs_to :customer

  validates :number, presence: true

  def total
    lines.sum(&:price)
  end

  def cancel!
    update!(state: "cancelled")
  end
end"""


def fact(name: str, line: int) -> dict[str, object]:
    return {"name": name, "file_path": "app/models/order.rb", "line": line, "certainty": "declared", "via": ""}


def order_units() -> list[CodeUnit]:
    path = "app/models/order.rb"
    file = CodeUnit("file", path, "order.rb", "", "ruby", path, 1, 15, MODEL_SOURCE, parent="folder:app/models")
    model = CodeUnit(
        "model", "Order", "Order", "", "ruby", path, 1, 15, MODEL_SOURCE, "An order of a customer.",
        "class Order < ApplicationRecord", "file:app/models/order.rb",
        {"associations": [fact("lines", 3), fact("customer", 4)], "validations": [fact("number", 6)], "complexity": 3},
    )  # fmt: skip
    lines = MODEL_SOURCE.split("\n")
    total = CodeUnit(
        "method", "Order#total", "total", "Order", "ruby", path, 8, 10, "\n".join(lines[7:10]), "What it costs.",
        "def total", "model:Order",
    )  # fmt: skip
    cancel = CodeUnit(
        "method", "Order#cancel!", "cancel!", "Order", "ruby", path, 12, 14, "\n".join(lines[11:14]), "", "def cancel!",
        "model:Order",
    )  # fmt: skip
    return [file, model, total, cancel]


def small_extraction() -> Extraction:
    """Return an order with its customer, a folder, a test and what surrounds them; deliberately not in order."""
    customer = CodeUnit(
        "model", "Customer", "Customer", "", "ruby", "app/models/customer.rb", 1, 3,
        "class Customer < ApplicationRecord\n  has_many :orders\nend", "Somebody who buys \"things\"; DROP TABLE units; --",
        "class Customer < ApplicationRecord", "folder:app/models",
        spans=(Span("app/models/customer.rb", 1, 3), Span("lib/patches.rb", 9, 12)),
    )  # fmt: skip
    test = CodeUnit(
        "test", "OrderTest", "OrderTest", "", "ruby", "test/order_test.rb", 1, 3, "class OrderTest\n  # Größe 😀\nend",
        is_test=True,
    )  # fmt: skip
    folder = CodeUnit("folder", "app/models", "models", "", "", "app/models")
    relations = (
        Relation("model:Order", "model:Customer", "belongs_to", "app/models/order.rb", 4),
        Relation("model:Customer", "model:Order", "has_many", "app/models/customer.rb", 2),
        Relation("test:OrderTest", "model:Order", "tests", "test/order_test.rb", 2, "inferred"),
        Relation("method:Order#total", "model:Order", "references", "app/models/order.rb", 9, via='it\'s "odd"'),
        Relation("method:Order#total", "model:Order", "references", "app/models/order.rb", 9, via='it\'s "odd"'),
    )
    history = (History("model:Order", 7, 2, 5, "2026-01-02T03:04:05+00:00", ("Ann O'Hara", 'Bob "B"'), "stable"),)
    problems = (Problem("db/big.sql", "skipped", "it has 2 MB, more than 1 MB"),)
    return Extraction(
        (test, customer, *order_units(), folder), relations, problems, history,
        {"ruby": {"resolved": 4, "ambiguous": 1}}, ({"name": "Foo", "line": 3},),
    )  # fmt: skip


class CountingWords(HashedWords):
    """The hashed embedder, which also notes every text that it was given."""

    seen: list[str]

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        self.seen.extend(texts)
        return super().embed(texts)


def put(place: Place, products: Products, extraction: Extraction | None = None, **options: bool) -> Manifest:
    return publish(place, extraction or small_extraction(), CHECKOUT, products, SETTINGS.index, **options)


def changed(extraction: Extraction, identifier: str, source: str) -> Extraction:
    units = tuple(replace(unit, source_code=source) if unit.identifier == identifier else unit for unit in extraction.units)
    return replace(extraction, units=units)
