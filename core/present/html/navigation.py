"""Write the pages of the workbench as a list of links."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from core.present.html.elements import Markup, el
from core.present.html.links import page_url


@dataclass(frozen=True, slots=True)
class PageEntry:
    """A page: its title, its name in the address, the name of its Material symbol."""

    title: str
    page: str
    symbol: str = ""


def navigation(places: Iterable[PageEntry], shown: str) -> Markup:
    """Return links to the pages, the shown one marked."""
    links = [
        el(
            "li",
            el(
                "a",
                el("span", place.symbol, class_="symbol", aria_hidden="true") if place.symbol else None,
                place.title,
                href=page_url(place.page),
                data_go=True,
                aria_current="page" if place.page == shown else None,
                class_="place on" if place.page == shown else "place",
            ),
        )
        for place in places
    ]
    return el("nav", el("ul", *links, class_="places"), aria_label="Pages")
