"""The main path of every page in a real browser: the address is the state, nothing leaves the machine."""

from __future__ import annotations

import re
from base64 import b64encode
from pathlib import Path

import pytest

from tests.browser.settling import listening, settled

pytestmark = pytest.mark.browser


def heading(page) -> str:
    settled(page)
    return page.locator("h1").first.inner_text()


def test_a_deep_link_works_as_the_first_request_to_a_fresh_server(context, fresh_server) -> None:
    page = context.new_page()
    page.goto(f"{fresh_server.url}/code?index=sample&unit=model:Order&line=6")
    page.wait_for_selector(".l.target")
    assert heading(page) == "Order"
    assert page.get_by_role("link", name="Health").count() == 1
    assert page.get_by_role("link", name="panel").count() == 0


def test_without_a_unit_the_whole_checkout_is_explained(context, server) -> None:
    page = context.new_page()
    page.goto(f"{server.url}/code?index=sample")
    assert heading(page) == "sample"
    assert page.locator("[data-testid=stException], [data-testid=stAlertContentError]").count() == 0


def test_a_question_is_asked_a_result_opened_and_the_address_restores_both(context, server) -> None:
    page = context.new_page()
    page.goto(f"{server.url}/search?index=sample")
    page.get_by_label("Question").fill("How does Order work?")
    page.keyboard.press("Enter")
    page.wait_for_selector(".item.on")
    settled(page)
    second = page.locator(".list .item").nth(1)
    name = second.locator(".name").get_attribute("title")
    second.click()
    page.wait_for_selector(f".item.on .name[title='{name}']")
    page.wait_for_url(re.compile(r"pick="))
    other = context.new_page()
    other.goto(page.url)
    other.wait_for_selector(f".item.on .name[title='{name}']")
    settled(other)  # a field is filled in last
    assert other.get_by_label("Question").input_value() == "How does Order work?"


def test_from_the_question_to_the_unit_to_the_graph_and_back_by_the_browser(context, server) -> None:
    page = context.new_page()
    page.goto(f"{server.url}/search?index=sample&q=How+does+Order+work%3F")
    page.wait_for_selector(".item.on")
    page.get_by_role("link", name="Open code", exact=True).last.click()
    page.wait_for_url(re.compile(r"/code\?"))
    page.wait_for_selector(".code .l")
    page.goto(f"{server.url}/code?index=sample&unit=model:Order&side=around")
    page.wait_for_selector("svg.drawing .centre")
    page.locator("svg.drawing a:has(.node:not(.centre))").first.click()
    page.wait_for_function("!document.querySelector('h1').innerText.match(/^Order$/)")
    page.go_back()
    page.wait_for_function("document.querySelector('h1').innerText.match(/^Order$/)")


def test_a_line_number_becomes_the_line_of_the_address(context, server) -> None:
    page = context.new_page()
    page.goto(f"{server.url}/code?index=sample&unit=model:Order")
    page.wait_for_selector(".code .l")
    first = page.locator(".n").nth(2)
    number = first.get_attribute("data-line")
    first.click()
    page.wait_for_url(re.compile(rf"line={number}"))
    page.wait_for_selector(f".l.target [data-line='{number}']")


def test_a_unit_is_found_by_its_letters_from_every_page(context, server) -> None:
    page = context.new_page()
    page.goto(f"{server.url}/map?index=sample&view=matrix")
    listening(page)
    page.keyboard.press("/")
    page.get_by_role("combobox", name="Find units").fill("refund")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/code\?"))
    page.locator("h1", has_text="Refund").first.wait_for()  # the address changes before the page does


def test_the_keyboard_alone_opens_a_result(context, server) -> None:
    page = context.new_page()
    page.goto(f"{server.url}/search?index=sample&q=How+does+Order+work%3F")
    page.wait_for_selector(".item.on")
    page.locator(".list .item:visible").nth(2).focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"pick="))


