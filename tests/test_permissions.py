"""Who may do what: policies, predicates of models, abilities."""

from __future__ import annotations

import pytest

from core import open_workbench
from core.pipeline.indexing import index_checkout
from core.search.lookups import asked_of_index
from core.settings import Settings, read_settings
from core.settings.retrieval import read_rules
from core.workbench import Workbench
from tests.retrieval_samples import shop
from tests.shared import checkout

_FILES = {
    "app/models/ability.rb": "class Ability\n  include CanCan::Ability\n\n"
    "  def initialize(member)\n    grower(member)\n  end\n\n"
    "  def grower(member)\n    can :update, Crop, owner_id: member.id\n  end\nend\n",
    "app/models/crop.rb": "class Crop < ApplicationRecord\nend\n",
    "app/models/story.rb": "class Story < ApplicationRecord\n  def editable_by?(user)\n    user.admin?\n  end\n\n"
    "  def can_delete?\n    false\n  end\n\n  def edited?\n    true\n  end\nend\n",
    "app/models/plot.rb": "class Plot < ApplicationRecord\nend\n",
    "app/models/permission_sets/crop_care.rb": "module PermissionSets\n  class CropCare\n"
    "    def activate!\n      can :manage, Plot\n    end\n  end\nend\n",
    "app/models/permission_sets/plot_care.rb": "module PermissionSets\n  class PlotCare\n"
    "    def activate!\n      can :manage, Plot\n    end\n  end\nend\n",
    "app/models/orders/report.rb": "class Orders::Report < ApplicationRecord\nend\n",
    "app/policies/orders/report_policy.rb": "class Orders::ReportPolicy\n"
    "  def approve_all?\n    true\n  end\n\n  def order_report?\n    true\n  end\nend\n",
    "Gemfile": "gem 'rails'\n",
}


@pytest.fixture(scope="module")
def bench(tmp_path_factory) -> Workbench:
    folder = tmp_path_factory.mktemp("growing")
    settings = {"home": str(folder / "home"), "embed.embedder": "hash", "index.vectors": "exact"}
    index_checkout(checkout(folder / "garden", **_FILES), read_settings(settings), name="garden")
    return open_workbench("garden", settings=settings)


def decide(bench: Workbench, question: str) -> tuple[str, ...]:
    found = asked_of_index(question, bench.index, read_rules(Settings().search.rules))
    return tuple(key for entity in found for key in entity.unit_keys)


@pytest.mark.parametrize(
    ("question", "keys"),
    [
        ("Who may edit a crop?", ("method:Ability#grower",)),
        ("who can change the story", ("method:Story#editable_by?",)),
        ("is somebody allowed to delete a story?", ("method:Story#can_delete?",)),
        ("can a member edit a story", ("method:Story#editable_by?",)),
        ("Who edits a story?", ()),
        ("who is the author of a story", ()),
        ("who may paint a crop?", ("method:Ability#grower",)),
        ("who may", ()),
        ("Who may approve an order report?", ("method:Orders::ReportPolicy#approve_all?",)),  # and not what is called after it
        ("Who can manage a plot?", ("method:PermissionSets::PlotCare#activate!", "method:PermissionSets::CropCare#activate!")),
    ],
)
def test_what_decides_is_found(bench, question: str, keys: tuple[str, ...]) -> None:
    assert decide(bench, question) == keys


def test_a_policy_is_shown_before_what_it_protects() -> None:
    run = shop().ask("who may cancel an order?", budget=1_500)
    assert "method:OrderPolicy#cancel?" in decide(shop(), run.question)
    assert "def cancel?" in run.context.text
