"""What the steps of a program stand for, and what became of the names that it uses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from core.extract.described.named import DefinedAt, MeantType

UNKNOWN_TYPE = MeantType("", "")


class StepValue(NamedTuple):
    """What a step stands for: an `instance` of a type, a `type` itself, a `member`, a `space` of names, a method `giving` an
    instance, or what comes from `outside`.

    `via` is how it is known where a library's habit or a name alone was used on the way, empty where it is declared.
    `name` is that of the method of a library which is called.
    """

    kind: str
    type: MeantType = UNKNOWN_TYPE
    place: DefinedAt | None = None
    known: Mapping[str, MeantType] = {}
    via: str = ""
    name: str = ""


OUTSIDE = StepValue("outside")
BY_HABIT = "typed:an element"
"""How a value is known that a method of a library gives or hands over."""
BY_NAME = "named:"
"""How the method that a call means is known by its name alone, which follows; the values behind it are known so, too."""


class StepUse(NamedTuple):
    """A name that a program uses and what became of it: `target` is the definition, where it is one of the repository."""

    name: str
    line: int
    is_call: bool
    outcome: str
    target: DefinedAt | None = None
    via: str = ""
