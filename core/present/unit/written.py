"""Write what a search for exact words found as HTML: units with the line that has the words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.model import UnitHead, split_key
from core.model.written import Written
from core.present.html.elements import Markup, el
from core.present.html.grid import boxed_grid
from core.present.html.links import file_url, unit_url
from core.present.html.tables import breakable

_COLUMNS = (("Unit", "unit"), ("Text", "fill"), ("Lines", "num"))
_LETTERS = 200  # of a line


def written_table(found: Sequence[Written], heads: Mapping[str, UnitHead], index: str) -> Markup:
    """Return one row per unit, in the order given: the unit, its first line with the words, and how many lines have them."""
    rows = [
        el(
            "tr",
            el("td", _unit(one.unit, heads.get(one.unit), index), class_="unit"),
            el("td", _place(one, index), el("br"), el("code", one.text[:_LETTERS]), class_="fill"),
            el("td", f"{one.lines:,}" if one.where == "text" else "name", class_="num"),
        )
        for one in found
    ]
    return boxed_grid(_COLUMNS, rows)


def _unit(key: str, head: UnitHead | None, index: str) -> Markup:
    name = head.identifier if head else split_key(key)[1]
    return el("a", breakable(name), href=unit_url(key, index), data_go=True, title=name)


def _place(one: Written, index: str) -> Markup:
    place = f"{one.file_path}:{one.line}" if one.line else one.file_path
    return el("a", breakable(place), href=file_url(one.file_path, index, one.line), data_go=True, class_="dim small")
