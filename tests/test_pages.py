"""The pages as Streamlit runs them, without a browser: nothing raises, everything is keyed, state comes from the address."""

from __future__ import annotations

import ast
import json
import re
from html import unescape
from pathlib import Path

import pytest

from tests.app_pages import PAGES, html, opened, panels

pytest.importorskip("streamlit", reason="The pages need Streamlit: pip install 'orienteer[ui]'")

import streamlit as st
from streamlit.testing.v1 import AppTest

from tests.thorough import sampled

NAMES = ("home", "search", "code", "map", "health", "changes", "settings")


@pytest.mark.parametrize("page", NAMES)
def test_every_page_opens_on_the_sample_without_an_exception(shell: AppTest, page: str) -> None:
    at = opened(shell, page)
    assert not at.exception
    assert not at.error
    assert at.title


@pytest.mark.parametrize("page", sampled(NAMES, 3))
def test_without_an_index_every_page_says_what_to_run(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ORIENTEER_HOME", str(tmp_path))
    st.cache_resource.clear()
    at = opened(AppTest.from_file(str(PAGES / "shell.py"), default_timeout=60), page)
    assert not at.exception
    assert page == "settings" or "orienteer index PATH" in html(at)


def test_a_question_lists_units_and_its_address_is_kept(shell: AppTest) -> None:
    at = opened(shell, "search", q="How does Order work?")
    assert not at.exception
    assert "Order" in html(at)
    assert at.text_input(key="q").value == "How does Order work?"


def test_the_unit_of_the_address_is_shown_with_the_line_marked(shell: AppTest) -> None:
    at = opened(shell, "code", unit="model:Order", line="5")
    assert at.title[0].value == "Order"
    assert {"pane": "unit", "start": 5, "end": 5} in [told.get("lines") for told in panels(at)]


def test_a_file_opens_at_the_line_of_the_address_with_its_outline_and_the_way_to_it(shell: AppTest) -> None:
    at = opened(shell, "code", path="app/models/order.rb", line="5-6", commit="0123456789")
    assert not at.exception
    assert {"pane": "file", "start": 5, "end": 6} in [told.get("lines") for told in panels(at)]
    said = html(at)
    assert 'aria-label="Outline"' in said
    assert 'href="/code?index=sample&amp;unit=folder%3Aapp%2Fmodels"' in said
    assert re.search(r'data-jump="\d+"[^>]*>cancellable\?<', said)
    assert "x many" in said or 'class="x"' in said
    assert "The link is from 01234567" in at.caption[0].value


def test_a_file_that_the_index_does_not_have_is_one_sentence(shell: AppTest) -> None:
    at = opened(shell, "code", path="app/gone.rb")
    assert not at.exception
    assert "The index has no file 'app/gone.rb'" in at.error[0].value


def test_an_unknown_unit_is_one_sentence_and_no_traceback(shell: AppTest) -> None:
    at = opened(shell, "code", unit="Ordre")
    assert not at.exception
    assert "No unit 'Ordre'" in at.error[0].value


def test_an_unknown_index_in_the_address_is_said_and_another_one_shown(shell: AppTest) -> None:
    at = opened(shell, "home", index="gone")
    assert [warning.value for warning in at.warning] == ["No index 'gone'. Showing 'sample' instead."]
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
    at = opened(shell, "search", q="How does Order work?", why="model:Refund", view="why", explain="dropped")
    assert not at.exception
    assert "Refund" in html(at)
    assert "aria-current" in html(at)
    at.text_input(key="why").set_value("Refnud").run()
    assert "No unit 'Refnud'" in at.warning[0].value


@pytest.fixture
def few(tmp_path: Path) -> str:
    """The path of a set of two questions about the sample."""
    whole = json.loads((PAGES.parent / "data" / "questions" / "sample.json").read_text("utf-8"))
    path = tmp_path / "few.json"
    path.write_text(json.dumps({**whole, "queries": whole["queries"][:2]}))
    return str(path)


def test_other_weights_are_measured_on_a_question_set_on_demand(shell: AppTest, few: str) -> None:
    at = opened(shell, "search", q="How does Order work?", view="why", explain="settings")
    assert "sample" in at.text_input(key="what_if_path").value
    at.text_input(key="what_if_path").set_value(few)
    at.slider(key="rank_table").set_value(0.0).run()
    next(button for button in at.button if button.label == "Measure").click().run()
    assert not at.exception
    assert "current settings" in html(at)


def test_a_question_set_is_measured_beside_a_baseline_and_another_configuration(shell: AppTest, few: str) -> None:
    at = opened(shell, "settings", view="evaluation")
    at.text_input(key="question_set").set_value(few)
    at.text_input(key="variant").set_value("rank.table=0")
    at.pills(key="baselines").set_value(["file"])
    next(button for button in at.button if button.label == "Measure").click().run()
    assert not at.exception
    assert not at.error
    assert "rank.table=0" in html(at)
    assert "/search?" in html(at)


@pytest.mark.parametrize(
    ("path", "variant", "message"),
    [("gone.json", "", "gone.json"), ("", "rank.table", "'rank.table' is not a setting"), ("", "rank.pth=1", "rank.p")],
)
def test_a_wrong_question_set_or_setting_is_one_sentence(shell: AppTest, path: str, variant: str, message: str) -> None:
    at = opened(shell, "settings", view="evaluation")
    if path:
        at.text_input(key="question_set").set_value(path)
    at.text_input(key="variant").set_value(variant)
    next(button for button in at.button if button.label == "Measure").click().run()
    assert not at.exception
    assert message in at.error[0].value


@pytest.mark.needs_git
def test_the_history_of_a_unit_names_who_changed_it_and_what_changes_along(shell: AppTest) -> None:
    said = html(opened(shell, "code", unit="model:Order", side="history"))
    assert "Authors" in said
    assert "Usually changed with" in said


def test_the_questions_of_a_set_are_listed_before_they_are_measured(shell: AppTest) -> None:
    at = opened(shell, "settings", view="evaluation")
    assert not at.exception
    assert "questions of sample" in at.subheader[0].value


def test_a_set_of_one_question_is_told_in_the_singular(shell: AppTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = json.loads((PAGES.parent / "data" / "questions" / "sample.json").read_text(encoding="utf-8"))
    one = tmp_path / "judged.json"
    one.write_text(json.dumps({**known, "queries": known["queries"][:1]}), encoding="utf-8")
    monkeypatch.setattr("core.workbench.Workbench.fitting_questions", lambda *_: one)
    assert opened(shell, "settings", view="evaluation").subheader[0].value == "1 question of judged.json"


def test_what_follows_a_question_is_asked_after_it_and_the_address_keeps_the_chain(shell: AppTest) -> None:
    at = opened(shell, "search", q="What does Shipping::Rates do?")
    at.text_input(key="follow").set_value("Who calls it?").run()
    assert not at.exception
    assert at.query_params["after"] == "What does Shipping::Rates do?"
    assert at.query_params["q"] == "Who calls it?"
    assert "Taken from the earlier question" in html(at)
    assert "ask without context" in html(at)
    at.text_input(key="q").set_value("How does Order work?").run()
    assert "after" not in at.query_params
    assert "ask without context" not in html(at)


def test_a_chain_of_questions_is_restored_from_the_address_alone(shell: AppTest) -> None:
    at = opened(shell, "search", q="Who calls it?", after="What does Shipping::Rates do?", view="context")
    assert "Taken from the earlier question" in html(at)
    assert "after=[" in unescape(re.sub("<[^>]+>", "", html(at)))


def test_the_form_of_an_evaluation_is_filled_by_the_address_and_starts_nothing(shell: AppTest) -> None:
    at = opened(shell, "settings", variant="rank.table=0", baselines="file", question_set="other.json", view="evaluation")
    assert not at.exception
    assert at.text_input(key="variant").value == "rank.table=0"
    assert at.text_input(key="question_set").value == "other.json"
    assert at.pills(key="baselines").value == ["file"]
    assert "A question set is a JSON file" in html(at)


@pytest.mark.parametrize(
    ("unit", "side", "words"),
    [
        ("method:Order#cancellable?", "used by", "Possibly used: 1 unresolved line mentions 'cancellable?'"),
        ("route:GET /", "used by", "Used: a request reaches it."),
        ("file:app/models/order.rb", "tests", "No known tests: tests that reach it over HTTP"),
    ],
)
def test_an_empty_side_says_what_it_means(shell: AppTest, unit: str, side: str, words: str) -> None:
    assert words in unescape(html(opened(shell, "code", unit=unit, side=side)))


def test_a_unit_and_a_budget_begin_with_a_sentence(shell: AppTest) -> None:
    said = opened(shell, "code", unit="model:Order").caption[0].value
    assert re.match(r"A model of \d+ lines, complexity \d+: \d+ dependents, \d+ dependencies, \d+ tests?\.", said), said
    at = opened(shell, "search", q="How does Order work?", budget="1000", view="why", explain="budget")
    assert re.match(r"\d+ units use [\d,]+ of 1,000 tokens, most of them in “\w+”", at.markdown[0].value)
