"""What a newcomer does first, where the browser has its part in it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.settling import listening, opened

pytestmark = pytest.mark.browser


def test_what_enter_asks_is_seen_before_the_server_has_answered(context: Any, server: Any) -> None:
    page = opened(context, server, "")
    listening(page)
    page.route("**/workbench/find", lambda route: None)  # the server never answers
    page.keyboard.press("/")
    page.keyboard.type("what happens when an order is placed")
    page.wait_for_selector("[aria-selected=true] >> text=Ask: what happens when an order is placed")
