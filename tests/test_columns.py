"""Which columns the code of a Rails application reads and writes."""

from __future__ import annotations

import pytest

from core.errors import SourceError
from core.extract.rails.sql.references import BASE, columns_in
from core.flow.entries import traced_entry
from core.model import CodeUnit
from core.vocabulary import DATA
from core.workbench import Workbench, index_checkout, open_workbench
from tests.linking import linked, rows

SCHEMA = """
ActiveRecord::Schema[7.1].define(version: 1) do
  create_table "users" do |t|
    t.string "email", null: false
    t.string "name"
    t.datetime "silenced_at"
    t.integer "role", default: 0
    t.integer "posts_count"
    t.json "settings"
    t.string "password_digest"
  end
  create_table "posts" do |t|
    t.bigint "user_id"
    t.string "title"
    t.datetime "published_at"
  end
end
"""
USER = """
class User < ApplicationRecord
  has_many :posts
  enum :role, { member: 0, admin: 1 }
  store_accessor :settings, :theme
  has_secure_password
  scope :silenced, -> {
    where.not(silenced_at: nil)
  }

  def silence!
    self.silenced_at = Time.current
    save!
  end

  def loud?
    !silenced_at? && !silenced_at_changed? && theme != "quiet"
  end

  def promote
    admin!
    posts.where("published_at > ?", 1.day.ago).update_all(title: name)
    silenced_at = nil
    silenced_at
  end
end
"""
POST = """
class Post < ApplicationRecord
  belongs_to :user, counter_cache: true
  validates :title, presence: true
  def mail
    self.user.email
  end
end
"""
CONTROLLER = """
class UsersController < ApplicationController
  def update
    @user.update!(name: "x")
    User.where(role: :admin).order(:name).pluck("users.email", :silenced_at)
    Post.joins(:user).where(user: { silenced_at: nil })
    User.connection.execute("UPDATE users SET posts_count = 0 WHERE silenced_at IS NULL")
    @cat.update!(name: "x")
    { email: 1 }
  end

  def user_params
    params.require(:user).permit(:email, settings: {}, posts_attributes: [:title])
  end
end
"""
FORM = """
<%= form_with model: @user do |f| %>
  <%= f.text_field :name %>
  <%= x.text_field :email %>
<% end %>
"""
FILES = {
    "config/application.rb": "module Shop\n  class Application < Rails::Application\n  end\nend\n",
    "db/schema.rb": SCHEMA,
    "app/models/user.rb": USER,
    "app/models/post.rb": POST,
    "app/controllers/users_controller.rb": CONTROLLER,
    "app/views/users/edit.html.erb": FORM,
    "app/serializers/user_serializer.rb": "class UserSerializer < ActiveModel::Serializer\n  attributes :email\nend\n",
    "db/migrate/1_add.rb": "class Add < ActiveRecord::Migration[7.1]\n def change\n  add_index :users, [:email]\n end\nend\n",
}


@pytest.fixture(scope="module")
def uses() -> set[tuple[str, str, str]]:
    found = (one for one in linked(FILES).relations if one.kind in DATA)
    return {(one.source.partition(":")[2], one.kind, one.target.removeprefix("column:")) for one in found}


@pytest.mark.parametrize(
    ("source", "kind", "column"),
    [
        ("User#silence!", "writes", "users.silenced_at"),
        ("User#loud?", "reads", "users.silenced_at"),
        ("User#loud?", "reads", "users.settings"),
        ("User.silenced", "reads", "users.silenced_at"),
        ("User#promote", "writes", "users.role"),
        ("User#promote", "reads", "posts.published_at"),
        ("User#promote", "writes", "posts.title"),
        ("User#promote", "reads", "users.name"),
        ("Post#mail", "reads", "users.email"),
        ("UsersController#update", "writes", "users.name"),
        ("UsersController#update", "reads", "users.role"),
        ("UsersController#update", "reads", "users.name"),
        ("UsersController#update", "reads", "users.email"),
        ("UsersController#update", "reads", "users.silenced_at"),
        ("UsersController#update", "writes", "users.posts_count"),
        ("UsersController#user_params", "writes", "users.email"),
        ("UsersController#user_params", "writes", "users.settings"),
        ("UsersController#user_params", "writes", "posts.title"),
        ("users/edit", "writes", "users.name"),
        ("UserSerializer", "reads", "users.email"),
        ("Add#change", "reads", "users.email"),
        ("User", "reads", "posts.user_id"),
        ("Post", "reads", "posts.user_id"),
        ("Post", "writes", "users.posts_count"),
        ("Post", "reads", "posts.title"),
    ],
)
def test_a_line_that_uses_a_column_is_found(uses, source: str, kind: str, column: str) -> None:
    assert (source, kind, column) in uses


