"""The sources of a context with labels and line numbers, as a model is shown them and an answer cites them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from core.model.answer import NumberedSource
from core.model.run import SearchRun

_ODD = re.compile(r"[\x00-\x1f\x7f]+")  # a name with a line break could pretend to be a line of the prompt
_LONGEST = 300  # characters of a line: what is longer is data, or an attempt to be read as something else
Lines = Callable[[str, int], str]
"""The text of one line of a file."""


def numbered_sources(run: SearchRun, line: Lines, first: int = 1) -> tuple[NumberedSource, ...]:
    """Return the sources of a run's context in their order, labelled from `first` on, with the text of their lines."""
    found = []
    for number, source in enumerate(run.context.sources, first):
        ranges = source.ranges or ((source.start_line, source.end_line),)
        shown = tuple((at, line(source.file_path, at)) for start, end in ranges for at in range(start, end + 1))
        found.append(NumberedSource(f"S{number}", source.unit_key, source.file_path, tuple(ranges), shown))
    return tuple(found)


def shown(source: NumberedSource) -> str:
    """Return a source as a model reads it: a heading, and every line behind its number, so that no line can be a heading."""
    lines = [f"{number:>5}| {_cut(text)}" for number, text in source.lines]
    return "\n".join([f"[{source.label}] {plain(source.unit_key)} in {plain(source.file_path)}", *lines])


def shown_all(sources: Sequence[NumberedSource]) -> str:
    """Return all sources, one below the other."""
    return "\n\n".join(map(shown, sources))


def plain(name: str, longest: int = _LONGEST) -> str:
    """Return a name without line breaks and other control characters."""
    return _ODD.sub(" ", name)[:longest]


def _cut(text: str) -> str:
    line = _ODD.sub(" ", text.replace("\t", "    "))
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…"
