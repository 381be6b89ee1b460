"""Charts in a real browser: what a click on a point, a cell or an area opens, and what the pointer is told."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.browser.settling import settled

pytestmark = pytest.mark.browser

FIRST_BACK = """() => {
  const chart = document.querySelector(".js-plotly-plot")
  const { xaxis, yaxis } = chart._fullLayout
  const dots = chart.data[1]
  const field = chart.querySelector(".nsewdrag").getBoundingClientRect()
  return { x: field.x + xaxis.d2p(dots.x[0]), y: field.y + yaxis.d2p(dots.y[0]), name: dots.customdata[0] }
}"""


@pytest.mark.parametrize("place", ["health?view=hubs&", "health?view=hotspots&"])
def test_a_point_leads_to_what_it_stands_for_and_the_browser_leads_back(context: Any, server: Any, place: str) -> None:
    page = context.new_page()
    page.goto(f"{server.url}/{place}index=sample")
    points = page.locator(".scatterlayer .point")
    points.first.wait_for()
    settled(page)
    points.last.click(force=True)
    page.wait_for_url(re.compile(r"/code\?.*(unit|path)="))
    page.go_back()
    page.wait_for_url(re.compile(re.escape(place.rstrip("?&"))))
    points.first.wait_for()


def test_a_cell_is_picked_with_the_mouse_or_from_the_list(context: Any, server: Any) -> None:
    page = context.new_page()
    page.goto(f"{server.url}/map?index=sample&view=matrix")
    page.locator(".scatterlayer .point").nth(3).click(force=True)
    page.wait_for_url(re.compile("cell="))
    page.wait_for_selector(".fact")
    page.get_by_text("As a list").click()
    link = page.locator("a[data-set^='cell=']").first
    link.focus()
    page.keyboard.press("Enter")
    page.get_by_role("heading", name=link.inner_text()).wait_for()


def test_a_dot_of_a_large_matrix_says_its_names_and_opens_its_lines(context: Any, server: Any) -> None:
    page = context.new_page()
    page.goto(f"{server.url}/map?index=sample&level=unit&view=matrix")
    page.wait_for_selector(".js-plotly-plot .gl-canvas", state="attached")
    settled(page)
    dot = page.evaluate(FIRST_BACK)
    page.mouse.move(dot["x"] - 2, dot["y"])
    page.mouse.move(dot["x"], dot["y"])
    name = dot["name"].replace("|", " → ")
    page.wait_for_function("name => document.querySelector('.hoverlayer').textContent.includes(name)", arg=name)
    page.mouse.click(dot["x"], dot["y"])
    page.get_by_role("heading", name=name).wait_for()


def test_a_folder_of_the_treemap_opens_in_place_and_a_file_on_its_page(context: Any, server: Any) -> None:
    page = context.new_page()
    page.goto(f"{server.url}/map?index=sample&view=treemap")
    areas = page.locator(".areas a")
    areas.filter(has_text=re.compile("^models$")).first.wait_for()
    settled(page)
    areas.filter(has_text=re.compile("^models$")).first.click(position={"x": 12, "y": 8})
    page.wait_for_url(re.compile("at=app%2Fmodels"))
    page.locator("nav[aria-label=Folder] >> text=models").wait_for()
    areas.filter(has_text=re.compile("^account.rb$")).first.click()
    page.get_by_role("heading", level=1, name="account.rb").wait_for()
    page.go_back()
    page.wait_for_url(re.compile("at=app%2Fmodels"))


@pytest.mark.parametrize("context", ["light", "dark"], indirect=True)
def test_a_chart_is_saved_as_a_picture_from_its_bar(context: Any, server: Any) -> None:
    page = context.new_page()
    page.goto(f"{server.url}/health?index=sample&view=hubs")
    page.locator(".scatterlayer .point").first.wait_for()
    with page.expect_download() as saved:
        page.locator("[data-title*='Download plot']").click()
    assert saved.value.suggested_filename == "hub_chart.png"
