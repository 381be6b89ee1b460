"""Which lines tests ran, by the coverage reports beside an index: of a file, and of the steps of a flow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from core.measured.coverage_store import KeptReports
from core.measured.lines import MeasuredFile, measured_file
from core.model import file_key
from core.model.flow import NEVER, RAN, Flow, FlowStep, walked

if TYPE_CHECKING:
    from core.workbench.open_bench import OpenBench


def kept_reports(bench: OpenBench) -> KeptReports:
    """Return the coverage reports beside the index."""
    return KeptReports(bench.beside / "coverage.sqlite")


def measured_in(bench: OpenBench, path: str) -> MeasuredFile | None:
    """Return what the kept reports say of the lines of a file as it is indexed; None when none has it."""
    kept = kept_reports(bench)
    file = bench.catalog.units([file_key(path)]) if kept.path.is_file() else []
    return measured_file(kept, path, file[0].source_code) if file else None


def with_executed(bench: OpenBench, flow: Flow) -> Flow:
    """Return a flow that says of each of its lines whether tests ran it; the same flow when no report is kept."""
    if not kept_reports(bench).path.is_file():
        return flow
    files: dict[str, MeasuredFile | None] = {}

    def executed(path: str, line: int) -> str:
        if path not in files:
            files[path] = measured_in(bench, path)
        return _of_line(bench, files[path], path, line)

    steps = _told(flow.steps, executed)
    counts = Counter({(step.file_path, step.line): step.executed for _, step in walked(steps) if step.executed}.values())
    if not counts:
        return replace(flow, steps=steps)
    said = f"Tests ran {counts[RAN]} of {counts[RAN] + counts[NEVER]} measured lines of it."
    return replace(flow, steps=steps, sentence=f"{flow.sentence} {said}".strip())


def _told(steps: tuple[FlowStep, ...], executed: Callable[[str, int], str]) -> tuple[FlowStep, ...]:
    return tuple(
        replace(
            step, steps=_told(step.steps, executed), executed=executed(step.file_path, step.line) if step.file_path else ""
        )
        for step in steps
    )  # fmt: skip


def _of_line(bench: OpenBench, file: MeasuredFile | None, path: str, line: int) -> str:
    """Return whether a line ran; one inside of a statement of several lines did when the first line of it did."""
    if file is None:
        return ""
    inner = bench.index.around(path, line)
    first = inner.start_line if inner else line
    begins = max((number for number in file.hits if first <= number <= line), default=0)
    return (RAN if file.hits[begins] else NEVER) if begins else ""
