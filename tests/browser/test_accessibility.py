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
    "home": "?index=sample",
    "ask": "search?index=sample",
    "results": "search?index=sample&q=How+does+Order+work%3F",
    "follow-up": "search?index=sample&q=Who+calls+it%3F&after=What+is+Order%3F",
    "context": "search?index=sample&q=How+does+Order+work%3F&view=context",
    "stages": "search?index=sample&q=How+does+Order+work%3F&view=why&explain=stages",
    "dropped": "search?index=sample&q=How+does+Order+work%3F&why=model:Refund&view=why",
    "other settings": "search?index=sample&q=How+does+Order+work%3F&view=why&explain=settings",
    "budget": "search?index=sample&q=How+does+Order+work%3F&view=why&explain=budget",
    "text": "search?index=sample&text=Order",
    "checkout": "code?index=sample",
    "folder": "code?index=sample&unit=folder:app/models",
    "unit": "code?index=sample&unit=model:Order",
    "file": "code?index=sample&path=app/models/order.rb&line=12",
    "history": "code?index=sample&unit=model:Order&side=history",
    "flow": "code?index=sample&unit=OrdersController%23cancel&side=flow",
    "around": "code?index=sample&unit=model:Order&side=around",
    "path": "code?index=sample&unit=controller:OrdersController&to=model:Order&side=around&around=path",
    "similar": "code?index=sample&unit=model:Order&side=around&around=similar",
    "map": "map?index=sample",
    "matrix": "map?index=sample&view=matrix",
    "treemap": "map?index=sample&view=treemap",
    "cycles": "health?index=sample",
    "hubs": "health?index=sample&view=hubs",
    "hotspots": "health?index=sample&view=hotspots",
    "findings": "health?index=sample&view=findings",
    "rules": "health?index=sample&view=rules",
    "commits": "changes?index=sample",
    "review": "changes?index=sample&view=review",
    "review of a diff": "changes?index=sample&of=diff&view=review",
    "evaluation": "settings?index=sample&view=evaluation",
    "indexes": "settings?index=sample",
}
TITLES = {
    "home": "sample", "ask": "Search", "checkout": "sample", "folder": "models", "map": "Map", "cycles": "Health",
    "commits": "Changes", "indexes": "Settings",
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
