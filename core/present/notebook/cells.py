"""Show values in a notebook: tables and lines as HTML without script or style sheet, so that they survive without trust.

Everything is escaped that was not made here. The same rows as text are `core.model.text_table`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from core.model.text_table import SHOWN_ROWS, plain
from core.present.html.elements import Markup, el, joined
from core.present.html.links import PageLinks

_SHOWN_NAMES = 12
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

    Keys of units become links when `pages` are given; markup stays as it is.
    """
    head = [el("th", name.replace("_", " "), scope="col", style=_LEFT) for name in columns]
    body = [el("tr", *(_cell(row.get(name), pages) for name in columns)) for row in rows[:limit]]
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


def shown(value: object, pages: PageLinks | None = None) -> Markup:
    """Return a value as it stands in a cell: names of units as links, collections as a list that says what it leaves out."""
    if isinstance(value, Markup):
        return value
    if isinstance(value, Mapping):
        return joined(", ".join(f"{name} {number}" for name, number in value.items()))
    if isinstance(value, tuple | list):
        return listed([shown(each, pages) for each in value])
    if isinstance(value, str) and pages is not None and _KEY.match(value):
        return el("a", value, href=pages.unit(value), target="_blank")
    return joined(plain(value))


def listed(parts: Sequence[Markup], limit: int = _SHOWN_NAMES) -> Markup:
    """Return the first parts with commas between them and the number of the others."""
    between: list[str] = []
    for part in parts[:limit]:
        between += [", ", part]
    more = f" and {len(parts) - limit} more" if len(parts) > limit else None
    return joined(*between[1:], more)


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
