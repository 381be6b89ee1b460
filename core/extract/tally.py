"""How linking went: references by what became of them, with examples of those that were not explained."""

from __future__ import annotations

from collections import Counter
from typing import Any

_EXAMPLES = 200


class Tally:
    """Counts references by what became of them and keeps examples of those that could not be explained."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.listed: list[dict[str, Any]] = []

    def count(self, outcome: str, name: str, path: str, line: int) -> None:
        """Count one reference; `outcome` is resolved, ambiguous, unexplained and what else a linker tells apart."""
        self.counts[outcome] += 1
        if outcome in ("ambiguous", "unexplained") and len(self.listed) < _EXAMPLES:
            self.listed.append({"name": name, "outcome": outcome, "file_path": path, "line": line})
