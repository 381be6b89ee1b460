"""Packages, engines and workspaces of one repository are treated as the repositories of a set are: limits, columns, colours."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core import open_workbench
from core.model.divided import Divided, part_in
from core.pipeline.indexing import index_checkout
from core.present.html.type_colours import member_hue, member_hues
from core.settings import read_settings
from core.workbench import Workbench
from tests.app_pages import html, opened
from tests.shared import checkout, made_once

if TYPE_CHECKING:
    from streamlit.testing.v1 import AppTest

FILES = {
    "package.yml": "enforce_dependencies: true\n",
    "app/models/order.rb": "class Order < ApplicationRecord\n  def close\n    Billing::Charge.new.call(self)\n  end\nend\n",
    "packs/billing/package.yml": "enforce_dependencies: true\n",
    "packs/billing/app/services/billing/charge.rb": "module Billing\n  class Charge\n    def call(order)\n"
    "      Rate.of(order)\n    end\n  end\n\n  class Rate\n    def self.of(order)\n      order\n    end\n  end\nend\n",
    "packs/billing/spec/charge_spec.rb": "describe Billing::Charge do\n  it { Billing::Charge.new.call(1) }\nend\n",
    "engines/mail/lib/mail_out/engine.rb": "module MailOut\n  class Engine < ::Rails::Engine\n  end\nend\n",
    "engines/mail/mail_out.gemspec": "Gem::Specification.new do |spec|\n  spec.name = 'mail_out'\nend\n",
    "engines/mail/app/services/mail_out/letter.rb": "module MailOut\n  class Letter\n    def call\n"
    "      Billing::Charge.new.call(1)\n    end\n  end\nend\n",
    "config/application.rb": "module Shop\n  class Application < Rails::Application\n  end\nend\n",
}  # fmt: skip


def _home(home) -> None:
    root = checkout(home / "checkouts" / "shop", **FILES)
    index_checkout(root, read_settings({"home": str(home)}), name="shop", vectors=False)


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    return made_once(tmp_path_factory, "packages", _home)


@pytest.fixture(scope="module")
def bench(home) -> Workbench:
    return open_workbench("shop", settings={"home": str(home)})


def test_each_unit_lies_in_the_innermost_package(bench):
    packages = bench.index.packages
    assert packages["model:Order"] == "."
    assert packages["method:Billing::Charge#call"] == "packs/billing"
    assert packages["method:MailOut::Letter#call"] == "mail_out"


def test_packages_are_compared_by_size_coupling_cycles_and_hubs(bench):
    rows = {row["package"]: row for row in bench.analysis("packages").to_rows()}
    assert set(rows) == {".", "packs/billing", "mail_out"}
    billing = rows["packs/billing"]
    assert (billing["uses"], billing["instability"], billing["cycles"]) == (0, 0.0, 0)
    assert billing["used_by"] == rows["."]["uses"] + rows["mail_out"]["uses"] > 1
    assert (rows["."]["instability"], rows["mail_out"]["instability"]) == (1.0, 1.0)
    assert billing["hub"].endswith("Billing::Charge")
    assert billing["tests"] >= 1


def test_rows_of_an_analysis_say_in_which_package_they_are(bench):
    hubs = bench.analyse.hubs()
    assert hubs.columns[1] == "package"
    assert {row["unit"]: row["package"] for row in hubs.to_rows()}["service:Billing::Charge"] == "packs/billing"


def test_a_question_is_limited_to_packages(bench):
    run = bench.ask("what is charged?", where={"package": "packs/billing"})
    assert run.ranked
    assert {bench.index.packages[one.unit_key] for one in run.ranked} == {"packs/billing"}
    assert any(one.reason == "filtered: package is mail_out, not packs/billing" for one in run.dropped)
    assert {bench.index.packages[one.unit_key] for one in bench.ask("what is charged?", where={"package": "packs"}).ranked} == {
        "packs/billing"
    }


def test_a_repository_of_one_package_has_nothing_to_compare(tmp_path):
    index_checkout(
        checkout(tmp_path / "a", **{"a.rb": "class A\nend\n"}), read_settings({"home": str(tmp_path)}), vectors=False
    )
    one = open_workbench("a", settings={"home": str(tmp_path)})
    assert one.analysis("packages").to_rows() == []
    assert "not divided" in one.analysis("packages").sentence
    assert "package" not in one.analyse.hubs().columns


def test_packages_have_colours_of_their_own(bench):
    parts = Divided.by(bench.index.packages)
    assert parts == (".", "mail_out", "packs/billing")
    assert [part_in(text, parts) for text in ("model:Order", "packs/billing/", "engines/mail/app", "nowhere")] == [
        ".", "packs/billing", "mail_out", "",
    ]  # fmt: skip
    assert member_hues(parts)["packs/billing"] == f"hue{member_hue('service:Billing::Charge', parts)}" == "hue2"


def test_the_page_compares_packages_and_colours_by_them(home, shell: AppTest, monkeypatch):
    monkeypatch.setenv("ORIENTEER_HOME", str(home))
    at = opened(shell, "structure", view="packages")
    assert not at.exception
    assert "<td>mail_out</td>" in html(at)
    at = opened(shell, "hubs", colours="package")
    assert not at.exception
    assert at.session_state["colours"] == "package"
