"""The values of path lookup: what a path leads to."""

from __future__ import annotations

from typing import NamedTuple

FILE = -1
"""The scope of a file itself."""
TYPES = ("struct", "enum", "trait", "type")
"""The kinds of items that have methods and instances."""


class Meaning(NamedTuple):
    """What an expression stands for.

    `kind` is `module` (`where` is its path), `item` (definition `number` of the file `where`), `instance` (of that type),
    `external` or `ambiguous`.
    """

    kind: str
    where: str
    number: int = FILE
    sure: bool = True


class Found(NamedTuple):
    """The meaning of the longest part of an expression that has one, and the steps that are left."""

    meaning: Meaning | None
    left: tuple[str, ...]


class Scope(NamedTuple):
    """One module, as a file or inside a file (`number` is its definition there)."""

    file: str
    number: int
