"""The view Changes › Review as Streamlit runs it: lists, the picture of both sides, commits that are not there."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.pipeline.indexing import index_checkout
from core.settings import read_settings
from core.workbench import open_workbench
from tests.app_pages import PAGES, html, opened
from tests.review_shop import git, make

pytest.importorskip("streamlit", reason="The pages need Streamlit: pip install 'orienteer[ui]'")
import streamlit as st
from streamlit.testing.v1 import AppTest

pytestmark = pytest.mark.needs_git


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("page-review")
    make(folder / "shop")
    index_checkout(folder / "shop", read_settings({"home": str(folder / "home")}), vectors=False)
    return folder / "home"


@pytest.fixture(autouse=True)
def begin_anew(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no index stay open from another test."""
    monkeypatch.setenv("ORIENTEER_HOME", str(home))
    st.cache_resource.clear()


def page(**parameters: str) -> AppTest:
    at = opened(AppTest.from_file(str(PAGES / "shell.py"), default_timeout=60), "changes", view="review", **parameters)
    assert not at.exception
    return at


def test_commits_are_reviewed_once_they_are_read_list_by_list_and_as_a_picture(home: Path) -> None:
    at = page(commits="main..change")
    assert [button.key for button in at.button if button.key == "index_commits"] == ["index_commits"]
    open_workbench("shop", home=home).review("main..change")
    shown = html(page(commits="main..change"))
    assert "Order#cancel is gone, and Invoicing#run still calls it" in shown
    for part in ("changed", "affected", "people"):
        assert "<table" in html(page(commits="main..change", part=part))
    both = html(page(commits="main..change", part="affected"))
    after = html(page(commits="main..change", part="affected", side="after"))
    assert "gone: calls" in both
    assert "gone: calls" not in after
    assert 'aria-label="Showing' in after


def test_a_name_that_git_does_not_know_is_told() -> None:
    at = page(commits="nowhere..change")
    assert "is not a commit" in at.error[0].value


def test_a_diff_is_reviewed_without_commits_and_an_empty_one_is_refused() -> None:
    at = page(of="diff")
    at.button(key="FormSubmitter:diff-Review").click().run()
    assert "The diff is empty" in at.error[0].value
    diff = "--- a/app/values/money.rb\n+++ b/app/values/money.rb\n@@ -1,2 +1,1 @@\n class Money\n-  def cents\n"
    at.text_area(key="diff_text").input(diff)
    at.button(key="FormSubmitter:diff-Review").click().run()
    assert not at.exception
    assert any("A diff against the checkout" in one.value for one in at.markdown)


def test_what_is_staged_is_reviewed_when_it_is_asked_for(home: Path) -> None:
    at = page(of="staged")
    assert not any("What is staged" in one.value for one in at.markdown)
    at.button(key="review_staged").click().run()
    assert "Nothing is staged" in at.error[0].value
    root = home.parent / "shop"
    (root / "app" / "models" / "order.rb").write_text("class Order < ApplicationRecord\nend\n", encoding="utf-8")
    git(root, "add", "-A")
    at.button(key="review_staged").click().run()
    assert any("What is staged against HEAD" in one.value for one in at.markdown)
    assert "Order#settle is gone" in html(at)
    git(root, "reset", "-q", "--hard")
