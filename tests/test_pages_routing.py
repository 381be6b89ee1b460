"""The switch of the question page that lets a language model split the question."""

from __future__ import annotations

from html import unescape

import pytest

from tests.app_pages import PAGES, html
from tests.language_model import language_model, requests, said

pytest.importorskip("streamlit", reason="The pages need Streamlit: pip install 'orienteer[ui]'")

from streamlit.testing.v1 import AppTest


def asked(shell: AppTest, question: str) -> AppTest:
    shell.run()
    shell.query_params["q"] = question
    return shell.switch_page(str(PAGES / "search.py")).run()


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
        assert "Sent to tiny at 127.0.0.1" in unescape(html(at))
        assert "“which mail follows a refund”" in unescape(html(at))
