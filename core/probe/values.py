"""Compare values that are written in files with the same values in a running application, where both are known.

A file says `maximum: LIMIT`, `in: 3..80`, `t.bigint`; the application says 60, a minimum and a maximum, and a type of its
database. What is code in the file, or an object at runtime, is not known on that side and never counts as a difference.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Final

_UNKNOWN: Final = object()
_RANGE = re.compile(r"(-?\d+)(\.\.\.?)(-?\d+)")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_REGEX = re.compile(r"(?:/(.*)/|%r\{(.*)\}|%r!(.*)!|%r\|(.*)\|)([a-z]*)", re.DOTALL)
_CODE = re.compile(r"(?:::)?[A-Z]|->|\W*(?:proc|lambda)\b|.*[()\[\]{}&|=]", re.DOTALL)
_TRUE, _FALSE = frozenset(("1", "t", "true")), frozenset(("0", "f", "false"))


@dataclass(frozen=True, slots=True)
class FactDifference:
    """A value that the files and the running application give differently."""

    name: str
    in_files: object
    at_runtime: object

    def __str__(self) -> str:
        return f"{self.name} {shown(self.in_files)} in the files, {shown(self.at_runtime)} at runtime"


def shown(value: object) -> str:
    """Return a value for a sentence."""
    if value is None:
        return "none"
    if isinstance(value, list | tuple):
        return ", ".join(shown(one) for one in value) or "none"
    return repr(value) if value == "" else str(value).lower() if isinstance(value, bool) else str(value)


def options_of(fact: Mapping[str, object]) -> Mapping[str, object]:
    """Return the options that a fact spells out; in a file they may be one piece of code, which says none."""
    options = fact.get("options")
    return options if isinstance(options, Mapping) else {}


def option_differences(in_files: Mapping[str, object], at_runtime: Mapping[str, object]) -> list[FactDifference]:
    """Return the options that both sides know with different values, by name."""
    files = _spread(in_files, at_runtime)
    found = []
    for name in sorted(files.keys() & at_runtime.keys()):
        one, other = _literal(files[name]), _plain(at_runtime[name])
        if one is not _UNKNOWN and other is not _UNKNOWN and one != other:
            found.append(FactDifference(name, files[name], at_runtime[name]))
    return found


def known_at_runtime(in_files: Mapping[str, object], at_runtime: Mapping[str, object]) -> dict[str, object]:
    """Return the options that only the running application knows: missing in the files, code there, or different."""
    files = _spread(in_files, at_runtime)
    return {
        name: value
        for name, value in at_runtime.items()
        if _plain(value) is not _UNKNOWN
        and _literal(files.get(name, _UNKNOWN)) != _plain(value)
        and _plain(files.get(name, _UNKNOWN)) != _plain(value)
    }


def _spread(in_files: Mapping[str, object], at_runtime: Mapping[str, object]) -> Mapping[str, object]:
    """Return options with a range of lengths as the two limits that Rails makes of it."""
    for name in ("in", "within"):
        limits = _RANGE.fullmatch(str(in_files.get(name, "")))
        if limits and name not in at_runtime:
            last = int(limits[3]) - (limits[2] == "...")
            rest = {other: value for other, value in in_files.items() if other != name}
            return {**rest, "minimum": int(limits[1]), "maximum": last}
    return in_files


def _literal(value: object) -> object:
    """Return what a value in a file stands for, as `_plain` does; unknown when it is code."""
    if isinstance(value, list | tuple):
        return _together(_UNKNOWN if isinstance(one, str) and _CODE.match(one) else _plain(one) for one in value)
    if isinstance(value, str) and not value.startswith(":") and not any(p.fullmatch(value) for p in (_RANGE, _NUMBER, _REGEX)):
        return _UNKNOWN  # it may be the name of a method as well as a text
    return _plain(value)


def _plain(value: object) -> object:
    """Return a value so that equal ones are equal: symbols as their names, regular expressions in one way of writing."""
    if isinstance(value, list | tuple):
        return _together(_plain(one) for one in value)
    if isinstance(value, str):
        pattern = _REGEX.fullmatch(value)
        if pattern:
            return next(part for part in pattern.groups() if part is not None).replace("\\/", "/"), pattern[5]
        return value.removeprefix(":")
    return value if value is None or isinstance(value, bool | int | float) else _UNKNOWN


def _together(parts: Iterable[object]) -> object:
    found = tuple(parts)
    if any(one is _UNKNOWN for one in found):
        return _UNKNOWN
    return found[0] if len(found) == 1 else found


def default_difference(kind: str, in_file: object, at_runtime: object) -> FactDifference | None:
    """Return how the default of a column differs; `at_runtime` is a text or nothing, as databases give it."""
    if in_file is None and at_runtime is None:
        return None
    if at_runtime is None and isinstance(in_file, str) and (not in_file or _CODE.match(in_file)):
        return None  # an expression, or an empty text where the database tells none from nothing
    if isinstance(in_file, dict | list) or isinstance(at_runtime, dict) or _same_default(kind, in_file, at_runtime):
        return None
    return FactDifference("default", in_file, at_runtime)


def _same_default(kind: str, in_file: object, at_runtime: object) -> bool:
    one, other = str(in_file), str(at_runtime)
    if in_file is None or at_runtime is None:
        return in_file is at_runtime
    if kind == "boolean" or isinstance(in_file, bool):
        words = (one.lower(), other.lower())
        return all(word in _TRUE for word in words) or all(word in _FALSE for word in words)
    try:
        return one == other or Decimal(one) == Decimal(other)
    except InvalidOperation:
        return False
