"""When a page has come to rest."""

from __future__ import annotations

from typing import Any


def settled(page: Any) -> None:
    """Wait until the page has its title, its script has run to its end and nothing is still to be filled in."""
    page.wait_for_selector("h1")
    page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")
    page.wait_for_selector("[data-testid=stSkeleton]", state="detached")
    page.wait_for_function("!document.querySelector('[data-stale=true]')")


def listening(page: Any) -> None:
    """Wait until the page has come to rest and its palette hears keys: its script comes after what is drawn."""
    settled(page)
    page.wait_for_function("window.orienteerListens === true")


def opened(context: Any, server: Any, address: str) -> Any:
    """Return a new page at an address of the sample, come to rest."""
    page = context.new_page()
    page.goto(f"{server.url}/{address}{'&' if '?' in address else '?'}index=sample")
    settled(page)
    return page
