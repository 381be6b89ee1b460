"""For each labelled place of a question set: how much must be shown so that it is seen, and whether that is far too much.

    python -m benchmarks.places INDEX=QUESTIONS.json … [--misses]

A place is an entry's lines, from the first to the last. It is measured twice: by the smallest unit that contains it, and by
the windows of long units that contain its lines. What is shown fits when it is at most three times as long as the place, or
at most 30 lines, which a reader takes in at once. Files and folders do not count as units, but files have windows. With
`--misses` each place that does not fit by windows is printed, with the smallest unit around it.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from core import open_workbench
from core.assemble.unit_text import unit_texts
from core.assemble.windows import LENGTH, windows
from core.evaluate import located, read_questions
from core.evaluate.questions import Query, Relevant
from core.open_index import OpenIndex
from core.vocabulary import BY_PATH

_TIMES = 3  # as long as the place: more is to be read past than that answers


class _Place(NamedTuple):
    entry: Relevant
    file: str
    first: int
    last: int
    unit: int  # the number of the smallest unit that contains the place, that of the file where there is none

    def fits(self, lines: int) -> bool:
        """Whether so many lines are not far too many to show the place."""
        return 0 < lines <= max(LENGTH, _TIMES * (self.last - self.first + 1))


def main() -> None:
    """Print the share of places that fit by unit and by windows, per set, essential ones apart."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="+", metavar="INDEX=QUESTIONS")
    parser.add_argument("--misses", action="store_true")
    options = parser.parse_args()
    for pair in options.sets:
        name, _, path = pair.partition("=")
        measured = _Measured(open_workbench(name).stores.index)
        places = measured.places(located(read_questions(Path(path)), measured.index).queries)
        by_unit = [place.fits(measured.unit_length(place)) for place in places]
        by_window = [place.fits(measured.window_length(place)) for place in places]
        for label, least in (("all", 1), ("essential", 2)):
            chosen = [number for number, place in enumerate(places) if place.entry.grade >= least]
            unit, window = (sum(fits[number] for number in chosen) / max(1, len(chosen)) for fits in (by_unit, by_window))
            print(f"{name:<18} {label:<10} {len(chosen):4d} places  unit {unit:.3f}  unit or windows {window:.3f}")
        missed = [place for place, fits in zip(places, by_window, strict=True) if not fits]
        for place in missed if options.misses else ():
            around = measured.index.keys[place.unit] if place.unit >= 0 else "-"
            print(f"  {place.file}:{place.first}-{place.last}  shown by {measured.window_length(place)} lines, in {around}")


class _Measured:
    """An index with its units by file."""

    def __init__(self, index: OpenIndex) -> None:
        self.index = index
        self._files: dict[str, list[int]] = {}
        for number, head in enumerate(index.heads):
            if head.type not in BY_PATH or head.type == "file":
                self._files.setdefault(head.file_path, []).append(number)

    def places(self, queries: Sequence[Query]) -> list[_Place]:
        """Return the labelled places, each once, with its best grade."""
        found: dict[tuple[str, int, int], _Place] = {}
        for entry in (entry for query in queries for entry in query.relevant):
            ranges = entry.lines.ranges or ((entry.start_line, entry.end_line),)
            file, first, last = entry.lines.file or entry.file, min(ranges)[0], max(end for _, end in ranges)
            known = found.get((file, first, last))
            if known is None or known.entry.grade < entry.grade:
                found[file, first, last] = _Place(entry, file, first, last, self._around(file, first, last))
        return list(found.values())

    def unit_length(self, place: _Place) -> int:
        """Return the lines of the smallest unit, 0 where only the file contains the place."""
        head = self.index.heads[place.unit] if place.unit >= 0 else None
        return 0 if head is None or head.type in BY_PATH else head.end_line - head.start_line + 1

    def window_length(self, place: _Place) -> int:
        """Return the lines of all windows and short units that contain lines of the place, 0 where nothing does."""
        shown: set[int] = set()
        for line in range(place.first, place.last + 1):
            if line not in shown and (number := self._around(place.file, line, line)) >= 0:
                shown.update(self._window(number, line))
        return len(shown)

    def _around(self, file: str, first: int, last: int) -> int:
        """Return the smallest unit around lines of a file, the file itself last, -1 where there is none."""
        heads = self.index.heads
        around = [one for one in self._files.get(file, ()) if max(1, heads[one].start_line) <= first <= last]
        holding = [one for one in around if heads[one].type in BY_PATH or last <= heads[one].end_line]
        return min(
            holding, key=lambda one: (heads[one].type in BY_PATH, heads[one].end_line - heads[one].start_line), default=-1
        )

    def _window(self, number: int, line: int) -> range:
        text = unit_texts([number], self.index).get(number)
        if text is None:
            return range(0)
        hidden = {place for start, end in text.bodies for place in range(start + 1, end)}
        own = [place for place in range(len(text.lines)) if place not in hidden]
        parts = windows(text.lines, own)
        part = next((part for part in parts if part[0] <= line - text.first <= part[-1]), (0,))
        return range(text.first + part[0], text.first + part[-1] + 1)


if __name__ == "__main__":
    main()
