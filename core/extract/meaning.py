"""The values of name lookup that all languages share: what an expression stands for."""

from __future__ import annotations

from typing import NamedTuple

MODULE = -1
"""The scope of a module or file itself."""

ANYTHING = "?"
"""What an expression begins with of which nothing but names is known: `?cart.total` calls `total` on what is called `cart`."""


class Meaning(NamedTuple):
    """What an expression stands for.

    `where` is the module, file or dotted name, `number` the position of the definition in it. The kinds are the language's:
    `module`, a definition, an `instance` of one, `external`, `ambiguous` and the like. `sure` is false when the type of a
    variable was used on the way. `given` are the meanings of the parameters of its type, by their names.
    """

    kind: str
    where: str
    number: int = MODULE
    sure: bool = True
    given: tuple[tuple[str, Meaning], ...] = ()


class FarthestMeaning(NamedTuple):
    """The meaning of the longest part of an expression that has one, and the steps that are left.

    `read` are the properties that were read on the way, each with the number of steps from there to the end.
    """

    meaning: Meaning | None
    left: tuple[str, ...]
    read: tuple[tuple[Meaning, int], ...] = ()


NOWHERE = FarthestMeaning(None, ())
"""Of an expression of which nothing is known."""
