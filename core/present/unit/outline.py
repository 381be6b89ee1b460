"""What the page of a file shows: the units in it in the order of their lines, and what a search for exact words found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from core.model import UnitHead, split_key
from core.model.code_links import LinkedCode, UsedUnit
from core.model.written import Written
from core.present.html.elements import Markup, el, joined
from core.present.html.grid import boxed_grid
from core.present.html.labels import words
from core.present.html.links import PageLinks, file_url, unit_url
from core.present.html.tables import breakable

_DEEPEST = 4


def outline(
    heads: Sequence[UnitHead], linked: LinkedCode, routes: Mapping[str, Sequence[str]], pages: PageLinks, line: int = 0
) -> Markup:
    """Return the units of a file as a list: a click on a name goes to its line, one on its number to all of its users.

    `routes` names, by the key of an action, the requests that lead to it. The unit around `line` is marked.
    """
    counted = {one.unit: one for found in linked.definitions.values() for one in found}
    ordered = sorted(heads, key=lambda head: (head.start_line, -head.end_line, head.key))
    known = {head.key: head for head in ordered}
    around = [head for head in ordered if head.start_line <= line <= head.end_line]
    at = min(around, key=lambda head: (head.end_line - head.start_line, head.key), default=None)
    rows = [
        _row(head, _depth(head, known), counted.get(head.key), routes.get(head.key, ()), pages, head is at) for head in ordered
    ]
    return el("nav", el("ul", *rows, class_="list"), aria_label="Outline", data_keep="outline", class_="outline boxed")


def _row(head: UnitHead, depth: int, counts: UsedUnit | None, routes: Sequence[str], pages: PageLinks, is_here: bool) -> Markup:
    jump = el(
        "a", head.name or head.identifier, href=f"?line={head.start_line}", data_jump=head.start_line,
        aria_current="true" if is_here else None, title=f"{words(head.type)} {head.identifier}, line {head.start_line}",
        class_="cut",
    )  # fmt: skip
    users = counts.users if counts else 0
    told = el(
        "a", users, href=pages.unit(head.key), data_go=True, class_="used" if users else "used none",
        title=f"{users} users: open {head.identifier}", aria_label=f"{users} users: open {head.identifier}",
    )  # fmt: skip
    leads = [el("div", route, class_="quote") for route in routes]
    return el("li", el("div", jump, told, class_="row"), *leads, style=f"padding-left:{0.5 + 0.8 * depth:.1f}rem")


def _depth(head: UnitHead, known: Mapping[str, UnitHead]) -> int:
    depth, outer = 0, known.get(head.parent)
    while outer is not None and depth < _DEEPEST:
        depth, outer = depth + 1, known.get(outer.parent)
    return depth


_COLUMNS = (("Unit", "unit"), ("Text", "fill"), ("Lines", "num"))
_LETTERS = 200  # of a line
_FIRST = 4  # lines of a unit


def written_table(found: Sequence[Written], heads: Mapping[str, UnitHead], index: str) -> Markup:
    """Return one row per unit, in the order given: the unit, its first line with the words, and how many lines have them."""
    rows = [
        el(
            "tr",
            el("td", _written_unit(one.unit, heads.get(one.unit), index), class_="unit"),
            el("td", *_lines(one, index), class_="fill"),
            el("td", f"{one.lines:,}" if one.where == "text" else one.where, class_="num"),
        )
        for one in found
    ]
    return boxed_grid(_COLUMNS, rows)


def _written_unit(key: str, head: UnitHead | None, index: str) -> Markup:
    name = head.identifier if head else split_key(key)[1]
    return el("a", breakable(name), href=unit_url(key, index), data_go=True, title=name)


def _lines(one: Written, index: str) -> Iterator[Markup]:
    """Yield the place with its first line, then further lines by number."""
    place = f"{one.file_path}:{one.line}" if one.line else one.file_path
    yield el("a", breakable(place), href=file_url(one.file_path, index, one.line), data_go=True, class_="dim small")
    yield joined(el("br"), el("code", one.text[:_LETTERS]))
    for number, text in one.matches[1:_FIRST]:
        link = el("a", number, href=file_url(one.file_path, index, number), data_go=True, class_="dim small")
        yield joined(el("br"), link, " ", el("code", text.strip()[:_LETTERS]))
    if (more := len(one.matches) - _FIRST) > 0:
        yield joined(el("br"), el("span", f"{more:,} more lines", class_="dim small"))
