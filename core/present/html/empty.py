"""What a page says when there is nothing to show: what is missing and what to do."""

from __future__ import annotations

from core.present.html.elements import Markup, el
from core.present.html.places import with_places


def no_index() -> Markup:
    """Return how to make the first index."""
    return el(
        "div",
        el("h3", "No index yet", style="margin:0 0 .4rem"),
        el("p", "Index a checkout in a terminal:"),
        el("pre", el("code", "orienteer index PATH", id="first-index"), class_="plain boxed"),
        el("p", "Or use the page “Indexes”. Keyword search works within seconds, semantic search follows."),
        style="max-width:40rem",
    )


def nothing(sentence: str, *remedies: str) -> Markup:
    """Return a sentence that says why there is nothing, and below it what a reader can do."""
    listed = el("ul", *(el("li", with_places(remedy)) for remedy in remedies)) if remedies else None
    return el("div", el("p", with_places(sentence)), listed, class_="dim", style="max-width:46rem")
