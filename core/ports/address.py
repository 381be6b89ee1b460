"""Where a store is, and what it may be told of a point."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

Scalar = str | int | float | bool
Metadata = Mapping[str, Scalar]
"""What is known of a point by name: repository, type, language, file, namespace, is_test, change_frequency, importance (0..1).

The last two change with every commit; a store has them as they were when vectors were last written.
"""


@dataclass(frozen=True, slots=True)
class StoreAddress:
    """Where a store is: a folder or the address of a server (with `://`), and a namespace of its own there.

    A namespace has letters, digits, `.`, `_` and `-`.
    """

    at: str
    namespace: str

    @property
    def folder(self) -> Path | None:
        """The folder of the namespace; None at a server."""
        return None if "://" in self.at else Path(self.at) / self.namespace
