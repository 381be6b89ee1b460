"""What a reader changes from the pages, in a real browser: rules that are saved and seen in red, index jobs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core.workbench import index_checkout
from tests.browser.conftest import Server
from tests.browser.settling import settled
from tests.shared import checkout

pytestmark = pytest.mark.browser

LAYERED = '[[architecture.layers]]\nname = "down"\norder = ["app/controllers", "app/models"]\n'
FILES = {
    "app/controllers/orders_controller.rb": "class OrdersController\n  def show = Order.new\n  def self.page = 1\nend\n",
    "app/models/order.rb": "class Order\n  def upwards = OrdersController.page\nend\n",
    "config/application.rb": "module Shop\n  class Application < Rails::Application\n  end\nend\n",
}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("changing")
    index_checkout(checkout(folder / "code" / "shop", **FILES), home=folder / "home", vectors=False)
    return folder


@pytest.fixture(scope="module")
def own_server(home: Path) -> Iterator[Server]:
    """A server over indexes that these tests may change."""
    running = Server(home / "home")
    running.wait()
    yield running
    running.stop()


def test_rules_are_saved_to_the_checkout_and_what_breaks_them_is_red(context: Any, own_server: Server, home: Path) -> None:
    page = context.new_page()
    page.goto(f"{own_server.url}/map?index=shop&at=app&least=1")
    settled(page)
    page.locator("path.edge").first.wait_for(state="attached")
    assert page.locator("path.edge.broken").count() == 0
    page.goto(f"{own_server.url}/health?index=shop&view=rules")
    settled(page)
    page.get_by_role("textbox", name="Rules in").fill("layers are nice")
    page.get_by_role("button", name="Save to the checkout").click()
    page.locator("[data-testid=stAlert]").wait_for()
    written = home / "code" / "shop" / "orienteer.toml"
    assert not written.exists()
    page.get_by_role("textbox", name="Rules in").fill(LAYERED)
    page.get_by_role("button", name="Save to the checkout").click()
    page.get_by_text("app/models/order.rb:2").first.wait_for()
    assert written.read_text("utf-8") == LAYERED
    page.goto(f"{own_server.url}/map?index=shop&at=app&least=1")
    settled(page)
    red = page.locator("path.edge.broken")
    red.first.wait_for(state="attached")
    assert red.count() == 1
    assert red.first.evaluate("line => getComputedStyle(line).stroke") not in ("none", _stroke(page))
    assert "violate a rule" in page.locator(".scrolls svg").first.inner_html()


def _stroke(page: Any) -> str:
    return str(page.locator("path.edge:not(.broken)").first.evaluate("line => getComputedStyle(line).stroke"))


def test_an_index_job_goes_on_when_its_page_is_left_and_the_browser_closed(
    context: Any, own_server: Server, home: Path
) -> None:
    many = {
        f"part{number}/one.py": f"class Part{number}:\n    def go(self):\n        return {number}\n" for number in range(200)
    }
    root = checkout(home / "code" / "parts", **many)
    page = context.new_page()
    page.goto(f"{own_server.url}/settings?index=shop")
    settled(page)
    page.get_by_label("Checkout").fill(str(root))
    page.locator("label", has_text="Vectors").click()
    page.get_by_role("button", name="Index", exact=True).click()
    page.get_by_role("button", name="Cancel").wait_for()
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Health").click()
    page.locator("a.job", has_text="parts:").wait_for()
    page.close()
    again = context.new_page()
    again.goto(f"{own_server.url}/settings?index=shop")
    again.locator("table a", has_text="parts").wait_for()
    again.locator("table a", has_text="parts").click()
    again.locator("h1", has_text="parts").wait_for()
