"""The JSON of stackprof: `stackprof --json`, or `JSON.dump(StackProf.results)` (tmm1/stackprof, `stackprof.c`).

`frames` are by address with `name`, `file`, `line`, `total_samples` and `edges`; with `raw: true` the stacks stand in
`raw` as length, addresses from the outside in, and how often. Without them only frames that call each other directly are
known.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from core.measured.observed.gathered import Gathered
from core.measured.observed.lines import Lines
from core.measured.observed.stacks import Stack, StackFrame, gather
from core.measured.values import count, each, mapping

NAME = "stackprof"


def fits(head: str) -> bool:
    """Tell whether a text begins like such a profile."""
    return head.lstrip().startswith("{") and '"version"' in head and '"interval"' in head and '"gc_samples"' in head


def read(lines: Lines, gathered: Gathered) -> None:
    """Gather the stacks; time is samples by the interval, of a profile of time."""
    told = mapping(json.loads(lines.whole()), "profile")
    frames = {str(key): mapping(one, "frames") for key, one in mapping(told["frames"], "frames").items()}
    numbers = {key: number for number, key in enumerate(frames)}
    listed = [StackFrame(str(one.get("name", "")), str(one.get("file", "")), _line(one.get("line"))) for one in frames.values()]
    each_ms = count(told.get("interval", 0), "interval") / 1000 if told.get("mode") in ("wall", "cpu") else 0.0
    raw = each(told.get("raw") or (), "raw")
    stacks = _raw(raw, numbers) if raw else _edges(frames, numbers)
    gather(listed, (one._replace(ms=one.samples * each_ms) for one in stacks), gathered)
    if not raw:
        gathered.samples = count(told.get("samples", 0), "samples")


def _raw(raw: object, numbers: Mapping[str, int]) -> Iterator[Stack]:
    told, place = each(raw, "raw"), 0
    while place < len(told):
        size = count(told[place], "raw")
        if place + size + 1 >= len(told):
            break
        yield Stack(
            [numbers.get(str(one), -1) for one in told[place + 1 : place + 1 + size]], count(told[place + 1 + size], "raw"), 0.0
        )
        place += size + 2


def _edges(frames: Mapping[str, Mapping[str, object]], numbers: Mapping[str, int]) -> Iterator[Stack]:
    """Yield each frame with its samples, and each call as a stack of two that was met no more often."""
    for key, one in frames.items():
        yield Stack([numbers[key]], count(one.get("total_samples", 0), "total_samples"), 0.0)
        for callee in mapping(one.get("edges") or {}, "edges"):
            yield Stack([numbers[key], numbers.get(str(callee), -1)], 0, 0.0)


def _line(told: object) -> int:
    return told if isinstance(told, int) and told > 0 else 0
