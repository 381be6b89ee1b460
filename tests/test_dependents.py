"""What depends on a class is found wherever it is used, and nothing that only has its name."""

from dataclasses import replace

import pytest

from benchmarks.dependents import compared, remark
from core.inspect.strength import strength
from core.pipeline.indexing import index_checkout
from core.present.export.text import neighbours
from core.settings import read_settings
from core.workbench import open_workbench

FILES = {
    "config/application.rb": "module Shop\n  class Application < Rails::Application\n  end\nend\n",
    "config/routes.rb": "Rails.application.routes.draw do\n  resolve('Comment') { |one| route_for :comment, one }\nend\n",
    "app/models/named.rb": "module Named\n  LIMIT = 9\nend\n",
    "app/models/person.rb": "class Person < ApplicationRecord\n  include Named\n  has_many :comments\nend\n",
    "app/models/comment.rb": "class Comment < ApplicationRecord\n  belongs_to :author, class_name: 'Person'\nend\n",
    "app/models/person/vip.rb": "class Person::Vip < Person\nend\n",
    "app/services/cut.rb": "class Cut\n  WORD = /[a-z]{#{Person::LIMIT}}/\nend\n",
    "app/services/types.rb": "class Types\n  KNOWN = %w[Person Comment].freeze\n  NOTES = %w[Comment Later].freeze\nend\n",
    "app/services/report.rb": "class Report\n  def rows\n    scope.where(\"target_type = 'Person'\")\n  end\nend\n",
    "app/services/badge.rb": "class Badge\n  def vip?(person)\n    person.is_a?(Person::Vip)\n  end\nend\n",
    "app/services/other.rb": "class Other\n  # a Person is not used here\n  TITLE = 'A Person of note'\nend\n",
    "db/migrate/20200101000000_split.rb": (
        "class Split < ActiveRecord::Migration[7.0]\n  class Person < ActiveRecord::Base; end\n\n"
        "  def up\n    Person.update_all(name: '')\n  end\nend\n"
    ),
}


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    folder = tmp_path_factory.mktemp("dependents")
    for path, text in FILES.items():
        file = folder / "shop" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    settings = read_settings({"home": str(folder / "home")})
    index_checkout(folder / "shop", settings, vectors=False)
    return open_workbench("shop", settings=settings), folder / "shop"


def test_dependents_of_a_model_are_all_files_that_use_it_and_no_others(shop):
    bench, root = shop
    found = compared(bench, root, "Person").found
    names = ("app/models/comment", "app/models/person/vip", "app/services/cut", "app/services/report", "app/services/types")
    assert found == {f"{name}.rb" for name in names}


@pytest.mark.parametrize(
    ("via", "said"),
    [
        ("typed:@cart", " (inferred) by the type of @cart"),
        ("named:settle", " (inferred) by the name settle"),
        ("string", " via string"),
    ],
)
def test_the_list_says_in_words_how_a_line_is_known(shop, via, said):
    found = shop[0].dependents("model:Comment")
    row = {**found.rows[0], "certainty": "inferred", "via": via}
    assert neighbours(replace(found, rows=[row])).splitlines()[1].endswith(said)


def test_a_list_of_class_names_names_classes_and_a_list_of_words_does_not(shop):
    rows = shop[0].dependents("model:Comment").rows
    assert [row["line"] for row in rows if row["file_path"] == "app/services/types.rb"] == [2]


def test_a_class_in_a_file_of_its_own_depends_on_the_class_that_it_is_named_after_and_inherits(shop):
    rows = {(row["unit"], row["kind"]) for row in shop[0].dependents("model:Person").rows}
    assert ("model:Person::Vip", "inherits") in rows


def test_what_grep_finds_besides_is_told_with_its_reason(shop):
    bench, root = shop
    result = compared(bench, root, "model:Person")
    reasons = {path: remark(bench, path, result.unit) for path in result.missed}
    assert reasons["app/services/badge.rb"] == "the namespace of another"
    assert reasons["app/services/other.rb"] == "in a comment, in a longer text"


def test_a_model_that_routes_resolve_is_used_by_them(shop):
    rows = shop[0].dependents("model:Comment").rows
    assert ("config/routes.rb", 2) in {(row["file_path"], row["line"]) for row in rows}


def test_inheritance_is_stronger_than_calls_and_calls_than_references_and_those_than_views():
    kinds = ("inherits", "belongs_to", "calls", "references", "renders", "tests")
    keys = [strength(kind, "declared", "class") for kind in kinds]
    assert keys == sorted(keys)
    assert strength("calls", "declared", "class") < strength("calls", "inferred", "class")
    assert strength("references", "declared", "class") < strength("calls", "declared", "view_template")
