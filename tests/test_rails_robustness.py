"""Whatever stands in a file, reading it ends, and lines stay where they are."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.extract.rails.files.factories import read_factories
from core.extract.rails.files.inflections import read_inflections
from core.extract.rails.files.link import link_files
from core.extract.rails.files.tasks import read_tasks
from core.extract.rails.files.yaml_lines import leaves, may_begin
from core.extract.rails.routes import RouteTable, read_routes, route_units
from core.extract.rails.schema import Tables, read_schema, table_units
from core.extract.rails.views.link import link_views
from core.extract.rails.views.lookup import Lookup
from core.extract.rails.views.reader import ruby_of
from core.extract.repository import Repository
from core.extract.ruby.words.inflect import Inflections
from tests.examples import examples
from tests.linking import repository_of

ROUTES = """Rails.application.routes.draw do
  concern(:notable) { resources :notes, only: :create }
  resources :orders, path: "o", shallow: true, concerns: [:notable] do
    member { post :pay, to: "payments#create" }
    resource :address, except: %i[destroy]
  end
  %w[a b].each { |page| get page => "pages##{page}" }
  namespace(:api, defaults: { format: :json }) { root to: "x#y" } if Rails.env.test?
  def helper(name, *rest, key: 1, **options) = scope(name, options) { yield }
  mount Shop::Engine => "/shop"
  devise_for :users, skip: [:sessions], path_names: { sign_in: "in" }
end
"""
MIGRATION = """class A < ActiveRecord::Migration[7.0]
  NAMES = %i[x y]
  def change
    create_table :orders, id: :uuid do |t|
      t.string :number, null: false, default: -> { "now()" }
      t.references :buyer, polymorphic: { null: true }, index: { unique: true }
      t.timestamps
    end
    change_table(:orders) { |t| t.remove :number; t.rename :buyer_id, :b; t.index [:b, :c], name: "i" }
    NAMES.each { |name| add_column :orders, name, :integer unless column_exists?(:orders, name) }
    reversible { |way| way.up { add_foreign_key :orders, :users, column: :b } }
    rename_table :orders, :purchases
  end
end
"""
STRUCTURE = """CREATE TABLE public.a (id bigint NOT NULL, b varchar(2) DEFAULT 'x''y'::text, CONSTRAINT c CHECK ((b > 1)));
CREATE UNIQUE INDEX i ON public.a USING btree (lower(b)) WHERE (id > 1);
ALTER TABLE ONLY public.a ADD CONSTRAINT f FOREIGN KEY (b) REFERENCES public.c(id);
"""
ERB = """<% if a %>
<%= render 'x', y: t('.z') do |f| %> <%# no %>
<%= f.g path: h_path(1) %><% end %>
<% end %>
"""
HAML = """%a{ href: b_path,
  c: d }
  = render 'x'
- if e
  %p(f=g_path) #{h}
:javascript
  x #{y}
- else
  = z do |w|
    text
"""
SLIM = """a href=b_path class="#{c}"
  == render 'x'
- if e
  p: i = g
ruby:
  x = 1
- else
  | text #{y}
"""
FACTORIES = """FactoryBot.define do
  factory :a, class: 'B::C', aliases: [:d] do
    e
    association :f, factory: [:d, :g]
  end
end
"""
RAKE = """namespace :a do
  desc 'b'
  task :c, [:d] => [:e, 'f:g'] do
  end
  task h: :c
