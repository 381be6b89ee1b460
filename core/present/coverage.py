"""Write what an index does not know, so that an empty answer can be told from an unread file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.markup import Markup, el, joined
from core.present.tables import plain_html


def coverage_html(coverage: Mapping[str, Any], index: str = "") -> Markup:
    """Return each part of the coverage under its name: numbers as they are, lists and tables as tables."""
    return joined(*(joined(el("h4", name, class_="kind"), _part(value, index)) for name, value in coverage.items()))


def _part(value: Any, index: str) -> Markup:
    if isinstance(value, Mapping):
        if any(isinstance(inner, Mapping) for inner in value.values()):
            return plain_html([{"of": name, **inner} for name, inner in _evened(value).items()], index=index)
        return el("div", *(_count(name, number) for name, number in value.items()), class_="chips")
    if isinstance(value, list | tuple):
        if value and isinstance(value[0], Mapping):
            return el("details", el("summary", f"{len(value)}"), plain_html(value, index=index))
        return (
            el("details", el("summary", f"{len(value)}"), el("p", ", ".join(map(str, value))))
            if value
            else el("p", "none", class_="dim")
        )
    return el("p", f"{value:,}" if isinstance(value, int) else str(value))


def _evened(rows: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return rows that all have the same columns."""
    columns = dict.fromkeys(column for row in rows.values() for column in row)
    return {name: {column: row.get(column, 0) for column in columns} for name, row in rows.items()}


def _count(name: str, number: Any) -> Markup:
    return el(
        "span",
        el("b", f"{number:,}" if isinstance(number, int) else str(number)),
        el("span", name, class_="label"),
        class_="chip",
    )
