"""Drawings that hold hundreds of units at once, in a real browser."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.browser


def test_a_dot_of_a_large_matrix_says_its_names_and_opens_its_lines(context: Any, server: Any) -> None:
    page = context.new_page()
    page.goto(f"{server.url}/structure?index=sample&level=unit")
    drawing = page.locator("[data-dots]")
    drawing.wait_for()
    row, column = map(int, drawing.get_attribute("data-cells").split()[3].split(","))
    names = drawing.get_attribute("data-dots").split("\n")
    box = drawing.bounding_box()
    x, y = (box[start] + (at + 0.5) / len(names) * box["width"] for start, at in (("x", column), ("y", row)))
    page.mouse.move(x, y)
    assert page.locator("[data-pointed]").inner_text() == f"{names[row]} → {names[column]}"
    page.mouse.click(x, y)
    page.get_by_role("heading", name=f"{names[row]} → {names[column]}").wait_for()
    assert page.locator("[data-dots] .ring").count() == 1


def test_a_point_of_the_hubs_leads_to_its_unit(context: Any, server: Any) -> None:
    page = context.new_page()
    page.goto(f"{server.url}/hubs?index=sample")
    point = page.locator("a:has(.point)").first
    point.wait_for()
    name = point.get_attribute("aria-label").split(": ")[0].partition(":")[2]
    point.focus()
    page.keyboard.press("Enter")
    page.get_by_role("heading", level=1, name=name).wait_for()
