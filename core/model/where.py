"""Limits of a question by name, `{"importance": "high"}`: which names and values there are, and the filters that they make."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypedDict

from core.errors import SettingsError, did_you_mean
from core.model.run import Filters

Where = Mapping[str, str | Sequence[str]] | Iterable[tuple[str, str | Sequence[str]]]
"""Values by name, one or several of each: any of them will do."""


class Limits(TypedDict, total=False):
    """What a caller may limit a question by, each left out or given by name."""

    types: Sequence[str]
    paths: Sequence[str]  # globs
    languages: Sequence[str]
    exclude: Sequence[str]  # units
    include_tests: bool
    repositories: Sequence[str]  # members of a group
    where: Where


_OWN: Mapping[str, str] = {
    "type": "types", "file_path": "paths", "language": "languages", "repository": "repositories",
}  # fmt: skip
_ALSO: Mapping[str, str] = {
    "file_patterns": "file_path",
    "source_types": "source_type",
    "types": "type",
    "languages": "language",
}
"""Other names, as requests of the family of tools have them."""
BY_NAME: Mapping[str, tuple[str, ...]] = {
    "namespace": (),
    "package": (),
    "part": (),
    "change_frequency": ("new", "hot", "active", "stable", "dormant", "unknown"),
    "importance": ("low", "medium", "high"),
    "source_type": ("code", "markdown", "text"),
}
"""The names that are limited by name alone, each with the values that it may have; any text where none are listed."""
_WRITTEN: Mapping[str, tuple[str, ...]] = {"is": ("test",), "changed": ()}
"""Names that a question may write and no list of values offers."""
_AGE = re.compile(r"[<>]\d{1,5}[dwmy]")


def limited(filters: Filters, where: Where) -> Filters:
    """Return filters that also hold what is asked for by name; raises `SettingsError` for an unknown name or value."""
    own: dict[str, tuple[str, ...]] = {}
    more: list[tuple[str, tuple[str, ...]]] = []
    for said, given in listed(where).items():
        name, values = _ALSO.get(said, said), tuple(given)
        _check(name, values)
        if name in _OWN:
            own[_OWN[name]] = (*own.get(_OWN[name], ()), *values)
        elif values:
            more.append((name, values))
    return replace(
        filters,
        types=(*filters.types, *own.get("types", ())),
        paths=(*filters.paths, *own.get("paths", ())),
        languages=(*filters.languages, *own.get("languages", ())),
        repositories=(*filters.repositories, *own.get("repositories", ())),
        where=tuple(sorted((*filters.where, *more))),
    )


def listed(where: Where) -> dict[str, list[str]]:
    """Return the values by name as they are sent to a server."""
    return {name: [given] if isinstance(given, str) else list(given) for name, given in dict(where).items()}


def _check(name: str, values: Sequence[str]) -> None:
    known = [*_OWN, *BY_NAME, *_WRITTEN]
    if name not in known:
        raise SettingsError(f"No filter '{name}'. {did_you_mean(name, known)}")
    allowed = BY_NAME.get(name, ()) or _WRITTEN.get(name, ())
    if allowed and (wrong := [value for value in values if value not in allowed]):
        raise SettingsError(f"No {name} '{wrong[0]}'. Choose from: {', '.join(allowed)}.")
    if name == "changed" and (wrong := [value for value in values if not _AGE.fullmatch(value)]):
        raise SettingsError(
            f"No age '{wrong[0]}'. Write changed:<30d for the last 30 days; w, m and y are weeks, months and years."
        )
