"""Tables sort, filter and page; pictures fit their frame and can be entered: by pointer and by keyboard."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.settling import opened, settled

pytestmark = pytest.mark.browser

MAP = "map"
AROUND = "code?unit=model:Order&side=around&cap=80&depth=2"
HUBS = "health?view=hubs"
SHOWN = "rows => rows.map(row => row.children[0].textContent.trim())"
SCALE = "drawing => drawing.getBoundingClientRect().width / drawing.viewBox.baseVal.width"


def _table(page: Any) -> Any:
    return page.locator("table.grid[data-rows]").first


def _names(page: Any) -> list[str]:
    return list(_table(page).locator("tbody tr").evaluate_all(SHOWN))


def _numbers(page: Any, column: int) -> list[float]:
    cells = _table(page).locator(f"tbody tr td:nth-child({column})").all_inner_texts()
    return [float(cell.replace(",", "")) for cell in cells]


def test_a_click_on_a_head_sorts_another_one_turns_the_order_and_the_third_gives_it_back(context: Any, server: Any) -> None:
    page = opened(context, server, HUBS)
    given = _names(page)
    heads = _table(page).locator("th")
    column = heads.all_inner_texts().index("dependencies") + 1
    head, button = heads.nth(column - 1), heads.nth(column - 1).get_by_role("button")
    button.focus()
    page.keyboard.press("Enter")
    assert head.get_attribute("aria-sort") == "descending"
    assert _numbers(page, column) == sorted(_numbers(page, column), reverse=True)
    page.keyboard.press("Enter")
    assert head.get_attribute("aria-sort") == "ascending"
    assert _numbers(page, column) == sorted(_numbers(page, column))
    button.click()
    assert head.get_attribute("aria-sort") == "none"
    assert _names(page) == given


def test_a_long_table_shows_a_page_and_a_filter_that_is_there_again_on_the_way_back(context: Any, server: Any) -> None:
    page = opened(context, server, HUBS)
    field = page.get_by_role("searchbox", name="Filter").first
    of = int(field.get_attribute("placeholder").split()[1])
    assert len(_names(page)) == 50 < of
    page.get_by_role("button", name="Show").first.click()
    assert len(_names(page)) == min(100, of)
    field.fill("order")
    assert all("order" in row.lower() for row in _table(page).locator("tbody tr").all_inner_texts())
    told = page.locator(".filter output").first.inner_text()
    assert told.endswith(f" of {of}")
    _table(page).locator("tbody a").first.click()
    page.wait_for_url("**/code?*")
    settled(page)
    page.go_back()
    page.wait_for_url("**/health?*")
    page.get_by_text(told, exact=True).wait_for()


def test_rows_that_appear_later_have_links_with_the_whole_address(context: Any, server: Any) -> None:
    page = opened(context, server, HUBS)
    page.get_by_role("button", name="Show").first.click()
    link = _table(page).locator("tbody tr").nth(55).get_by_role("link").first
    assert "index=sample" in link.get_attribute("href")
    link.click()
    page.wait_for_url("**/code?*")


def test_a_picture_fits_its_frame_and_is_never_enlarged(context: Any, server: Any) -> None:
    page = opened(context, server, MAP)
    for width in (1440, 1000):
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_timeout(300)
        frame, drawing = (page.locator(one).bounding_box() for one in (".frame", ".frame svg.drawing"))
        assert drawing["width"] <= frame["width"] + 1
        assert page.locator(".frame svg.drawing").evaluate(SCALE) <= 1.001
        assert abs(frame["height"] - drawing["height"]) < 2


def test_a_picture_whose_words_would_be_too_small_begins_with_its_most_linked_box(context: Any, server: Any) -> None:
    page = context.new_page()
    page.set_viewport_size({"width": 420, "height": 900})
    page.goto(f"{server.url}/code?unit=model:Order&side=around&index=sample")
    settled(page)
    assert page.locator(".frame svg.drawing").evaluate(SCALE) == pytest.approx(8 / 12, rel=0.01)
    frame, box = page.locator(".frame").bounding_box(), page.locator(".centre").bounding_box()
    assert abs(box["x"] + box["width"] / 2 - frame["x"] - frame["width"] / 2) < 2
    page.get_by_role("button", name="Fit").click()
    assert page.locator(".frame svg.drawing").bounding_box()["width"] <= frame["width"] + 1


def test_a_picture_zooms_at_the_pointer_pans_and_fits_again(context: Any, server: Any) -> None:
    page = opened(context, server, AROUND)
    drawing = page.locator(".frame svg.drawing")
    fitted = drawing.evaluate(SCALE)
    box = page.locator("[data-node]").first.bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 5)
    page.mouse.wheel(0, -100)
    page.wait_for_timeout(300)
    assert drawing.evaluate(SCALE) == pytest.approx(fitted)
    page.keyboard.down("Control")
    page.locator(".picture").evaluate("one => one.scrollIntoView({ block: 'start' })")
    box = page.locator("[data-node]").first.bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 5)
    page.mouse.wheel(0, -100)
    page.keyboard.up("Control")
    page.wait_for_timeout(100)
    assert drawing.evaluate(SCALE) > fitted * 1.2
    nearer = page.locator("[data-node]").first.bounding_box()
    assert nearer["x"] < box["x"] + 20 < nearer["x"] + nearer["width"]
    address = page.url
    page.mouse.down()
    page.mouse.move(box["x"] - 60, box["y"] + 5, steps=4)
    page.mouse.up()
    assert page.locator("[data-node]").first.bounding_box()["x"] < nearer["x"] - 30
    assert page.url == address, "what was dragged at is not followed"
    page.get_by_role("button", name="Fit").click()
    assert drawing.evaluate(SCALE) == pytest.approx(fitted, rel=0.01)


def test_a_picture_is_entered_by_keyboard_and_its_boxes_are_found(context: Any, server: Any) -> None:
    page = opened(context, server, AROUND)
    drawing = page.locator(".frame svg.drawing")
    fitted = drawing.evaluate(SCALE)
    page.get_by_role("button", name="Zoom in").focus()
    page.keyboard.press("Enter")
    assert drawing.evaluate(SCALE) > fitted
    at = drawing.bounding_box()["x"]
    page.keyboard.press("ArrowRight")
    assert drawing.bounding_box()["x"] < at
    page.keyboard.press("0")
    assert drawing.evaluate(SCALE) == pytest.approx(fitted, rel=0.01)
    for _ in range(4):
        page.keyboard.press("+")
    page.get_by_role("searchbox", name="Find in picture").fill("controller")
    found = page.locator(".found")
    assert found.count() > 1
    assert page.locator(".tools output").inner_text() == f"1 of {found.count()}"
    frame, box = page.locator(".frame").bounding_box(), found.first.bounding_box()
    assert frame["x"] <= box["x"] + box["width"] / 2 <= frame["x"] + frame["width"]
    page.keyboard.press("Enter")
    assert page.locator(".tools output").inner_text() == f"2 of {found.count()}"


def test_a_link_of_an_entered_picture_leaves_the_picture_as_it_is_seen(context: Any, server: Any) -> None:
    page = opened(context, server, AROUND)
    for _ in range(2):
        page.get_by_role("button", name="Zoom in").click()
    seen = page.locator(".frame svg.drawing").evaluate("one => one.style.transform")
    page.locator("a[data-set^='link=']").first.dispatch_event("click")
    page.wait_for_url("**link=*")
    settled(page)
    page.locator(".edge.chosen").first.wait_for(state="attached")
    assert page.locator(".frame svg.drawing").evaluate("one => one.style.transform") == seen


def test_a_picture_of_many_boxes_moves_with_thirty_frames_in_a_second(context: Any, server: Any) -> None:
    page = opened(context, server, AROUND)
    took = page.locator(".frame").evaluate(
        """async frame => {
          const { x, y } = frame.getBoundingClientRect()
          const start = performance.now()
          for (let step = 0; step < 30; step++) {
            const turned = { deltaY: step % 2 ? 20 : -22, ctrlKey: true, clientX: x + 300, clientY: y + 90 }
            frame.dispatchEvent(new WheelEvent("wheel", turned))
            await new Promise(requestAnimationFrame)
          }
          return performance.now() - start
        }"""
    )
    assert took < 1_500  # twice the time that thirty frames may take: other tests run at the same time
