"""The page Review as Streamlit runs it: lists, the picture of both sides, commits that are not there."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.pipeline.indexing import index_checkout
from core.settings import read_settings
from core.workbench import open_workbench
from tests.app_pages import PAGES, html, opened
from tests.review_shop import make

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


def page(home: Path, monkeypatch: pytest.MonkeyPatch, **parameters: str) -> AppTest:
    monkeypatch.setenv("ORIENTEER_HOME", str(home))
    st.cache_resource.clear()
    at = opened(AppTest.from_file(str(PAGES / "shell.py"), default_timeout=60), "review", **parameters)
    assert not at.exception
    return at


def test_commits_are_reviewed_once_they_are_read_list_by_list_and_as_a_picture(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = page(home, monkeypatch, commits="main..change")
    assert [button.key for button in at.button if button.key == "index_commits"] == ["index_commits"]
    open_workbench("shop", home=home).review("main..change")
    shown = html(page(home, monkeypatch, commits="main..change"))
    assert "Order#cancel is gone, and Invoicing#run still calls it" in shown
    for view in ("units", "users", "entries", "relations", "along", "people", "files"):
        assert "<table" in html(page(home, monkeypatch, commits="main..change", view=view))
    both = html(page(home, monkeypatch, commits="main..change", view="graph"))
    after = html(page(home, monkeypatch, commits="main..change", view="graph", side="after"))
    assert "gone: calls" in both
    assert "gone: calls" not in after
    assert 'aria-label="Showing' in after


def test_a_name_that_git_does_not_know_is_told(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at = page(home, monkeypatch, commits="nowhere..change")
    assert "names no commit" in at.error[0].value
