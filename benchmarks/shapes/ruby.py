"""Repositories of the worst shapes in Ruby and Rails, of any size and always the same."""

from __future__ import annotations

from benchmarks.shapes.text import Files, Shape, side

_GEMS = 'source "https://rubygems.org"\ngem "rails", "7.1.0"\n'
_LOCK = "GEM\n  remote: https://rubygems.org/\n  specs:\n    rails (7.1.0)\n\nDEPENDENCIES\n  rails (= 7.1.0)\n"
_BASE = {
    "Gemfile": _GEMS,
    "Gemfile.lock": _LOCK,
    "config/application.rb": 'require "rails/all"\nmodule Shop\n  class Application < Rails::Application\n  end\nend\n',
    "app/models/application_record.rb": "class ApplicationRecord < ActiveRecord::Base\n  self.abstract_class = true\nend\n",
    "app/controllers/application_controller.rb": "class ApplicationController < ActionController::Base\nend\n",
}


def _text(*lines: str) -> str:
    return "\n".join(lines) + "\n"


def _everything(size: int) -> Files:
    """Every class names all others, and calls their methods."""
    m = side(size)
    return {
        f"lib/m{i}.rb": _text(f"class M{i}", *(f"  def call{j}\n    M{j}.new.call{i}\n  end" for j in range(m)), "end")
        for i in range(m)
    }


