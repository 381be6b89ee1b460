"""The overview of an index as text: what it is, what happens in it, what it is about, what to read first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from core.model import split_key
from core.model.overview import Overview, installed
from core.model.text_table import Flat
from core.text.counts import counted_as

_MOST = 8


def overview_text(found: Overview) -> str:
    """Return the overview as headed sections; those without a line are left out."""
    counts = found.manifest.counts
    sizes = [counted_as(counts[f"{one}s"], one) for one in ("unit", "relation", "file", "line") if counts.get(f"{one}s")]
    made_of = ", ".join(map(installed, found.stack))
    about = ", ".join(str(row["noun"]) for row in found.nouns[: _MOST * 2])
    parts = [
        f"{found.manifest.name}: {', '.join(sizes)}, {counted_as(found.tests, 'unit')} in tests",
        found.says,
        f"Built with: {made_of}" if made_of else "",
        f"Domain concepts: {about}" if about else "",
        _section("Key actions", (f"{row['kind']} {row['title']} {row['sets_off']}  {_place(row)}" for row in found.journeys)),
        _section("Read first", (f"{_name(row)}  {_place(row)}  {row['reason']}" for row in found.reading)),
        _section(
            "Most used", (f"{_name(row)}  used by {counted_as(int(str(row['fan_in'])), 'unit')}" for row in found.central)
        ),
        _section(
            "Entry points", (f"{_name(row)}  uses {counted_as(int(str(row['touches'])), 'unit')}" for row in found.entry_points)
        ),
        f"{counted_as(len(found.problems), 'file')} with problems: orienteer status --coverage -i {found.manifest.name}"
        if found.problems
        else "",
    ]
    return "\n\n".join(filter(None, parts))


def _section(title: str, lines: Iterator[str]) -> str:
    listed: Sequence[str] = [line for _, line in zip(range(_MOST), lines, strict=False)]
    return "\n".join([f"{title}:", *(f"  {line}" for line in listed)]) if listed else ""


def _name(row: Mapping[str, Flat]) -> str:
    return " ".join(split_key(str(row["unit"])))


def _place(row: Mapping[str, Flat]) -> str:
    return f"{row['file_path']}:{row['line']}" if row.get("line") else str(row["file_path"])
