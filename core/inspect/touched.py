"""Which units a unified diff touches, by the lines of the version that the index was made of."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from core.errors import SettingsError
from core.open_index import OpenIndex

_HUNK = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_NOTHING = "/dev/null"


@dataclass(frozen=True, slots=True)
class Touched:
    """The units that a diff changes, by key, each the innermost around a changed line; and files that the index has not."""

    units: tuple[str, ...]
    files: tuple[str, ...]
    unknown: tuple[str, ...]


def touched(index: OpenIndex, diff: str) -> Touched:
    """Return what a unified diff (the output of `git diff`) touches; raises `SettingsError` for a text without a hunk."""
    changed = changed_lines(diff)
    if not changed:
        raise SettingsError("The diff has no hunk (a line like '@@ -1,3 +1,4 @@'). Give the output of: git diff")
    units: dict[str, None] = {}
    for path, lines in changed.items():
        for line in lines:
            if inner := index.around(path, line):
                units[inner.key] = None
    known = tuple(path for path in changed if path in index.by_file)
    return Touched(tuple(units), known, tuple(path for path in changed if path not in index.by_file))


def changed_lines(diff: str) -> Mapping[str, list[int]]:
    """Return by path the old numbers of lines that are taken away or before which some are added, in order.

    A file that is new stands under its new path. The form is that of GNU diffutils' unified format; renames go by the old path.
    """
    found: dict[str, list[int]] = {}
    path, number, left = "", 0, (0, 0)
    for line in diff.splitlines():
        if left > (0, 0):
            number, left = _step(found.setdefault(path, []), line, number, left)
        elif line.startswith("--- ") or (line.startswith("+++ ") and path == _NOTHING):
            path = _path(line)
        elif (hunk := _HUNK.match(line)) and path:
            number = max(int(hunk[1]), 1)
            left = (int(hunk[2] or 1), int(hunk[4] or 1))
            found.setdefault(path, [])
    return {name: sorted(set(lines)) for name, lines in found.items()}


def _step(changed: list[int], line: str, number: int, left: tuple[int, int]) -> tuple[int, tuple[int, int]]:
    """Note a line of a hunk that changes something; return the next old number and what is left of both sides."""
    old, new = left
    if line.startswith("-"):
        changed.append(number)
        return number + 1, (old - 1, new)
    if line.startswith("+"):
        changed.append(max(number - 1, 1) if old == 0 else number)
        return number, (old, new - 1)
    if line.startswith("\\"):
        return number, left
    return number + 1, (old - 1, new - 1)


def _path(line: str) -> str:
    name = line[4:].split("\t")[0].strip().strip('"')
    return name[2:] if name[:2] in ("a/", "b/") else name
