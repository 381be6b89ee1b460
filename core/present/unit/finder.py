"""Find units by letters of their names, as a person types them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from core.model import UnitHead
from core.present.html.elements import Markup, el
from core.present.html.labels import place, type_tag
from core.present.html.links import unit_url
from core.vocabulary import LATE

_NOT_FOUND = 9
_UNLIKE = 0.5  # a larger share of letter pairs that differ is another name, not a slip


def find_units(letters: str, heads: Iterable[UnitHead], limit: int = 12) -> list[UnitHead]:
    """Return the units whose name goes best with the letters, best first.

    In this order: the whole identifier, the whole name, the start of the name, the start of one of its words (`OrCo` finds
    `OrdersController`), any place in the identifier, any place in the path; when nothing goes with them, names that are
    spelled nearly so. Code comes before files and tests, then shorter names before longer ones.
    """
    wanted = letters.strip()
    if not wanted:
        return []
    found: list[tuple[float, UnitHead]] = [(_closeness(wanted, head), head) for head in heads]
    kept = [(rank, head) for rank, head in found if rank < _NOT_FOUND]
    if not kept:
        kept = _resembling(wanted, [head for _, head in found])
    kept.sort(key=lambda pair: (pair[0], pair[1].is_test, pair[1].type in LATE, len(pair[1].identifier), pair[1].key))
    return [head for _, head in kept[:limit]]


def _resembling(wanted: str, heads: Iterable[UnitHead]) -> list[tuple[float, UnitHead]]:
    """Return units whose name shares most pairs of letters with what was typed, with the share that is missing.

    The coefficient of L. R. Dice, Measures of the Amount of Ecologic Association Between Species (1945), over bigrams.
    """
    pairs = _pairs(wanted)
    scored = [(1 - 2 * len(pairs & other) / (len(pairs) + len(other)), head) for head in heads if (other := _pairs(head.name))]
    return [(round(lack, 3), head) for lack, head in scored if lack <= _UNLIKE]


def _pairs(name: str) -> set[str]:
    letters = f"^{name.lower()}$"
    return {letters[at : at + 2] for at in range(len(letters) - 1)}


def found_list(found: Iterable[UnitHead], index: str = "") -> Markup:
    """Return the units as a list of links to their pages."""
    items = [
        el(
            "li",
            el(
                "a",
                el(
                    "span",
                    el("span", head.identifier, class_="name cut"),
                    el("span", class_="push"),
                    type_tag(head.type),
                    class_="row",
                ),
                el("span", place(head), class_="dim cut", style="display:block;font-size:.78rem"),
                class_="item",
                href=unit_url(head.key, index),
                data_go=True,
                title=head.identifier,
            ),
        )
        for head in found
    ]
    return el("ul", *items, class_="list boxed")


def _closeness(wanted: str, head: UnitHead) -> int:
    lowered, name, identifier = wanted.lower(), head.name.lower(), head.identifier.lower()
    if lowered in (identifier, head.key.lower()):
        return 0
    if lowered == name:
        return 1
    if identifier.startswith(lowered) or name.startswith(lowered):
        return 2
    if _starts_words(wanted, head.identifier):
        return 3
    if lowered in identifier:
        return 4
    return 5 if lowered in head.file_path.lower() else _NOT_FOUND


def _starts_words(wanted: str, identifier: str) -> bool:
    """Say whether the capitals of `wanted` open words of the identifier, each followed by the letters after it."""
    parts = re.findall(r"[A-Z][a-z0-9]*", wanted)
    if len(parts) < 2 or "".join(parts) != wanted:
        return False
    return re.search("[A-Za-z0-9]*".join(map(re.escape, parts)), identifier) is not None
