"""Code that nobody would write: reading and linking it ends soon, and what a limit leaves out is told."""

from pathlib import Path
from time import process_time

import pytest

from core.extract.run import extract
from core.model import Extraction
from core.settings import ExtractSettings

DEEP = 10_000
SECONDS = 60.0  # of the processor: far more than any of these takes, far less than what has no limit would take


def doubled(first: str, line: str, times: int = 60) -> str:
    return first + "".join(line.format(n=n, m=n - 1) for n in range(1, times))


def inherited(times: int) -> str:
    head = "module Shared\n  extend ActiveSupport::Concern\n  included { has_many :notes }\nend\n"
    base = "class C0 < ApplicationRecord\n  def self.owns(name) = has_many(name)\nend\n"
    return head + base + "".join(f"class C{n} < C{n - 1}\n  include Shared\n  owns :a{n}\nend\n" for n in range(1, times))


DEEP_FILES = {
    "app/models/blocks.rb": "class A\n" + "x do\n" * DEEP + "end\n" * DEEP + "end\n",
    "app/models/arrays.rb": "A = " + "[" * DEEP + "]" * DEEP + "\n",
    "app/models/calls.rb": "class A\n  has_many a" + ".b" * DEEP + "\nend\n",
    "app/models/nested_calls.rb": "class A\n  has_many " + "a(" * DEEP + ")" * DEEP + "\nend\n",
    "app/models/sums.rb": "class A\n  scope " + "1 + " * DEEP + "1\nend\n",
    "app/models/hashes.rb": "class A\n  enum " + "{a: " * DEEP + "1" + "}" * DEEP + "\nend\n",
    "app/models/classes.rb": "".join(f"class A{n}\n" for n in range(DEEP)) + "end\n" * DEEP,
    "app/models/private.rb": "class A\nprivate def a\n" * 500 + "end\nend\n" * 500,
    "app/models/parameters.rb": "class A\n  def a(" + "(" * DEEP + "b" + ")" * DEEP + ")\n  end\nend\n",
    "app/models/broken.rb": "class A\n" * DEEP,
    "app/controllers/a_controller.rb": "class AController\n  def a\n    " + "render(" * 3000 + ")" * 3000 + "\n  end\nend\n",
    "app/views/a/deep.html.erb": "<% if a %>" * DEEP + "<% end %>" * DEEP,
    "app/views/a/calls.html.erb": "<%= a" + ".b" * DEEP + " %>",
    "app/views/a/scripts.html.erb": "<script>" * DEEP + "<%= javascript_tag do %>" * DEEP,
    "app/views/a/tags.html.slim": "li: " * DEEP + "a href=b_path",
    "app/views/a/tags.html.haml": "\n".join(" " * n + "%a{b: c(" for n in range(300)),
    "config/initializers/a.rb": "A.b = " + "[" * DEEP + "]" * DEEP + "\n",
    "config/routes.rb": "Rails.application.routes.draw do\n" + "a(" * DEEP + ")" * DEEP + "\nend\n",
    "db/schema.rb": "ActiveRecord::Schema.define do\n" + "if a\n" * DEEP + "end\n" * DEEP + "end\n",
    "lib/tasks/a.rake": "namespace :a do\n" * DEEP + "end\n" * DEEP,
    "spec/factories.rb": "FactoryBot.define do\n" + "factory :a do\n" * DEEP + "end\n" * DEEP + "end\n",
    "package.yml": "a: " + "[" * 100_000,
    "package.json": "[" * 100_000,
    "pyproject.toml": "a = " + "[" * 100_000,
    "Cargo.toml": f"a = {'9' * 5000}\n",
}
"""Syntax that is nested deeper than Python's stack, one kind in each file."""

