"""The lists that recordings are shown in: what takes the time, what nobody calls, calls that only the runtime knows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from datetime import UTC, datetime

from core.analyse.observed import NeverSeen, RuntimeEdge, SeenStatement, Traffic
from core.analyse.result import Result
from core.errors import SettingsError
from core.inspect.observed.calls import ONLY, known_as, known_users
from core.inspect.observed.index import ObservedIndex, named, span_of
from core.inspect.observed.units import UnitsOfSubjects
from core.measured.observed.statements import tables_of
from core.model.observed import ACTION, CODE, JOB, MAIL, NOT_SEEN, QUERY, ROUTE, VIEW, Figures, Subject
from core.open_index import OpenIndex

_NONE = "No runtime recordings. Add one: orienteer recording add FILE"
_ASKED_BY = 3
_CALLED_BACK = frozenset({"routes_to", "filters_with"})


def view(found: ObservedIndex, name: str) -> Result[object]:
    """Return the list called `name`; raises `SettingsError` for an unknown one."""
    if name not in VIEWS:
        raise SettingsError(f"No list '{name}' of recorded data. Choose from: {', '.join(VIEWS)}.")
    return VIEWS[name](found)


def _traffic(title: str, *kinds: str) -> Callable[[ObservedIndex], Result[object]]:
    def made(found: ObservedIndex) -> Result[object]:
        rows = {subject: counted for subject, counted in found.subjects.items() if subject.kind in kinds}
        items = sorted(_added(found.units, rows).items(), key=lambda one: (-_weight(one[1]), one[0]))
        total: dict[str, float] = defaultdict(float)
        for subject, counted in items:
            total[subject.kind] += counted.ms
        samples = sum(one.samples for one in found.recordings)
        made = tuple(_row(found, subject, counted, total[subject.kind], samples) for subject, counted in items)
        return Result(Traffic, title, made, _notes(found, kinds, sum(not one.unit for one in made)))

    return made


def _added(units: UnitsOfSubjects, rows: Mapping[Subject, Figures]) -> dict[Subject, Figures]:
    """Return the figures with code of one unit together, whichever block or line of it was told."""
    found: dict[Subject, Figures] = {}
    for subject, counted in rows.items():
        head = units.head(subject) if subject.kind == CODE else None
        one = Subject(CODE, head.identifier, head.file_path, head.start_line) if head else subject
        if subject.kind != CODE or head:
            found[one] = found.get(one, Figures()) + counted
    return found


def _weight(counted: Figures) -> float:
    return counted.ms or counted.sampled_ms or counted.samples or counted.calls / 1e6


def _row(found: ObservedIndex, subject: Subject, counted: Figures, total: float, samples: int) -> Traffic:
    head = found.units.head(subject)
    share = counted.samples / samples if counted.samples and samples else counted.ms / total if total else 0.0
    path = found.hot_path(found.index.position[head.key]) if head else []
    calls = max(1, counted.calls)
    return Traffic(
        head.identifier if head else subject.name, subject.kind, counted.calls, counted.errors,
        round(counted.ms / calls, 1), round(counted.ms or counted.sampled_ms, 1),
        round(counted.queries / max(1, counted.counted), 1),
        round(counted.query_ms / calls, 1), counted.samples, round(share, 3),
        f"{datetime.fromtimestamp(counted.last, UTC):%Y-%m-%dT%H:%M:%SZ}" if counted.last else "",
        tuple(found.index.heads[one].identifier for one in path[1:]), head.key if head else "",
        head.file_path if head else "", head.start_line if head else 0,
    )  # fmt: skip


def _notes(found: ObservedIndex, kinds: tuple[str, ...], strangers: int) -> tuple[str, ...]:
    if not found.recordings:
        return (_NONE,)
    telling = tuple(dict.fromkeys(one for kind in kinds for one in found.telling(kind)))
    if not telling:
        return (f"Not analysed: the recordings do not cover these. Recordings: {named(found.recordings)}.",)
    unknown = (f"{strangers} of them are not in the index (library or generated code).",) if strangers else ()
    other = {one.git_sha for one in telling} - {found.index.manifest.git_sha}
    late = ("Some recordings are from another commit.",) if other else ()
    span = span_of(telling)
    said = f"Recorded in {span}: {named(telling)}." if span else f"Recorded by {named(telling)}, without times."
    return (said, *unknown, *late)


def _never(found: ObservedIndex) -> Result[object]:
    items = []
    for head in found.index.heads:
        if head.is_test or found.kinds_of(head)[:1] not in ((ROUTE,), (ACTION,), (JOB,), (VIEW,)):
            continue
        if found.verdict(head)[0] == NOT_SEEN:
            items.append(NeverSeen(head.key, head.type, head.file_path, head.start_line))
    order = {"route": 0, "method": 1, "job": 2}
    items.sort(key=lambda one: (order.get(one.type, 3), one.file_path, one.line, one.unit))
    kinds = [kind for kind in (ROUTE, ACTION, JOB, VIEW) if not found.telling(kind)]
    strangers = sum(one.kind == ROUTE and found.units.head(one) is None for one in found.subjects)
    elsewhere = (
        f"{strangers} recorded routes are not in the index. Some of them may be listed here under another path.",
    )  # fmt: skip
    untold = (f"Not covered by recordings: {', '.join(f'{kind}s' for kind in kinds)}.",) if kinds else ()
    notes = _notes(found, (ROUTE, ACTION, JOB, VIEW), 0)
    return Result(
        NeverSeen,
        "Routes, actions, jobs and templates never seen",
        tuple(items),
        (*notes, *(elsewhere if strangers else ()), *untold),
    )


def _edges(found: ObservedIndex) -> Result[object]:
    index = found.index
    items = []
    for (caller, callee, via), times in found.calls.items():
        if known_as(index, caller, callee) == ONLY and not _around(index, callee, via):
            head = index.heads[callee]
            items.append(
                RuntimeEdge(
                    index.keys[caller], index.keys[callee], times, via, known_users(index, callee), head.file_path,
                    head.start_line,
                )
            )  # fmt: skip
    items.sort(key=lambda one: (one.callers > 0, -one.times, one.caller, one.callee))
    said = (
        f"{len(items)} of {len(found.calls)} recorded calls match no known relation. “Callers” counts the known dependents of "
        "the called unit."
    )
    return Result(RuntimeEdge, "Calls seen only at runtime", tuple(items), (said, *_notes(found, (ROUTE, CODE, JOB), 0)))


def _around(index: OpenIndex, callee: int, via: str) -> bool:
    """Tell whether the library calls an action or filter, and who seems to call it is a filter around it."""
    return via.endswith("#run_callbacks") and any(one.kind in _CALLED_BACK for one in index.links.into(callee))


def _statements(found: ObservedIndex) -> Result[object]:
    rows = [(one, counted) for one, counted in found.subjects.items() if one.kind == QUERY]
    rows.sort(key=lambda one: (-one[1].ms, -one[1].calls, one[0]))
    items = tuple(
        SeenStatement(
            one.name, tables_of(one.name), counted.calls, round(counted.ms / max(1, counted.calls), 2), round(counted.ms, 1),
            tuple(found.index.keys[by] for by, _ in found.asked[one].most_common(_ASKED_BY) if by >= 0),
        )
        for one, counted in rows
    )  # fmt: skip
    return Result(SeenStatement, "SQL statements", items, _notes(found, (QUERY,), 0))


VIEWS: Mapping[str, Callable[[ObservedIndex], Result[object]]] = {
    "routes": _traffic("Routes by time", ROUTE),
    "actions": _traffic("Actions by time", ACTION),
    "jobs": _traffic("Jobs and mails by time", JOB, MAIL),
    "views": _traffic("Templates by time", VIEW),
    "code": _traffic("Methods by time or samples", CODE),
    "never": _never,
    "edges": _edges,
    "queries": _statements,
}
"""The lists by name."""
