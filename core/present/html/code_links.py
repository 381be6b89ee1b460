"""Turn the names in code into links to their units, each with a card, and show the users of a definition.

Each pane has its cards once, as JSON. The script of the pages shows them next to a name. A notebook has no script, so names
have tooltips there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from pygments.token import _TokenType

from core.model import split_key
from core.model.code_links import CodeLink, LinkedCode, UnitCard, Use, UsedUnit
from core.present.html.elements import Markup, el, joined
from core.present.html.labels import parted, type_tag, words
from core.present.html.links import PageLinks
from core.present.html.type_colours import coloured
from core.text.counts import counted_as
from core.text.lexing import Piece
from core.vocabulary import unit_type


class CodeLinks:
    """The links of one pane; cards and lists of users are numbered in the order in which they are met."""

    def __init__(self, pages: PageLinks, script: bool = True) -> None:
        self._pages = pages
        self._script = script
        self._drawn: Callable[[str, _TokenType], Markup] = coloured if script else lambda value, _: joined(value)
        self._cards: dict[UnitCard, int] = {}
        self._lists: list[Markup] = []

    def woven(self, linked: LinkedCode, lines: Sequence[Sequence[Piece]], first: int) -> dict[int, Markup]:
        """Return the lines that have links, by number; `lines` begin at line `first`."""
        shown = ((number, pieces) for number, pieces in enumerate(lines, first) if number in linked.links)
        return {number: joined(*self._line(pieces, linked.links[number], linked.cards)) for number, pieces in shown}

    def margin(self, linked: LinkedCode) -> dict[int, Markup]:
        """Return what stands beside the lines on which units begin: how many others use them."""
        return {line: beside for line, found in linked.definitions.items() if (beside := self._beside(found, linked))}

    def told(self) -> Markup:
        """Return what the script tells of the names, to be put once into the pane, after its lines."""
        told = {"cards": [_card(card, self._pages) for card in self._cards], "lists": self._lists}
        text = json.dumps(told, ensure_ascii=False).replace("<", "\\u003c")
        return el("script", Markup(text), type="application/json", data_told=True)

    def _line(self, pieces: Sequence[Piece], links: Sequence[CodeLink], cards: Mapping[str, UnitCard]) -> Iterator[Markup]:
        at, rest = 0, list(links)
        inside: list[Markup] = []
        for kind, value in pieces:
            while value:
                end = rest[0].end if rest and at >= rest[0].start else rest[0].start if rest else at + len(value)
                part, value = value[: end - at], value[end - at :]
                at += len(part)
                if not rest or at <= rest[0].start:
                    yield self._drawn(part, kind)
                    continue
                inside.append(self._drawn(part, kind))
                if at == rest[0].end:
                    yield self._name(rest.pop(0), joined(*inside), cards)
                    inside = []

    def _name(self, link: CodeLink, shown: Markup, cards: Mapping[str, UnitCard]) -> Markup:
        meant = [cards[key] for key in link.targets]
        opened = [card for card in meant if card.opens]
        look = "x" if link.known == "declared" else f"x {link.known}"
        if not self._script:
            address = self._pages.unit(opened[0].opens) if opened else None
            return el("a", shown, href=address, title=_tooltip(link, meant), target="_blank")
        numbers = " ".join(str(self._cards.setdefault(card, len(self._cards))) for card in meant)
        if len(meant) > 1 or not opened:
            how = f"{link.how}: {len(meant)} candidates" if len(meant) > 1 else link.how
            return el("button", shown, type="button", class_=f"{look} many", data_card=numbers, data_how=how)
        address = self._pages.unit(opened[0].opens)
        return el("a", shown, href=address, data_go=True, class_=look, data_card=numbers, data_how=_how(link))

    def _beside(self, found: Iterable[UsedUnit], linked: LinkedCode) -> Markup | None:
        shown = [used for used in found if used.users or used.tests or not unit_type(split_key(used.unit)[0]).entry]
        if not shown:
            return None
        if not self._script:
            return None
        users = sum(used.users for used in shown)
        label = f"{counted_as(users, 'user')} of {', '.join(split_key(used.unit)[1] for used in shown)}"
        self._lists.append(joined(*(self._list(used) for used in shown)))
        return el(
            "button", users, type="button", class_="u" if users else "u none", data_uses=len(self._lists) - 1, aria_label=label
        )

    def _list(self, used: UsedUnit) -> Markup:
        type_, identifier = split_key(used.unit)
        counts = counted_as(used.users, "user") + (f", {counted_as(used.tests, 'test')}" if used.tests else "")
        head = el("div", el("b", identifier), type_tag(type_), el("span", counts, class_="dim"), class_="row")
        rows = [el("li", *self._use(use)) for use in used.first]
        listed = el("ul", *rows, class_="list") if rows else el("p", "No known dependents.", class_="dim")
        more = self._pages.url("code", unit=used.unit, side="used by" if used.users or not used.tests else "tests")
        return joined(head, listed, el("p", el("a", "All, with lines", href=more, data_go=True), class_="note"))

    def _use(self, use: Use) -> Iterator[Markup]:
        yield el(
            "a", parted(split_key(use.unit)[1]), href=self._pages.unit(use.unit, use.line or ""), data_go=True, class_="cut"
        )
        yield el("span", words(use.kind), class_="tag")
        place = f"{use.file_path.rpartition('/')[2]}:{use.line}"
        yield el(
            "a", place, href=self._pages.file(use.file_path, use.line), data_go=True, class_="dim small", title=use.file_path
        )
        if use.more:
            yield el("span", f"and {use.more} more", class_="dim small")


def _card(card: UnitCard, pages: PageLinks) -> Markup:
    type_, identifier = split_key(card.unit)
    name = el("a", identifier, href=pages.unit(card.opens), data_go=True) if card.opens else el("b", identifier)
    place = (
        el("a", f"{card.file_path}:{card.line}", href=pages.file(card.file_path, card.line), data_go=True, class_="dim small")
        if card.file_path
        else None
    )
    signature = el("code", card.signature, class_="signature") if card.signature not in ("", identifier) else None
    says = el("p", card.says) if card.says else None
    return el("div", el("div", name, type_tag(type_), class_="row"), signature, says, place, class_="told")


def _how(link: CodeLink) -> str:
    return f"A guess: {link.how}" if link.known == "guess" else link.how


def _tooltip(link: CodeLink, meant: Sequence[UnitCard]) -> str:
    told = [" · ".join(part for part in (card.signature or card.unit, card.says, _place(card)) if part) for card in meant]
    return "\n".join([*told, _how(link)])


def _place(card: UnitCard) -> str:
    return f"{card.file_path}:{card.line}" if card.file_path else ""
