"""What pages show around their drawings: the button that saves one, and what is missing where there is nothing to show."""

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
        el("p", "Or use the page “Settings”. Keyword search works within seconds, semantic search follows."),
        style="max-width:40rem",
    )


def nothing(sentence: str, *remedies: str) -> Markup:
    """Return a sentence that says why there is nothing, and below it what a reader can do."""
    listed = el("ul", *(el("li", with_places(remedy)) for remedy in remedies)) if remedies else None
    return el("div", el("p", with_places(sentence)), listed, class_="dim", style="max-width:46rem")


def pictured(*parts: Markup, class_: str = "") -> Markup:
    """Return markup that the button of `saved` beside it saves as a picture although it is no drawing."""
    return el("div", *parts, class_=class_ or None, data_picture=True)


def saved(name: str, *before: Markup) -> Markup:
    """Return the button that saves the drawing below it as a picture of this name, at the right of what comes before it."""
    button = el("button", "Save as PNG", type="button", class_="tool", data_save=name)
    return el("div", *before, el("span", class_="push"), button, class_="row")
