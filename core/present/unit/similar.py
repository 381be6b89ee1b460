"""Write which units are like a unit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from core.model import UnitHead
from core.model.sheet import Similar
from core.present.html.elements import Markup, el, joined
from core.present.html.labels import parted, place, type_tag
from core.present.html.links import unit_url


def similar_list(similar: Iterable[Similar], heads: Mapping[str, UnitHead], index: str = "") -> Markup:
    """Return the units as links, most alike first, each with a bar, below a sentence that says what was compared."""
    listed = list(similar)
    way = {"vectors": "By semantic similarity.", "words": "By shared words. Semantic similarity needs vectors."}
    said = el("p", way[listed[0].by], class_="dim small") if listed else None
    return joined(said, el("ul", *(el("li", _row(one, heads[one.unit_key], index)) for one in listed), class_="list boxed"))


def _row(one: Similar, head: UnitHead, index: str) -> Markup:
    first = el(
        "span", parted(head.identifier, "name"), type_tag(head.type), el("span", class_="push"),
        el("span", f"{one.similarity:.2f}", class_="num"), class_="row",
    )  # fmt: skip
    bar = el("span", el("span", class_="hue0", style=f"width:{100 * max(0.0, min(1.0, one.similarity)):.0f}%"), class_="shares")
    return el(
        "a", first, el("span", place(head), class_="dim cut", style="display:block;font-size:.78rem"), bar,
        class_="item", href=unit_url(head.key, index), data_go=True, title=head.identifier,
    )  # fmt: skip
