"""The rules by which questions are understood and searched, read from one TOML file and checked on reading."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from core.errors import SettingsError, cause, did_you_mean

_PACKAGED = Path(__file__).with_name("retrieval.toml")
_TABLES = ("fillers", "frameworks", "types", "actions", "overview", "verbs", "places")


@dataclass(frozen=True, slots=True)
class TypeWords:
    """The words that ask for a type of unit, and the types that satisfy them.

    `common` are those of the words that also mean other things: they ask for the type only where one of it is asked for
    ("which job sends the mail"), not wherever they stand ("what becomes of a job that fails").
    """

    words: tuple[str, ...]
    types: tuple[str, ...]
    common: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ActionWords:
    """The verbs that people use for an action, and the names of members of a controller or view that perform it."""

    verbs: tuple[str, ...]
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AsideRule:
    """What only serves the rest, by its paths or by the types of its units, and the words of questions that ask for it."""

    pattern: re.Pattern[str] | None
    words: tuple[str, ...] = ()
    types: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rules:
    """Everything that `retrieval.toml` says."""

    fillers: frozenset[str]
    frameworks: frozenset[str]
    types: Mapping[str, TypeWords]
    actions: Mapping[str, ActionWords]
    overview: tuple[re.Pattern[str], ...]
    verbs: Mapping[str, tuple[str, ...]]
    places: Mapping[str, AsideRule]

    def __hash__(self) -> int:  # tables have none; what is made by rules is kept by them
        return hash((self.fillers, self.frameworks))


def read_rules(file: str | Path = "") -> Rules:
    """Return the rules of the file as it is now, by default those that come with the package.

    Raises `SettingsError` that names the file, the entry and, for an unknown name, the nearest known one.
    """
    path = Path(file).expanduser() if file else _PACKAGED
    try:
        return _parsed(path, path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
        message = f"The retrieval rules '{path}' cannot be read: {cause(problem)}."
        raise SettingsError(f"{message} Fix the file or unset search.rules.") from problem
    except (AttributeError, TypeError) as problem:
        message = f"The retrieval rules '{path}' have an invalid entry ({problem})."
        raise SettingsError(f"{message} Compare it with {_PACKAGED}.") from problem


@lru_cache(maxsize=4)
def _parsed(path: Path, text: str) -> Rules:
    """Return the rules of a text; the path is for messages."""
    data = tomllib.loads(text)
    _check(path, "", data, _TABLES)
    missing = [table for table in _TABLES if table not in data]
    if missing:
        raise SettingsError(f"The retrieval rules '{path}' lack [{missing[0]}]. Copy it from {_PACKAGED} and change it there.")
    return Rules(
        fillers=frozenset(data["fillers"]),
        frameworks=frozenset(name.lower() for name in data["frameworks"]),
        types={name: _asked(path, f"types.{name}", table) for name, table in data["types"].items()},
        actions={name: _action(path, f"actions.{name}", table) for name, table in data["actions"].items()},
        overview=_overview(path, data["overview"]),
        verbs={name: tuple(kinds) for name, kinds in data["verbs"].items()},
        places={name: _place(path, f"places.{name}", table) for name, table in data["places"].items()},
    )


def _asked(path: Path, where: str, table: Mapping[str, object]) -> TypeWords:
    _check(path, where, table, ("words", "types", "common"))
    return TypeWords(*(_texts(path, where, table, name) for name in ("words", "types", "common")))


def _action(path: Path, where: str, table: Mapping[str, object]) -> ActionWords:
    _check(path, where, table, ("verbs", "members"))
    return ActionWords(*(_texts(path, where, table, name) for name in ("verbs", "members")))


def _overview(path: Path, table: Mapping[str, object]) -> tuple[re.Pattern[str], ...]:
    _check(path, "overview", table, ("patterns",))
    return _patterns(path, "overview.patterns", _texts(path, "overview", table, "patterns"))


def _place(path: Path, where: str, table: Mapping[str, object]) -> AsideRule:
    _check(path, where, table, ("pattern", "words", "types"))
    pattern = next(iter(_patterns(path, where, [str(table["pattern"])] if "pattern" in table else [])), None)
    return AsideRule(pattern, _texts(path, where, table, "words"), _texts(path, where, table, "types"))


def _texts(path: Path, where: str, table: Mapping[str, object], name: str) -> tuple[str, ...]:
    given = table.get(name, [])
    if not isinstance(given, list) or not all(isinstance(one, str) for one in given):
        raise SettingsError(f"'{path}', {where}.{name}: {given!r} is not a list of texts. Give one.")
    return tuple(given)


def _patterns(path: Path, where: str, rows: Iterable[str]) -> tuple[re.Pattern[str], ...]:
    found = []
    for row in rows:
        try:
            found.append(re.compile(row, re.IGNORECASE))
        except re.error as problem:
            raise SettingsError(f"'{path}', {where}: {row!r} is not a regular expression ({problem}). Fix it.") from problem
    return tuple(found)


def _check(path: Path, where: str, names: Iterable[str], known: tuple[str, ...]) -> None:
    """Raise `SettingsError` for a name that is not known."""
    for name in names:
        if name not in known:
            entry = f"{where}.{name}".lstrip(".")
            raise SettingsError(f"'{path}': unknown entry '{entry}'. {did_you_mean(name, known)}")