end
"""
PACKAGE = "enforce_privacy: strict\ndependencies:\n- a/b\n- .\n"


@st.composite
def damaged(draw: Any, text: str) -> str:
    """Return the text with pieces cut out, doubled or replaced by marks of the grammar."""
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 25)))
        put = draw(
            st.sampled_from(
                [
                    "",
                    "(",
                    ")",
                    "[",
                    "{",
                    "}",
                    "end\n",
                    "do |x|",
                    "#{",
                    "'",
                    '"',
                    ",",
                    "*",
                    "**",
                    "&",
                    "\n",
                    "nil",
                    ":",
                    "%w[",
                    "é",
                ]
            )
        )
        text = text[:start] + put + text[end:]
    return text


def checkout_of(path: str, text: str) -> Repository:
    return repository_of({path: text})


def routes_of(repository: Repository) -> RouteTable:
    return read_routes(repository, read_inflections(repository))


def schema_of(repository: Repository) -> Tables:
    return read_schema(repository, read_inflections(repository))


def nothing(*_names: str) -> None:
    return None


def read_all(repository: Repository) -> None:
    lookup = Lookup(nothing, nothing, nothing, nothing)
    table = routes_of(repository)
    route_units(table, repository)
    table_units(schema_of(repository), repository)
    link_views(repository, lookup)
    link_files(repository, nothing, Inflections())


FILES = {
    "config/routes.rb": ROUTES,
    "db/migrate/1_a.rb": MIGRATION,
    "db/structure.sql": STRUCTURE,
    "app/views/a/b.html.erb": ERB,
    "app/views/a/b.haml": HAML,
    "app/views/a/b.slim": SLIM,
    "spec/factories.rb": FACTORIES,
    "lib/tasks/a.rake": RAKE,
    "package.yml": PACKAGE,
}


@pytest.mark.parametrize("path", FILES)
@examples(25)
@given(data=st.data())
def test_damaged_files_are_read_as_far_as_they_go(path: str, data: st.DataObject):
    read_all(checkout_of(path, data.draw(damaged(FILES[path]))))


@pytest.mark.parametrize(("path", "text"), [("a.erb", ERB), ("a.haml", HAML), ("a.slim", SLIM)])
@examples(40)
@given(data=st.data())
def test_templates_become_ruby_without_losing_a_line(path: str, text: str, data: st.DataObject):
    whole = data.draw(damaged(text)) + "\n= marker_at_the_end\n"
    ruby = ruby_of(path, whole).split("\n")
    assert len(ruby) in (whole.count("\n") + 1, whole.count("\n") + 2)


@pytest.mark.parametrize(
    ("read", "text"), [(routes_of, ROUTES), (schema_of, MIGRATION), (read_tasks, RAKE)], ids=["routes", "schema", "tasks"]
)
def test_reading_twice_gives_the_same(read: Callable[[Repository], Any], text: str):
    path = {read_routes: "config/routes.rb", read_schema: "db/migrate/1_a.rb"}.get(read, "lib/tasks/a.rake")
    assert read(checkout_of(path, text)) == read(checkout_of(path, text))


def test_yaml_with_aliases_ends():
    assert leaves("a: &x\n  b: 1\nc:\n  <<: *x\n") == [(("a", "b"), "1", 2), (("c", "b"), "1", 2)]
    assert leaves("a: &x [1, *x]\n") == [(("a", "0"), "1", 1)]
    bomb = "a: &a [1,1,1,1,1,1,1,1,1,1]\n" + "".join(
        f"{name}: &{name} [{','.join([f'*{before}'] * 10)}]\n" for before, name in zip("abcdef", "bcdefg", strict=True)
    )
    with pytest.raises(ValueError, match="aliases"):
        leaves(bomb)
    with pytest.raises(ValueError, match="not YAML in line 3"):
        leaves("a: 1\nb: [\n")


@pytest.mark.parametrize(
    "text",
    [
        "de:\n  a: 1\nen:\n  a: 1\n", "  de:\n    a: 1\n  en:\n    a: 1\n", "---\nde: 1\n'en' : {a: 1}\n", "de: 1\n? en\n: 1\n",
        '{"de": 1, "en": 2}', 'de: 1\n"\\x65n": 1\n', "de: &x {en: 1}\n<<: *x\n", "de: 1\n&k en: 1\n", "# of a tool\n\nen: 1\n",
    ],
)  # fmt: skip
def test_a_key_at_the_top_is_seen_however_it_is_written(text):
    assert "en" in {path[0] for path, _, _ in leaves(text)}
    assert may_begin(text, "en")


@pytest.mark.parametrize("text", ["de:\n  en: 1\n", "de:\n  a: en\nenough: 1\n", "---\nen_GB:\n  a: |\n   en:\n"])
def test_a_key_that_stands_deeper_is_no_key_at_the_top(text):
    assert not may_begin(text, "en")


def test_factories_of_a_damaged_file_keep_what_is_whole():
    assert [factory.name for factory in read_factories(checkout_of("f.rb", FACTORIES), Inflections())] == ["a"]
