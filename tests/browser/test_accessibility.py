"""Every page is drawn, and has no serious or critical violation that axe-core finds, light and dark."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.browser.settling import settled
from tests.thorough import sampled

pytestmark = pytest.mark.browser

PLACES = {
    "overview": "?index=sample",
    "ask": "query?index=sample",
    "results": "query?index=sample&q=How+does+Order+work%3F",
    "follow-up": "query?index=sample&q=Who+calls+it%3F&after=What+is+Order%3F",
    "context": "query?index=sample&q=How+does+Order+work%3F&view=context",
    "stages": "query?index=sample&q=How+does+Order+work%3F&view=stages",
    "why not": "query?index=sample&q=How+does+Order+work%3F&view=why+not&why=model:Refund",
    "what if": "query?index=sample&q=How+does+Order+work%3F&view=what+if",
    "unit": "unit?index=sample&unit=model:Order",
    "file": "file?index=sample&path=app/models/order.rb&line=12",
    "history": "unit?index=sample&unit=model:Order&side=history",
    "similar": "unit?index=sample&unit=model:Order&side=similar",
    "graph": "graph?index=sample&unit=model:Order",
    "network": "graph?index=sample&unit=model:Order&view=network",
    "path": "graph?index=sample&unit=controller:OrdersController&view=path&to=model:Order",
    "map": "graph?index=sample",
    "question": "graph?index=sample&view=question&q=How+does+Order+work%3F",
    "flow": "flow?index=sample&entry=OrdersController%23create",
    "hubs": "hubs?index=sample",
    "cycles": "hubs?index=sample&view=cycles",
    "structure": "structure?index=sample",
    "levels": "structure?index=sample&view=levels",
    "coupling": "structure?index=sample&view=coupling",
    "change": "change?index=sample",
    "review": "review?index=sample",
    "review of a diff": "review?index=sample&of=diff",
    "budget": "budget?index=sample&q=How+does+Order+work%3F",
    "evaluation": "evaluation?index=sample",
    "indexes": "indexes?index=sample",
}
TITLES = {
    "overview": "sample", "ask": "Ask the code", "map": "Graph", "hubs": "Hubs and cycles",
    "structure": "Dependencies", "change": "History", "review": "Review",
    "budget": "Context budget", "evaluation": "Evaluation", "indexes": "Indexes",
}  # fmt: skip


@pytest.fixture(scope="session")
def axe() -> str:
    """Return the text of axe.min.js, which a package of Python carries."""
    package = find_spec("axe_playwright_python")
    if package is None or package.origin is None:
        pytest.skip("The tests of accessibility need axe-core. Run: pip install axe-playwright-python")
    return Path(package.origin).with_name("axe.min.js").read_text("utf-8")


AXE = "async rules => (await axe.run(document, { resultTypes: ['violations'], ...rules })).violations"
COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"]}
"""What can differ between light and dark."""
BACKGROUND = "getComputedStyle(document.querySelector('[data-testid=stApp]')).backgroundColor"


def violations(page: Any, **rules: Any) -> list[str]:
    return [
        f"{one['id']}: {node['target']} {node['failureSummary']}"
        for one in page.evaluate(AXE, rules)
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"][:3]
    ]


@pytest.mark.parametrize("place", sampled(PLACES, 3))
def test_every_page_is_drawn_without_a_serious_violation_light_or_dark(context: Any, server: Any, axe: str, place: str) -> None:
    page = context.new_page()
    page.goto(f"{server.url}/{PLACES[place]}")
    settled(page)
    assert page.locator("[data-testid=stException], [data-testid=stAlertContentError]").count() == 0
    assert page.locator("h1").first.inner_text() == TITLES.get(place, page.locator("h1").first.inner_text())
    page.evaluate(axe)
    assert not (told := violations(page)), "\n".join(told)
    light = page.evaluate(BACKGROUND)
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(f"light => {BACKGROUND} !== light", arg=light)
    settled(page)
    assert not (told := violations(page, **COLOURS)), "\n".join(told)
