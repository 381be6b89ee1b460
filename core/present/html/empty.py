"""What a page says when there is nothing to show: what is missing and what to do."""

from __future__ import annotations

from core.present.html.elements import Markup, el
from core.present.html.places import with_places


def no_index() -> Markup:
    """Return how to make the first index."""
    return el(
        "div",
        el("h3", "No index yet", style="margin:0 0 .4rem"),
        el("p", "An index is made from a checkout. In a terminal:"),
        el("pre", el("code", "orienteer index PATH", id="first-index"), class_="plain boxed"),
        el("p", "or on the page “Index” in this window. Words and relations can be searched after seconds; vectors follow."),
        style="max-width:40rem",
    )


def nothing(sentence: str, *remedies: str) -> Markup:
    """Return a sentence that says why there is nothing, and below it what a reader can do."""
    listed = el("ul", *(el("li", with_places(remedy)) for remedy in remedies)) if remedies else None
    return el("div", el("p", with_places(sentence)), listed, class_="dim", style="max-width:46rem")
