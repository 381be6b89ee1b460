"""Draw several indexes side by side: a column for each, a row for each number, with links to where it comes from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from core.model import split_key
from core.model.text_table import Flat
from core.present.html.elements import Markup, el
from core.present.html.grid import boxed_grid
from core.present.html.links import anchor, page_url, unit_url

Measures = Mapping[str, Flat]
"""The numbers of one index by their names (`core.workbench.side_by_side.IndexMeasures`)."""


def side_by_side_rows(found: Sequence[Measures]) -> list[dict[str, Flat]]:
    """Return a row for each number with a column for each index, for texts and files."""
    return [{"": label, **{str(one["index"]): said(one) for one in found}} for label, said, _ in _ROWS]


def side_by_side_html(found: Sequence[Measures], chosen: str) -> Markup:
    """Return these rows as a table. It marks the `chosen` index and links each number to its page."""
    heads = [("", ""), *((str(one["index"]), "num") for one in found)]
    body = [
        el("tr", el("th", label, scope="row", style="min-width:8rem"), *(_cell(one, said, page) for one in found))
        for label, said, page in _ROWS
    ]
    names = [str(one["index"]) for one in found]
    opened = (
        el("span", "open here", class_="dim") if one == chosen else anchor(page_url("", index=one), "open") for one in names
    )
    return boxed_grid(heads, [("", *opened), *body])


def _cell(one: Measures, said: Callable[[Measures], str], page: Callable[[Measures], str]) -> Markup:
    text, address = said(one), page(one)
    shown = anchor(address, text) if address and text else text
    return el("td", shown, class_="num", style="white-space:normal;min-width:6rem")


def _number(name: str) -> Callable[[Measures], str]:
    return lambda one: f"{one[name]:,}" if isinstance(one[name], int) else str(one[name] or "")


def _at(page: str, **parameters: str) -> Callable[[Measures], str]:
    return lambda one: page_url(page, index=str(one["index"]), **parameters)


def _nowhere(_: Measures) -> str:
    return ""


def _hub(one: Measures) -> str:
    return f"{split_key(str(one['hub']))[1]} ({one['users']:,} dependents)" if one["hub"] else "none"


def _cycles(one: Measures) -> str:
    return f"{one['cycles']:,}, the largest with {one['largest_cycle']:,} units" if one["cycles"] else "none"


def _against(one: Measures) -> str:
    between = int(str(one["lines_between"]))
    return f"{one['lines_against']:,} of {between:,}" if between else "none"


_COVERAGE = _at("settings", view="coverage")
_ROWS: tuple[tuple[str, Callable[[Measures], str], Callable[[Measures], str]], ...] = (
    ("files", _number("files"), _nowhere),
    ("lines of code", _number("lines"), _at("")),
    ("code units, without tests", _number("units"), _at("")),
    ("tests", _number("tests"), _nowhere),
    ("relations", _number("relations"), _nowhere),
    ("languages, by lines", _number("languages"), _nowhere),
    ("most-used unit", _hub, lambda one: unit_url(str(one["hub"]), str(one["index"])) if one["hub"] else ""),
    ("cycles between units", _cycles, _at("health", view="cycles")),
    ("lines against the inferred layering", _against, _at("map")),
    ("parse problems", _number("not_read"), _COVERAGE),
    ("sentence vectors", _number("vectors"), _nowhere),
    ("commit", _number("commit"), _nowhere),
    ("built", _number("built"), _nowhere),
    ("freshness", _number("fresh"), _nowhere),
)  # fmt: skip
"""What a row is called, what it says of an index, and the page that says more, if one does."""
