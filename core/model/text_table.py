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
    lines = [aligned(line, widths) for line in cells]
    if len(every) > limit:
        lines.append(f"Showing {limit} of {len(every):,} rows.")
    return "\n".join(lines)


def aligned(cells: Sequence[str], widths: Sequence[int], right: Sequence[bool] = (), between: str = "  ") -> str:
    """Return the cells as one line, each as wide as its column; those of `right` stand at the right of it."""
    sides = right or [False] * len(cells)
    padded = (
        cell.rjust(width) if to_right else cell.ljust(width) for cell, width, to_right in zip(cells, widths, sides, strict=True)
    )
    return between.join(padded).rstrip()


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
