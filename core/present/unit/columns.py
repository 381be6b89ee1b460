"""Write the columns of a table or model, or those that a unit uses, each with the lines that read and write it."""

from __future__ import annotations

from collections.abc import Sequence

from core.model import split_key
from core.model.columns import ABOUT, GROUPS, HOWS, ColumnUse
from core.present.html.elements import Markup, el, joined
from core.present.html.labels import parted, type_tag
from core.present.html.links import unit_url
from core.present.html.places import place_link

_SHOWN = 25  # lines of one column: the command lists all of them


def column_list(columns: Sequence[tuple[str, Sequence[ColumnUse]]], index: str, editor: str, root: str) -> Markup:
    """Return one foldable row per column: how often it is written and read, and by which lines."""
    return joined(*(_column(name, uses, index, editor, root) for name, uses in columns))


def _column(name: str, uses: Sequence[ColumnUse], index: str, editor: str, root: str) -> Markup:
    doing = [use for use in uses if use.group not in ABOUT]
    writes = sum(use.kind == "writes" for use in doing)
    counts = f"{writes} write, {len(doing) - writes} read, {len(uses) - len(doing)} declare, validate or migrate"
    head = el("summary", el("code", name, class_="mono"), " ", el("span", counts, class_="dim small"))
    if not uses:
        return el(
            "div",
            el("code", name, class_="mono"),
            " ",
            el("span", "no known reads or writes", class_="dim small"),
            class_="fact",
        )
    rows = [el("li", _line(use, index, editor, root)) for use in uses[:_SHOWN]]
    more = f"… and {len(uses) - _SHOWN} more. Run: orienteer column {name}"
    left = el("p", more, class_="note dim") if len(uses) > _SHOWN else None
    return el("details", head, el("ul", *rows, class_="list boxed"), left)


def _line(use: ColumnUse, index: str, editor: str, root: str) -> Markup:
    type_, identifier = split_key(use.unit)
    notes = [use.kind, GROUPS.get(use.group, use.group), *([] if use.certain else [f"perhaps: {HOWS.get(use.how, use.how)}"])]
    link = el("a", parted(identifier), href=unit_url(use.unit, index), data_go=True, class_="cut")
    first = el(
        "div", link, type_tag(type_), *(el("span", note, class_="tag cut", title=note) for note in notes), class_="row wrapping"
    )
    shown = place_link(use.file_path, use.line, index, editor, root, short=True)
    return el("div", first, el("div", shown, el("code", use.text, class_="quote", title=use.text), class_="row"), class_="fact")
