"""Context that the reader has already: shown lines, facts and mentions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.model.keys import split_key


@dataclass(frozen=True, slots=True)
class ShownBefore:
    """Lines of a unit that an earlier turn of a conversation has shown; turns count from 1."""

    unit_key: str
    file_path: str
    ranges: tuple[tuple[int, int], ...]
    turn: int

    @property
    def line(self) -> str:
        """What was shown, as a line of a context."""
        place = ", ".join(f"{first}-{last}" if last > first else str(first) for first, last in self.ranges)
        return f"- {' '.join(split_key(self.unit_key))} · {self.file_path}:{place} · turn {self.turn}"


@dataclass(frozen=True, slots=True)
class Known:
    """What the one who asks has been shown, and the lines of facts and mentions that were said: neither comes again."""

    shown: tuple[ShownBefore, ...] = ()
    said: tuple[str, ...] = ()

    def lines(self) -> Mapping[str, frozenset[int]]:
        """Return the numbers of the lines that are known, by file."""
        found: dict[str, set[int]] = {}
        for one in self.shown:
            for first, last in one.ranges:
                found.setdefault(one.file_path, set()).update(range(first, last + 1))
        return {path: frozenset(lines) for path, lines in found.items()}
