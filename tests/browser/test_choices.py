"""What is switched and chosen by keyboard alone: numbers, patterns and limits, measures, packages; addresses have it."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.browser.settling import opened, settled
from tests.browser.test_accessibility import axe, violations  # noqa: F401

pytestmark = pytest.mark.browser

_MOST = 60  # steps of the tabulator
FOCUSED = """() => {
  let element = document.activeElement
  while (element && element.shadowRoot) element = element.shadowRoot.activeElement
  const label = element.closest('label') || element
  return [element.getAttribute('aria-label') || '', label.textContent || ''].join(' ')
}"""

ACTIVE = """name => {
  const option = document.getElementById(document.activeElement.getAttribute('aria-activedescendant') || '')
  return option !== null && option.textContent === name
}"""


def reached(page: Any, name: str) -> None:
    """Go on with the tabulator until what has this name has the focus."""
    seen = []
    for _ in range(_MOST):
        page.keyboard.press("Tab")
        seen.append(page.evaluate(FOCUSED).strip())
        if re.match(name, seen[-1]):
            return
    raise AssertionError(f"The tabulator does not reach '{name}' but {seen}.")


def at_rest(page: Any, address: str) -> None:
    """Wait until the address names a choice and the page is drawn by it, without a violation."""
    page.wait_for_url(re.compile(address))
    settled(page)
    assert page.locator("[data-testid=stException], [data-testid=stAlertContentError]").count() == 0


def without_violation(page: Any, axe: str) -> None:  # noqa: F811
    page.evaluate(axe)
    assert not (told := violations(page)), "\n".join(told)


def test_numbers_on_arrows_are_switched_with_the_blank_key(context: Any, server: Any, axe: str) -> None:  # noqa: F811
    page = opened(context, server, "map")
    page.wait_for_selector("svg.drawing .count")
    page.get_by_role("radio", name="folder").first.focus()
    reached(page, r"\w*Options")
    page.keyboard.press("Enter")
    page.get_by_text("Numbers").wait_for()
    reached(page, r"Numbers")
    page.keyboard.press(" ")
    at_rest(page, "numbers=false")
    page.wait_for_selector("svg.drawing .count", state="detached")
    assert page.locator("svg.drawing a[data-set^='link=']").count() > 0
    without_violation(page, axe)
    other = opened(context, server, "map?numbers=false")
    other.wait_for_selector("svg.drawing .node")
    assert other.locator("svg.drawing .count").count() == 0


def test_a_pattern_and_its_limits_are_given_by_keyboard(context: Any, server: Any, axe: str) -> None:  # noqa: F811
    page = opened(context, server, "search?by=text")
    page.get_by_label("Text search").focus()
    page.keyboard.type("(?i)(class|def) refund.*$")
    page.keyboard.press("Enter")
    at_rest(page, r"text=")
    assert "regex" not in page.url
    reached(page, "Regular expression")
    page.keyboard.press(" ")
    at_rest(page, "regex=true")
    said = page.get_by_text(re.compile(r"units? by (name|text)"))
    said.wait_for()
    every = said.inner_text()
    reached(page, r"\w*Filters")
    page.keyboard.press("Enter")
    page.get_by_role("combobox", name="Types").wait_for()
    settled(page)
    without_violation(page, axe)
    reached(page, "Types")
    page.keyboard.type("method")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    at_rest(page, "types=method")
    page.wait_for_function("every => !document.body.innerText.includes(every)", arg=every)
    said.wait_for()


def test_all_files_and_their_measure_are_chosen_by_keyboard(context: Any, server: Any, axe: str) -> None:  # noqa: F811
    page = opened(context, server, "map?view=treemap")
    page.get_by_role("radio", name="folders").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press(" ")
    at_rest(page, r"areas=all(\+|%20)files")
    page.wait_for_selector("svg.drawing.files a")
    reached(page, "risk")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.keyboard.press(" ")
    at_rest(page, r"measure=used(\+|%20|_)by")
    page.wait_for_selector("text=dependents of its most-used unit")
    without_violation(page, axe)


def test_packages_are_chosen_beside_a_page_and_hold_on_the_next(context: Any, server: Any, axe: str) -> None:  # noqa: F811
    page = opened(context, server, "health?view=hubs")
    page.get_by_role("button", name="Find anything").focus()
    reached(page, "Scope")
    page.keyboard.type("package:loyal")
    page.get_by_role("option", name="package:loyalty").wait_for()
    page.keyboard.press("ArrowDown")
    page.wait_for_function(ACTIVE, arg="package:loyalty")
    page.keyboard.press("Enter")
    at_rest(page, "scope=package%3Aloyalty")
    page.wait_for_selector("text=Only package:loyalty")
    without_violation(page, axe)
    page.keyboard.press("Escape")
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Map").click()
    page.wait_for_url(re.compile(r"/map\?.*scope=package%3Aloyalty"))
    page.wait_for_selector("text=Only package:loyalty")
