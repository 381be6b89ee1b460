"""Names in code in a real browser: told of, followed, their users listed; lines chosen without the server; the way back."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.browser.settling import settled

pytestmark = pytest.mark.browser

FILE = "code?index=sample&path=app/models/order.rb"
RUNS = "document.querySelector('[data-testid=stApp]').dataset.testScriptState"


def opened(context: Any, server: Any, address: str) -> Any:
    page = context.new_page()
    page.goto(f"{server.url}/{address}")
    page.wait_for_selector(".code .l")
    settled(page)
    return page


def test_a_name_is_told_of_and_followed_and_the_way_back_leads_to_the_same_lines(context: Any, server: Any) -> None:
    page = opened(context, server, FILE)
    page.set_viewport_size({"width": 1440, "height": 500})
    name = page.locator(".l a.x:has-text('cancellable?')").first
    name.hover()
    box = page.locator(".box[role=tooltip]")
    box.wait_for()
    assert "def cancellable?" in box.inner_text()
    assert re.search(r"app/models/order\.rb:\d+", box.inner_text())
    page.keyboard.press("Escape")
    box.wait_for(state="detached")
    pane = page.locator(".pane .scroll")
    stood = pane.evaluate(  # the link is followed right after the scrolling
        "pane => new Promise(done => { pane.addEventListener('scroll', () => {"
        " done(pane.scrollTop); [...pane.querySelectorAll('.l a.x')].at(-1).click() }, { once: true }); pane.scrollTop = 400 })"
    )
    assert stood == 400
    page.wait_for_url(re.compile(r"/code\?.*unit="))
    page.locator("h1", has_text="Order#").wait_for()
    settled(page)
    page.go_back()
    page.wait_for_url(re.compile(r"/code\?.*path="))
    page.wait_for_function(
        "top => [...document.querySelectorAll('*')].map(one => one.shadowRoot?.querySelector('.pane .scroll'))"
        ".concat(document.querySelector('.pane .scroll')).some(pane => pane && Math.abs(pane.scrollTop - top) < 40)",
        arg=stood,
    )


def test_users_are_listed_and_lines_chosen_without_running_the_page(context: Any, server: Any) -> None:
    page = opened(context, server, f"{FILE}&line=6")
    page.wait_for_selector(".l.target [data-line='6']")
    page.evaluate(
        "() => { window.ran = 0; new MutationObserver(() => window.ran++)"
        ".observe(document.querySelector('[data-testid=stApp]'), { attributeFilter: ['data-test-script-state'] }) }"
    )
    page.locator("[data-jump]").nth(3).click()
    page.wait_for_url(lambda url: "line=6" not in url)
    page.locator(".n[data-line='2']").click()
    page.wait_for_selector(".l.target [data-line='2']")
    page.wait_for_url(re.compile(r"line=2$"))
    users = page.locator("[data-uses]:not(.none)").first
    users.focus()
    page.keyboard.press("Enter")
    page.locator(".box[role=dialog] a").first.wait_for()
    assert users.get_attribute("aria-expanded") == "true"
    page.keyboard.press("Escape")
    page.locator(".box").wait_for(state="detached")
    assert page.evaluate("window.ran") == 0


def test_a_side_of_a_unit_is_chosen_without_running_the_page(context: Any, server: Any) -> None:
    page = opened(context, server, "code?index=sample&unit=model:Order")
    code = page.locator(".code").first
    code.evaluate("code => code.dataset.same = 'yes'")
    page.locator("nav[aria-label=side] a.tab", has_text=re.compile("^dependencies", re.IGNORECASE)).click()
    page.wait_for_url(re.compile(r"side=uses"))
    page.wait_for_selector("nav[aria-label=side] a.on >> text=/^dependencies/i")
    assert code.get_attribute("data-same") == "yes"
    page.go_back()
    page.wait_for_selector("nav[aria-label=side] a.on >> text=/^dependents/i")


@pytest.mark.parametrize("width", [700, 1000])
def test_a_narrow_window_shows_the_page_and_not_the_sidebar(context: Any, server: Any, width: int) -> None:
    page = context.new_page()
    page.set_viewport_size({"width": width, "height": 900})
    for address in ("code?index=sample&unit=model:Order", FILE):
        page.goto(f"{server.url}/{address}")
        page.wait_for_selector(".code .l")
        settled(page)
        main = "document.querySelector('[data-testid=stMain]')"
        assert page.evaluate(f"{main}.scrollWidth - {main}.clientWidth") == 0
        covered = page.evaluate("document.querySelector('[data-testid=stSidebar]').getBoundingClientRect().right")
        assert covered < 0.3 * width
