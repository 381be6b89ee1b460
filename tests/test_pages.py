"""The pages as Streamlit runs them, without a browser: nothing raises, everything is keyed, state comes from the address."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.page_index import ROOT, sample_index

pytest.importorskip("streamlit", reason="The pages need Streamlit: pip install 'orienteer[ui]'")

import streamlit as st
from streamlit.testing.v1 import AppTest

PAGES = ROOT / "pages"
NAMES = ("overview", "query", "unit", "graph", "hubs", "structure", "change", "budget", "evaluation", "indexes")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("home")
    sample_index(folder)
    return folder


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
    return "".join(element.proto.json for element in at.get("bidi_component"))


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
