"""Find units by letters of their names, as a person types them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from core.links import unit_url
from core.markup import Markup, el
from core.model import UnitHead
from core.present.hits import place, type_tag

_LATE = frozenset({"file", "folder", "test", "doc_section", "migration", "package"})
_NOT_FOUND = 9


def find_units(letters: str, heads: Iterable[UnitHead], limit: int = 12) -> list[UnitHead]:
    """Return the units whose name goes best with the letters, best first.

    In this order: the whole identifier, the whole name, the start of the name, the start of one of its words (`OrCo` finds
    `OrdersController`), any place in the identifier, any place in the path. Code comes before files and tests, then
    shorter names before longer ones.
    """
    wanted = letters.strip()
    if not wanted:
        return []
    found = [(_closeness(wanted, head), head) for head in heads]
    kept = [(rank, head) for rank, head in found if rank < _NOT_FOUND]
    kept.sort(key=lambda pair: (pair[0], pair[1].is_test, pair[1].type in _LATE, len(pair[1].identifier), pair[1].key))
    return [head for _, head in kept[:limit]]


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
