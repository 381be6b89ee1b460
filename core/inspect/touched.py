"""Which units a unified diff touches, by the lines of the version that the index was made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.errors import SettingsError
from core.inspect.diff import changed_lines
from core.open_index import OpenIndex


@dataclass(frozen=True, slots=True)
class Touched:
    """The units that a diff changes, by key, each the innermost around a changed line; and files that the index has not.

    `lines` are the changed lines of the files that it has, by path (see `changed_lines`).
    """

    units: tuple[str, ...]
    lines: Mapping[str, Sequence[int]]
    unknown: tuple[str, ...]


def touched(index: OpenIndex, diff: str) -> Touched:
    """Return what a unified diff (the output of `git diff`) touches; raises `SettingsError` for a text without a hunk."""
    changed = changed_lines(diff)
    if not changed:
        raise SettingsError("The diff has no hunk (no line like '@@ -1,3 +1,4 @@'). Give the output of: git diff")
    units: dict[str, None] = {}
    for path, lines in changed.items():
        for line in lines:
            if inner := index.around(path, line):
                units[inner.key] = None
    known = {path: lines for path, lines in changed.items() if path in index.by_file}
    return Touched(tuple(units), known, tuple(path for path in changed if path not in known))
