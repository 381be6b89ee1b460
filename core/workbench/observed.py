"""Recordings of the running application beside an index: kept, removed, and what they say of units, flows and lists."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from core.analyse.result import Result
from core.errors import SourceError
from core.inspect.observed import ObservedIndex
from core.inspect.observed.index import span_of
from core.languages import family_of
from core.measured.observed.known import KnownNames
from core.measured.observed.recording_store import KEPT, KeptRecordings
from core.measured.observed.recordings import ReadRecording, read_recording
from core.model import UnitHead, split_key
from core.model.flow import Flow, FlowStep
from core.model.observed import CODE, NOT_ANALYSED, SEEN, ObservedUnit, Recorded, Recording, figures_text
from core.text.counts import name_list
from core.workbench.by_source import called, forget_source

if TYPE_CHECKING:
    from core.workbench.open_bench import OpenBench

_MOST_NAMED = 5
_WORD = re.compile(r"[A-Za-z_]\w{1,62}")


def kept_recordings(bench: OpenBench) -> KeptRecordings:
    """Return the recordings beside the index."""
    return KeptRecordings(bench.beside / KEPT)


def keep_recordings(bench: OpenBench, paths: Sequence[Path]) -> tuple[Recording, ...]:
    """Read logs, traces, profiles and exports of the running application, and store the counts without the values.

    Raises `SourceError` for an invalid file, and for one without any unit of the index.
    """
    if not paths:
        return ()
    known = _known(bench)
    found = [(str(path.resolve()), read_recording(path, known)) for path in paths]
    return tuple(_keep(bench, source, one) for source, one in found)


def keep_recording(bench: OpenBench, path: Path, source: str) -> Recording:
    """Read the recording in a file and keep it under another name; raises as `keep_recordings` does, of that name."""
    known = _known(bench)
    with called(path, source):
        found = read_recording(path, known)
    return _keep(bench, source, found)


def _keep(bench: OpenBench, source: str, found: ReadRecording) -> Recording:
    gathered = found.gathered
    told = Recorded(figures=tuple(gathered.figures.items()), calls=tuple(gathered.seen.items()))
    observed = ObservedIndex(bench.index, told)
    if not observed.figures and not any(one.kind == "query" for one in gathered.figures):
        raise SourceError(
            f"Nothing of {source} ({found.format}, {len(gathered.figures)} names) is in the index '{bench.name}': no route,"
            " job, template or method. Add it to the index of the code that ran."
        )
    top = [one for subject, one in gathered.figures.items() if subject.kind in ("route", "job")]
    first, last = gathered.span
    kept = Recording(
        source, found.format, datetime.now(UTC).isoformat(timespec="seconds"), bench.manifest.git_sha, found.kinds,
        len(gathered.figures), sum(one.calls for one in top), gathered.samples, first, last,
        tuple(sorted((why, count) for why, count in gathered.left_out.items() if count)),
    )  # fmt: skip
    kept_recordings(bench).keep(kept, gathered)
    return kept


def _known(bench: OpenBench) -> KnownNames:
    index = bench.index
    code = {head.file_path for head in index.heads if head.type == "file" and not head.is_test and family_of(head.language)}
    words = {word.lower() for path, _, text in bench.catalog.file_texts() if path in code for word in _WORD.findall(text)}
    return KnownNames(
        tuple(head.identifier for head in index.heads if head.type == "route"),
        frozenset(head.identifier for head in index.heads), frozenset(words),
        frozenset(head.file_path for head in index.heads if head.type == "file"),
    )  # fmt: skip


def forget_recording(bench: OpenBench, source: str) -> None:
    """Remove a stored recording by its path. Raises `SourceError` for an unknown path."""
    forget_source(kept_recordings(bench), source, "recording")


def observed_sentence(bench: OpenBench, head: UnitHead) -> str:
    """Return what recordings say of a unit as a sentence; empty where none is kept, or none could tell of such a unit."""
    found = bench.recorded
    if not found.recordings:
        return ""
    verdict, sentence = found.verdict(head)
    return "" if verdict == NOT_ANALYSED else sentence


def with_observed(bench: OpenBench, flow: Flow) -> Flow:
    """Return a flow whose steps say what recordings counted of them, and which are on its hot path."""
    found = bench.recorded
    if not found.recordings or flow.entry not in bench.heads:
        return flow
    hot = {bench.index.keys[one] for one in found.hot_path(bench.index.position[flow.entry])}
    said = observed_sentence(bench, bench.heads[flow.entry])
    return replace(flow, steps=_marked(bench, found, flow.steps, hot), sentence=f"{flow.sentence} {said}".strip())


def _marked(bench: OpenBench, found: ObservedIndex, steps: tuple[FlowStep, ...], hot: Collection[str]) -> tuple[FlowStep, ...]:
    return tuple(
        replace(step, steps=_marked(bench, found, step.steps, hot), observed=_mark(bench, found, step.unit, hot))
        for step in steps
    )


def _mark(bench: OpenBench, found: ObservedIndex, unit: str, hot: Collection[str]) -> str:
    head = bench.heads.get(unit)
    verdict = found.verdict(head)[0] if head else ""
    if head is None or verdict == NOT_ANALYSED:
        return ""
    if verdict == SEEN:
        return f"{'hot: ' if unit in hot else ''}{figures_text(found.figures[bench.index.position[unit]])}"
    return "not seen at runtime" if found.kinds_of(head) != (CODE,) else ""


def observed_text(bench: OpenBench, keys: Sequence[str]) -> str:
    """Return in a sentence what recordings say of several units, those that take most time first; empty without any."""
    found = bench.recorded
    if not found.recordings:
        return ""
    told = [(key, found.figures.get(bench.index.position[key])) for key in keys if key in bench.index.position]
    seen = sorted(((key, one) for key, one in told if one is not None), key=lambda pair: (-pair[1].ms, -pair[1].calls, pair[0]))
    units = [f"{split_key(key)[1]}: {figures_text(figures)}" for key, figures in seen]
    within = f"in {span_of(found.recordings) or 'an unknown time'}"
    if not units:
        return f"None of them seen {within}."
    return f"Seen at runtime {within}: {name_list(units, _MOST_NAMED, between='; ')}."


def figures_of(bench: OpenBench, keys: Sequence[str]) -> Mapping[str, str]:
    """Return by key in words what recordings counted of units; those of which they have nothing are left out."""
    found, places = bench.recorded, bench.index.position
    return {key: figures_text(found.figures[places[key]]) for key in keys if places.get(key, -1) in found.figures}


def observed(bench: OpenBench, name: str) -> ObservedUnit:
    """Return calls, times, errors, queries and observed callers of a unit, from the stored recordings."""
    return replace(bench.recorded.unit(bench.head(name)), pages=bench.pages)


def runtime_list(bench: OpenBench, what: str = "routes", *, limit: int = 0) -> Result[object]:
    """Return a list from the recordings: routes, actions, jobs, views, code, queries, `never` (seen) or `edges`.

    `edges` are calls that appear only at run time. Raises `SettingsError` for an unknown list.
    """
    from core.inspect.observed.views import view

    found = view(bench.recorded, what)
    return replace(found, items=found.items[:limit] if limit else found.items, pages=bench.pages)
