"""What all drawings of the pages share."""

from __future__ import annotations

from core.present.html.elements import Markup, el


def pictured(*parts: Markup, class_: str = "") -> Markup:
    """Return markup that the button of `saved` beside it saves as a picture although it is no drawing."""
    return el("div", *parts, class_=class_ or None, data_picture=True)


def saved(name: str, *before: Markup) -> Markup:
    """Return the button that saves the drawing below it as a picture of this name, at the right of what comes before it."""
    button = el("button", "Save as PNG", type="button", class_="tool", data_save=name)
    return el("div", *before, el("span", class_="push"), button, class_="row")
