"""The switch of the question page that lets a language model split the question."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import unescape

import pytest

from tests.language_model import language_model, requests, said
from tests.page_index import ROOT, sample_index
from tests.shared import made_once

pytest.importorskip("streamlit", reason="The pages need Streamlit: pip install 'orienteer[ui]'")

import streamlit as st
from streamlit.testing.v1 import AppTest

PAGES = ROOT / "pages"


@pytest.fixture
def shell(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[AppTest]:
    home = made_once(tmp_path_factory, "sample", sample_index)
    monkeypatch.setenv("ORIENTEER_HOME", str(home))
    monkeypatch.chdir(ROOT)
    st.cache_resource.clear()
    yield AppTest.from_file(str(PAGES / "shell.py"), default_timeout=60)
    st.cache_resource.clear()


def asked(shell: AppTest, question: str) -> AppTest:
    shell.run()
    shell.query_params["q"] = question
    return shell.switch_page(str(PAGES / "query.py")).run()


def html(at: AppTest) -> str:
    return unescape("".join(json.loads(element.proto.json)["html"] for element in at.get("bidi_component")))


def test_nothing_offers_to_send_a_question_while_no_address_is_set(shell: AppTest) -> None:
    at = asked(shell, "how is postage computed?")
    assert "router" not in {toggle.key for toggle in at.toggle}


def test_the_switch_sends_the_question_once_and_the_page_says_so(shell: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    with language_model(said(requests("how is postage computed", "which mail follows a refund"))) as model:
        monkeypatch.setenv("ORIENTEER_ROUTE_URL", model.url)
        monkeypatch.setenv("ORIENTEER_ROUTE_MODEL", "tiny")
        at = asked(shell, "how is postage computed, and who hears of a refund?")
        assert not at.exception
        assert not model.calls, "an address alone sends nothing"
        at.toggle(key="router").set_value(True).run()
        assert not at.exception
        assert len(model.calls) == 1
        assert "Sent to tiny at 127.0.0.1" in html(at)
        assert "“which mail follows a refund”" in html(at)
