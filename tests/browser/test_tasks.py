"""What a newcomer does first, where the browser has its part in it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.settling import listening, opened

pytestmark = pytest.mark.browser

BEGINS_AT_ITS_UNIT = """() => [...document.querySelectorAll("*")].some(host => {
  const frame = host.shadowRoot?.querySelector(".frame"), drawing = frame?.querySelector("svg.drawing")
  if (!drawing) return false
  const [outer, inner, centre] = [frame, drawing, drawing.querySelector(".centre")].map(one => one.getBoundingClientRect())
  const middle = box => box.left + box.width / 2
  return inner.width > outer.width && Math.abs(middle(centre) - middle(outer)) < 2
})"""


def test_what_enter_asks_is_seen_before_the_server_has_answered(context: Any, server: Any) -> None:
    page = opened(context, server, "")
    listening(page)
    page.route("**/workbench/find", lambda route: None)  # the server never answers
    page.keyboard.press("/")
    page.keyboard.type("what happens when an order is placed")
    page.wait_for_selector("[aria-selected=true] >> text=Ask: what happens when an order is placed")


def test_a_drawing_wider_than_the_window_begins_at_its_unit(context: Any, server: Any) -> None:
    page = context.new_page()
    page.set_viewport_size({"width": 420, "height": 900})
    page.goto(f"{server.url}/code?index=sample&unit=model:Order&side=around")
    page.wait_for_function(BEGINS_AT_ITS_UNIT)
