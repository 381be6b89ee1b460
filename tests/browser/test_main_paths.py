"""What a reader does first on every page, by mouse and by keyboard; every address restores its page in a fresh session."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote

import pytest

from tests.browser.settling import opened, settled
from tests.thorough import sampled

pytestmark = pytest.mark.browser

QUESTION = "How does Order work?"
ASKED = quote(QUESTION)

RESTORED = {
    "results": (f"search?q={ASKED}&pick=model:Order", ".item.on .name:text-is('Order')"),
    "why not": (f"search?q={ASKED}&why=model:Refund&view=why&explain=dropped", "[aria-current=step]"),
    "what if": (f"search?q={ASKED}&set=rank.table%3D1.5&view=why&explain=settings", "text=rank.table=1.5"),
    "an answer": (f"search?q={ASKED}&view=answer&cite=S2:1", ".said a.cite"),
    "a line": ("code?unit=model:Order&line=6", ".l.target [data-line='6']"),
    "history": ("code?unit=model:Order&side=history", "text=Authors"),
    "impact": ("code?unit=model:Order&impact_depth=2&side=around&around=impact", "table.grid"),
    "a place": ("map?at=app/models", "nav[aria-label=Place] >> text=app/models"),
    "hubs by rank": ("health?by=pagerank&view=hubs", "text=PageRank: importance by"),
    "commits of a folder": ("changes?within=app/models", "text=Open the shop"),
    "an address of earlier versions": ("graph?unit=model:Order&view=impact", "[data-set='around=impact'][aria-current=true]"),
    "a table of earlier versions": ("structure?level=file", "[data-set='view=matrix'][aria-current=true]"),
    "budget": (f"search?q={ASKED}&budget=2000&view=why&explain=budget", "text=tokens used"),
    "a follow-up": (
        "search?q=Who+calls+it%3F&after=What+is+Order%3F",
        "nav[aria-label='Asked before'] >> text=What is Order?",
    ),
    "a path": ("code?unit=controller:OrdersController&to=model:Order&side=around&around=path", "svg.drawing .node"),
    "a form": ("settings?variant=rank.table%3D0&baselines=file&view=evaluation", "[aria-pressed=true] >> text=file"),
    "coverage": ("settings?view=coverage", "text=names in the code by outcome"),
}


FOCUSED = """() => {
  let element = document.activeElement
  while (element && element.shadowRoot) element = element.shadowRoot.activeElement
  return element ? element.textContent : ''
}"""


@pytest.mark.parametrize("place", sampled(RESTORED, 2))
def test_an_address_restores_what_it_names_in_a_fresh_session(context: Any, server: Any, place: str) -> None:
    address, shown = RESTORED[place]
    page = opened(context, server, address)
    page.wait_for_selector(shown)
    assert page.locator("[data-testid=stException], [data-testid=stAlertContentError]").count() == 0


def test_an_example_on_the_first_page_is_one_click_from_its_answer(context: Any, server: Any) -> None:
    page = opened(context, server, "")
    page.locator("a.chip").first.click()
    page.wait_for_url(re.compile(r"/search\?"))
    page.wait_for_selector(".item.on")


def test_what_follows_is_asked_and_the_browser_leads_back_to_what_came_before(context: Any, server: Any) -> None:
    page = opened(context, server, "search?q=What+is+Order%3F")
    page.get_by_role("button", name="Follow up").click()
    page.get_by_label("Follow-up question").fill("Who calls it?")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"after=What"))
    before = page.get_by_role("navigation", name="Asked before")
    before.wait_for()
    settled(page)
    before.get_by_role("link", name="What is Order?").click()
    before.wait_for(state="detached")
    assert page.get_by_label("Question").input_value() == "What is Order?"
    page.go_back()
    before.wait_for()


def test_a_place_of_the_map_opens_and_the_browser_leads_back(context: Any, server: Any) -> None:
    page = opened(context, server, "map")
    page.locator("svg.drawing a[data-set^='at=']").first.click()
    page.wait_for_url(re.compile(r"at="))
    settled(page)
    page.go_back()
    page.wait_for_function("!location.search.includes('at=')")
    page.wait_for_selector("svg.drawing a[data-set^='at=']")


@pytest.mark.parametrize("address", ["code?unit=model:Order&side=around", "map"])
def test_an_arrow_shows_its_lines(context: Any, server: Any, address: str) -> None:
    page = opened(context, server, address)
    arrow = page.locator("svg.drawing a[data-set^='link=']").first
    arrow.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"link="))
    page.wait_for_selector(".fact >> text=/:[0-9]+$/")


def test_a_question_of_a_set_is_asked_from_its_list(context: Any, server: Any) -> None:
    page = opened(context, server, "settings?view=evaluation")
    page.locator("table.grid a").first.click()
    page.wait_for_url(re.compile(r"/search\?"))
    page.wait_for_selector(".item.on")


def test_an_index_is_opened_from_the_list(context: Any, server: Any) -> None:
    page = opened(context, server, "settings")
    page.get_by_role("link", name="sample", exact=True).click()
    page.locator("h1", has_text="sample").wait_for()


def test_the_tree_of_files_is_filtered_and_walked_by_arrow_keys(context: Any, server: Any) -> None:
    page = opened(context, server, "code?path=app/models")
    page.locator(".leaf a[aria-current=page]").focus()
    page.keyboard.press("ArrowDown")
    assert page.evaluate(FOCUSED).endswith(".rb") or page.evaluate(FOCUSED).endswith("/")
    page.get_by_label("Files", exact=True).first.fill("order_mailer")
    page.keyboard.press("Enter")
    page.locator(".leaf a", has_text="app/mailers/order_mailer.rb").click()
    page.locator("h1", has_text="order_mailer.rb").wait_for()


def test_choices_are_reached_with_the_tabulator_and_taken_with_enter(context: Any, server: Any) -> None:
    page = opened(context, server, "code?unit=model:Order")
    page.get_by_role("button", name="Find anything").focus()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate(FOCUSED) == "Skip the code":
            page.keyboard.press("Enter")
        if page.evaluate(FOCUSED).startswith("Dependencies"):
            break
    else:
        raise AssertionError("The tabulator does not reach the choice of sides.")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"side=uses"))


def test_a_citation_shows_its_lines_and_a_question_goes_on_as_a_conversation(context: Any, server: Any) -> None:
    page = opened(context, server, f"search?q={ASKED}&view=answer")
    cited = page.locator(".said a.cite").nth(1)
    label = cited.inner_text()
    cited.click()
    page.wait_for_url(re.compile("cite=S2"))
    page.wait_for_selector(f".said a.cite.on:text-is('{label}')")
    page.wait_for_selector(".l.target")
    page.get_by_role("button", name="Save").click()
    page.get_by_placeholder("checkout").fill("in-chromium")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("conversation=in-chromium"))
    page.wait_for_selector("nav[aria-label=Turns] >> text=in-chromium")


def test_a_box_that_is_pointed_at_tells_what_leads_to_it_from_what_it_leads_to(context: Any, server: Any) -> None:
    page = opened(context, server, "code?unit=model:Order&side=around")
    page.locator("svg.drawing [data-node='model:Order']").first.hover()
    into = page.locator("svg.drawing a.lit.into")
    assert into.count() > 0
    assert set(into.evaluate_all("all => all.map(one => one.dataset.to)")) == {"model:Order"}
    away = page.locator("svg.drawing a.lit[data-from='model:Order']:not(.into)")
    assert away.count() > 0
    strokes = {one.locator(".edge").evaluate("line => getComputedStyle(line).stroke") for one in (into.first, away.first)}
    assert len(strokes) == 2


def test_the_field_of_home_asks(context: Any, server: Any) -> None:
    page = opened(context, server, "")
    page.get_by_label("Search", exact=True).fill("How does Order work?")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search?*q=How+does+Order+work*")
    page.wait_for_selector(".item .name:text-is('Order')")
