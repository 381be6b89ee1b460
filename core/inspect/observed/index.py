"""All recordings of an index together, by its units: what was counted, what was seen to call what, what was not seen."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import PurePath

from core.inspect.observed.calls import known_as
from core.inspect.observed.units import UnitsOfSubjects
from core.model import UnitHead, unit_key
from core.model.observed import (
    ACTION,
    CODE,
    JOB,
    NOT_ANALYSED,
    NOT_SEEN,
    QUERY,
    ROUTE,
    SEEN,
    VIEW,
    Figures,
    ObservedCall,
    ObservedUnit,
    Recorded,
    Recording,
    SeenCall,
    Subject,
    figures_text,
    span_text,
)  # fmt: skip
from core.open_index import OpenIndex
from core.text.counts import name_list
from core.vocabulary import RUNS

_BY_TYPE = {"route": ROUTE, "job": JOB, "view_template": VIEW}


class ObservedIndex:
    """What recordings say, with the units of one generation of an index."""

    def __init__(self, index: OpenIndex, told: Recorded) -> None:
        self.index = index
        self.state = told.state
        self.recordings = told.recordings
        self.units = UnitsOfSubjects(index)
        self.subjects: Mapping[Subject, Figures] = dict(told.figures)
        self.figures: dict[int, Figures] = {}
        self.calls: Counter[tuple[int, int, str]] = Counter()
        self.asked: dict[Subject, Counter[int]] = defaultdict(Counter)
        for subject, counted in told.figures:
            self._count(subject, counted)
        for one, times in told.calls:
            self._call(one, times)

    def _count(self, subject: Subject, counted: Figures) -> None:
        head = self.units.head(subject)
        if head is not None:
            number = self.index.position[head.key]
            self.figures[number] = self.figures.get(number, Figures()) + counted

    def _call(self, one: SeenCall, times: int) -> None:
        caller, callee = self._number(one.caller), self._number(one.callee)
        if one.callee.kind == QUERY:
            self.asked[one.callee][caller] += times
        elif caller != callee and -1 not in (caller, callee):
            self.calls[caller, callee, one.via] += times

    def _number(self, subject: Subject) -> int:
        head = self.units.head(subject)
        return -1 if head is None else self.index.position[head.key]

    def kinds_of(self, head: UnitHead) -> tuple[str, ...]:
        """Return of which kinds the figures of a unit may be: what a recording of one of them has not was not called."""
        if head.type in _BY_TYPE:
            return (_BY_TYPE[head.type],)
        if head.type not in RUNS:
            return ()
        routed = any(one.kind == "routes_to" for one in self.index.links.into(self.index.position[head.key]))
        return (ACTION, CODE) if routed else (CODE,)

    def telling(self, kind: str, name: str = "") -> tuple[Recording, ...]:
        """Return the recordings that tell of a kind; partials are told apart, which newer versions of Rails do not log."""
        if kind == VIEW and name.rpartition("/")[2].startswith("_") and not self._partials:
            return ()
        return tuple(one for one in self.recordings if kind in one.kinds)

    @property
    def _partials(self) -> bool:
        return any(one.kind == VIEW and one.name.rpartition("/")[2].startswith("_") for one in self.subjects)

    def verdict(self, head: UnitHead) -> tuple[str, str]:
        """Return whether a unit was seen, in one word and in a sentence."""
        if not self.recordings:
            return NOT_ANALYSED, "Not analysed: no runtime recordings. Add one: orienteer recording add FILE"
        counted = self.figures.get(self.index.position[head.key])
        if counted is not None:
            return SEEN, f"Seen at runtime: {figures_text(counted) or 'it ran'} {during(self.recordings, counted)}."
        kind = next((one for one in self.kinds_of(head) if self.telling(one, head.identifier)), "")
        if not kind:
            what = head.type.replace("_", " ")
            return NOT_ANALYSED, f"Not analysed: the recordings do not cover the type {what}."
        return NOT_SEEN, self._not_seen(kind, self.telling(kind, head.identifier))

    def _not_seen(self, kind: str, telling: Sequence[Recording]) -> str:
        samples, span = sum(one.samples for one in telling), span_of(telling)
        if kind == CODE:
            among = f"{samples:,} samples" if samples else "the recorded spans"
            return f"Not seen in {among} ({named(telling)}). It may still have run."
        if not span:
            return f"Not seen at runtime ({named(telling)}, without times)."
        return f"Not seen in {span} of runtime ({named(telling)})."

    def unit(self, head: UnitHead) -> ObservedUnit:
        """Return what recordings say of one unit."""
        number = self.index.position[head.key]
        verdict, sentence = self.verdict(head)
        return ObservedUnit(
            head.key, verdict, sentence, self.figures.get(number, Figures()),
            self._sorted((one[0], one, times) for one, times in self.calls.items() if one[1] == number),
            self._sorted((one[1], one, times) for one, times in self.calls.items() if one[0] == number),
        )  # fmt: skip

    def _sorted(self, found: Iterable[tuple[int, tuple[int, int, str], int]]) -> tuple[ObservedCall, ...]:
        told = []
        for other, (caller, callee, via), times in found:
            head = self.index.heads[other]
            known = known_as(self.index, caller, callee)
            told.append(ObservedCall(head.key, times, via, known, head.file_path, head.start_line))
        return tuple(sorted(told, key=lambda one: (-one.times, one.unit, one.via)))

    def hot_path(self, number: int) -> list[int]:
        """Return where most of the time below a unit goes: from it to what it was most often seen to set off, and so on."""
        path = [number]
        while len(path) < 12:
            below = Counter[int]()
            for (caller, callee, _), times in self.calls.items():
                if caller == path[-1] and callee not in path:
                    counted = self.figures.get(callee, Figures())
                    below[callee] += times * (1 + round(counted.ms / max(1, counted.calls))) if counted.calls else times
            if not below:
                break
            path.append(min(below, key=lambda one: (-below[one], self.index.keys[one])))
        return path

    def table(self, name: str) -> UnitHead | None:
        """Return the unit of a table."""
        return self.index.head(unit_key("table", name))


def named(recordings: Sequence[Recording]) -> str:
    """Return the names of the files of recordings, the first of them."""
    names = [f"{PurePath(recording.source).name}, kept {recording.imported[:10]}" for recording in recordings]
    return name_list(names, 3, between="; ")


def span_of(recordings: Sequence[Recording]) -> str:
    """Return how long recordings last together, what several have counted once; empty where they tell no times."""
    spans = sorted((one.first, one.last) for one in recordings if one.last)
    if not spans:
        return ""
    total, until = 0.0, 0.0
    for first, last in spans:
        total += max(0.0, last - max(first, until))
        until = max(until, last)
    return span_text(total)


def during(recordings: Sequence[Recording], counted: Figures) -> str:
    """Return in which time figures were counted, as words after them."""
    if not counted.last:
        return f"({named(recordings)})"
    return f"in {span_of(recordings)}, last {datetime.fromtimestamp(counted.last, UTC):%Y-%m-%d %H:%M} UTC"
