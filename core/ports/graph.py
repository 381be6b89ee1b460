"""What is asked of the units and relations of an index as a graph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol


class GraphStore(Protocol):
    """The units of one generation, with an edge from each to every other that it relates to; the relations behind are one edge.

    Relations to columns, to units that the index does not hold, and of a unit to itself are none. Keys that are not known lead
    nowhere. Every product gives the same answers.
    """

    def dependencies_of(self, key: str) -> Sequence[str]:
        """Return the keys of the units that a unit relates to, ordered."""

    def dependents_of(self, key: str) -> Sequence[str]:
        """Return the keys of the units that relate to a unit, ordered."""

    def traverse_forward(self, start: str, max_depth: int = 0) -> Sequence[str]:
        """Return the keys of the units that edges lead to from a unit, over at most so many, 0 for any number.

        Ordered, and without the unit itself.
        """

    def traverse_reverse(self, start: str, max_depth: int = 0) -> Sequence[str]:
        """Return the keys of the units from which edges lead to a unit, over at most so many, 0 for any number."""

    def shortest_path(self, start: str, end: str) -> Sequence[str]:
        """Return the keys on a shortest path, both ends included, of several the first by key; nothing without one."""

    def subgraph_for_types(self, types: Sequence[str]) -> Sequence[tuple[str, str]]:
        """Return the edges between units of these types, ordered by both ends."""

    def degrees(self) -> Mapping[str, tuple[int, int]]:
        """Return for each unit, by key, how many units relate to it and to how many it relates."""

    def close(self) -> None:
        """Let go of what the store has opened itself; the catalog stays open."""
