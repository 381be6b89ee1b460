"""Collapsed stacks, each on a line with how often it was met, as `rbspy --format collapsed` and `py-spy --format raw` write.

Frames stand between semicolons, the outermost first. rbspy names them `name - path:line`, py-spy `name (path:line)`;
frames without a file, as `perf` and others write them, tell nothing of code that is indexed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from core.errors import SourceError
from core.measured.observed.gathered import Gathered
from core.measured.observed.stacks import Stack, StackFrame, gather

NAME = "collapsed stacks"
_LINE = re.compile(r"(?P<stack>.*) (?P<times>\d+)$")
_RUBY = re.compile(r"(?P<name>.+?)(?: \[c function\])? - (?P<path>.+?)(?::(?P<line>\d+))?$")
_PYTHON = re.compile(r"(?P<name>.+?)(?<! -) \((?P<path>.+?)(?::(?P<line>\d+))?\)$")
_MOST = 1_000_000  # different frames


def fits(head: str) -> bool:
    """Tell whether a text begins with such lines."""
    lines = [line for line in head.splitlines()[:50] if line.strip()]
    full = lines[:-1] or lines
    found = [told for line in full if (told := _LINE.match(line))]
    frames = [_frame(one) for told in found for one in told["stack"].split(";")]
    return bool(full) and len(found) == len(full) < len(frames) and any(one.file_path for one in frames)


def read(lines: Iterable[str], gathered: Gathered) -> None:
    """Gather the stacks; they are kept as numbers until the paths of all frames are known."""
    frames: dict[str, int] = {}
    stacks = list(_stacks(lines, frames))
    gather([_frame(one) for one in frames], stacks, gathered)


def _stacks(lines: Iterable[str], frames: dict[str, int]) -> Iterator[Stack]:
    for line in lines:
        found = _LINE.match(line)
        if found is None:
            continue
        numbers = [frames.setdefault(one, len(frames)) for one in found["stack"].split(";")]
        if len(frames) > _MOST:
            raise SourceError(f"it has more than {_MOST:,} different frames")
        yield Stack(numbers, int(found["times"][:12]), 0.0)


def _frame(told: str) -> StackFrame:
    found = _PYTHON.fullmatch(told.strip()) or _RUBY.fullmatch(told.strip())
    if found is None:
        return StackFrame(told.strip(), "", 0)
    return StackFrame(found["name"], found["path"], int(found["line"] or 0))
