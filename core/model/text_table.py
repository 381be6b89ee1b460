"""Rows as aligned columns of text, for terminals and for notebooks that show no HTML: the one table that is not HTML."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from core.model.keys import fitted_name, is_key

Flat = str | int | float | bool | None
"""What stands in a cell of a flat row."""
SHOWN_ROWS = 50
"""A cell that scrolls is read, one with thousands of rows is not."""
_WIDEST, _SHORT, _NARROWEST = 60, 20, 12  # characters of a column: most, of a name in words, least


def text_table(
    columns: Sequence[str],
    rows: Iterable[Mapping[str, object]],
    limit: int | None = SHOWN_ROWS,
    *,
    room: int = 0,
    right: Collection[str] = (),
) -> str:
    """Return the first rows as aligned columns under a header: numbers to the right, long cells cut with an ellipsis.

    Names lose their beginning, sentences their end.
    `right` names columns of numbers that are written already. Where the columns do not fit into a `room` of so many characters,
    those of sentences follow below each row, and the widest of the others give way.
    """
    every = list(rows)
    shown = every[:limit] if limit else every
    cells = [[_fitted_cell(plain(row.get(name)), _WIDEST) for name in columns] for row in shown]
    natural = [max(len(line[place]) for line in (columns, *cells)) for place in range(len(columns))]
    below = _sentences(columns, cells) if room and sum(natural) > _inside(room, natural) else []
    beside = [place for place in range(len(columns)) if place not in below]
    widths = [natural[place] for place in beside]
    widths = _fitted(widths, _inside(room, widths)) if room else widths
    names = [columns[place] for place in beside]
    header = [_cut(name.replace("_", " "), width) for name, width in zip(names, widths, strict=True)]
    sides = [name in right or (bool(shown) and all(_is_number(row.get(name)) for row in shown)) for name in names]
    lines = [_aligned(header, widths, sides), _aligned(["─" * width for width in widths], widths, sides)]
    for row, line in zip(shown, cells, strict=True):
        lines.append(_aligned([line[place] for place in beside], widths, sides))
        sentences = (f"{columns[place].replace('_', ' ')}: {plain(row.get(columns[place]))}" for place in below if line[place])
        lines += [f"    {_cut(sentence, room - 4)}" for sentence in sentences]
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
    cut = [_fitted_cell(cell, width) for cell, width in zip(cells, widths, strict=True)]
    padded = (
        cell.rjust(width) if to_right else cell.ljust(width) for cell, width, to_right in zip(cut, widths, right, strict=True)
    )
    return "  ".join(padded).rstrip()


def _inside(room: int, widths: Sequence[int]) -> int:
    """Return the characters of a room that are left for columns, without the two spaces between them."""
    return room - 2 * (len(widths) - 1)


def _sentences(columns: Sequence[str], cells: Sequence[Sequence[str]]) -> list[int]:
    """Return the columns of sentences: cells that have spaces and are longer than a few words."""
    return [
        place for place in range(1, len(columns)) if any(" " in line[place] and len(line[place]) > _SHORT for line in cells)
    ]


def _fitted(widths: Sequence[int], room: int) -> list[int]:
    """Return narrower widths that fit: the widest column gives way, the first one, of names, last."""
    fitted = list(widths)
    for places in (range(1, len(fitted)), range(len(fitted))):
        while sum(fitted) > room and (wide := [place for place in places if fitted[place] > _NARROWEST]):
            fitted[max(wide, key=lambda place: fitted[place])] -= 1
    return fitted


def _cut(text: str, width: int) -> str:
    line = " ".join(text.split())
    return line if len(line) <= width else f"{line[: width - 1]}…"


def _fitted_cell(text: str, width: int) -> str:
    first = text.split()[:1]
    is_name = first == [text] or (is_key(text) and not first[0].endswith(":"))
    return fitted_name(text, width) if is_name else _cut(text, width)