@pytest.mark.parametrize("context", ["light", "dark"], indirect=True)
def test_text_is_readable_in_both_themes(context, server) -> None:
    page = context.new_page()
    page.goto(f"{server.url}/code?index=sample&unit=model:Order")
    page.wait_for_selector(".code .t")
    colours = page.evaluate(
        "() => { const e = document.querySelector('[data-testid=stApp]'); const c = getComputedStyle(e);"
        " return [c.color, c.backgroundColor] }"
    )
    text, background = (sum(int(part) for part in re.findall(r"\d+", colour)[:3]) / 3 for colour in colours)
    assert abs(text - background) > 125


def test_a_drawing_is_saved_as_a_picture(context, server) -> None:
    page = context.new_page()
    page.goto(f"{server.url}/code?index=sample&unit=model:Order&side=around")
    page.wait_for_selector("svg.drawing .centre")
    settled(page)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as PNG").click()
    assert saved.value.suggested_filename == "Order.png"
    assert Path(saved.value.path()).read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("name", ["stages", "budget"])
def test_bars_that_are_no_drawing_are_saved_as_a_picture_with_their_colours(context, server, name: str) -> None:
    page = context.new_page()
    page.goto(f"{server.url}/search?index=sample&q=How+does+Order+work%3F&view=why&explain={name}")
    page.wait_for_selector("[data-picture] .track")
    settled(page)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as PNG").click()
    assert saved.value.suggested_filename == f"{name}.png"
    picture = b64encode(Path(saved.value.path()).read_bytes()).decode()
    assert page.evaluate(COLOURS, picture) > 100


COLOURS = """async picture => {
  const image = new Image()
  image.src = `data:image/png;base64,${picture}`
  await image.decode()
  const pen = new OffscreenCanvas(image.width, image.height).getContext("2d")
  pen.drawImage(image, 0, 0)
  const seen = pen.getImageData(0, 0, image.width, image.height).data
  const spread = at => Math.max(...seen.slice(at, at + 3)) - Math.min(...seen.slice(at, at + 3))
  return seen.filter((_, at) => at % 4 === 0 && spread(at) > 60).length
}"""


def test_on_a_narrow_screen_the_navigation_does_not_cover_the_page(context, server) -> None:
    page = context.new_page()
    page.set_viewport_size({"width": 700, "height": 900})
    page.goto(f"{server.url}/code?index=sample&unit=model:Order")
    settled(page)
    at = page.locator("h1").first.bounding_box()
    assert page.evaluate("({ x, y }) => document.elementFromPoint(x + 5, y + 5).closest('h1') !== null", at)


BAR_IS_ABOVE = """() => {
  const [bar, told] = [".st-key-bar", ".stAlert"].map(one => document.querySelector(one)?.getBoundingClientRect())
  return bar && told && bar.bottom <= told.top
}"""


@pytest.mark.parametrize("width", [700, 1440])
def test_the_bar_lies_below_the_header_and_beside_a_message(context, server, width: int) -> None:
    page = context.new_page()
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(f"{server.url}/code?index=sample&unit=model:Nope")
    page.wait_for_selector(".stAlert")
    page.wait_for_function(BAR_IS_ABOVE)  # what is drawn later moves both
    page.get_by_role("button", name="Report", exact=True).click(timeout=5_000)  # refused where something covers it


def test_on_a_narrow_screen_the_sidebar_closes_when_a_page_was_picked_in_it(context, server) -> None:
    page = context.new_page()
    page.set_viewport_size({"width": 700, "height": 900})
    page.goto(f"{server.url}/health?index=sample&view=hubs")
    settled(page)
    page.get_by_test_id("stExpandSidebarButton").click()
    page.wait_for_selector("[data-testid=stSidebar][data-collapsed=false]")
    page.get_by_test_id("stSidebar").get_by_role("link", name="Map").click()
    page.wait_for_selector("[data-testid=stSidebar][data-collapsed=true]", state="attached")
    page.wait_for_url("**/map?**")
