"""Figures and calls from the stacks of a profile; library frames appear only between frames of the application."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from core.measured.observed.gathered import Gathered
from core.measured.observed.known import code_name
from core.measured.paths import matched
from core.model.observed import CODE, Figures, Subject

_DEEPEST = 5_000  # frames of a stack; what is deeper is a recursion
_LONGEST = 60  # letters of what stands in between


class StackFrame(NamedTuple):
    """A frame as a profiler names it with its file and a line of it."""

    name: str
    file_path: str
    line: int


class Stack(NamedTuple):
    """Frames by their numbers, the outermost first; how often it was met, and for how long where times are told."""

    frames: Sequence[int]
    samples: int
    ms: float


def gather(frames: Sequence[StackFrame], stacks: Iterable[Stack], gathered: Gathered) -> None:
    """Add up how often each frame of the index was met, and which one called which, what is in between being told as `via`."""
    paths = matched(sorted({frame.file_path for frame in frames if frame.file_path}), sorted(gathered.known.paths))
    own = [_own(frame, paths) for frame in frames]
    between = [code_name(frame.name)[:_LONGEST] for frame in frames]
    for stack in stacks:
        gathered.samples += stack.samples
        _add(stack, own, between, gathered)


def _own(frame: StackFrame, paths: Mapping[str, str]) -> Subject | None:
    path = paths.get(frame.file_path)
    return Subject(CODE, code_name(frame.name), path, frame.line) if path is not None else None


def _add(stack: Stack, own: Sequence[Subject | None], between: Sequence[str], gathered: Gathered) -> None:
    met: set[Subject] = set()
    called: set[tuple[Subject, Subject]] = set()
    caller, via = None, ""
    for number in stack.frames[:_DEEPEST]:
        subject = own[number] if 0 <= number < len(own) else None
        if subject is None:
            via = via or (between[number] if 0 <= number < len(between) else "")
            continue
        if subject not in met:
            met.add(subject)
            gathered.add(subject, Figures(samples=stack.samples, sampled_ms=stack.ms))
        if caller is not None and caller != subject and (caller, subject) not in called:
            called.add((caller, subject))
            gathered.call(caller, subject, via, stack.samples)
        caller, via = subject, ""
