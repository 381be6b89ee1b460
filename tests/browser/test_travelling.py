"""Every link of every page takes along what is looked at and what was asked; a copied address names its index."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.browser.settling import settled

pytestmark = pytest.mark.browser

STATE = "index=sample&unit=model:Order&q=How+does+Order+work%3F&types=model&types=service&set=rank.path%3D1.5&with_tests=true"
CARRIED = ("index", "unit", "q", "types", "set", "with_tests")


def test_all_links_of_all_pages_carry_the_state(context: Any, server: Any) -> None:
    page = context.new_page()
    page.goto(f"{server.url}/unit?{STATE}")
    settled(page)
    places = page.locator("nav[aria-label=Pages] a")
    for number in range(places.count()):
        title = places.nth(number).inner_text()
        places.nth(number).click()
        page.wait_for_selector(f"nav[aria-label=Pages] a[aria-current=page]:has-text('{title.split()[-1]}')")
        settled(page)
        links = page.locator("a[data-go], a[data-set]").evaluate_all("all => all.map(link => link.getAttribute('href'))")
        assert len(links) >= places.count()
        for link in links:
            said = parse_qs(urlsplit(link).query)
            lost = [name for name in CARRIED if name not in said]
            assert not lost, f"{title}: {link} loses {lost}"


def test_an_address_without_an_index_names_the_one_that_is_shown(context: Any, server: Any) -> None:
    page = context.new_page()
    page.goto(f"{server.url}/query")
    page.wait_for_function("location.search.includes('index=sample')")
    settled(page)