LARGE_FILES = {
    "app/models/strings.rb": doubled("A0 = 'aaaaaaaa'\n", "A{n} = \"#{{A{m}}}#{{A{m}}}\"\n") + "class A\n  has_many A59\nend\n",
    "app/models/lists.rb": doubled("A0 = [:a, :b]\n", "A{n} = [A{m}, A{m}]\n") + "class A\n  enum a: A59\nend\n",
    "app/models/splats.rb": doubled("A0 = [:a, :b]\n", "A{n} = [*A{m}, *A{m}]\n") + "class A\n  attribute *A59\nend\n",
    "app/models/loops.rb": "class A\n" + "%w[a b c d e f g h i j].each do |a|\n" * 9 + "has_many a\n" + "end\n" * 10,
    "app/models/macros.rb": "class A\n"
    + doubled("  def self.a0(x) = has_many(x)\n", "  def self.a{n}(x)\n    a{m} x\n    a{m} x\n    a{m} x\n  end\n", 30)
    + "  a29 :b\nend\n",
    "app/models/itself.rb": "class A\n  def self.a(x) = b(x)\n  def self.b(x)\n    a x\n    has_many x\n  end\n  a :c\nend\n",
    "app/models/circle.rb": "class A < B\n  a :b\nend\nclass B < C\nend\nclass C < A\nend\n",
    "app/models/mixed.rb": "module A\n  include B\nend\nmodule B\n  include A\n  extend A\nend\n"
    "class C\n  include A\n  delegate :d, to: :d\nend\n",
    "app/models/through.rb": "class A < ApplicationRecord\n  has_many :a, through: :b\n  has_many :b, through: :a\nend\n",
    "app/models/heirs.rb": inherited(400),
    "config/routes.rb": "Rails.application.routes.draw do\n"
    + doubled("  a0 = ['x']\n", "  a{n} = a{m} + a{m}\n") + "  a59.each { |a| get a }\n"
    + doubled("  b0 = ['x']\n", "  b{n} = [b{m}, b{m}]\n") + "  b59.each { |a| get a }\n"
    + doubled("  c0 = 9\n", "  c{n} = c{m} * c{m}\n") + "  c59.times { |a| get a }\nend\n",
    "config/initializers/a.rb": f"A.b = {'9' * 5000}\nA.c = 0x{'f' * 5000}\nA.d = [[1], {{}}].uniq\nA.e = 'a'.gsub('b')\n"
    "A.f = 'a'.tr([1], 2)\nA.g = {a: 1}.key?([1])\nA.h = [{}] | [{}]\nA.i = [1, 2].join(3)\nA.j = {[{}] => 1}\nA.k = 1e999\n",
    "config/application.rb": "config.autoloaders.main.collapse('a" + "**" * 30 + "b')\n",
    "db/migrate/001_a.rb": "class A < ActiveRecord::Migration[7.0]\n  def change\n    change\n  end\nend\n",
    "db/migrate/002_b.rb": "class B < ActiveRecord::Migration[7.0]\n  def change\n"
    + "%w[a b c d e f g h i j].each do |a|\n" * 9 + "add_column :b, a, :string\n" + "end\n" * 11,
    "app/views/a/_a.html.erb": "<%= render 'a/b' %>",
    "app/views/a/_b.html.erb": "<%= render 'a/a' %>",
    "lib/blank.rb": "\n" * 400_000 + "devise = 1\ngem = 2\nresources = 3\n",
    "Gemfile": "\n" * 400_000 + "gem 'rails'\n",
    "package.yml": "a: &a0 [x]\n" + doubled("", "a{n}: &a{n} [*a{m}, *a{m}]\n", 25),
}  # fmt: skip
"""Small files that describe what is large without end."""


def read(root: Path, files: dict[str, str]) -> Extraction:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    start = process_time()
    found = extract(root, ExtractSettings())
    assert process_time() - start < SECONDS
    return found


@pytest.mark.parametrize("path", DEEP_FILES)
def test_syntax_that_is_nested_without_end_costs_no_more_than_its_inside(tmp_path: Path, path: str):
    found = read(tmp_path, {path: DEEP_FILES[path], "app/models/good.rb": "class Good\n  def fine = 1\nend\n"})
    assert {"method:Good#fine", f"file:{path}"} <= {unit.key for unit in found.units}
    assert [problem for problem in found.problems if problem.file_path != path or problem.status == "failed"] == []


@pytest.mark.parametrize("path", LARGE_FILES)
def test_what_is_large_without_end_is_read_in_part(tmp_path: Path, path: str):
    files = {name: text for name, text in LARGE_FILES.items() if path.startswith("app/views") and name.startswith("app/views")}
    found = read(tmp_path, {**files, path: LARGE_FILES[path], "app/models/good.rb": "class Good\n  def fine = 1\nend\n"})
    assert "method:Good#fine" in {unit.key for unit in found.units}
    assert [problem for problem in found.problems if problem.file_path != path or problem.status == "failed"] == []


@pytest.mark.parametrize(
    ("path", "files", "reason"),
    [
        ("app/models/blocks.rb", DEEP_FILES, "nested more than 1000 deep"),
        ("app/views/a/deep.html.erb", DEEP_FILES, "TooDeep"),
        ("config/initializers/a.rb", DEEP_FILES, "TooDeep"),
        ("db/schema.rb", DEEP_FILES, "nested more than 60 deep"),
        ("package.yml", DEEP_FILES, "nest"),  # newer parsers refuse it themselves: "exceeded maximum nesting depth"
        ("package.json", DEEP_FILES, "not a manifest that can be read"),
        ("Cargo.toml", DEEP_FILES, "not a manifest that can be read"),
        ("app/models/loops.rb", LARGE_FILES, "turns"),
        ("db/migrate/001_a.rb", LARGE_FILES, "calls itself"),
        ("db/migrate/002_b.rb", LARGE_FILES, "statements"),
        ("package.yml", LARGE_FILES, "aliases"),
    ],
)
def test_what_a_limit_leaves_out_is_told(tmp_path: Path, path: str, files: dict[str, str], reason: str):
    found = read(tmp_path, {path: files[path], "app/models/good.rb": "class Good\nend\n"})
    assert [problem.status for problem in found.problems if reason in problem.reason and problem.file_path == path] == [
        "partial"
    ]


def test_deep_heirs_have_what_their_ancestors_declare(tmp_path: Path):
    found = read(tmp_path, {"app/models/heirs.rb": inherited(50)})
    last = next(unit for unit in found.units if unit.identifier == "C49")
    assert {"a1", "a49", "notes"} <= {fact["name"] for fact in last.metadata["associations"]}
    assert last.type == "model"
