"""What an answer did not look at or does not show, so that nothing is cut silently."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limit:
    """One limit that an answer ran into: what was cut and how much of it (`what`), and how to lift it (`lift`).

    Both are sentences without a full stop; `lift` is empty where nothing can be done.
    """

    what: str
    lift: str = ""

    def __str__(self) -> str:
        return f"{self.what}. {self.lift}." if self.lift else f"{self.what}."
