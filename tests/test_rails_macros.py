"""Macros of an application and of Rails: what they declare with their arguments, and who calls them."""

from pathlib import Path
from typing import Any

import pytest

from core.extract.run import extract
from core.model import CodeUnit, Extraction
from core.settings import ExtractSettings

LIBRARY = """module ActiveRecord
  module Acts
    module Tree
      def self.included(base)
        base.extend(ClassMethods)
      end

      module ClassMethods
        def acts_as_tree(options = {})
          configuration = { :dependent => :destroy, :foreign_key => "parent_id", :counter_cache => nil }
          configuration.update(options) if options.is_a?(Hash)
          configuration.update(:foreign_key => "other_id") if never?
          belongs_to :parent, :class_name => name, :counter_cache => configuration[:counter_cache], :optional => true
          has_many :children, :class_name => name, :foreign_key => configuration[:foreign_key],
            :dependent => configuration[:dependent]
          send :include, ActiveRecord::Acts::Tree::InstanceMethods
        end
      end

      module InstanceMethods
        def root = self
      end
    end
  end
end
"""
BOARD = """class Board < ActiveRecord::Base
  acts_as_tree dependent: :nullify, counter_cache: :kids

  def top = root
end
"""
TICKET = """class Ticket < ActiveRecord::Base
  acts_as_tree
  enum :status, %w[open closed], validate: { allow_nil: true, if: :known? }
  enum :kind, { bug: 0, wish: 1 }, validate: true
  enum :size, %w[small large]
  validates :title, presence: true, length: { maximum: 9, allow_nil: false, if: :long? }, format: /x/, inclusion: %w[u v],
    exclusion: RESERVED, allow_nil: true, if: :ready?, on: :create
end
"""


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Extraction:
    root: Path = tmp_path_factory.mktemp("macros")
    texts = {
        "config/application.rb": "module Desk\n  class Application < Rails::Application\n  end\nend\n",
        "Gemfile.lock": "GEM\n  specs:\n    activemodel (7.0.8)\n",
        "lib/plugins/tree/init.rb": "\nActiveRecord::Base.send :include, ActiveRecord::Acts::Tree\n",
        "lib/plugins/tree/lib/active_record/acts/tree.rb": LIBRARY,
        "app/models/board.rb": BOARD,
        "app/models/ticket.rb": TICKET,
        "app/models/user.rb": "class User < ActiveRecord::Base\n  has_secure_password\nend\n",
    }
    for path, text in texts.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    return extract(root, ExtractSettings())


def facts(found: Extraction, name: str, kind: str) -> list[dict[str, Any]]:
    unit: CodeUnit = next(one for one in found.units if one.key == f"model:{name}")
    return list(unit.metadata.get(kind, ()))


def test_a_default_holds_only_where_the_caller_gives_nothing_else(found: Extraction) -> None:
    board = {one["name"]: one for one in facts(found, "Board", "associations")}
    ticket = {one["name"]: one for one in facts(found, "Ticket", "associations")}
    assert (board["children"]["dependent"], ticket["children"]["dependent"]) == ("nullify", "destroy")
    assert (board["parent"]["counter_cache"], ticket["parent"].get("counter_cache")) == ("kids", None)


def test_what_is_merged_only_sometimes_is_no_fact(found: Extraction) -> None:
    assert {one["foreign_key"] for one in facts(found, "Board", "associations") if one["name"] == "children"} == {"parent_id"}


def test_an_enum_that_is_validated_declares_an_inclusion(found: Extraction) -> None:
    rules = {one["name"]: one for one in facts(found, "Ticket", "validations") if one.get("implied") == "enum"}
    assert sorted(rules) == ["kind", "status"]
    assert rules["kind"]["kind"] == "inclusion"
    assert rules["kind"]["options"] == {"in": ["bug", "wish"]}
    assert rules["status"]["options"] == {"in": ["open", "closed"], "allow_nil": True, "if": ":known?"}
    assert rules["status"]["if"] == ":known?"


def test_options_beside_validators_hold_for_each_that_says_nothing_else(found: Extraction) -> None:
    rules = {one["kind"]: one for one in facts(found, "Ticket", "validations") if one["name"] == "title"}
    assert {kind: one["options"] for kind, one in rules.items()} == {
        "presence": {"allow_nil": True},
        "length": {"allow_nil": False, "maximum": 9, "if": ":long?"},
        "format": {"allow_nil": True, "with": "/x/"},
        "inclusion": {"allow_nil": True, "in": ["u", "v"]},
        "exclusion": {"allow_nil": True, "in": "RESERVED"},
    }
    assert {one["on"] for one in rules.values()} == {":create"}
    assert {kind: one["if"] for kind, one in rules.items() if one["if"] != ":ready?"} == {"length": ":long?"}


def test_the_lock_file_tells_which_rails_validates_a_password(found: Extraction) -> None:
    rules = {one["kind"]: one.get("options") for one in facts(found, "User", "validations")}
    assert rules == {"presence": None, "length": {"maximum": 72}, "confirmation": {"allow_blank": True}}


@pytest.mark.parametrize(
    ("source", "kind", "target", "line", "certainty"),
    [
        ("file:lib/plugins/tree/init.rb", "references", "concern:ActiveRecord::Acts::Tree", 2, "declared"),
        ("model:Board", "references", "method:ActiveRecord::Acts::Tree::ClassMethods#acts_as_tree", 2, "inferred"),
        ("model:Ticket", "references", "method:ActiveRecord::Acts::Tree::ClassMethods#acts_as_tree", 2, "inferred"),
        ("model:Board", "includes", "lib:ActiveRecord::Acts::Tree::InstanceMethods", 16, "expanded"),
        ("method:Board#top", "calls", "method:ActiveRecord::Acts::Tree::InstanceMethods#root", 4, "declared"),
    ],
)
def test_a_module_of_the_checkout_in_a_namespace_of_rails_is_used(
    found: Extraction, source: str, kind: str, target: str, line: int, certainty: str
) -> None:
    shown = {(one.source, one.kind, one.target, one.line, one.certainty) for one in found.relations}
    assert (source, kind, target, line, certainty) in shown


def test_a_class_of_rails_stays_outside(found: Extraction) -> None:
    assert not [one for one in found.units if one.identifier in ("ActiveRecord", "ActiveRecord::Base")]
