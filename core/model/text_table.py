"""Rows as aligned columns of text, for terminals and for notebooks that show no HTML: the one table that is not HTML."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

Flat = str | int | float | bool | None
"""What stands in a cell of a flat row."""
SHOWN_ROWS = 50
"""A cell that scrolls is read, one with thousands of rows is not."""
_WIDEST, _NARROWEST = 60, 12  # letters of one column


def text_table(
    columns: Sequence[str],
    rows: Iterable[Mapping[str, object]],
    limit: int | None = SHOWN_ROWS,
    *,
    room: int = 0,
    right: Collection[str] = (),
) -> str:
    """Return the first rows as aligned columns under a header: numbers to the right, long cells cut with an ellipsis.

    `right` names columns of numbers that are written already. In a `room` of so many letters the widest columns give way
    first, and none becomes too narrow to be read.
    """
    every = list(rows)
    shown = every[:limit] if limit else every
    cells = [[name.replace("_", " ") for name in columns]]
    cells += [[_cut(plain(row.get(name)), _WIDEST) for name in columns] for row in shown]
    widths = [max(len(line[place]) for line in cells) for place in range(len(columns))]
    widths = _fitted(widths, room - 2 * (len(widths) - 1)) if room else widths
    sides = [name in right or (bool(shown) and all(_is_number(row.get(name)) for row in shown)) for name in columns]
    cells.insert(1, ["─" * width for width in widths])
    lines = [_aligned(line, widths, sides) for line in cells]
    if len(every) > len(shown):
        lines.append(f"Showing {len(shown)} of {len(every):,} rows.")
    return "\n".join(lines)


def plain(value: object) -> str:
    """Return a value as it stands in a cell: no value is a dash, a truth value yes or no, a number its leading digits."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(map(plain, value))
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _is_number(value: object) -> bool:
    """Tell whether a cell stands at the right: a number, or the dash of one that is not known."""
    return value is None or (isinstance(value, int | float) and not isinstance(value, bool))


def _aligned(cells: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> str:
    """Return the cells as one line, each as wide as its column; those of `right` stand at the right of it."""
    cut = [_cut(cell, width) for cell, width in zip(cells, widths, strict=True)]
    padded = (
        cell.rjust(width) if to_right else cell.ljust(width) for cell, width, to_right in zip(cut, widths, right, strict=True)
    )
    return "  ".join(padded).rstrip()


def _fitted(widths: Sequence[int], room: int) -> list[int]:
    fitted = list(widths)
    while sum(fitted) > room and max(fitted, default=0) > _NARROWEST:
        fitted[fitted.index(max(fitted))] -= 1
    return fitted


def _cut(text: str, width: int) -> str:
    line = " ".join(text.split())
    return line if len(line) <= width else f"{line[: width - 1]}…"
