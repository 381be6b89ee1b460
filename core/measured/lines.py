"""What the kept reports say of the present lines of a file."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from core.measured.coverage_store import KeptReports
from core.measured.moved import digests, moved
from core.model.executed import ExecutedLines


@dataclass(frozen=True, slots=True)
class MeasuredFile:
    """The executable lines of a file with how often they ran, and which lines each test ran, by present numbers.

    Lines that have changed since a report was read are not in it.
    """

    hits: Mapping[int, int] = field(default_factory=dict)
    tests: Mapping[str, frozenset[int]] = field(default_factory=dict)

    def within(self, start: int, end: int) -> ExecutedLines:
        """Return the executable lines from one line to another, both included."""
        inside = sorted(line for line in self.hits if start <= line <= end)
        ran = tuple(line for line in inside if self.hits[line])
        return ExecutedLines(ran, tuple(line for line in inside if not self.hits[line]))


def measured_file(kept: KeptReports, path: str, text: str) -> MeasuredFile | None:
    """Return what is known of a file with this text, all reports together; None when no report has it."""
    files = kept.file(path)
    if not files:
        return None
    now = digests(text)
    places = {file.report: moved(file.digests, now) for file in files}
    hits: Counter[int] = Counter()
    for file in files:
        place = places[file.report]
        hits.update({place[line]: count for line, count in file.lines.items() if line in place})
    tests: dict[str, set[int]] = defaultdict(set)
    for report, name, lines in kept.ran(path):
        place = places[report]
        tests[name].update(place[line] for line in lines if line in place)
    return MeasuredFile(dict(hits), {name: frozenset(lines) for name, lines in tests.items() if lines})
