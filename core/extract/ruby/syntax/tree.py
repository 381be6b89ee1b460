"""What is asked of a node of a syntax tree, whether the parser has just made it or it was kept with the facts of its file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, Self


class Node(Protocol):
    """One node: what it is, where it stands, what is in it."""

    @property
    def type(self) -> str:
        """The name that the grammar gives it."""

    @property
    def text(self) -> bytes | None:
        """Its source."""

    @property
    def start_byte(self) -> int:
        """Where it starts."""

    @property
    def end_byte(self) -> int:
        """Where it ends."""

    @property
    def start_point(self) -> tuple[int, int]:
        """The line, from 0, and the column where it starts."""

    @property
    def end_point(self) -> tuple[int, int]:
        """The line, from 0, and the column where it ends."""

    @property
    def children(self) -> Sequence[Self]:
        """What is in it, marks and words of the language included."""

    @property
    def named_children(self) -> Sequence[Self]:
        """What is in it and has a meaning of its own."""

    def child_by_field_name(self, name: str, /) -> Self | None:
        """Return the first child of this role."""
