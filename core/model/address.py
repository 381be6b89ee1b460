"""Where a value comes from: the index whose pages show it, and the analysis that it answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class IndexAddress:
    """Where the workbench shows one index: `address` of the server, as a browser on this machine reaches it."""

    address: str
    index: str


@dataclass(frozen=True, slots=True)
class Asked:
    """Which analysis was asked for, and the arguments that were given to it; units are given by key."""

    analysis: str
    arguments: Mapping[str, str] = field(default_factory=dict)
