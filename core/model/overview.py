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
    """The whole at a glance.

    `says` is what the project says of itself, in `says_in` (a key); `stack` the languages and libraries with their versions,
    `nouns` what it is about, `journeys` requests, jobs and mails with what each sets off, `reading` what to read in order.
    `places` has one row per file, for a treemap: folder, file, lines, units, change. `entry_points` and `central` leave out
    what everything passes: bases and filters.
    """

    manifest: Manifest
    by_type: Mapping[str, int]
    by_language: Mapping[str, int]
    tests: int
    places: tuple[Mapping[str, Flat], ...]
    entry_points: tuple[Mapping[str, Flat], ...]
    central: tuple[Mapping[str, Flat], ...]
    problems: tuple[Problem, ...]
    says: str = ""
    says_in: str = ""
    stack: tuple[Mapping[str, Flat], ...] = ()
    nouns: tuple[Mapping[str, Flat], ...] = ()
    journeys: tuple[Mapping[str, Flat], ...] = ()
    reading: tuple[Mapping[str, Flat], ...] = ()
    pages: IndexAddress | None = field(default=None, compare=False)

    def __str__(self) -> str:
        counted = ", ".join(f"{count:,} {name}" for name, count in self.by_type.items())
        made_of = ", ".join(map(installed, self.stack))
        about = ", ".join(str(row["noun"]) for row in self.nouns[:12])
        lines = (self.says, made_of and f"Built with {made_of}.", about and f"About {about}.")
        return "\n".join([f"{self.manifest.name}: {counted}; {self.tests:,} in tests.", *filter(None, lines)])


def installed(row: Mapping[str, Flat]) -> str:
    """Return a row of the stack in words: `Rails 8.1.3`, `SQLite (sqlite3 2.9.5)`."""
    version = f" {row['version']}" if row["version"] else ""
    return f"{row['name']} ({row['library']}{version})" if row["library"] else f"{row['name']}{version}"
