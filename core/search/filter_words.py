"""Filters that a question writes as code hosts have them: `type:job path:app/services -path:lib lang:ruby changed:<30d`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from core.errors import SettingsError
from core.model.run import Filters
from core.model.where import BY_NAME, limited
from core.open_index import OpenIndex

_FILTER = re.compile(r"""(?<!\S)(?P<minus>-)?(?P<name>[a-z_]+):(?P<values>"[^"]+"|[^\s"]+)""")
_NAMES: Mapping[str, str] = {
    "type": "type", "path": "file_path", "file": "file_path", "lang": "language", "language": "language",
    "repo": "repository", "name": "name", "is": "is", "changed": "changed", **{name: name for name in BY_NAME},
}  # fmt: skip
"""The names that a filter may begin with, and what each limits."""
_EXCLUDED: Mapping[str, str] = {"type": "type:", "file_path": "path:", "language": "language:", "name": ""}
"""What can be left out, and how `Filters.exclude` writes it."""
_LEAVING_OUT = re.compile(
    r"\b(?:except|excluding|other than|apart from|aside from|besides|leaving out|outside of|but not|only in|limited to)\b",
    re.IGNORECASE,
)
_HINT = (
    "Words such as “{}” exclude nothing. Write path:app, type:job or lang:ruby to keep only these, -path:lib to leave some out."
)


@dataclass(frozen=True, slots=True)
class FilteredQuestion:
    """A question without the filters that it writes: all filters that hold, what to say of them, and the rest of its text."""

    filters: Filters
    notes: tuple[str, ...]
    rest: str


def read_filters(text: str, index: OpenIndex, given: Filters, *, strict: bool = False) -> FilteredQuestion:
    """Return the filters of a question joined with those given.

    What has a value that this index cannot have is no filter: it stays in the text, with a note. So does everything where
    nothing else is asked. If `strict`, an unknown name or value raises `SettingsError`.
    """
    known, notes, taken = given, list[str](), set[int]()
    for match in _FILTER.finditer(text):
        name = _NAMES.get(match["name"])
        if name is None and not strict:
            continue
        values = tuple(value for value in match["values"].strip('"').split(",") if value)
        try:
            known = _joined(
                known, name or match["name"], _known_values(name or "", values, index), leaves_out=bool(match["minus"])
            )
        except SettingsError as error:
            if strict:
                raise
            notes.append(f"“{match[0]}” is no filter here and was searched as text. {error}")
        else:
            taken.add(match.start())
    rest = " ".join(_FILTER.sub(lambda match: "" if match.start() in taken else match[0], text).split())
    if (said := _LEAVING_OUT.search(rest)) is not None:
        notes.append(_HINT.format(said[0].lower()))
    return FilteredQuestion(known, tuple(notes), rest or " ".join(match["values"] for match in _FILTER.finditer(text)))


def _joined(filters: Filters, name: str, values: tuple[str, ...], *, leaves_out: bool) -> Filters:
    if leaves_out:
        if name == "is":
            return filters  # tests are left out already
        if name not in _EXCLUDED:
            raise SettingsError(f"Only {', '.join(_EXCLUDED)} can be left out.")
        return replace(filters, exclude=(*filters.exclude, *(f"{_EXCLUDED[name]}{value}" for value in values)))
    if name == "name":
        raise SettingsError("Write the name alone.")
    tests = filters.include_tests or name == "is"
    return limited(replace(filters, include_tests=tests), {name: values})


def _known_values(name: str, values: tuple[str, ...], index: OpenIndex) -> tuple[str, ...]:
    """Return the values; raises `SettingsError` with those that there are where the index has no such one."""
    there = _VALUES[name](index) if name in _VALUES else None
    if there is not None and (wrong := [value for value in values if value not in there]):
        raise SettingsError(f"No {name} '{wrong[0]}'. Choose from: {', '.join(sorted(there)) or 'none'}.")
    return values


_VALUES: Mapping[str, Callable[[OpenIndex], set[str]]] = {
    "type": lambda index: set(index.by_type),
    "part": lambda index: set(index.parts.values()),
    "language": lambda index: {head.language for head in index.heads if head.language},
    "repository": lambda index: {member.name for member in index.manifest.members},
}
