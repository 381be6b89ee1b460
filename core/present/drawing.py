"""What all drawings of the pages share."""

from __future__ import annotations

from core.markup import Markup, el


def saved(name: str) -> Markup:
    """Return the button that saves the drawing beside it as a picture of this name."""
    button = el("button", "Save as PNG", type="button", class_="tool", data_save=name)
    return el("div", el("span", class_="push"), button, class_="row")