@pytest.mark.parametrize(
    ("source", "kind", "column"),
    [
        ("User#promote", "reads", "users.silenced_at"),  # a local variable
        ("UsersController#update", "writes", "users.email"),  # a key of a hash that nothing is given
        ("UsersController#user_params", "writes", "users.posts_count"),
        ("users/edit", "writes", "users.email"),  # the builder of another form
    ],
)
def test_what_only_has_the_name_of_a_column_is_no_use(uses, source: str, kind: str, column: str) -> None:
    assert (source, kind, column) not in uses


def test_uses_are_sure_where_ruby_says_whose_column_it_is_and_inferred_where_a_name_does() -> None:
    found = {(one.line, one.target): one for one in linked(FILES).relations if one.kind == "writes"}
    assert found[12, "column:users.silenced_at"].certainty == "declared"
    by_name = found[4, "column:users.name"]
    assert (by_name.certainty, by_name.via) == ("inferred", "assign:update!:name")


def test_columns_are_no_units() -> None:
    units: tuple[CodeUnit, ...] = linked(FILES).units
    assert not [unit for unit in units if unit.type == "column"]


@pytest.mark.parametrize(
    ("text", "by", "found"),
    [
        ("created_at > ? AND users.name IS NULL", "where", {(BASE, "created_at", False), ("users", "name", False)}),
        ("score DESC NULLS LAST", "order", {(BASE, "score", False)}),
        ("score = score + 1", "update_all", {(BASE, "score", True), (BASE, "score", False)}),
        ("JOIN users u ON u.id = posts.user_id", "joins", {("users", "id", False), ("posts", "user_id", False)}),
        ("INSERT INTO a (b) VALUES (1)", "execute", {("a", "b", True)}),
        ("SELECT n FROM (SELECT n FROM b) t", "find_by_sql", {("b", "n", False)}),
    ],
)
def test_sql_is_parsed_into_columns(text: str, by: str, found: set[tuple[str, str, bool]]) -> None:
    columns = columns_in(text, by)
    assert columns is not None
    assert found <= {(one.table, one.name, one.written) for one in columns}


@pytest.mark.parametrize("text", ["foo __open__ ?", "(" * 5000, "a = 'b", "SELECT"])
def test_what_is_no_sql_is_not_guessed(text: str) -> None:
    assert not columns_in(text, "where")


TYPED = """
class Report
  def run(who, sheet)
    chosen = User.silenced.first
    chosen.update!(name: "x")
    writer = chosen.posts.where(title: "y")
    who.silenced_at
    sheet.password_digest = 1
    sheet.content_type
    current_user.email = "z"
    sheet.posts_count
  end
end
class OtherController < ApplicationController
  def other_params
    params.require(:user).permit(:email, drafts_attributes: [:title])
  end
end
"""


def test_a_use_is_known_by_the_type_of_what_it_is_on_by_what_that_is_called_or_by_the_only_column_of_its_name() -> None:
    user = USER.replace("has_many :posts", "has_many :posts\n  has_many :drafts, class_name: 'Post'")
    texts = {**FILES, "app/models/user.rb": user, "app/services/report.rb": TYPED}
    found = {
        (one.kind, one.target.removeprefix("column:"), one.via)
        for one in linked(texts).relations
        if one.kind in DATA and one.file_path == "app/services/report.rb"
    }
    assert found == {
        ("writes", "users.*", "row:update!:type"),
        ("writes", "users.name", "assign:update!:type"),
        ("reads", "posts.title", "query:where:type"),
        ("reads", "users.silenced_at", "attribute:silenced_at:unique"),
        ("writes", "users.password_digest", "attribute:password_digest=:unique"),
        ("writes", "users.email", "attribute:email=:type"),
        ("writes", "users.email", "permit:user:name"),
        ("writes", "posts.title", "permit:drafts:name"),
    }


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    root = tmp_path_factory.mktemp("shop")
    for path, text in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")
    home = root / ".home"
    index_checkout(root, "shop", home=home, vectors=False)
    return open_workbench("shop", home=home)


def test_a_column_tells_who_writes_and_reads_it_and_how_many_more_lines_write_its_name(bench: Workbench) -> None:
    found = bench.column("User.silenced_at")
    assert [use.unit for use in found.writes] == ["method:User#silence!"]
    assert {use.unit for use in found.reads} == {"method:User#loud?", "scope:User.silenced", "method:UsersController#update"}
    assert {one.text for one in found.more} == {"silenced_at = nil", "silenced_at"}
    assert "1 write it, 5 read it" in found.sentence


def test_relations_between_units_are_counted_without_columns(bench: Workbench) -> None:
    assert not [one for one in bench.relations if one.kind in DATA]
    assert bench.manifest.counts["relations"] == len(bench.relations)
    assert bench.manifest.counts["column_uses"] == len(bench.catalog.column_uses())


@pytest.mark.parametrize(
    ("name", "said"), [("users.emial", "users has no column"), ("nothing_at_all", "No table has a column")]
)
def test_an_unknown_column_is_told_with_the_names_that_there_are(bench: Workbench, name: str, said: str) -> None:
    with pytest.raises(SourceError, match=said):
        bench.column(name)


