"""What became of references, counted for the coverage report."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

_MAX_LISTED = 200  # examples for the coverage report, not a log


@dataclass(slots=True)
class Ledger:
    """Counts of references by outcome, with examples."""

    tallies: Counter[str] = field(default_factory=Counter)
    listed: list[dict[str, object]] = field(default_factory=list)

    def note(self, outcome: str, name: str, path: str, line: int, listed: bool = False) -> None:
        """Count a reference, and keep it as an example when asked."""
        self.tallies[outcome] += 1
        if listed and len(self.listed) < _MAX_LISTED:
            self.listed.append({"outcome": outcome, "name": name, "file_path": path, "line": line})
