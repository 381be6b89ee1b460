"""Answers in words turn by turn, in a real browser: earlier turns count, nothing is shown twice, what was written is kept."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core.workbench import open_workbench
from tests.browser.conftest import Server
from tests.browser.settling import settled
from tests.language_model import LanguageModel, language_model, written
from tests.shared import copied

pytestmark = pytest.mark.browser

SAID = (
    ("An order is refunded by a service [S1]. ", "Nobody else hears of it."),
    ("The gateway is told first [S1]. ", "Then it ends."),
)


@pytest.fixture
def own(home: Path, tmp_path: Path) -> Path:
    return copied(home, tmp_path / "home", "conversations")


@pytest.fixture
def talking(own: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Server, LanguageModel]]:
    with language_model(*(written(*said) for said in SAID)) as model:
        monkeypatch.setenv("ORIENTEER_ANSWER_URL", model.url)
        monkeypatch.setenv("ORIENTEER_ANSWER_MODEL", "scripted")
        running = Server(own)
        running.wait()
        yield running, model
        running.stop()


def wrote(page: Any, text: str) -> None:
    page.get_by_role("button", name="Write the answer").click()
    page.wait_for_selector(f".said >> text={text}")
    settled(page)


def test_a_second_turn_builds_on_the_answer_of_the_first_and_both_are_there_again(
    context: Any, own: Path, talking: tuple[Server, LanguageModel]
) -> None:
    server, model = talking
    page = context.new_page()
    page.goto(f"{server.url}/search?q=how+is+an+order+refunded?&view=answer")
    settled(page)
    page.get_by_role("button", name="Save").click()
    page.get_by_placeholder("checkout").fill("refunds")
    page.keyboard.press("Enter")
    page.wait_for_selector("nav[aria-label=Turns]")
    settled(page)
    wrote(page, "An order is refunded by a service")
    page.get_by_placeholder("Ask a follow-up question").fill("and who calls the gateway there?")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("turn=2"))
    page.wait_for_selector("section[aria-label='Turn 1'] >> text=An order is refunded by a service")
    wrote(page, "The gateway is told first")

    sent = [str(call["messages"][-1]["content"]) for call in model.calls]
    assert len(sent) == 2
    assert "An order is refunded by a service. [S1]" in sent[1]  # the model is told what it said
    assert "## Asked before" not in sent[0]
    talk = open_workbench("sample", home=own).conversation("refunds")
    first, second = talk.conversation.turns
    assert (first.verdict, second.verdict) == ("supported", "supported")
    assert not {(one.file_path, at) for one in first.shown for pair in one.ranges for at in range(pair[0], pair[1] + 1)} & {
        (one.file_path, at) for one in second.shown for pair in one.ranges for at in range(pair[0], pair[1] + 1)
    }
    assert page.get_by_text(f"{talk.conversation.spent:,} of {talk.conversation.budget:,} tokens used").count() == 1

    page.goto(f"{server.url}/search?conversation=refunds&view=answer")  # another day
    settled(page)
    page.wait_for_selector("section[aria-label='Turn 1'] >> text=An order is refunded")
    assert page.locator(".said >> text=The gateway is told first").count() == 1
    page.locator(".said a.cite").last.click()
    page.wait_for_selector(".l.target, .l.hit")
    assert len(model.calls) == 2
    assert page.locator("[data-testid=stException]").count() == 0