def _includes(size: int) -> Files:
    """Modules that all include each other; each calls what others have and what nobody has."""
    m = side(size)
    return {
        f"lib/m{i}.rb": _text(
            f"module M{i}",
            *(f"  include M{j}" for j in range(m) if j != i),
            *(f"  def f{i}_{k}\n    f{(i + k) % m}_{k}\n    missing{i}_{k}\n  end" for k in range(m // 2)),
            "end",
        )
        for i in range(m)
    }


def _inheritance(size: int) -> Files:
    """One chain of classes; every class calls methods of the first, of the one above and of none."""
    m = side(size)
    calls = [
        _text(
            f"class C{i}{f' < C{i - 1}' if i else ''}",
            *(f"  def own{i}_{k}\n    root{k}\n    super\n    missing{i}_{k}\n  end" for k in range(m)),
            "end",
        )
        for i in range(1, m)
    ]
    first = _text("class C0", *(f"  def root{k}; end" for k in range(m)), "end")
    return {"lib/c0.rb": first} | {f"lib/c{i}.rb": text for i, text in enumerate(calls, 1)}


def _big_classes(size: int) -> Files:
    return {
        f"lib/big{c}.rb": _text(
            f"class Big{c}", *(f"  def m{k}(a)\n    m{k + 1}(a) if a\n  end" for k in range(min(size, 5000))), "end"
        )
        for c in range(max(1, size // 5000))
    }


def _big_models(size: int) -> Files:
    """Models with hundreds of associations, callbacks and validations, each with its method."""
    m = side(size)
    return _BASE | {
        f"app/models/m{i}.rb": _text(
            f"class M{i} < ApplicationRecord",
            *(f'  has_many :things{k}, class_name: "M{k}"\n  before_save :step{k}' for k in range(m)),
            *(f"  validates :a{k}, presence: true" for k in range(m)),
            *(f"  def step{k}\n    things{k}.each(&:touch)\n    self.a{k} = step{k - 1}\n  end" for k in range(m)),
            "end",
        )
        for i in range(m)
    }  # fmt: skip


def _one_file(size: int) -> Files:
    """One file of functions, a megabyte for 10,000 of them."""
    body = "  def self.f{k}(a, b)\n    # as plain as it gets, but for the calls\n    c = a + b\n    f{j}(f{k}(c, b), c)\n  end"
    return {"lib/one.rb": _text("module One", *(body.format(k=k, j=k // 2) for k in range(size)), "end")}


def _alike(size: int) -> Files:
    """Modules of many names with a class of one name and the same methods, called on what nobody knows."""
    code = "module A{i}\n  class Thing\n    def run(a)\n      a.run(self)\n      Thing.new.run(a)\n      a.call\n    end\n"
    code += "    def call; run(nil); end\n  end\nend\n"
    test = (
        'require "test_helper"\nclass ThingTest < ActiveSupport::TestCase\n  test "runs" do\n    Thing.new.run(1)\n  end\nend\n'
    )
    m = size // 5
    return (
        _BASE
        | {f"lib/a{i}/thing.rb": code.format(i=i) for i in range(m)}
        | {f"test/a{i}/thing_test.rb": test for i in range(m)}
    )


def _nesting(size: int) -> Files:
    one = _text(*(f"module N{d}" for d in range(100)), "def f; N1.f(N99); end", *("end" for _ in range(100)))
    return {f"lib/n{i}.rb": one for i in range(max(1, size // 100))}


def _fluent(size: int) -> Files:
    """Chains of calls, each as long as there are of them."""
    m = side(size)
    return {f"lib/q{i}.rb": _text("def q", "  Start.new", *(f"    .with_{k}(1)" for k in range(m)), "end") for i in range(m)}


def _routes(size: int) -> Files:
    """One file of routes in nested namespaces, half of them with an action that is there."""
    m = side(size)
    spaces = [
        _text(f"  namespace :n{i} do", *(f'    get "p{k}", to: "things#show{k}", as: :p{k}' for k in range(m)), "  end")
        for i in range(m)
    ]
    controllers = {
        f"app/controllers/n{i}/things_controller.rb": _text(
            f"class N{i}::ThingsController < ApplicationController",
            *(f"  def show{k}\n    redirect_to n{i}_p{k}_path\n  end" for k in range(0, m, 2)),
            "end",
        )
        for i in range(m)
    }
    return _BASE | controllers | {"config/routes.rb": _text("Rails.application.routes.draw do", *spaces, "end")}


def _resources(size: int) -> Files:
    """Resources with their seven actions, and concerns that all of them use."""
    drawn = [f"  resources :t{k}, concerns: [:likeable] do\n    member {{ post :go }}\n  end" for k in range(size // 10)]
    controllers = {
        f"app/controllers/t{k}_controller.rb": _text(
            f"class T{k}Controller < ApplicationController", "  def index; end", "  def go; end", "end"
        )
        for k in range(size // 10)
    }
    head = "Rails.application.routes.draw do\n  concern(:likeable) { resources :likes }"
    return _BASE | controllers | {"config/routes.rb": _text(head, *drawn, "end")}


def _schema(size: int) -> Files:
    """Tables of ten columns with a model each, all of which point to the one before."""
    columns = "\n".join(f'    t.string "c{k}"' for k in range(10))
    tables = [
        f'  create_table "t{k}s", force: :cascade do |t|\n    t.bigint "t{k - 1}_id"\n{columns}\n  end'
        for k in range(size // 12)
    ]
    keys = [f'  add_foreign_key "t{k}s", "t{k - 1}s"' for k in range(1, size // 12)]
    models = {
        f"app/models/t{k}.rb": _text(
            f"class T{k} < ApplicationRecord", f"  belongs_to :t{k - 1}", f"  def go\n    c1\n    t{k - 1}.c2\n  end", "end"
        )
        for k in range(size // 12)
    }
    return _BASE | models | {"db/schema.rb": _text("ActiveRecord::Schema[7.1].define(version: 1) do", *tables, *keys, "end")}


def _views(size: int) -> Files:
    """Partials that all render each other, by the name of their folder and by their own."""
    m = side(size)
    partials = {
        f"app/views/things/_p{i}.html.erb": _text(
            *(f'<%= render "things/p{j}" %>\n<%= render "p{j}", a: helper{j}(@a) %>' for j in range(m // 2))
        )
        for i in range(m)
    }
    helpers = _text("module ThingsHelper", *(f"  def helper{k}(a)\n    helper{k + 1}(a)\n  end" for k in range(m)), "end")
    return _BASE | partials | {"app/helpers/things_helper.rb": helpers}


def _filters(size: int) -> Files:
    """A chain of controllers, each of which adds filters to all actions of those below it."""
    m = side(size)
    return _BASE | {
        f"app/controllers/c{i}_controller.rb": _text(
            f"class C{i}Controller < {f'C{i - 1}' if i else 'Application'}Controller",
            f"  before_action :check{i}\n  def check{i}; end",
            *(f"  def act{k}\n    render :show\n  end" for k in range(m)),
            "end",
        )
        for i in range(m)
    }


def _reopened(size: int) -> Files:
    """One class that every file opens again."""
    return {f"lib/part{i}.rb": f"class Whole\n  def m{i}\n    m{i // 2}\n  end\nend\n" for i in range(size)}


RUBY: dict[str, Shape] = {
    "ruby-everything": _everything,
    "ruby-includes": _includes,
    "ruby-inheritance": _inheritance,
    "ruby-big_classes": _big_classes,
    "ruby-one_file": _one_file,
    "ruby-alike": _alike,
    "ruby-nesting": _nesting,
    "ruby-fluent": _fluent,
    "ruby-reopened": _reopened,
    "rails-big_models": _big_models,
    "rails-routes": _routes,
    "rails-resources": _resources,
    "rails-schema": _schema,
    "rails-views": _views,
    "rails-filters": _filters,
}
"""The shapes by name."""
