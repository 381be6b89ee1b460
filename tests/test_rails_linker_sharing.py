"""What the linker of Rails tells of names that no file writes out, and what descendants share."""

from pathlib import Path

from core.extract.run import extract
from core.settings import ExtractSettings


def test_names_that_no_file_writes_out_are_told_apart(tmp_path):
    texts = {
        "Gemfile": "gem 'liquid'\n",
        "app/mailers/base_mailer.rb": "class BaseMailer\n  %w(A B).each { |name| const_set(name, name) }\nend\n",
        "app/mailers/bill_mailer.rb": "class BillMailer < BaseMailer\n  def send = A\nend\n",
        "config/initializers/liquid.rb": "module Liquid\n  class Tokenizer\n    def next = OPEN_CURLEY\n  end\nend\n",
        "app/models/query.rb": "class Query\n  include Arel::Nodes\n  A = NamedFunction\n  B = Nowhere\nend\n",
    }
    for path, text in texts.items():
        place = tmp_path / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    found = extract(tmp_path, ExtractSettings())
    assert found.tallies["ruby"]["dynamic"] == 1
    assert [row["name"] for row in found.listed if row.get("outcome") == "unexplained"] == ["Nowhere"]


def test_descendants_share_what_they_inherit_instead_of_copies(tmp_path: Path):
    texts = {
        "base": "class Base < ApplicationRecord\n  has_many :notes\nend\n",
        "concerns/noted": "module Noted\n  extend ActiveSupport::Concern\n  def note = 1\nend\n",
        "first": "class First < Base\n  include Noted\nend\n",
        "second": "class Second < Base\n  include Noted\nend\n",
    }
    (tmp_path / "app/models/concerns").mkdir(parents=True)
    for name, text in texts.items():
        (tmp_path / f"app/models/{name}.rb").write_text(text)
    found = {one.identifier: one.metadata for one in extract(tmp_path, ExtractSettings()).units}
    assert [fact["via"] for fact in found["First"]["associations"]] == ["inherits:Base"]
    assert found["First"]["associations"][0] is found["Second"]["associations"][0]
    assert found["First"]["inlined"][0] is found["Second"]["inlined"][0]
