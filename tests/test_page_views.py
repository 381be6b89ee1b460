"""The views of the pages without a browser: drawings and the lines behind their links, downloads, generations compared."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from core.pipeline.indexing import index_checkout
from core.present.html.moved import moved
from core.settings import read_settings
from tests.app_pages import PAGES, html, opened
from tests.page_index import ROOT, sample_index
from tests.test_moved import NOW, parsed
from tests.thorough import sampled


def test_the_map_opens_a_place_and_shows_the_lines_of_a_link(shell: AppTest) -> None:
    at = opened(shell, "map")
    assert "Showing" in at.caption[0].value
    assert "link=" in html(at)
    link = unescape(re.findall(r'data-set="link=([^"]+)"', html(at))[0])
    at = opened(shell, "map", link=link)
    assert [heading.value for heading in at.subheader] == [link]
    assert not opened(shell, "map", at="app/models").exception


def test_arrows_of_the_map_carry_numbers_until_they_are_switched_off(shell: AppTest) -> None:
    at = opened(shell, "map")
    assert 'class="count"' in html(at)
    assert 'class="count"' not in html(at.toggle(key="numbers").set_value(False).run())


def test_a_row_of_the_matrix_unfolds_in_its_place(shell: AppTest) -> None:
    at = opened(shell, "map", open="app/models", view="matrix")
    assert not at.exception
    assert at.multiselect(key="open").value == ["app/models"]
    assert "app/models/order.rb" in at.multiselect(key="open").options


def test_a_link_around_a_unit_shows_its_lines(shell: AppTest) -> None:
    at = opened(shell, "code", unit="model:Order", side="around")
    link = unescape(re.findall(r'data-set="link=([^"]+)"', html(at))[0])
    at = opened(shell, "code", unit="model:Order", link=link, side="around")
    assert not at.exception
    assert [heading.value for heading in at.subheader] == [link]


_ELSEWHERE = {"/structure?view=packages", "/structure?view=repositories", "/findings?view=runtime&list=never"}
"""Views that need several packages or repositories, or a recording."""


@pytest.mark.parametrize("old", sampled(sorted(NOW.keys() - _ELSEWHERE), 3))
def test_an_address_of_earlier_versions_opens_a_view_of_today(shell: AppTest, old: str) -> None:
    page, said = moved(*parsed(old)) or ("", {})
    at = opened(shell, page, **{name: values[-1] for name, values in said.items()})
    assert not at.exception
    assert not at.error
    shown = html(at)
    if "list" in said:
        assert at.pills(key="list").value == said["list"]
    for tab in said.keys() & {"view", "side", "flow", "around", "explain"}:
        assert f'data-set="{tab}={said[tab][0]}" aria-current="true"' in unescape(shown), tab


def test_every_index_is_a_link_that_opens_it_and_coverage_says_what_its_parts_mean(shell: AppTest) -> None:
    said = html(opened(shell, "settings"))
    assert "/?index=sample" in said
    assert "open here" in said
    assert "names in the code by outcome" in html(opened(shell, "settings", view="coverage"))


def test_units_like_a_unit_are_listed_with_what_was_compared(shell: AppTest) -> None:
    at = opened(shell, "code", unit="model:Order", side="around", around="similar")
    assert not at.exception
    assert "By shared words" in html(at)


def test_two_generations_are_compared_when_there_are_two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checkout = sample_index(tmp_path)
    monkeypatch.setenv("ORIENTEER_HOME", str(tmp_path))
    monkeypatch.chdir(ROOT)
    st.cache_resource.clear()
    shell = AppTest.from_file(str(PAGES / "shell.py"), default_timeout=60)
    assert "No earlier version" in html(opened(shell, "changes", view="compare", of="index"))
    (checkout / "app" / "models" / "novelty.rb").write_text("class Novelty\n  def call\n    Order.first\n  end\nend\n")
    index_checkout(checkout, read_settings({"home": str(tmp_path)}), name="sample", vectors=False)
    at = opened(AppTest.from_file(str(PAGES / "shell.py"), default_timeout=60), "changes", view="compare", of="index")
    assert not at.exception
    assert "Novelty" in html(at)
    assert "new unit" in html(at)


def offered(at: AppTest) -> set[str]:
    """The names of the files that the page offers."""
    return {button.proto.id.rpartition("-")[2] for button in at.get("download_button")}


ASKED = {"q": "How does Order work?"}
DOWNLOADS = [
    ("search", ASKED, {"results"}),
    ("search", {**ASKED, "view": "context"}, {"sources"}),
    ("search", {**ASKED, "view": "why", "explain": "stages"}, {"steps", "let_go"}),
    ("search", {**ASKED, "view": "why", "why": "Order"}, {"let_go", "why_not"}),
    ("search", {**ASKED, "view": "why", "explain": "budget"}, {"sections", "worth", "left_out"}),
    ("search", {"text": "Order"}, {"written"}),
    ("map", {}, {"graph_places", "graph_links"}),
    ("map", {"view": "matrix"}, {"matrix"}),
    ("map", {"view": "treemap"}, {"places"}),
    ("code", {"unit": "model:Order"}, {"relations"}),
    ("code", {"unit": "model:Order", "side": "around"}, {"graph"}),
    ("health", {}, {"cycles"}),
    ("health", {"view": "hotspots"}, {"hotspots"}),
    ("changes", {}, {"commits"}),
]


@pytest.mark.parametrize(("page", "parameters", "wanted"), DOWNLOADS)
def test_what_is_shown_can_be_downloaded_as_csv_and_json(
    shell: AppTest, page: str, parameters: dict[str, str], wanted: set[str]
) -> None:
    at = opened(shell, page, **parameters)
    assert not at.exception
    assert {f"{name}_{kind}" for name in wanted for kind in ("csv", "json")} <= offered(at)


@pytest.mark.needs_git
def test_recent_commits_open_to_their_files_and_a_folder_limits_them(shell: AppTest) -> None:
    at = opened(shell, "changes")
    assert not at.exception
    assert at.segmented_control(key="window").value == "90 days"
    said = html(at)
    assert "Open the shop" in said
    assert 'href="/code?index=sample&amp;path=' in said
    assert 'data-set="within=app"' in said
    inside = html(opened(shell, "changes", within="/app/models/"))
    assert "path=app%2Fmodels%2Forder.rb" in inside
    assert "path=app%2Fjobs" not in inside
    assert "No commits." in html(opened(shell, "changes", within="app/nowhere"))


def test_the_way_from_a_unit_to_another_is_drawn_and_a_link_shows_its_lines(shell: AppTest) -> None:
    at = opened(shell, "code", unit="controller:OrdersController", to="model:Order", side="around", around="path")
    assert not at.exception
    link = unescape(re.findall(r'data-set="link=([^"]+)"', html(at))[0])
    at = opened(shell, "code", unit="controller:OrdersController", to="model:Order", link=link, side="around", around="path")
    assert [heading.value for heading in at.subheader] == [link]


def test_unused_code_says_whether_nothing_uses_it_or_nobody_knows(shell: AppTest) -> None:
    said = html(opened(shell, "health", view="findings"))
    assert "unused" in said
    assert "possibly used" in said


def test_a_cycle_is_taken_apart_by_the_address_and_the_rest_is_counted(shell):
    at = opened(shell, "health", level="folder", view="cycles")
    assert "Best cuts first" in "".join(one.value for one in at.markdown)
    assert "in a cycle" in html(at)


def test_without_rules_the_order_found_is_a_proposal_and_nothing_is_wrong(shell):
    at = opened(shell, "health", view="rules")
    assert not at.exception
    shown = " ".join(one.value for one in at.caption)
    assert "No rules declared" in shown or "checked" in shown
    assert "architecture" in at.text_area[0].value


def test_a_panel_is_shown_for_names_with_underscores() -> None:
    def around_a_constructor() -> None:
        from core.present.html.elements import el
        from pages.parts.panel import panel

        panel(el("b", "Order"), key="around___init__")

    assert not AppTest.from_function(around_a_constructor).run().exception


@pytest.mark.parametrize(("named", "title"), [("POST /orders/17/cancel", "cancel"), ("app/models/order.rb:12", "Order")])
def test_a_request_or_a_line_opens_the_unit_that_it_means(shell: AppTest, named: str, title: str) -> None:
    at = opened(shell, "code", unit=named)
    assert not at.error
    assert title in at.title[0].value
