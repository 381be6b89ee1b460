"""Recordings that are kept beside an index, in one SQLite file; a recording of the same path takes the place of the last.

recordings  what was read, when, at which commit
figures     per recording: what was counted of each subject
calls       per recording: which subject was seen to set off which other one
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping

from core.measured.coverage_store import KeptBySource
from core.measured.observed.gathered import Gathered
from core.model.observed import Figures, Recorded, Recording, SeenCall, Subject

KEPT = "runtime.sqlite"
"""The name of the file beside an index."""
_TABLES = """
CREATE TABLE IF NOT EXISTS recordings (id INTEGER PRIMARY KEY, source TEXT UNIQUE, told TEXT);
CREATE TABLE IF NOT EXISTS figures (recording INTEGER, kind TEXT, name TEXT, path TEXT, line INTEGER, calls INTEGER,
  errors INTEGER, ms REAL, samples INTEGER, queries INTEGER, query_ms REAL, first REAL, last REAL, counted INTEGER,
  sampled_ms REAL);
CREATE TABLE IF NOT EXISTS calls (recording INTEGER, kind TEXT, name TEXT, path TEXT, line INTEGER, to_kind TEXT, to_name TEXT,
  to_path TEXT, to_line INTEGER, via TEXT, times INTEGER);
"""


class KeptRecordings(KeptBySource[Recording]):
    """The recordings beside one index; reading before any was kept finds none."""

    TABLES = _TABLES
    WHAT = "recordings"
    KIND = Recording
    TABLE, PARTS, OWNER = "recordings", ("figures", "calls"), "recording"

    @property
    def state(self) -> str:
        """What differs whenever something was kept or removed; empty before anything was kept."""
        if not self.path.is_file():
            return ""
        told = self.path.stat()
        return f"{told.st_mtime_ns}-{told.st_size}"

    def all(self) -> Recorded:
        """Return all that is kept."""
        state = self.state
        if not state:
            return Recorded()
        return Recorded(state, self.told(), tuple(self.figures().items()), tuple(self.calls().items()))

    def figures(self) -> Mapping[Subject, Figures]:
        """Return what was counted of each subject, all recordings together."""
        said = f"SELECT kind, name, path, line, {', '.join(Figures._fields)} FROM figures"
        found: dict[Subject, Figures] = defaultdict(Figures)
        with self._reading() as base:
            for kind, name, path, line, *counted in base.execute(f"{said} ORDER BY kind, name, path, line, recording"):
                found[Subject(kind, name, path, line)] += Figures(*counted)
        return dict(found)

    def calls(self) -> Mapping[SeenCall, int]:
        """Return how often one subject was seen to set off another."""
        said = "SELECT kind, name, path, line, to_kind, to_name, to_path, to_line, via, times FROM calls"
        found: Counter[SeenCall] = Counter()
        with self._reading() as base:
            for *ends, via, times in base.execute(
                f"{said} ORDER BY kind, name, path, line, to_kind, to_name, to_path, to_line"
            ):
                found[SeenCall(Subject(*ends[:4]), Subject(*ends[4:]), via)] += times
        return found

    def keep(self, recording: Recording, gathered: Gathered) -> None:
        """Keep a recording in place of the one of the same source."""
        with self._writing() as base:
            number = self._replaced(base, recording)
            base.executemany(
                f"INSERT INTO figures VALUES ({', '.join('?' * 15)})",
                ((number, *subject, *figures) for subject, figures in gathered.figures.items()),
            )
            base.executemany(
                f"INSERT INTO calls VALUES ({', '.join('?' * 11)})",
                ((number, *one.caller, *one.callee, one.via, times) for one, times in gathered.seen.items()),
            )
