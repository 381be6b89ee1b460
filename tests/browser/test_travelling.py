"""Every link of every page takes along what is looked at and what was asked; a copied address names its index."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.browser.settling import listening, settled

pytestmark = pytest.mark.browser

STATE = (
    "index=sample&unit=model:Order&q=How+does+Order+work%3F&types=model&types=service&set=rank.table%3D1.5"
    "&tests=true&scope=path:app"
)
CARRIED = ("index", "unit", "q", "types", "set", "tests", "scope")


def test_all_links_of_all_pages_carry_the_state(context: Any, server: Any) -> None:
    page = context.new_page()
    page.goto(f"{server.url}/code?{STATE}")
    settled(page)
    places = page.locator("nav[aria-label=Pages] a")
    for number in range(places.count()):
        title = places.nth(number).inner_text()
        places.nth(number).click()
        page.wait_for_selector(f"nav[aria-label=Pages] a[aria-current=page]:has-text('{title.split()[-1]}')")
        settled(page)
        links = page.locator("a[data-go]:not(.x), a[data-set]").evaluate_all(
            "all => all.map(link => link.getAttribute('href'))"
        )
        assert len(links) >= places.count()
        for link in links:
            said = parse_qs(urlsplit(link).query, keep_blank_values=True)  # `set=` says: as usual
            lost = [name for name in CARRIED if name not in said]
            assert not lost, f"{title}: {link} loses {lost}"


def test_names_in_code_carry_the_state_once_they_are_pointed_at(context: Any, server: Any) -> None:
    page = context.new_page()
    page.goto(f"{server.url}/code?{STATE}")
    settled(page)
    name = page.locator("a.x[data-go]").first
    name.hover()
    said = parse_qs(urlsplit(str(name.get_attribute("href"))).query)
    assert not [one for one in CARRIED if one not in said]


def test_an_address_without_an_index_names_the_one_that_is_shown(context: Any, server: Any) -> None:
    page = context.new_page()
    page.goto(f"{server.url}/search")
    page.wait_for_function("location.search.includes('index=sample')")
    settled(page)


def test_the_palette_opens_with_keys_goes_on_with_arrows_and_offers_what_was_seen(context: Any, server: Any) -> None:
    page = context.new_page()
    page.goto(f"{server.url}/code?index=sample&unit=model:Refund&q=Who+pays%3F")
    listening(page)
    page.keyboard.press("Control+k")
    palette = page.get_by_role("dialog", name="Find anything")
    palette.get_by_role("option").first.filter(has_text="Refund").wait_for()
    page.keyboard.press("Escape")
    palette.wait_for(state="hidden")
    page.keyboard.press("/")
    page.keyboard.type("orders show")
    page.keyboard.press("Enter")
    page.locator("h1", has_text="OrdersController#show").wait_for()
    settled(page)
    assert "q=Who+pays" in page.url
    page.keyboard.press("/")
    page.keyboard.type("changes")
    palette.get_by_role("option", name="Changes page").wait_for()
    while "Changes" not in palette.locator("[aria-selected=true]").inner_text():
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/changes?**")


def test_a_copied_link_names_index_and_commit_and_another_commit_is_told(context: Any, server: Any) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(f"{server.url}/code?unit=model:Order")
    settled(page)
    page.get_by_role("button", name="Copy link").click()
    page.get_by_role("button", name="Copied").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    said = parse_qs(urlsplit(copied).query)
    assert said["index"] == ["sample"]
    assert len(said["commit"][0]) == 12
    page.goto(copied.replace(said["commit"][0], "0123456789ab"))
    page.locator("[data-testid=stAlert]", has_text="from commit 0123456789ab").wait_for()
