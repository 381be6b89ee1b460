"""Write what proves a statement: relations and sentences, each with its line and the code there."""

from __future__ import annotations

from core.model import Relation, split_key
from core.present.html.elements import Child, Markup, el, joined
from core.present.html.grid import paged
from core.present.html.labels import parted, words
from core.present.html.places import place_link


def evidence_list(relations: tuple[Relation, ...], editor: str, root: str, limit: int = 40) -> Markup:
    """Return relations as their kinds and places, each a link to the line and to the editor."""
    rows = [
        el(
            "div", el("span", words(relation.kind), class_="tag"),
            parted(unit_name(relation.source)), "→", parted(unit_name(relation.target)), el("span", class_="push"),
            place_link(relation.file_path, relation.line, editor=editor, root=root), class_="fact row",
        )
        for relation in relations[:limit]
    ]  # fmt: skip
    more = el("p", f"and {len(relations) - limit} more", class_="dim note") if len(relations) > limit else None
    return joined(paged(rows), more)


def fact(*parts: Child, place: Markup | None = None, code: str = "") -> Markup:
    """Return one line of a list: what is said, where it is written, and below both the code there."""
    said = el("div", *parts, el("span", class_="push"), place, class_="row wrapping")
    return el("div", said, el("code", code, class_="quote") if code else None, class_="fact")


def unit_name(key: str) -> str:
    """Return the identifier of a unit's key, or the name of a place as it is."""
    return split_key(key)[1] or key
