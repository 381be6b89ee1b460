"""Which code of an index is not the reader's: what was guessed, and what the setting `not_yours` says of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.errors import SettingsError
from core.model import FOREIGN, OLDER, UnitHead
from core.open_index.index import OpenIndex
from core.open_index.per_index import per_index
from core.text.counts import counted_as
from core.vocabulary import BY_PATH

GUESSED = "guessed"
"""The word of the setting that stands for all that was guessed."""


@dataclass(frozen=True, slots=True)
class NotOwn:
    """The code that is left out of questions and analyses: `folders` have a reason and a number of units each.

    `files` are all paths that are left out, folders included. `older` are the folders that an index holds a newer copy of.
    """

    folders: tuple[tuple[str, str], ...] = ()
    files: frozenset[str] = frozenset()
    units: int = 0
    older: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """How much is left out, as a noun phrase; empty for nothing."""
        if not self.units:
            return ""
        be = "is" if self.units == 1 else "are"
        return f"{counted_as(self.units, 'unit')} in {counted_as(len(self.folders), 'place')} that {be} not yours"

    def hides(self, head: UnitHead) -> bool:
        """Tell whether a unit is left out."""
        return head.file_path in self.files

    def is_older(self, head: UnitHead) -> bool:
        """Tell whether a unit lies in an old copy."""
        return head.file_path.startswith(self.older) if self.older else False


def not_own(index: OpenIndex, patterns: Sequence[str]) -> NotOwn:
    """Return what is not the reader's by these patterns (those of `.gitignore`, or `guessed`); made once for an open index.

    Raises `SettingsError` for a pattern that is none.
    """
    return _not_own(index, tuple(patterns))


@per_index
def _not_own(index: OpenIndex, patterns: tuple[str, ...]) -> NotOwn:
    from pathspec import GitIgnoreSpec

    guessed = {one.file_path: one.reason for one in index.apart if one.status == FOREIGN}
    older = tuple(one.file_path for one in index.apart if one.status == OLDER)
    expanded = [line for one in patterns for line in ([f"/{path}" for path in guessed] if one == GUESSED else [one])]
    if not expanded:
        return NotOwn(older=older)
    try:
        matches = GitIgnoreSpec.from_lines(expanded).match_file
    except ValueError as problem:
        raise SettingsError(f"not_yours is invalid: {problem}.") from problem
    files = frozenset(
        head.file_path for head in index.heads
        if head.type in BY_PATH and matches(f"{head.file_path}/" if head.type == "folder" else head.file_path)
    )  # fmt: skip
    units = sum(head.file_path in files and head.type not in BY_PATH for head in index.heads)
    named = {path: reason for path, reason in guessed.items() if matches(f"{path}x" if path.endswith("/") else path)}
    own = {one: "the setting not_yours" for one in patterns if one != GUESSED and not one.startswith("!")}
    return NotOwn(tuple(sorted({**named, **own}.items())), files, units, older)
