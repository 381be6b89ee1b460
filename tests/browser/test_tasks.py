"""What a newcomer does first, where the browser has its part in it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.settling import listening, opened

pytestmark = pytest.mark.browser

BEGINS_AT_ITS_MIDDLE = """() => [...document.querySelectorAll("*")].some(host => {
  const drawing = host.shadowRoot?.querySelector("[data-middle]")
  const beyond = drawing ? drawing.scrollWidth - drawing.clientWidth : 0
  return beyond > 0 && Math.abs(drawing.scrollLeft - beyond / 2) < 2
})"""


def test_what_enter_asks_is_seen_before_the_server_has_answered(context: Any, server: Any) -> None:
    page = opened(context, server, "")
    listening(page)
    page.route("**/workbench/find", lambda route: None)  # the server never answers
    page.keyboard.press("/")
    page.keyboard.type("what happens when an order is placed")
    page.wait_for_selector("[aria-selected=true] >> text=Ask: what happens when an order is placed")


def test_a_drawing_wider_than_the_window_begins_at_its_middle(context: Any, server: Any) -> None:
    page = context.new_page()
    page.set_viewport_size({"width": 420, "height": 900})
    page.goto(f"{server.url}/map?index=sample")
    page.wait_for_function(BEGINS_AT_ITS_MIDDLE)
