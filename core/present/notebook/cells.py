"""Show values in a notebook: tables and lines as HTML without script or style sheet, so that they survive without trust.

Everything is escaped that was not made here. The same rows as text are `core.model.text_table`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from core.analyse.result import SHOWN_LINES, SHOWN_NAMES, flat, reference
from core.model import Relation, file_key
from core.model.text_table import SHOWN_ROWS, plain
from core.present.html.elements import Markup, el, joined
from core.present.html.links import PageLinks, page_links
from core.present.report.markdown import columns_of
from core.present.view import ShownView, ViewTable
from core.text.counts import and_more

_BAR = 10  # characters
_LEFT = "text-align:left;vertical-align:top"  # notebooks align to the right, which suits numbers only
_RIGHT = "text-align:right;vertical-align:top"
_KEY = re.compile(r"[a-z][a-z0-9_]*:(?=\S)")


def table(
    title: str,
    columns: Sequence[str],
    rows: Sequence[Mapping[str, object]],
    notes: Sequence[str] = (),
    pages: PageLinks | None = None,
    limit: int = SHOWN_ROWS,
) -> Markup:
    """Return a table of the first rows and, below it, how many there are and the notes.

    Keys of units become links when `pages` are given, and so do lines whose row names a `file`; markup stays as it is.
    """
    head = [el("th", name.replace("_", " "), scope="col", style=_LEFT) for name in columns]
    body = [el("tr", *(_cell(_valued(row, name, pages), pages) for name in columns)) for row in rows[:limit]]
    shown = [f"Showing {limit} of {len(rows):,} rows."] if len(rows) > limit else []
    return joined(
        el(
            "table",
            el("caption", title, style="text-align:left;font-weight:bold") if title else None,
            el("thead", el("tr", *head)),
            el("tbody", *body),
        ),
        *(el("p", words) for words in (*shown, *notes)),
    )


def view_html(view: ShownView) -> Markup:
    """Return a view: its sentences, its tables and code, of which what is long is folded away, and the way to its page."""
    pages = page_links(view.pages)
    return joined(
        el("h4", view.title) if view.title else None,
        *map(paragraph, view.said),
        *(_table(one, pages) for one in view.tables),
        *(folded("Code" if one.path else "Text", code(one.text)) for one in view.code),
        paragraph(view.link.html()) if view.link else None,
    )


def _table(told: ViewTable, pages: PageLinks | None) -> Markup:
    columns, rows = told.columns or columns_of(told.rows), told.rows
    if told.bar:
        full = max((float(str(row[told.bar])) for row in rows), default=0.0) or 1.0
        rows = [{**row, "": bar(float(str(row[told.bar])) / full)} for row in rows]
        at = columns.index(told.bar) + 1
        columns = (*columns[:at], "", *columns[at:])
    if told.folded:
        return folded(f"{told.title}: {len(rows):,}", table("", columns, rows, (), pages, told.most))
    return table(told.title, columns, rows, (), pages, told.most)


def shown(value: object, pages: PageLinks | None = None) -> Markup:
    """Return a value as it stands in a cell: units and lines as links, collections as a list that says what it leaves out."""
    if isinstance(value, Markup):
        return value
    if isinstance(value, Relation):
        return _place(value.file_path, value.line, pages, value.repository)
    if isinstance(value, Mapping):
        return joined(", ".join(f"{name} {number}" for name, number in value.items()))
    if isinstance(value, tuple | list):
        lines = {reference(one): one for one in value if isinstance(one, Relation)}  # a line that says two things is one line
        return listed([shown(one, pages) for one in (lines.values() or value)], SHOWN_LINES if lines else SHOWN_NAMES)
    if isinstance(value, str) and pages is not None and _KEY.match(value):
        return el("a", value, href=pages.unit(value), target="_blank")
    return joined(plain(flat(value)))


def _valued(row: Mapping[str, object], name: str, pages: PageLinks | None) -> object:
    """Return what stands in a column of a row: the key of a unit, a line with its file, code as code."""
    if name == "unit" and row.get("key"):
        return row["key"]
    if name == "line" and row.get("file"):
        return _place(str(row["file"]), int(str(row["line"] or 0)), pages, last=int(str(row.get("last line") or 0)))
    return el("code", str(row["text"])) if name == "text" and row.get("text") else row.get(name)


def _place(path: str, line: int, pages: PageLinks | None, repository: str = "", last: int = 0) -> Markup:
    said = f"{path}:{line}–{last}" if last > line else f"{path}:{line}" if line else path
    if pages is None:
        return joined(said)
    return el("a", said, href=pages.unit(file_key(path, repository), line), target="_blank")


def listed(parts: Sequence[Markup], limit: int = SHOWN_NAMES) -> Markup:
    """Return the first parts with commas between them and the number of the others."""
    between: list[str] = []
    for part in parts[:limit]:
        between += [", ", part]
    return joined(*between[1:], and_more(len(parts), limit))


def paragraph(*parts: str | None) -> Markup:
    """Return the parts that are not None as one paragraph."""
    return el("p", *parts)


def folded(summary: str, *content: str) -> Markup:
    """Return content that a click on the summary opens."""
    return el("details", el("summary", summary), *content)


def code(text: str) -> Markup:
    """Return text as it is, in lines that scroll instead of wrapping."""
    return el("pre", text, style="text-align:left;overflow-x:auto")


def bar(share: float) -> str:
    """Return a share from 0 to 1 as a bar of characters, readable without any style."""
    filled = round(max(0.0, min(1.0, share)) * _BAR)
    return "█" * filled + "░" * (_BAR - filled)


def _cell(value: object, pages: PageLinks | None) -> Markup:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return el("td", shown(value, pages), style=_RIGHT if number else _LEFT)