def test_a_question_about_a_column_finds_who_writes_it(bench: Workbench) -> None:
    run = bench.ask("Who writes users.silenced_at?")
    assert run.ranked[0].unit_key == "method:User#silence!"
    assert any("users.silenced_at" in note for note in run.notes)
    assert traced_entry(run.plan, bench.index) == ""


def test_rows_of_a_table_are_made_changed_and_removed_by_calls_on_what_its_models_are() -> None:
    code = """
    class Desk
      def initialize(user)
        @user = user
      end

      def open(data)
        @user.posts.create!(data)
        Post.import!(data)
        post = Post.new
        post.save
        data.create!(1)
      end

      def clear
        @user.posts.where(title: "").destroy_all
        Post.new.create!
      end
    end
    """
    found = linked(FILES | {"app/services/desk.rb": code}).relations
    mine = (one for one in found if one.target == "column:posts.*" and one.source.startswith("method:Desk"))
    rows = sorted(((one.via, one.line) for one in mine), key=lambda row: row[1])
    assert rows == [
        ("row:create!:type", 8),
        ("row:import!", 9),
        ("row:save:type", 11),
        ("row:destroy_all:type", 16),
    ]


@pytest.mark.parametrize("name", ["users", "users.*", "User"])
def test_a_table_tells_who_makes_changes_and_removes_its_rows(bench: Workbench, name: str) -> None:
    found = bench.column(name)
    assert (found.table, found.name, found.fact["kind"]) == ("users", "*", "rows")
    assert [use.unit for use in found.uses if use.by == "save!"] == ["method:User#silence!"]
    assert not found.more
    assert "make, change or remove whole rows" in found.sentence


def test_columns_without_a_reader_and_demands_without_a_validation_are_listed(bench: Workbench) -> None:
    unread = {one.column: one.verdict for one in bench.analyse.unread_columns()}
    assert "users.silenced_at" not in unread
    assert unread["users.posts_count"] == "unknown"  # it is counted, and `user.posts.size` would look
    gaps = {(one.column, one.gap) for one in bench.analyse.schema_gaps()}
    assert gaps == {("users.email", "not validated"), ("posts.title", "not in the schema")}


def test_what_a_key_a_polymorphic_owner_or_a_validator_of_the_application_holds_is_no_gap_and_events_write_states(tmp_path):
    schema = (
        'ActiveRecord::Schema[7.1].define(version: 1) do\n  create_table "tags" do |t|\n'
        '    t.string "owner_type", null: false\n    t.bigint "owner_id", null: false\n'
        '    t.string "name", null: false\n    t.string "code"\n    t.string "status"\n'
        '    t.index ["name"], unique: true\n    t.index ["code", "id"], unique: true\n  end\nend\n'
    )
    model = (
        "class Tag < ApplicationRecord\n  belongs_to :owner, polymorphic: true, optional: false\n"
        "  validates :name, presence: true, tidy_uniqueness: true\n  aasm column: :status do\n    state :open, initial: true\n"
        "    event :close do\n      transitions from: :open, to: :closed\n    end\n  end\nend\n"
    )
    texts = {"db/schema.rb": schema, "app/models/tag.rb": model, "config/application.rb": FILES["config/application.rb"]}
    for path, text in texts.items():
        file = tmp_path / "shop" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    index_checkout(tmp_path / "shop", home=tmp_path / "home", vectors=False)
    shop = open_workbench("shop", home=tmp_path / "home")
    assert [one.column for one in shop.analyse.schema_gaps()] == []
    assert [(one.by, one.line) for one in shop.column("tags.status").writes] == [("close", 6)]


def test_a_job_enqueues_itself_by_class_methods_of_its_own() -> None:
    texts = {
        "app/jobs/base_job.rb": "class BaseJob\n  include Sidekiq::Job\n  def self.perform_async_in_queue(*_)\n  end\nend\n",
        "app/jobs/mend_job.rb": "class MendJob < BaseJob\n  def perform(id)\n  end\nend\n",
        "app/models/thing.rb": 'class Thing\n  def go\n    MendJob.perform_async_in_queue("low", 1)\n  end\n'
        "  def stay\n    MendJob.new(1).enqueue(priority: 3)\n  end\nend\n",
    }
    assert rows(linked(texts), "enqueues") == {("Thing#go", "enqueues", "MendJob"), ("Thing#stay", "enqueues", "MendJob")}


def test_a_table_has_its_columns_with_their_uses_and_a_method_those_that_it_uses(bench: Workbench) -> None:
    of_table = dict(bench.columns("table:posts"))
    assert list(of_table)[1:3] == ["posts.user_id", "posts.title"]
    assert dict(bench.columns("User#silence!")).keys() == {"users.silenced_at", "users.*"}
