"""Write which questions came before one: those that it follows up, and near ones that somebody asked."""

from __future__ import annotations

from collections.abc import Sequence

from core.present.html.elements import Markup, el
from core.present.html.links import page_url


def questions_before(earlier: Sequence[str], question: str, index: str) -> Markup:
    """Return the earlier questions in order, each a link that goes back to it, and one that asks the last question alone."""
    parts = [el("span", "Follow-up to", class_="dim")]
    for number, before in enumerate(earlier):
        address = page_url("query", index=index, q=before, after=earlier[:number])
        parts += [el("a", before, href=address, data_go=True), el("span", "›", class_="dim")]
    alone = el("a", "ask without context", href=page_url("query", index=index, q=question), data_go=True)
    here = (el("b", question), el("span", class_="push"), alone)
    return el("nav", *parts, *here, class_="row small", aria_label="Asked before")


def near_questions(questions: Sequence[str], index: str) -> Markup:
    """Return questions that were asked before as suggestions, each a link that asks it."""
    links = [el("a", one, href=page_url("query", index=index, q=one), data_go=True, class_="chip") for one in questions]
    return el("nav", el("span", "Asked before", class_="dim small"), *links, class_="chips", aria_label="Asked by others")
