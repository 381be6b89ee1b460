"""For each labelled place of a question set: the smallest unit that contains it, and whether that is far too large.

    python -m benchmarks.places INDEX=QUESTIONS.json … [--misses]

A place is an entry's lines, from the first to the last. A unit fits when it is at most three times as long as the place, or
at most 30 lines, which a reader takes in at once. Files and folders do not count as units. With `--misses` each place
without a fitting unit is printed, with the smallest unit around it.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from core import open_workbench
from core.evaluate import located, read_questions
from core.evaluate.questions import Relevant
from core.model import UnitHead
from core.open_index import OpenIndex
from core.vocabulary import BY_PATH

_TIMES = 3  # as long as the place: more is to be read past than that answers
_GLANCE = 30  # lines


class _Place(NamedTuple):
    entry: Relevant
    file: str
    first: int
    last: int
    smallest: UnitHead | None  # the smallest unit that contains the place

    @property
    def fit(self) -> str:
        """Whether the unit fits the place."""
        if self.smallest is None:
            return "no unit"
        length = self.smallest.end_line - self.smallest.start_line + 1
        if length <= _TIMES * (self.last - self.first + 1):
            return "within three times"
        return "within 30 lines" if length <= _GLANCE else "too large"


def main() -> None:
    """Print the share of places that have a fitting unit, per set, essential ones apart."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="+", metavar="INDEX=QUESTIONS")
    parser.add_argument("--misses", action="store_true")
    options = parser.parse_args()
    for pair in options.sets:
        name, _, path = pair.partition("=")
        index = open_workbench(name).stores.index
        places = _places(located(read_questions(Path(path)), index).queries, index)
        for label, some in (("all", places), ("essential", [place for place in places if place.entry.grade == 2])):
            fits = Counter(place.fit for place in some)
            good = fits["within three times"] + fits["within 30 lines"]
            counts = "  ".join(
                f"{fit} {fits[fit]}" for fit in ("within three times", "within 30 lines", "too large", "no unit")
            )
            print(f"{name:<18} {label:<10} {len(some):4d} places  fitting {good / max(1, len(some)):.3f}  {counts}")
        for place in places if options.misses else ():
            if place.fit in ("too large", "no unit"):
                unit = place.smallest
                around = f"{unit.type} {unit.identifier} {unit.start_line}-{unit.end_line}" if unit else "-"
                print(f"  {place.fit:<10} {place.file}:{place.first}-{place.last}  grade {place.entry.grade}  in {around}")


def _places(queries, index: OpenIndex) -> list[_Place]:
    """Return the labelled places, each once; entries whose lines the index does not know are places without a unit."""
    by_file: dict[str, list[UnitHead]] = {}
    for head in index.heads:
        if head.type not in BY_PATH:
            by_file.setdefault(head.file_path, []).append(head)
    found: dict[tuple[str, int, int], _Place] = {}
    for query in queries:
        for entry in query.relevant:
            ranges = entry.lines.ranges or ((entry.start_line, entry.end_line),)
            file, first, last = entry.lines.file or entry.file, min(ranges)[0], max(end for _, end in ranges)
            around = [one for one in by_file.get(file, ()) if one.start_line <= first and last <= one.end_line]
            smallest = min(around, key=lambda one: one.end_line - one.start_line, default=None)
            known = found.get((file, first, last))
            if known is None or known.entry.grade < entry.grade:
                found[file, first, last] = _Place(entry, file, first, last, smallest)
    return list(found.values())


if __name__ == "__main__":
    main()
