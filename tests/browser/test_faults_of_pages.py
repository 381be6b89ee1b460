"""What once was wrong on the pages of a reader, in a real browser: it stays mended."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.browser.settling import opened, settled

pytestmark = pytest.mark.browser

_NAMED = r"[\w./-]+\.(?:rb|erb|yml):\d+"
UNLINKED = """(all, form) => all.flatMap(one => {
  const plain = one.cloneNode(true)
  plain.querySelectorAll('a').forEach(link => link.remove())
  return plain.textContent.match(new RegExp(form, 'g')) || []
})"""
ASKED = "search?q=How+does+Order+work%3F"


def test_every_line_of_an_impact_opens_at_that_line(context: Any, server: Any) -> None:
    page = opened(context, server, "code?unit=model:Order&side=around&around=impact")
    cells = page.locator("table.grid td")
    cells.first.wait_for()
    assert cells.evaluate_all(UNLINKED, _NAMED) == []
    lines = page.locator("table.grid tr").nth(1).locator("a[href*='/code?']").filter(has_text=re.compile(r":\d+$"))
    said = lines.all_inner_texts()
    assert len(said) == len(set(said)) > 1
    lines.first.click()
    page.wait_for_url(re.compile(rf"/code\?.*line={said[0].rpartition(':')[2]}"))
    page.wait_for_selector(f".l.target [data-line='{said[0].rpartition(':')[2]}']")


def test_an_impact_begins_with_controllers_and_ends_with_tests(context: Any, server: Any) -> None:
    page = opened(context, server, "code?unit=model:Order&side=around&around=impact")
    types = page.locator("table.grid tbody tr td.unit:nth-child(3) .tag.type")
    types.first.wait_for()
    assert types.first.inner_text() == "controller"
    roles = page.locator("table.grid tbody tr").evaluate_all(
        "all => all.map(row => [...row.cells].map(cell => cell.textContent).find(text => /^(code|test)$/.test(text)))"
    )
    assert roles == sorted(roles)


def test_the_lines_of_a_list_that_answers_open_by_keyboard(context: Any, server: Any) -> None:
    page = opened(context, server, "search?q=Which+environment+variables+does+the+app+read%3F")
    said = page.locator(".said p")
    said.first.wait_for()
    assert said.evaluate_all(UNLINKED, _NAMED) == []
    link = page.locator(".said a[href*='/code?']").first
    line = link.inner_text().rpartition(":")[2]
    page.get_by_role("button", name="Text", exact=True).focus()
    for _ in range(60):
        page.keyboard.press("Shift+Tab")
        if link.evaluate("one => one.matches(':focus')"):
            break
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(rf"/code\?.*line={line}\b"))
    page.wait_for_selector(f".l.target [data-line='{line}']")


def test_bars_of_results_are_to_the_scale_of_their_scores(context: Any, server: Any) -> None:
    page = opened(context, server, ASKED)
    page.wait_for_selector(".item .shares")
    drawn = page.locator(".item:has(.shares)").evaluate_all(
        "all => all.map(one => [parseFloat(one.querySelector('.num').textContent),"
        " parseFloat(one.querySelector('.shares > span').style.width)])"
    )
    scales = [width / score for score, width in drawn if score > 0.2]
    assert len(scales) > 3
    assert max(scales) - min(scales) < 0.12 * max(scales)


def test_what_nothing_is_about_is_said(context: Any, server: Any) -> None:
    page = opened(context, server, "search?q=How+is+GraphQL+used%3F")
    page.get_by_text("No match for “GraphQL”").wait_for()


def test_weights_are_kept_from_what_if_to_the_results_and_back(context: Any, server: Any) -> None:
    page = opened(context, server, f"{ASKED}&view=why&explain=settings&set=rank.importance%3D1.5")
    page.wait_for_selector("text=rank.importance=1.5")
    page.locator("nav[aria-label=view] a.tab", has_text="Results").click()
    page.wait_for_selector(".item.on")
    assert "set=rank.importance%3D1.5" in page.url
    page.locator("nav[aria-label=view] a.tab", has_text="Why").click()
    page.locator("nav[aria-label=explain] a.tab", has_text="Settings").click()
    page.wait_for_selector("text=rank.importance=1.5")
    assert page.get_by_role("slider", name="Central units").input_value() == "1.5"


def test_a_follow_up_that_was_asked_covers_nothing(context: Any, server: Any) -> None:
    page = opened(context, server, "search?q=What+is+Order%3F")
    page.get_by_role("button", name="Follow up").click()
    page.get_by_label("Follow-up question").fill("Who calls it?")
    page.keyboard.press("Enter")
    page.get_by_role("navigation", name="Asked before").wait_for()
    settled(page)
    page.get_by_label("Follow-up question").wait_for(state="hidden")


def test_the_context_leads_to_what_more_tokens_would_buy(context: Any, server: Any) -> None:
    page = opened(context, server, f"{ASKED}&view=context")
    page.get_by_role("link", name="What more tokens would add").click()
    page.wait_for_url(re.compile(r"/search\?.*explain=budget"))
    page.get_by_text("tokens used").wait_for()


def test_the_history_of_a_file_is_labelled_so(context: Any, server: Any) -> None:
    page = opened(context, server, "code?unit=model:Order")
    page.get_by_text("File history").wait_for()


def test_users_begin_with_controllers(context: Any, server: Any) -> None:
    page = opened(context, server, "code?unit=model:Order&side=used+by")
    first = page.locator("[data-keep='side'] .fact a").first
    first.wait_for()
    assert "Controller" in first.inner_text()


def test_what_the_coverage_counts_is_said_in_words(context: Any, server: Any) -> None:
    page = opened(context, server, "settings?view=coverage")
    page.get_by_text("names of units in this codebase").wait_for()
    outcomes = (
        page.locator("table.grid")
        .filter(has_text="outcome")
        .first.evaluate("table => [...table.querySelectorAll('tbody tr')].map(row => row.cells[0].textContent)")
    )
    assert len(outcomes) > 5
    assert not [one for one in outcomes if len(one.split()) < 2 or "_" in one]


def test_an_empty_path_is_refused_before_anything_is_read(context: Any, server: Any) -> None:
    page = opened(context, server, "settings")
    page.get_by_label("Checkout").fill("")
    page.get_by_role("button", name="Index", exact=True).click()
    page.locator("[data-testid=stAlert]").wait_for()
    assert "--" not in page.locator("[data-testid=stAlert]").inner_text()
    assert page.get_by_role("button", name="Cancel").count() == 0
