"""The pages as Streamlit runs them, without a browser: nothing raises, everything is keyed, state comes from the address."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from core.pipeline.indexing import index_checkout
from core.settings import read_settings
from tests.page_index import ROOT, sample_index
from tests.shared import made_once

pytest.importorskip("streamlit", reason="The pages need Streamlit: pip install 'orienteer[ui]'")

import streamlit as st
from streamlit.testing.v1 import AppTest

PAGES = ROOT / "pages"
NAMES = ("overview", "query", "unit", "graph", "hubs", "structure", "change", "budget", "evaluation", "indexes")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_once(tmp_path_factory, "sample", sample_index)


@pytest.fixture
def shell(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AppTest]:
    monkeypatch.setenv("ORIENTEER_HOME", str(home))
    monkeypatch.chdir(ROOT)
    st.cache_resource.clear()
    yield AppTest.from_file(str(PAGES / "shell.py"), default_timeout=60)
    st.cache_resource.clear()


def opened(shell: AppTest, page: str, **parameters: str) -> AppTest:
    shell.run()
    for name, value in parameters.items():
        shell.query_params[name] = value
    return shell.switch_page(str(PAGES / f"{page}.py")).run()


def html(at: AppTest) -> str:
    """Everything that the panels of the page show."""
    return "".join(json.loads(element.proto.json)["html"] for element in at.get("bidi_component"))


@pytest.mark.parametrize("page", NAMES)
def test_every_page_opens_on_the_sample_without_an_exception(shell: AppTest, page: str) -> None:
    at = opened(shell, page)
    assert not at.exception
    assert not at.error
    assert at.title


@pytest.mark.parametrize("page", NAMES)
def test_without_an_index_every_page_says_what_to_run(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ORIENTEER_HOME", str(tmp_path))
    st.cache_resource.clear()
    at = opened(AppTest.from_file(str(PAGES / "shell.py"), default_timeout=60), page)
    assert not at.exception
    assert page == "indexes" or "orienteer index PATH" in html(at)


def test_a_question_lists_units_and_its_address_is_kept(shell: AppTest) -> None:
    at = opened(shell, "query", q="How does Order work?")
    assert not at.exception
    assert "Order" in html(at)
    assert at.text_input(key="q").value == "How does Order work?"


def test_the_unit_of_the_address_is_shown_with_the_line_marked(shell: AppTest) -> None:
    at = opened(shell, "unit", unit="model:Order", line="5")
    assert at.title[0].value == "Order"
    assert "l target" in html(at) or "target" in html(at)


def test_an_unknown_unit_is_one_sentence_and_no_traceback(shell: AppTest) -> None:
    at = opened(shell, "unit", unit="Ordre")
    assert not at.exception
    assert "No unit is called 'Ordre'" in at.error[0].value


def test_an_unknown_index_in_the_address_is_said_and_another_one_shown(shell: AppTest) -> None:
    at = opened(shell, "overview", index="gone")
    assert [warning.value for warning in at.warning] == ["There is no index 'gone' here. This is 'sample'."]
    assert at.title[0].value == "sample"


def test_pages_are_thin() -> None:
    long = {path.name: lines for path in PAGES.glob("*.py") if (lines := len(path.read_text().splitlines())) > 60}
    parts = {path.name: lines for path in (PAGES / "parts").glob("*.py") if (lines := len(path.read_text().splitlines())) > 150}
    assert not long
    assert not parts


def test_every_widget_has_a_key() -> None:
    without = [
        f"{path.name}:{call.lineno}"
        for path in [*PAGES.glob("*.py"), *(PAGES / "parts").glob("*.py")]
        for call in ast.walk(ast.parse(path.read_text()))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in _WIDGETS
        and not {keyword.arg for keyword in call.keywords} & {"key"}
    ]  # fmt: skip
    assert not without


_WIDGETS = {
    "button", "checkbox", "download_button", "multiselect", "number_input", "pills", "radio", "segmented_control",
    "select_slider", "selectbox", "slider", "text_area", "text_input", "toggle", "plotly_chart", "dataframe",
}  # fmt: skip


def test_only_the_frame_keeps_resources() -> None:
    users = [path.name for path in PAGES.rglob("*.py") if "cache_resource" in path.read_text()]
    assert users == ["frame.py"]


def test_a_unit_that_was_not_found_is_explained_beside_the_first(shell: AppTest) -> None:
    at = opened(shell, "query", q="How does Order work?", view="why not", why="model:Refund")
    assert not at.exception
    assert "Refund" in html(at)
    assert "aria-current" in html(at)
    at.text_input(key="why").set_value("Refnud").run()
    assert "'Refnud' is no unit that this run or its index knows" in at.warning[0].value


def test_other_weights_are_measured_on_a_question_set_on_demand(shell: AppTest) -> None:
    at = opened(shell, "query", q="How does Order work?", view="what if")
    assert "sample" in at.text_input(key="what_if_path").value
    at.slider(key="rank_path").set_value(0.0).run()
    next(button for button in at.button if button.label == "Measure").click().run()
    assert not at.exception
    assert "what if" in html(at)
    assert "as set" in html(at)


def test_a_question_set_is_measured_beside_a_baseline_and_another_configuration(shell: AppTest) -> None:
    at = opened(shell, "evaluation")
    at.text_input(key="variant").set_value("rank.path=0")
    at.pills(key="baselines").set_value(["file"])
    next(button for button in at.button if button.label == "Measure").click().run()
    assert not at.exception
    assert not at.error
    assert "rank.path=0" in html(at)
    assert "/query?" in html(at)


@pytest.mark.parametrize(
    ("path", "variant", "message"),
    [("gone.json", "", "gone.json"), ("", "rank.path", "'rank.path' is no setting"), ("", "rank.pth=1", "rank.p")],
)
def test_a_wrong_question_set_or_setting_is_one_sentence(shell: AppTest, path: str, variant: str, message: str) -> None:
    at = opened(shell, "evaluation")
    if path:
        at.text_input(key="question_set").set_value(path)
    at.text_input(key="variant").set_value(variant)
    next(button for button in at.button if button.label == "Measure").click().run()
    assert not at.exception
    assert message in at.error[0].value


def test_the_map_opens_a_place_and_shows_the_lines_of_a_link(shell: AppTest) -> None:
    at = opened(shell, "graph")
    assert "Showing" in at.caption[1].value
    assert "link=" in html(at)
    link = unescape(re.findall(r'data-set="link=([^"]+)"', html(at))[0])
    at = opened(shell, "graph", link=link)
    assert [heading.value for heading in at.subheader] == [link]
    assert not opened(shell, "graph", at="app/models").exception


def test_a_question_is_shown_as_a_graph_of_what_it_found(shell: AppTest) -> None:
    at = opened(shell, "graph", view="question", q="How does Order work?")
    assert not at.exception
    assert "found units, ranked by the question" in html(at)
    assert "/query?index=sample&amp;q=How+does+Order+work%3F" in html(at)


def test_an_answer_leads_to_its_graph(shell: AppTest) -> None:
    at = opened(shell, "query", q="How does Order work?")
    assert "/graph?index=sample&amp;view=question&amp;q=How+does+Order+work%3F" in html(at)


def test_an_empty_side_of_a_unit_says_what_its_emptiness_means(shell: AppTest) -> None:
    said = html(opened(shell, "unit", unit="file:app/models/order.rb", side="uses"))
    assert "Not analysed: relations are recorded between the units inside files" in said


@pytest.mark.needs_git
def test_the_history_of_a_unit_names_who_changed_it_and_what_changes_along(shell: AppTest) -> None:
    said = html(opened(shell, "unit", unit="model:Order", side="history"))
    assert "Authors" in said
    assert "Changes together with" in said


def test_the_questions_of_a_set_are_listed_before_they_are_measured(shell: AppTest) -> None:
    at = opened(shell, "evaluation")
    assert not at.exception
    assert "questions of sample" in at.subheader[0].value


def test_the_levels_are_a_map_whose_links_show_their_lines(shell: AppTest) -> None:
    at = opened(shell, "structure", view="levels")
    assert not at.exception
    assert "levels: what stands below is used by what stands above" in html(at)
    link = unescape(re.findall(r'data-set="link=([^"]+)"', html(at))[0])
    at = opened(shell, "structure", view="levels", link=link)
    assert [heading.value for heading in at.subheader] == [link]


def test_a_link_around_a_unit_shows_its_lines(shell: AppTest) -> None:
    at = opened(shell, "graph", unit="model:Order")
    link = unescape(re.findall(r'data-set="link=([^"]+)"', html(at))[0])
    at = opened(shell, "graph", unit="model:Order", link=link)
    assert not at.exception
    assert [heading.value for heading in at.subheader] == [link]


def test_every_index_is_a_link_that_opens_it_and_coverage_says_what_its_parts_mean(shell: AppTest) -> None:
    said = html(opened(shell, "indexes"))
    assert "/?index=sample" in said
    assert "open here" in said
    assert "names in the code by what became of them" in html(opened(shell, "indexes", view="coverage"))


def test_units_like_a_unit_are_listed_with_what_was_compared(shell: AppTest) -> None:
    at = opened(shell, "unit", unit="model:Order", side="similar")
    assert not at.exception
    assert "By shared words" in html(at)


def test_two_generations_are_compared_when_there_are_two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checkout = sample_index(tmp_path)
    monkeypatch.setenv("ORIENTEER_HOME", str(tmp_path))
    monkeypatch.chdir(ROOT)
    st.cache_resource.clear()
    shell = AppTest.from_file(str(PAGES / "shell.py"), default_timeout=60)
    assert "the only generation" in html(opened(shell, "change", view="since"))
    (checkout / "app" / "models" / "novelty.rb").write_text("class Novelty\n  def call\n    Order.first\n  end\nend\n")
    index_checkout(checkout, read_settings({"home": str(tmp_path)}), name="sample", vectors=False)
    at = opened(AppTest.from_file(str(PAGES / "shell.py"), default_timeout=60), "change", view="since")
    assert not at.exception
    assert "Novelty" in html(at)
    assert "new unit" in html(at)


def offered(at: AppTest) -> set[str]:
    """The names of the files that the page offers."""
    return {button.proto.id.rpartition("-")[2] for button in at.get("download_button")}


DOWNLOADS = {
    "overview": ({}, {"types", "central_units", "entry_points", "not_read"}),
    "query": ({"q": "How does Order work?", "view": "context"}, {"sources"}),
    "query ": ({"q": "How does Order work?", "view": "stages"}, {"steps", "let_go"}),
    "query  ": ({"q": "How does Order work?", "view": "why not", "why": "Order"}, {"let_go", "why_not"}),
    "budget": ({"q": "How does Order work?"}, {"sections", "worth", "left_out"}),
    "graph": ({}, {"map"}),
    "graph ": ({"unit": "model:Order"}, {"around_Order"}),
    "graph  ": ({"view": "question", "q": "How does Order work?"}, {"found_links"}),
}


@pytest.mark.parametrize("place", DOWNLOADS)
def test_what_is_shown_can_be_downloaded_as_csv_and_json(shell: AppTest, place: str) -> None:
    parameters, wanted = DOWNLOADS[place]
    at = opened(shell, place.strip(), **parameters)
    assert not at.exception
    assert {f"{name}_{kind}" for name in wanted for kind in ("csv", "json")} <= offered(at)


def test_what_follows_a_question_is_asked_after_it_and_the_address_keeps_the_chain(shell: AppTest) -> None:
    at = opened(shell, "query", q="What does Shipping::Rates do?")
    at.text_input(key="follow").set_value("Who calls it?").run()
    assert not at.exception
    assert at.query_params["after"] == "What does Shipping::Rates do?"
    assert at.query_params["q"] == "Who calls it?"
    assert "Taken from the earlier question" in html(at)
    assert "ask it alone" in html(at)
    at.text_input(key="q").set_value("How does Order work?").run()
    assert "after" not in at.query_params
    assert "ask it alone" not in html(at)


def test_a_chain_of_questions_is_restored_from_the_address_alone(shell: AppTest) -> None:
    at = opened(shell, "query", q="Who calls it?", after="What does Shipping::Rates do?", view="context")
    assert "Taken from the earlier question" in html(at)
    assert "after=[" in unescape(re.sub("<[^>]+>", "", html(at)))


def test_the_form_of_an_evaluation_is_filled_by_the_address_and_starts_nothing(shell: AppTest) -> None:
    at = opened(shell, "evaluation", variant="rank.path=0", baselines="file", question_set="other.json")
    assert not at.exception
    assert at.text_input(key="variant").value == "rank.path=0"
    assert at.text_input(key="question_set").value == "other.json"
    assert at.pills(key="baselines").value == ["file"]
    assert "A question set is a JSON file" in html(at)


def test_the_address_says_what_the_overview_counts(shell: AppTest) -> None:
    shell.query_params["made_of"] = "languages"
    at = shell.run()
    assert {"languages_csv", "languages_json"} <= offered(at)


def test_the_way_from_a_unit_to_another_is_drawn_and_a_link_shows_its_lines(shell: AppTest) -> None:
    at = opened(shell, "graph", unit="controller:OrdersController", view="path", to="model:Order")
    assert not at.exception
    link = unescape(re.findall(r'data-set="link=([^"]+)"', html(at))[0])
    at = opened(shell, "graph", unit="controller:OrdersController", view="path", to="model:Order", link=link)
    assert [heading.value for heading in at.subheader] == [link]


def test_orphans_say_whether_nothing_uses_them_or_nobody_knows(shell: AppTest) -> None:
    said = html(opened(shell, "hubs", view="orphans"))
    assert "No users: 1" in said
    assert "Unknown: 1" in said
    assert "is also written in" in said


@pytest.mark.parametrize(
    ("unit", "side", "words"),
    [
        ("file:app/models/order.rb", "facts", "Not analysed: facts and members are recorded of the units inside files"),
        ("service:Catalogue::ImportSpreadsheet", "facts", "None: app/services/catalogue/import_spreadsheet.rb was read"),
        ("method:Order#cancellable?", "inside", "None: app/models/order.rb was read, and no unit lies inside it"),
    ],
)
def test_an_empty_side_uses_one_of_three_words(shell: AppTest, unit: str, side: str, words: str) -> None:
    assert words in unescape(html(opened(shell, "unit", unit=unit, side=side)))


def test_a_unit_and_a_budget_begin_with_a_sentence(shell: AppTest) -> None:
    said = opened(shell, "unit", unit="model:Order").caption[0].value
    assert re.match(r"A model of \d+ lines: \d+ units use it, it uses \d+ units, \d+ tests? names? it\.", said), said
    at = opened(shell, "budget", q="How does Order work?", budget_size="1000")
    assert re.match(r"\d+ units fill [\d,]+ of 1,000 tokens, most of them in “\w+”", at.markdown[0].value)
