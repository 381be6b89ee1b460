"""Rows as aligned columns of text, for terminals and for notebooks that show no HTML."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

SHOWN_ROWS = 50
"""A cell that scrolls is read, one with thousands of rows is not."""
_TEXT_WIDTH = 44  # of one column


def text_table(columns: Sequence[str], rows: Iterable[Mapping[str, Any]], limit: int = SHOWN_ROWS) -> str:
    """Return the first rows as aligned columns of text; long cells are cut with an ellipsis."""
    every = list(rows)
    cells = [[name.replace("_", " ") for name in columns]]
    cells += [[_cut(plain(row.get(name))) for name in columns] for row in every[:limit]]
    widths = [max(len(line[place]) for line in cells) for place in range(len(columns))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in cells]
    if len(every) > limit:
        lines.append(f"Showing {limit} of {len(every):,} rows.")
    return "\n".join(lines)


def plain(value: Any) -> str:
    """Return a value as it stands in a cell: no value is a dash, a truth value yes or no, a number its leading digits."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _TEXT_WIDTH else f"{line[: _TEXT_WIDTH - 1]}…"
