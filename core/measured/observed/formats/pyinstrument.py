"""The JSON of pyinstrument (`pyinstrument -r json`): a tree of frames with their time in seconds (its `JSONRenderer`).

A frame has `function`, `file_path`, `line_no`, `time` (children included) and `children`; `start_time` and `duration` are
of the whole.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from core.measured.observed.gathered import Gathered
from core.measured.observed.lines import Lines, number
from core.measured.observed.stacks import Stack, StackFrame, gather
from core.measured.values import each, mapping

NAME = "pyinstrument"


def fits(head: str) -> bool:
    """Tell whether a text begins like such a profile."""
    return head.lstrip().startswith("{") and '"root_frame"' in head and '"sample_count"' in head


def read(lines: Lines, gathered: Gathered) -> None:
    """Gather the frames by the time that each spent by itself; its samples are told of the whole alone."""
    told = mapping(json.loads(lines.whole()), "profile")
    numbers: dict[StackFrame, int] = {}
    root = told.get("root_frame")
    stacks = list(_stacks(mapping(root, "root_frame"), numbers)) if root is not None else []
    total = sum(one.ms for one in stacks) or 1.0
    samples = number(told.get("sample_count", 0))
    spread = [one._replace(samples=round(samples * one.ms / total)) for one in stacks]
    gather(list(numbers), spread, gathered)


def _stacks(root: Mapping[str, object], numbers: dict[StackFrame, int]) -> Iterator[Stack]:
    open_: list[tuple[Mapping[str, object], tuple[int, ...]]] = [(root, ())]
    while open_:
        told, around = open_.pop()
        frame = StackFrame(str(told.get("function", "")), str(told.get("file_path") or ""), int(number(told.get("line_no", 0))))
        stack = (*around, numbers.setdefault(frame, len(numbers)))
        children = [mapping(one, "children") for one in each(told.get("children") or (), "children")]
        own = number(told.get("time", 0)) - sum(number(one.get("time", 0)) for one in children)
        if own > 0:
            yield Stack(stack, 0, own * 1000)
        open_ += [(one, stack) for one in children]
