"""Packages, engines and workspaces of one repository are treated as the repositories of a set are: limits, columns, colours."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core import open_workbench
from core.model.divided import PackageMap, part_in
from core.pipeline.indexing import index_checkout
from core.present.drawings.neighbourhood import neighbourhood
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
    assert "No packages" in one.analysis("packages").sentence
    assert "package" not in one.analyse.hubs().columns


def test_packages_have_colours_of_their_own(bench):
    parts = PackageMap.by(bench.index.packages)
    assert parts == (".", "mail_out", "packs/billing")
    assert [part_in(text, parts) for text in ("model:Order", "packs/billing/", "engines/mail/app", "nowhere")] == [
        ".", "packs/billing", "mail_out", "",
    ]  # fmt: skip
    assert member_hues(parts)["packs/billing"] == f"hue{member_hue('service:Billing::Charge', parts)}" == "hue2"


def test_rows_of_an_analysis_are_limited_to_packages_and_what_is_inside_of_them(bench):
    hubs = bench.analyse.hubs()
    some = hubs.of(["packs/billing"])
    assert {row["package"] for row in some.to_rows()} == {"packs/billing"}
    assert some.notes[0] == f"Only packs/billing: {len(some)} of {len(hubs)}."
    assert hubs.of(["packs"]).items == some.items
    assert hubs.of(["nowhere"]) is hubs
    assert [row["package"] for row in bench.analysis("packages").of(["mail_out"]).to_rows()] == ["mail_out"]
    folders = bench.analyse.coupling(level="folder", depth=0)
    assert [one.group.removesuffix("/") for one in folders.of(["mail_out"])] == ["engines/mail/app/services/mail_out"]


def test_only_chosen_packages_stand_around_a_unit(bench):
    view, parts = bench.analyse.uses("unit"), PackageMap.by(bench.index.packages)
    charge = "service:Billing::Charge"
    assert {"model:Order", "service:MailOut::Letter"} <= neighbourhood(view, charge, 1, 20).shown
    assert neighbourhood(view, charge, 1, 20, parts.only(["mail_out"])).shown == {charge, "service:MailOut::Letter"}


def test_matrix_levels_and_map_are_limited_to_packages_in_the_order_of_all(bench):
    whole, some = bench.analyse.matrix("file"), bench.analyse.matrix("file", parts=("packs", "mail_out"))
    charge, letter = "packs/billing/app/services/billing/charge.rb", "engines/mail/app/services/mail_out/letter.rb"
    assert [(cell.source, cell.target) for cell in some] == [(letter, charge)]
    assert ("app/models/order.rb", charge) in {(cell.source, cell.target) for cell in whole}
    assert some.notes[0] == "Only packs, mail_out."
    assert any("from or to other parts" in note for note in some.notes)
    assert {one.unit for one in bench.analyse.layers("file", parts=("mail_out",))} < {
        one.unit for one in bench.analyse.layers("file")
    }
    assert bench.analyse.matrix("file", parts=("nowhere",)).items == whole.items
    assert bench.analyse.uses("file", parts=("mail_out",)).nodes == tuple(
        node for node in bench.analyse.uses("file").nodes if node.startswith("engines/mail/")
    )


@pytest.mark.parametrize("view", ["/map?view=matrix&level=file", "/map?view=map"])
def test_a_document_of_a_limited_page_is_limited(bench, view):
    whole, some = bench.report([view]).parts[0], bench.report([f"{view}&package=packs%2Fbilling"]).parts[0]
    assert some.said[0] == "Only packs/billing."
    assert "Only packs" not in whole.said[0]
    assert "engines" not in str(some.tables)
    assert "engines" in str(whole.tables)


def test_the_matrix_is_limited_to_packages(home, shell: AppTest, monkeypatch):
    monkeypatch.setenv("ORIENTEER_HOME", str(home))
    assert "mail_out/letter.rb" in html(opened(shell, "map", view="matrix", level="file"))
    at = opened(shell, "map", view="matrix", level="file", package="packs")
    assert not at.exception
    assert "Only package:packs." in html(at) + " ".join(one.value for one in at.caption)
    assert "mail_out/letter.rb" not in html(at)


def test_a_package_without_a_link_inside_has_no_cells_and_the_page_says_so(home, shell: AppTest, monkeypatch):
    monkeypatch.setenv("ORIENTEER_HOME", str(home))
    at = opened(shell, "map", level="file", package="mail_out", view="matrix")
    assert not at.exception
    assert "No links between parts at this level." in html(at)


def test_all_files_of_the_treemap_are_those_of_the_packages_and_say_so(home, shell: AppTest, monkeypatch):
    monkeypatch.setenv("ORIENTEER_HOME", str(home))
    at = opened(shell, "map", view="treemap", areas="all files", package="mail_out")
    assert not at.exception
    assert any(one.value.startswith("Only package:mail_out.") for one in at.caption)
    assert "charge.rb" not in html(at).partition("drawing files")[2].partition("</svg>")[0]


def test_the_map_is_limited_to_packages(home, shell: AppTest, monkeypatch):
    monkeypatch.setenv("ORIENTEER_HOME", str(home))
    at = opened(shell, "map", package="mail_out")
    assert not at.exception
    assert any("Only package:mail_out." in one.value for one in at.caption)
    assert "packs" not in html(at).partition("place_map")[2]


def test_packages_are_chosen_beside_every_page(home, shell: AppTest, monkeypatch):
    monkeypatch.setenv("ORIENTEER_HOME", str(home))
    at = opened(shell, "health", package="mail_out", view="hubs")
    assert at.selectbox(key="scope").value == "package:mail_out"
    assert "Only package:mail_out" in html(at)
    assert not opened(shell, "search", package="mail_out").exception


def test_the_page_compares_packages_and_colours_by_them(home, shell: AppTest, monkeypatch):
    monkeypatch.setenv("ORIENTEER_HOME", str(home))
    at = opened(shell, "map", view="packages")
    assert not at.exception
    assert "<td>mail_out</td>" in html(at)
    at = opened(shell, "health", colours="package", view="hubs")
    assert not at.exception
    assert at.session_state["colours"] == "package"
