"""The files of speedscope, which rbspy, py-spy and others write (`file-format-spec.ts` of jlfwong/speedscope).

`shared.frames` have `name`, `file` and `line`; a profile is `sampled` (`samples` and `weights`) or `evented` (frames open
and close).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from core.measured.observed.gathered import Gathered
from core.measured.observed.lines import Lines, number
from core.measured.observed.stacks import Stack, StackFrame, gather
from core.measured.values import count, each, mapping

NAME = "speedscope"
_MS = {"nanoseconds": 1e-6, "microseconds": 1e-3, "milliseconds": 1.0, "seconds": 1e3}


def fits(head: str) -> bool:
    """Tell whether a text begins like such a file."""
    return head.lstrip().startswith("{") and "speedscope.app/file-format-schema" in head


def read(lines: Lines, gathered: Gathered) -> None:
    """Gather the stacks of all profiles of the file."""
    told = mapping(json.loads(lines.whole()), "file")
    frames = [mapping(one, "frames") for one in each(mapping(told["shared"], "shared")["frames"], "frames")]
    listed = [StackFrame(str(one.get("name", "")), str(one.get("file") or ""), int(number(one.get("line")))) for one in frames]
    for profile in each(told.get("profiles", ()), "profiles"):
        one = mapping(profile, "profiles")
        ms = _MS.get(str(one.get("unit", "")), 0.0)
        stacks = _sampled(one, ms) if one.get("type") == "sampled" else _evented(one, ms)
        gather(listed, stacks, gathered)


def _sampled(profile: Mapping[str, object], ms: float) -> Iterator[Stack]:
    weights = each(profile.get("weights", ()), "weights")
    for place, told in enumerate(each(profile.get("samples", ()), "samples")):
        frames = [count(one, "samples") for one in each(told, "samples")]
        yield Stack(frames, 1, ms * number(weights[place]) if place < len(weights) else 0.0)


def _evented(profile: Mapping[str, object], ms: float) -> Iterator[Stack]:
    """Yield the stack between each event and the next one."""
    stack: list[int] = []
    before = number(profile.get("startValue", 0))
    for told in each(profile.get("events", ()), "events"):
        event = mapping(told, "events")
        at = number(event.get("at", 0))
        if stack and at > before:
            yield Stack(tuple(stack), 1, ms * (at - before))
        before = at
        if event.get("type") == "O":
            stack.append(count(event.get("frame"), "events"))
        elif stack:
            stack.pop()
