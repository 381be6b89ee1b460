"""What was recorded while the application ran: figures of routes, jobs, templates and code, and what was seen to call what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from core.model.address import IndexAddress
from core.model.shown import Shown
from core.model.text_table import text_table

ROUTE, ACTION, JOB, MAIL, VIEW, CODE, QUERY = "route", "action", "job", "mail", "view", "code", "query"
"""What figures may be of: a route as the index writes it, an action, job, mail, template, method, or statement of SQL."""

SEEN, NOT_SEEN, NOT_ANALYSED = "seen", "not seen", "not analysed"
"""What recordings say of a unit; `NOT_ANALYSED` where no kept recording covers units of its type."""


class Subject(NamedTuple):
    """What figures are of: its kind, and its name as the recording has it, without a value; code also has file and line."""

    kind: str
    name: str
    file_path: str = ""
    line: int = 0


class Figures(NamedTuple):
    """What was counted of a subject: `ms` of all calls, `first` and `last` in seconds since 1970 or 0.

    `queries` are those of `counted` calls, as not every recording counts them; `query_ms` is the time in the database.
    A profile counts `samples` that have the subject, and not calls; `sampled_ms` is what these stand for.
    """

    calls: int = 0
    errors: int = 0
    ms: float = 0.0
    samples: int = 0
    queries: int = 0
    query_ms: float = 0.0
    first: float = 0.0
    last: float = 0.0
    counted: int = 0
    sampled_ms: float = 0.0

    def __add__(self, other: tuple[object, ...]) -> Figures:
        """Return the figures of both together."""
        if not isinstance(other, Figures):
            return NotImplemented
        began = [one for one in (self.first, other.first) if one]
        return Figures(
            self.calls + other.calls, self.errors + other.errors, self.ms + other.ms, self.samples + other.samples,
            self.queries + other.queries, self.query_ms + other.query_ms, min(began, default=0.0), max(self.last, other.last),
            self.counted + other.counted, self.sampled_ms + other.sampled_ms,
        )  # fmt: skip


class SeenCall(NamedTuple):
    """One subject was seen to set off another, `via` a library in between where there was one."""

    caller: Subject
    callee: Subject
    via: str = ""


@dataclass(frozen=True, slots=True)
class Recording:
    """A log, trace or profile that is kept with an index.

    `kinds` are those of the subjects that such a file can tell of: what it has of them and is not in it was not called.
    `left_out` counts by reason what was not kept. `git_sha` is that of the index when it was read.
    """

    source: str
    format: str
    imported: str
    git_sha: str
    kinds: tuple[str, ...]
    subjects: int
    calls: int
    samples: int
    first: float
    last: float
    left_out: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Recorded:
    """All recordings beside an index: `figures` and `calls` of all of them together, `state` what differs when they do."""

    state: str = ""
    recordings: tuple[Recording, ...] = ()
    figures: tuple[tuple[Subject, Figures], ...] = ()
    calls: tuple[tuple[SeenCall, int], ...] = ()


@dataclass(frozen=True, slots=True)
class ObservedCall:
    """A unit that was seen to call, or be called: how often, and whether the code that is read says so as well.

    `known` is `relation` (one leads from one to the other), `steps` (several do), or `runtime only`.
    """

    unit: str
    times: int
    via: str
    known: str
    file_path: str
    line: int


@dataclass(frozen=True, slots=True)
class ObservedUnit(Shown):
    """One unit as recordings have it: a sentence, its figures, what was seen to call it and what it was seen to call.

    `verdict` is `seen`, `not seen` (recordings could have told), `not analysed` (none that is kept tells of such units).
    """

    unit: str
    verdict: str
    sentence: str
    figures: Figures
    callers: tuple[ObservedCall, ...] = ()
    callees: tuple[ObservedCall, ...] = ()
    pages: IndexAddress | None = field(default=None, compare=False)

    def to_rows(self) -> list[dict[str, object]]:
        """Return the calls as flat dictionaries, those of callers first."""
        return [*call_rows("called by", self.callers), *call_rows("calls", self.callees)]

    def __str__(self) -> str:
        rows = self.to_rows()
        return f"{self.sentence}\n{text_table(CALL_COLUMNS, rows)}" if rows else self.sentence


CALL_COLUMNS = ("side", "unit", "times", "known", "via", "place")


def call_rows(side: str, calls: Sequence[ObservedCall]) -> list[dict[str, object]]:
    """Return calls as flat dictionaries, in their order."""
    return [
        {
            "side": side, "unit": one.unit, "times": one.times, "known": one.known, "via": one.via,
            "place": f"{one.file_path}:{one.line}" if one.file_path else "", "key": one.unit,
        }
        for one in calls
    ]  # fmt: skip


def figures_text(figures: Figures) -> str:
    """Return figures in words: calls or samples, time, errors, queries; empty when nothing was counted."""
    said = [f"{figures.calls:,} {'call' if figures.calls == 1 else 'calls'}"] if figures.calls else []
    if figures.ms:
        said.append(f"{duration(figures.ms / max(1, figures.calls))}{' each' if figures.calls > 1 else ''}")
    if figures.errors:
        said.append(f"{figures.errors:,} failed")
    if figures.queries:
        each = figures.queries / max(1, figures.counted)
        said.append(f"{each:.3g} {'query' if each == 1 else 'queries'}{' each' if figures.calls > 1 else ''}")
    elif figures.query_ms:
        said.append(f"{duration(figures.query_ms / max(1, figures.calls))} in the database")
    if figures.samples:
        took = f" ({duration(figures.sampled_ms)})" if figures.sampled_ms else ""
        said.append(f"{figures.samples:,} {'sample' if figures.samples == 1 else 'samples'}{took}")
    return ", ".join(said)


def duration(ms: float) -> str:
    """Return a time with the unit that makes it short."""
    if ms >= 10_000:
        return f"{ms / 1000:,.0f} s"
    return f"{ms / 1000:.1f} s" if ms >= 1000 else f"{ms:.0f} ms" if ms >= 10 else f"{ms:.1f} ms"


def span_text(seconds: float) -> str:
    """Return how long recordings last, in the largest unit that says it."""
    for size, word in ((86_400, "day"), (3_600, "hour"), (60, "minute")):
        if seconds >= size:
            count = round(seconds / size)
            return f"{count} {word}{'' if count == 1 else 's'}"
    count = max(1, round(seconds))
    return f"{count} second{'' if count == 1 else 's'}"
