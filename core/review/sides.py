"""The code before and after a change, and what both are asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from core.model import CodeUnit, UnitHead
from core.open_index import OpenIndex
from core.open_index.links import Neighbour
from core.vocabulary import BY_PATH, FRAMEWORK, HYPERLINKS, MENTIONS, unit_type

if TYPE_CHECKING:
    from core.analyse import Analysis

_NO_USE = HYPERLINKS | MENTIONS


@dataclass(frozen=True)
class Side:
    """One side of a change: its open index and the analyses of it."""

    index: OpenIndex
    analyse: Analysis

    @cached_property
    def hashes(self) -> dict[str, str]:
        """The digest of the text of each unit of code by key: no files, folders or sources of libraries."""
        aside = BY_PATH | FRAMEWORK
        found = self.index.catalog.hashes()
        return {key: digest for key, digest in found.items() if self.index.by_key[key].type not in aside}

    def units(self, keys: Sequence[str]) -> dict[str, CodeUnit]:
        """Return the units of these keys, by key."""
        return {unit.key: unit for unit in self.index.catalog.units(keys)}

    def users(self, key: str) -> Iterator[tuple[str, Neighbour]]:
        """Yield who uses a unit directly, by key, with the relation; texts that speak of it and links of pages do not."""
        for link in self.index.links.into(self.index.position[key]):
            other = self.index.heads[link.other]
            if link.kind not in _NO_USE and other.type != "folder" and not unit_type(other.type).prose:
                yield self.index.keys[link.other], link

    def host(self, key: str) -> UnitHead:
        """Return the class, type or file that a unit is part of, else the unit."""
        return self.index.heads[self.index.hosts[self.index.position[key]]]

    def text(self, path: str, line: int) -> str:
        """Return a line of a file, stripped."""
        return self.index.texts.line(path, line)
