"""The values that the steps of a program have."""

from __future__ import annotations

from typing import NamedTuple

from core.extract.go.packages import GoPlace
from core.extract.go.types import Type

NOWHERE = GoPlace("", -1)


class Value(NamedTuple):
    """What a step stands for.

    `kind` is `package` (`name` its identifier), `external` (`name` is dotted), `unread` (of a file of this repository that was
    not read, because it is generated or too large), `builtin`, `ambiguous`, `definition` (at
    `place`, with the `types` that it was given), `field` or `value` (of type `types[0]`), or `results` (of all `types`).
    """

    kind: str
    name: str = ""
    place: GoPlace = NOWHERE
    types: tuple[Type, ...] = ()


def value_of(type_: Type | None) -> Value | None:
    """Return a value of a type, None where the type is not known; of an external type nothing else is known."""
    if type_ is None or type_.sign == "?":
        return None
    return Value(type_.sign, type_.name) if type_.sign in ("external", "unread") else Value("value", types=(type_,))


def without_pointers(type_: Type) -> Type:
    """Return what pointers lead to: fields and methods are the same."""
    while type_.sign == "*":
        type_ = type_.parts[0]
    return type_


def replaced(type_: Type, given: tuple[Type, ...]) -> Type:
    """Return a type with `$0`, `$1`, … replaced by what was given for them."""
    if type_.sign == "$":
        number = int(type_.name)
        return given[number] if number < len(given) else Type("?")
    if not type_.parts and not type_.results:
        return type_
    return type_._replace(
        parts=tuple(replaced(one, given) for one in type_.parts), results=tuple(replaced(one, given) for one in type_.results)
    )
