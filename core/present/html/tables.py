"""Write the rows of a result as an HTML table in which units are links and reference lines are words."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence

from core.analyse.result import Result
from core.model import file_key, split_key
from core.model.text_table import Flat
from core.present.html.elements import Markup, el, joined
from core.present.html.grid import boxed_grid, more_note
from core.present.html.labels import type_tag
from core.present.html.links import unit_url
from core.present.html.places import cut_between_places, is_place, place, with_places

_SEPARATOR = re.compile(r"::|[/#]|\.(?=\w)")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\S+")
_LONGEST = 90  # letters of a cell before it is cut; the whole text is the tooltip
_HEADINGS = {
    "fan_in": "dependents",
    "fan_out": "dependencies",
    "used_by": "dependents",
    "used by": "dependents",
    "users": "dependents",
    "let go by": "dropped by",
    "against the order": "against the layering",
    "usage": "verdict",
    "uses": "dependencies",
    "afferent": "incoming",
    "efferent": "outgoing",
    "inner_share": "internal share",
    "held": "internal share",
    "hub_fan_in": "hub dependents",
    "other_lines": "other mentions",
    "demanded": "required",
    "seen": "runtime",
    "mend": "suggestion",
}  # of columns whose names are keys of JSON and CSV
_MOST = 2_000  # rows that are written: a fifth of a second, a megabyte
_TOLD = 1_000  # letters of a tooltip
_LINE = 20  # letters that a narrow column has room for
_WORD = 14  # letters of a cell that may stand in a narrow column


def result_html(
    result: Result[object],
    known: Container[str],
    index: str,
    *,
    without: Sequence[str] = (),
    limit: int = _MOST,
    first: str = "",
) -> Markup:
    """Return the first rows as a table and the result's notes below it.

    Keys of units that are `known` become links. `without` names columns to leave out, `first` a column that comes second,
    right after the name, because the rows are ordered by it.
    """
    rows = result.to_rows()
    notes = [el("p", with_places(note, index), class_="dim note") for note in result.on_page]
    if not rows:
        return joined(el("p", "No results.", class_="dim"), *notes)
    said = ("type",) if rows[0].get("unit", "") in known else ()  # the link says it already
    columns = [
        name
        for name in _columns(list(rows[0]), (*without, *said), first)
        if any(row[name] not in ("", None) for row in rows[:limit])
    ]
    numeric = {name for name in columns if all(isinstance(row[name], int | float) or row[name] is None for row in rows)}
    body = [[_at(row, name, name in numeric, known, index) for name in columns] for row in rows[:limit]]
    table = boxed_grid([(heading(name), "num" if name in numeric else "") for name in columns], body)
    return joined(table, more_note(limit, len(rows)), *notes)


def plain_html(rows: Sequence[Mapping[str, Flat]], known: Container[str] = (), index: str = "") -> Markup:
    """Return flat rows as a table, all of them."""
    if not rows:
        return el("p", "None.", class_="dim")
    columns = list(rows[0])
    body = [[_at(row, name, False, known, index) for name in columns] for row in rows]
    numeric = {name for name in columns if all(type(row.get(name)) in (int, float, type(None)) for row in rows)}
    return boxed_grid([(heading(name), "num" if name in numeric else "") for name in columns], body)


def breakable(text: str) -> Markup:
    """Return a name or path that may go on in the next line after separators, and after `_` where it is long between two."""
    parts = _SEPARATOR.sub("\\g<0>\0\0", text).split("\0")
    short = (one for part in parts for one in (re.sub("_(?=.)", "_\0\0", part).split("\0") if len(part) > _LINE else [part]))
    return joined(*(el("wbr") if part == "" else part for part in short))


def number(value: float | None) -> str:
    """Return a number for reading: whole ones with separators, others with the digits that tell them apart."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int) or value == int(value):
        return f"{int(value):,}"
    return f"{value:.2g}" if abs(value) < 0.1 else f"{value:,.2f}"


def heading(name: str) -> str:
    """Return what a column is called in a table."""
    return _HEADINGS.get(name, name.replace("_", " "))


def _columns(names: Sequence[str], without: Sequence[str], first: str) -> list[str]:
    kept = [name for name in names if name not in without]
    if first in kept:
        kept.remove(first)
        kept.insert(1, first)
    return kept


def _at(row: Mapping[str, Flat], name: str, numeric: bool, known: Container[str], index: str) -> Markup:
    """Return the cell of a column; the number of a line is a link to it where the row says of which file it is."""
    value, path = row.get(name), str(row.get("file_path") or "")
    if name == "line" and value and file_key(path) in known:
        return el("td", place(f"{path}:{value}", index, str(value)), class_="num", title=f"{path}:{value}")
    return _cell(value, numeric, known, index)


def _cell(value: Flat, numeric: bool, known: Container[str], index: str) -> Markup:
    if value is None or (numeric and not isinstance(value, str)) or isinstance(value, bool):
        return el("td", number(value), class_="num")
    text = str(value)
    key = text if text in known else file_key(text)
    if key in known:
        type_, identifier = split_key(key)
        link = el("a", breakable(identifier), href=unit_url(key, index), data_go=True, title=identifier)
        return el("td", link, " ", type_tag(type_), class_="unit") if key == text else el("td", link, class_="path")
    if isinstance(value, int | float):
        return el("td", number(value), class_="num")
    if _MOMENT.fullmatch(text):
        return el("td", text[:10], title=text, class_="num")
    if is_place(text):
        return el("td", place(text, index, breakable(text)), class_="path", title=text)
    shown = cut_between_places(text, _LONGEST)
    whole = text if len(text) <= _TOLD else f"{text[:_TOLD]} … (download for the full text)"
    return el(
        "td",
        with_places(shown, index, breakable),
        title=whole if shown != text else None,
        class_="words" if len(text) > _WORD else None,
    )
