"""What once was wrong with drawings, tables and narrow windows, in a real browser: it stays mended."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.browser.settling import opened, settled
from tests.thorough import sampled

pytestmark = pytest.mark.browser

PLACES = {
    "home": "", "results": "search?q=How+does+Order+work%3F", "answer": "search?q=What+changed+recently%3F",
    "unit": "code?unit=model:Order", "file": "code?path=app/models/order.rb", "folder": "code?unit=folder:app/models",
    "around": "code?unit=model:Order&side=around", "impact": "code?unit=model:Order&side=around&around=impact",
    "flow": "code?unit=OrdersController%23cancel&side=flow", "map": "map", "matrix": "map?view=matrix",
    "treemap": "map?view=treemap", "hubs": "health?view=hubs", "cycles": "health", "hotspots": "health?view=hotspots",
    "findings": "health?view=findings", "commits": "changes", "review": "changes?view=review",
    "budget": "search?q=How+does+Order+work%3F&view=why&explain=budget", "evaluation": "settings?view=evaluation",
    "indexes": "settings", "coverage": "settings?view=coverage",
}  # fmt: skip
EVERYTHING = """const every = []
const walk = root => root.querySelectorAll('*').forEach(one => { every.push(one); if (one.shadowRoot) walk(one.shadowRoot) })
walk(document.querySelector('[data-testid=stMain]'))
"""
OUTSIDE = f"""() => {{ {EVERYTHING}
  const scrolls = one => {{
    for (let at = one; at && at.dataset?.testid !== 'stMain'; at = at.parentElement || at.getRootNode().host)
      if (['auto', 'scroll'].includes(getComputedStyle(at).overflowX) || at.className === 'frame') return true
    return false
  }}
  return every.filter(one => !one.children.length && one.textContent.trim() && one.getClientRects().length
    && one.getBoundingClientRect().width > 2 && one.getBoundingClientRect().right > innerWidth + 1 && !scrolls(one))
    .map(one => one.textContent.trim().slice(0, 60))
}}"""
SMALL = f"""() => {{ {EVERYTHING}
  return every.filter(one => one.matches('svg text') && one.textContent.trim() && one.getBoundingClientRect().height > 0)
    .map(one => [one.textContent, parseFloat(getComputedStyle(one).fontSize) * (one.closest('.js-plotly-plot') ? 1
      : Math.hypot(one.getScreenCTM().a, one.getScreenCTM().b)), one.closest('.frame') ? 7.9 : 10.9])
    .filter(([, size, least]) => size < least)
}}"""
SAID = f"""() => {{ {EVERYTHING}
  const own = one => [...one.childNodes].filter(node => node.nodeType === 3).map(node => node.textContent).join(' ')
  return every.filter(one => !one.closest('.code, code, pre')).map(own).filter(text => text.trim())
}}"""
_ONE = re.compile(r"(?<![\d,.:–-])1 (?:lines|units|links|files|commits|places|tests|tokens|relations|routes|steps)\b")


@pytest.mark.parametrize("context", ["dark"], indirect=True)
@pytest.mark.parametrize("place", sampled(PLACES, 3))
def test_a_narrow_dark_page_cuts_nothing_off_and_counts_one_as_one(context: Any, server: Any, place: str) -> None:
    page = context.new_page()
    page.set_viewport_size({"width": 700, "height": 900})
    address = PLACES[place]
    page.goto(f"{server.url}/{address}{'&' if '?' in address else '?'}index=sample")
    settled(page)
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate(SMALL) == []
    assert [text for text in page.evaluate(SAID) if _ONE.search(text)] == []


@pytest.mark.parametrize("width", [1000, 1440])
@pytest.mark.parametrize("place", ["around", "map", "matrix", "hubs"])
def test_words_of_drawings_are_never_small(context: Any, server: Any, place: str, width: int) -> None:
    page = context.new_page()
    page.set_viewport_size({"width": width, "height": 900})
    address = PLACES[place]
    page.goto(f"{server.url}/{address}{'&' if '?' in address else '?'}index=sample")
    page.locator("svg text").first.wait_for()
    settled(page)
    assert page.evaluate(SMALL) == []


def test_arrows_have_heads_and_are_hit_beside_their_line(context: Any, server: Any) -> None:
    page = opened(context, server, "map")
    arrows = page.locator("svg.drawing a[data-set^='link=']")
    arrows.first.wait_for()
    assert arrows.count() == page.locator("svg.drawing a[data-set^='link='] .head").count()
    widths = page.locator("svg.drawing .reach").evaluate_all(
        "all => all.map(one => parseFloat(getComputedStyle(one).strokeWidth))"
    )
    assert min(widths) >= 10


def test_the_matrix_has_the_width_of_the_page(context: Any, server: Any) -> None:
    page = opened(context, server, "map?view=matrix")
    plot = page.locator(".js-plotly-plot").first.bounding_box()["width"]
    assert plot > 0.95 * page.locator("[data-testid=stTabs], h1").first.bounding_box()["width"]


def test_a_row_of_the_matrix_unfolds_where_it_stands(context: Any, server: Any) -> None:
    page = opened(context, server, "map?open=app/models&view=matrix")
    page.wait_for_selector(".js-plotly-plot")
    settled(page)
    rows = page.locator(".js-plotly-plot").first.evaluate("plot => plot._fullLayout.yaxis.ticktext || plot.data[0].y || []")
    assert any("models/" in str(one) for one in rows)


def test_a_cut_that_is_ticked_frees_units_on_one_screen(context: Any, server: Any) -> None:
    page = opened(context, server, "health?view=cycles")
    page.get_by_text(re.compile(r"^3 of 3 units still in a cycle")).wait_for()
    assert page.locator("[data-testid=stMain]").evaluate("main => main.scrollHeight") < 2 * 900
    page.get_by_role("link", name=re.compile("^Cut ")).first.click()
    page.wait_for_url(re.compile("cuts="))
    page.get_by_text(re.compile(r"1 link cut, 1 line\.")).wait_for()


def test_types_have_one_colour_in_every_view(context: Any, server: Any) -> None:
    seen = set()
    for address in ("code?unit=model:Order&side=around", "health?view=cycles"):
        page = opened(context, server, address)
        named = page.locator(".legend .item, .legend > *, .row.wrapping > *").filter(has_text=re.compile("^service$")).first
        seen.add(named.locator("i, .dot, [class*=hue]").first.evaluate("one => getComputedStyle(one).backgroundColor"))
    assert len(seen) == 1
    assert "rgba(0, 0, 0, 0)" not in seen
