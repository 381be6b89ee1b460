"""What is in an index, in the numbers and names that a newcomer wants first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.model.address import IndexAddress
from core.model.shown import Shown
from core.model.text_table import Flat
from core.model.units import Manifest, Problem


@dataclass(frozen=True, slots=True)
class Overview(Shown):
    """The whole at a glance. `places` has one row per file, for a treemap: folder, file, lines, units, change."""

    manifest: Manifest
    by_type: Mapping[str, int]
    by_language: Mapping[str, int]
    tests: int
    places: tuple[Mapping[str, Flat], ...]
    entry_points: tuple[Mapping[str, Flat], ...]
    central: tuple[Mapping[str, Flat], ...]
    problems: tuple[Problem, ...]
    pages: IndexAddress | None = field(default=None, compare=False)

    def __str__(self) -> str:
        counted = ", ".join(f"{count:,} {name}" for name, count in self.by_type.items())
        return f"{self.manifest.name}: {counted}; {self.tests:,} in tests."
