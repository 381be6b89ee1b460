"""Answers in words and conversations on the page that asks, as Streamlit runs it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app_pages import PAGES, html, opened
from tests.language_model import LanguageModel, language_model, written
from tests.page_index import sample_index

pytest.importorskip("streamlit", reason="The pages need Streamlit: pip install 'orienteer[ui]'")
pytest.importorskip("openai", reason="A model that answers needs its library: pip install 'orienteer[answers]'")

import streamlit as st
from streamlit.testing.v1 import AppTest

QUESTION = "how is an order refunded?"
EVIL = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("answers")
    sample_index(home)
    return home


@pytest.fixture
def page(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AppTest]:
    monkeypatch.setenv("ORIENTEER_HOME", str(home))
    st.cache_resource.clear()
    yield AppTest.from_file(str(PAGES / "shell.py"), default_timeout=60)
    st.cache_resource.clear()


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Iterator[LanguageModel]:
    text = f"Refunds go through a *service* [S1]. It tells {EVIL} [S77:1-2]. Nobody else hears of it."
    with language_model(written(*(f"{word} " for word in text.split(" ")))) as model:
        monkeypatch.setenv("ORIENTEER_ANSWER_URL", model.url)
        monkeypatch.setenv("ORIENTEER_ANSWER_MODEL", "scripted")
        yield model


def test_without_a_model_the_sources_answer(page: AppTest) -> None:
    at = opened(page, "search", q=QUESTION, view="answer")
    assert not at.exception
    assert "From the index alone" in html(at)
    assert any("Configure a model" in caption.value for caption in at.caption)
    assert 'data-set="cite=S1:' in html(at)


def test_a_model_writes_when_a_reader_has_it_written_and_is_not_asked_again(page: AppTest, model: LanguageModel) -> None:
    at = opened(page, "search", q=QUESTION, view="answer")
    assert "Nothing leaves your machine" in html(at)
    assert QUESTION in html(at)
    assert model.calls == []
    at.button(key="write").click().run()
    assert not at.exception
    assert len(model.calls) == 1
    shown = html(at)
    assert "1 of 3 statements cited" in shown
    assert "1 citation removed" in shown
    assert EVIL not in shown
    assert 'class="uncited"' in shown
    at.query_params["cite"] = "S1"
    assert "Refunds go through" in html(at.run())
    assert len(model.calls) == 1


def test_nothing_leaves_before_a_reader_agrees_and_consent_is_remembered(
    page: AppTest, monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    monkeypatch.setenv("ORIENTEER_ANSWER_URL", "http://127.0.0.2:9/v1")
    monkeypatch.setenv("ORIENTEER_ANSWER_MODEL", "large")
    at = opened(page, "search", q=QUESTION, view="answer")
    assert "This leaves your machine" in html(at)
    assert at.button(key="write").label == "Agree and send"
    at.checkbox(key="agree_for_later").check().run()
    assert not (home / "sample" / "agreed.json").exists()
    monkeypatch.setattr("openai._base_client.BaseClient._calculate_retry_timeout", lambda *_, **__: 0.01)
    at.button(key="write").click().run()
    assert "connection failed" in at.warning[0].value
    assert "From the index alone" in html(at)
    assert (home / "sample" / "agreed.json").read_text() == '["large at 127.0.0.2:9"]'
    assert opened(page, "search", q=QUESTION, view="answer").button(key="write").label == "Write the answer"


def test_settings_that_name_no_model_are_said_beside_the_answer(page: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ORIENTEER_ANSWER_SERVICE", "ollama")
    at = opened(page, "search", q=QUESTION, view="answer")
    assert "answer.model is not set" in at.warning[0].value
    assert "From the index alone" in html(at)


def test_a_conversation_is_begun_gone_on_with_and_found_again(page: AppTest) -> None:
    at = opened(page, "search", q="how does checkout work?")
    at.text_input(key="talk_name").set_value("../no").run()
    assert any("Invalid conversation name" in warning.value for warning in at.warning)
    at.text_input(key="talk_name").set_value("checkout").run()
    assert "checkout" in at.query_params["conversation"]
    assert "how does checkout work?" in html(at)
    at.text_input(key="next_turn").set_value("and what does Payments::Gateway do there?").run()
    assert not at.exception
    assert "2" in at.query_params["turn"]
    assert "Payments::Gateway" in html(at)
    again = opened(AppTest.from_file(str(PAGES / "shell.py"), default_timeout=60), "search", conversation="checkout", turn="1")
    assert not again.exception
    assert 'aria-current="true"' in html(again)
    listed = opened(AppTest.from_file(str(PAGES / "shell.py"), default_timeout=60), "search")
    assert "conversation=checkout" in html(listed)
    gone = opened(AppTest.from_file(str(PAGES / "shell.py"), default_timeout=60), "search", conversation="gone")
    assert "No conversation 'gone'" in gone.error[0].value


def test_a_near_question_is_suggested(page: AppTest) -> None:
    opened(page, "search", q="which models depend on Account?")
    at = opened(page, "search", q="which models does Account depend on?")
    assert "Asked before" in html(at)


def test_limits_by_name_hold_say_so_and_what_they_leave_out(page: AppTest) -> None:
    at = opened(page, "search", q=QUESTION, importance="high")
    assert not at.exception
    assert at.multiselect(key="importance").value == ["high"]
    ranked = at.session_state["run"][1]
    assert ranked.ranked
    assert any("importance is low, not high" in one.reason for one in ranked.dropped)
    assert "importance high" in html(opened(page, "search", q=QUESTION, importance="high", view="why", explain="stages"))
    at = opened(page, "search", q=QUESTION, importance="high", view="results")
    at.query_params["namespace"] = "Nowhere"
    at.run()
    assert not at.exception
    assert "No results with importance high; namespace Nowhere." in html(at)
    assert at.multiselect(key="namespace").value == ["Nowhere"]


@pytest.mark.parametrize("question", ["Which environment variables does the app read?", "What changed recently?"])
def test_a_list_that_is_no_result_is_shown_before_the_results(page: AppTest, question: str) -> None:
    at = opened(page, "search", q=question)
    assert not at.exception
    assert "From the index alone" in html(at)
    at.query_params["view"] = "results"
    assert "From the index alone" not in html(at.run())
