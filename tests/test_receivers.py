"""Calls on values, linked by the class that is inferred of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.extract.facts import SourceFile
from core.extract.rails.linker import link
from core.extract.read import read_file
from core.extract.repository import Linked, Repository

FILES = {
    "app/models/user.rb": "class User < ApplicationRecord\n  has_many :posts\n  scope :active, -> { where(a: 1) }\n"
    "  def ban!\n  end\n  def self.owner\n    find(1)\n  end\n  def best\n    @best ||= posts.first\n  end\nend\n",
    "app/models/post.rb": "class Post < ApplicationRecord\n  belongs_to :user\n  def pin!\n  end\nend\n",
}


def linked(body: str, **more: str) -> Linked:
    files = {**FILES, "app/controllers/a_controller.rb": f"class AController < ApplicationController\n{body}\nend\n", **more}
    languages = {"erb": "erb"}
    read = [SourceFile(path, languages.get(path.rsplit(".", 1)[1], "ruby"), text, path) for path, text in sorted(files.items())]
    return link(Repository(Path(), tuple(map(read_file, read)), files))


def calls(body: str, kind: str = "calls", **more: str) -> set[tuple[str, str]]:
    found = linked(body, **more)
    return {(one.target.partition(":")[2], one.via.partition(":")[0]) for one in found.relations if one.kind == kind}


@pytest.mark.parametrize(
    ("code", "target", "how"),
    [
        ("u = User.find(1)\nu.ban!", "User#ban!", "typed"),
        ("@u ||= User.new\n@u.ban!", "User#ban!", "typed"),
        ("User.active.first.ban!", "User#ban!", ""),
        ("User.owner.posts.each { |x| x.pin! }", "Post#pin!", "typed"),
        ("Post.last.user.best.pin!", "Post#pin!", "typed"),
        ("User.active.each(&:ban!)", "User#ban!", "typed"),
        ("current_user.ban!", "User#ban!", "typed"),
        ("nobody(1).user.ban!", "User#ban!", "named"),
    ],
)
def test_the_class_of_a_value_is_inferred(code: str, target: str, how: str) -> None:
    assert (target, how) in calls(f"def x\n{code}\nend")


def test_a_literal_is_of_no_class_of_the_application() -> None:
    assert calls("def x\nuser = 'a'\nuser.ban!\nend") == set()


def test_a_symbol_is_only_called_where_it_is_passed_on() -> None:
    assert calls("def x\nx = Post.all\nx.order(:pin!)\nend") == set()
    assert ("Post#pin!", "typed") in calls("def x\nx = Post.all\nx.each(&:pin!)\nend")


def test_templates_see_the_variables_of_their_controller() -> None:
    shown = {"app/views/a/x.html.erb": "<%= @one.pin! %>"}
    assert ("Post#pin!", "typed") in calls("def x\n@one = Post.first\nend", **shown)


def test_what_a_declaration_computes_is_left_open_and_all_else_is_linked() -> None:
    odd = (
        "class Odd\n  delegate :ban!, to: [User, Post].first\n  def_delegator computed, :ban!\n  delegate(*NAMES, to: :user)\n"
        "  attribute kind, :string\n  belongs_to compute(:user)\nend\n"
    )
    assert ("User#ban!", "typed") in calls("def x\nu = User.find(1)\nu.ban!\nend", **{"app/models/odd.rb": odd})


@pytest.mark.parametrize("code", ["anything(1).pin_to_front!", "things.each { |a, b| b.pin_to_front! }", "@that.pin_to_front!"])
def test_a_name_of_several_words_means_the_only_method_that_has_it(code: str) -> None:
    more = {"app/models/post.rb": "class Post < ApplicationRecord\n  def pin_to_front!\n  end\nend\n"}
    assert ("Post#pin_to_front!", "named") in calls(f"def x\n{code}\nend", **more)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("app/models/post.rb", "class Post < ApplicationRecord\n  private\n  def pin_to_front\n  end\nend\n"),
        (
            "app/models/post.rb",
            "class Post < ApplicationRecord\n  def find_each_record\n  end\n  def save_record\n  end\nend\n",
        ),
        ("app/models/c.rb", "class ForumClient\n  def pin_to_front\n  end\nend\n"),
        ("app/helpers/c_helper.rb", "module CHelper\n  def pin_to_front\n  end\nend\n"),
        ("app/models/c.rb", "class A\n  def pin_to_front\n  end\nend\nclass B\n  def pin_to_front\n  end\nend\n"),
    ],
)
def test_a_name_tells_nothing_where_it_may_be_of_another(path: str, text: str) -> None:
    assert not calls("def x\nanything(1).pin_to_front\nanything(1).in_time_zone\nend", **{path: text})


@pytest.mark.parametrize("name", ["role_ids", "build_main_role", "reload_main_role"])
def test_a_name_tells_nothing_where_an_association_gives_others_such_a_method(name: str) -> None:
    member = f"class Member < ApplicationRecord\n  def {name}(a = 1)\n  end\nend\n"
    query = "class Query < ApplicationRecord\n  has_and_belongs_to_many :roles\n  has_one :main_role, class_name: 'Role'\nend\n"
    body = f"def x\nanything(1).{name}\nend"
    assert calls(body, **{"app/models/member.rb": member}) == {(f"Member#{name}", "named")}
    assert not calls(
        body, **{"app/models/member.rb": member, "app/models/query.rb": f"{query}class Role < ApplicationRecord\nend\n"}
    )


def test_rails_knows_the_application_and_current_user_is_a_user() -> None:
    more = {
        "config/application.rb": "module Shop\n  class Application < Rails::Application\n    def open?\n    end\n  end\nend\n"
    }
    assert ("Shop::Application#open?", "typed") in calls("def x\nRails.application.open?\nend", **more)
    assert ("User#ban!", "named") in calls("attr_accessor :current_user\ndef x\ncurrent_user.ban!\nend")


@pytest.mark.parametrize(
    "code",
    [
        "# @param it [User]\ndef x(it)\nit.ban!\nend",
        "# @param [User, nil] it\ndef x(it)\nit.ban!\nend",
        "# @param them [Array<User>]\ndef x(them)\nthem.each { |one| one.ban! }\nend",
        "# @return [User]\ndef one(id)\nfetch(id)\nend\ndef x\none(1).ban!\nend",
        "sig { params(it: T.nilable(User)).void }\ndef x(it)\nit.ban!\nend",
        "sig do\nparams(a: Integer, them: T::Array[User]).returns(T::Boolean)\nend\ndef x(a, them)\nthem.first.ban!\nend",
        "sig { returns(User) }\ndef one\nfetch\nend\ndef x\none.ban!\nend",
        "#: (User it) -> void\ndef x(it)\nit.ban!\nend",
        "#: (Integer, User?) -> Post\ndef x(a, it)\nit.ban!\nend",
        "# @rbs it: User\n# @rbs return: void\ndef x(it)\nit.ban!\nend",
        "#: () -> Array[User]\ndef them\nfetch\nend\ndef x\nthem.last.ban!\nend",
    ],
)
def test_what_is_written_of_types_tells_the_class(code: str) -> None:
    assert ("User#ban!", "typed") in calls(code)


def test_a_type_of_ruby_that_is_written_hides_what_the_name_says() -> None:
    assert calls("# @param user [String]\ndef x(user)\nuser.ban!\nend") == set()
    assert calls("def x(user)\nuser.ban!\nend") == {("User#ban!", "typed")}


SERVICE = "class Make\n  include {}\n  def {}\n    Post.new\n  end\nend\n"


@pytest.mark.parametrize(
    ("library", "method", "called"),
    [
        ("Mandate", "call", "Make.(1)"), ("Interactor", "call", "Make.call(a: 1)"), ("Interactor", "call", "Make.call!(a: 1)"),
        ("Other", "execute", "Make.run!(a: 1)"),
    ],
)  # fmt: skip
def test_a_class_method_that_a_gem_lends_runs_the_instance_method(library: str, method: str, called: str) -> None:
    made = {"app/services/make.rb": SERVICE.format(library, method)}
    assert (f"Make#{method}", "") in calls(f"def x\n{called}\nend", **made)
    assert ("Post#pin!", "typed") in calls(f"def x\n{called}.pin!\nend", **made)


def test_a_class_method_of_ones_own_is_meant_before_that_of_a_gem() -> None:
    own = {"app/services/make.rb": "class Make\n  def self.call = 1\n  def call = 2\nend\n"}
    assert calls("def x\nMake.call\nend", **own) == {("Make.call", "")}


def test_a_service_that_is_deferred_is_enqueued() -> None:
    made = {"app/services/make.rb": SERVICE.format("Mandate", "call")}
    assert calls("def x\nMake.defer(1)\nend", "enqueues", **made) == {("Make#call", "")}


def test_documents_of_mongoid_are_models_with_fields_and_embedded_records() -> None:
    document = (
        "class App\n  include Mongoid::Document\n  field :name, type: String\n  embeds_many :posts\n  embedded_in :user\nend\n"
    )
    found = linked("def x\nApp.first.posts.first.pin!\nend", **{"app/models/app.rb": document})
    assert {(one.kind, one.target) for one in found.relations if one.source == "model:App"} == {
        ("has_many", "model:Post"), ("belongs_to", "model:User"),
    }  # fmt: skip
    (unit,) = (one for one in found.units if one.key == "model:App")
    assert [(one["name"], one["macro"], one["type"]) for one in unit.metadata["attributes"]] == [("name", "field", "String")]
    assert "method:Post#pin!" in {one.target for one in found.relations if one.kind == "calls"}
