"""Write conversations, each turn a link that shows what it showed, the questions that one follows up, and near ones."""

from __future__ import annotations

from collections.abc import Sequence

from core.model.conversation import Conversation, Turn
from core.present.html.elements import Markup, el
from core.present.html.links import page_url


def turns_html(conversation: Conversation, turn: int, index: str) -> Markup:
    """Return the turns in order with the tokens that each took, the one that is looked at marked, and what is left."""
    items = [el("li", _turn(number, one, number == turn)) for number, one in enumerate(conversation.turns, 1)]
    leave = el("a", "close", href=page_url("search", index=index), data_go=True, class_="small")
    told = el("span", _left(conversation), class_="dim small")
    head = el("div", el("b", conversation.name), told, el("span", class_="push"), leave, class_="row")
    return el("nav", head, el("ol", *items, class_="list boxed"), aria_label="Turns")


def conversation_links(conversations: Sequence[Conversation], index: str) -> Markup:
    """Return the conversations as links that open them."""
    items = [
        el(
            "a", one.name, el("span", f"{len(one.turns)} turns, {one.left:,} tokens left", class_="label"),
            href=page_url("search", index=index, conversation=one.name), data_go=True, class_="chip",
        )
        for one in conversations
    ]  # fmt: skip
    return el("div", *items, class_="chips")


def _turn(number: int, turn: Turn, chosen: bool) -> Markup:
    took = el("span", f"{turn.tokens:,} tokens", class_="small dim")
    question = el("span", turn.question, class_="cut")
    row = el("div", el("span", number, class_="rank"), question, el("span", class_="push"), took, class_="row")
    return el(
        "a", row, href=f"?turn={number}", data_set=f"turn={number}", class_="item on" if chosen else "item",
        aria_current="true" if chosen else None,
    )  # fmt: skip


def _left(conversation: Conversation) -> str:
    return f"{conversation.spent:,} of {conversation.budget:,} tokens used"


def questions_before(earlier: Sequence[str], question: str, index: str) -> Markup:
    """Return the earlier questions in order, each a link that goes back to it, and one that asks the last question alone."""
    parts = [el("span", "Follow-up to", class_="dim")]
    for number, before in enumerate(earlier):
        address = page_url("search", index=index, q=before, after=earlier[:number])
        parts += [el("a", before, href=address, data_go=True), el("span", "›", class_="dim")]
    alone = el("a", "ask without context", href=page_url("search", index=index, q=question), data_go=True)
    here = (el("b", question), el("span", class_="push"), alone)
    return el("nav", *parts, *here, class_="row small", aria_label="Asked before")


def near_questions(questions: Sequence[str], index: str) -> Markup:
    """Return questions that were asked before as suggestions, each a link that asks it."""
    links = [el("a", one, href=page_url("search", index=index, q=one), data_go=True, class_="chip") for one in questions]
    return el("nav", el("span", "Asked before", class_="dim small"), *links, class_="chips", aria_label="Asked by others")
