"""How linking went: references by what became of them, with examples of those that were not explained."""

from __future__ import annotations

from collections import Counter

_EXAMPLES = 200
_LONGEST = 60  # letters of a reason


class Tally:
    """Counts references by what became of them and keeps examples of those that could not be explained."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.listed: list[dict[str, object]] = []

    def count(self, outcome: str, name: str, path: str, line: int) -> None:
        """Count one reference; `outcome` is resolved, ambiguous, unexplained and what else a linker tells apart."""
        self.counts[outcome] += 1
        if outcome in ("ambiguous", "unexplained") and len(self.listed) < _EXAMPLES:
            self.listed.append({"name": name, "outcome": outcome, "file_path": path, "line": line})

    def called(self, is_known: bool, is_ours: bool) -> None:
        """Count one call: as one that is known to mean a method, as one of a name that the repository has, or of none."""
        self.counts["calls" if is_known else "calls_open" if is_ours else "calls_library"] += 1


def typed_by(receiver: str) -> str:
    """Return the reason of a call on a value whose type is inferred: `typed:` and what it is called on, shortened."""
    return f"typed:{receiver if len(receiver) <= _LONGEST else receiver[: _LONGEST - 1] + '…'}" if receiver else ""
