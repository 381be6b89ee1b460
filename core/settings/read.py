"""Read the settings once, at the edge: defaults, then `orienteer.toml`, then the environment, then explicit values."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeGuard, TypeVar

from core.errors import SettingsError, cause, did_you_mean
from core.model.parsed import Parsed
from core.settings.other_names import with_own_names
from core.settings.presets import DATABASE_VARIABLES, database_password, preset_name, preset_values
from core.settings.values import Gems, GemSettings, Settings

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

_Group = TypeVar("_Group", bound="DataclassInstance")
_PREFIX = "ORIENTEER_"
_FILE = "orienteer.toml"
_ROUTE_KEY = "ORIENTEER_ROUTE_KEY"
_ANSWER_KEY = "ORIENTEER_ANSWER_KEY"
TOKEN = "ORIENTEER_TOKEN"
"""The variable with the token of a server: a command line can be read by every user of the machine."""
CATALOG_KEY = "ORIENTEER_CATALOG_KEY"
"""The variable with the password for the server that has catalogs."""
GRAPH_KEY = "ORIENTEER_GRAPH_KEY"
"""The variable with the password for the server that has graphs."""
VECTORS_KEY = "ORIENTEER_VECTORS_KEY"
"""The variable with the password, key or token of the server that has vectors."""
EMBED_KEY = "ORIENTEER_EMBED_KEY"
"""The variable with the key of the service that embeds; without it that service's own variable is read."""
RERANK_KEY = "ORIENTEER_RERANK_KEY"
"""The variable with the key of the service that reranks; without it that service's own variable is read."""
_SECRETS = {_ROUTE_KEY, _ANSWER_KEY, TOKEN, CATALOG_KEY, GRAPH_KEY, VECTORS_KEY, EMBED_KEY, RERANK_KEY}
_ENVIRONMENT = "ORIENTEER_ENV"
_NOT_SETTINGS = {"ORIENTEER_CONFIG", "ORIENTEER_INDEX", _ENVIRONMENT, *DATABASE_VARIABLES, *_SECRETS}
"""A file, an index, a section of the file, addresses that may hold passwords, secrets: not values."""


class GivenValue(NamedTuple):
    """A value as it was given, with where: "the preset local", "orienteer.toml", "$ORIENTEER_HOME", "--set"."""

    name: str
    value: object
    origin: str


def read_settings(overrides: Mapping[str, object] | None = None, file: Path | None = None) -> Settings:
    """Return the settings in force here.

    `overrides` maps dotted names such as `rank.recency` to values or their text. `file` replaces the search for
    `$ORIENTEER_CONFIG` and `./orienteer.toml`. Environment variables have names such as `ORIENTEER_HOME` or
    `ORIENTEER_RANK_RECENCY`. Every explicit value overrides a preset. Raises `SettingsError` for a value of the wrong kind
    and for an unknown name, with the nearest known one.
    """
    settings = Settings()
    for given in given_settings(overrides, file):
        settings = changed(settings, given.name, given.value)
    return settings


def given_settings(overrides: Mapping[str, object] | None = None, file: Path | None = None) -> list[GivenValue]:
    """Return all values that are given, in the order in which the later one holds; raises `SettingsError` for no setting."""
    given = [*_from_file(file), *_from_environment(), *(GivenValue(*pair, "--set") for pair in (overrides or {}).items())]
    given = [GivenValue(*pair, one.origin) for one in given for pair in with_own_names(one.name, one.value)]
    wanted = next((str(one.value) for one in reversed(given) if one.name == "preset"), "")
    if not wanted:
        return given
    origin = f"the preset {preset_name(wanted)}"
    first = [GivenValue(name, value, origin) for name, value in preset_values(wanted).items()]
    last = {one.name: str(one.value) for one in (*first, *given)}
    if last["index.vectors"] == "pgvector" and "index.vectors_at" not in last and last["index.catalog"] == "postgresql":
        first.append(GivenValue("index.vectors_at", last.get("index.catalog_at", ""), origin))  # one database for both
    return [*first, *given]


def route_key() -> str:
    """Return the key for the language model that routes questions, from `$ORIENTEER_ROUTE_KEY`; empty when there is none."""
    return os.environ.get(_ROUTE_KEY, "").strip()


def answer_key() -> str:
    """Return the key for the language model that answers, from `$ORIENTEER_ANSWER_KEY`; empty when there is none."""
    return os.environ.get(_ANSWER_KEY, "").strip()


def catalog_key(at: str = "") -> str | None:
    """Return the password for the server of catalogs, from `$ORIENTEER_CATALOG_KEY`; None when there is none.

    Without that variable the password counts that came with the address `at` in the environment (`$DATABASE_URL`).
    """
    return os.environ.get(CATALOG_KEY) or database_password(at)


def vectors_key(at: str = "") -> str | None:
    """Return the password, key or token of the server of vectors, from `$ORIENTEER_VECTORS_KEY`, else as `catalog_key` does."""
    return os.environ.get(VECTORS_KEY) or database_password(at)


def graph_key() -> str | None:
    """Return the password for the server of graphs, from `$ORIENTEER_GRAPH_KEY`; None when there is none."""
    return os.environ.get(GRAPH_KEY)


def changed(settings: Settings, name: str, value: object) -> Settings:
    """Return the settings with one dotted name set; text is converted to the type of the present value.

    A preset only leaves its name: what it stands for is settled when settings are read.
    """
    if name == "preset" and value:
        value = preset_name(str(value))
    return _changed(settings, name.split("."), value, name)


def names(settings: Settings | None = None) -> tuple[str, ...]:
    """Return every dotted name that can be set, in the order of the groups."""
    return tuple(_names(settings or Settings(), ""))


def _changed(owner: _Group, path: list[str], value: object, full: str) -> _Group:
    head, rest = path[0], path[1:]
    known = [field.name for field in fields(owner)]
    if head not in known:
        raise SettingsError(_unknown(full))
    present = getattr(owner, head)
    if rest and _is_group(present):
        return replace(owner, **{head: _changed(present, rest, value, full)})
    if len(rest) > 1 and isinstance(present, Gems):
        *name, attribute = rest
        gem = ".".join(name)
        return replace(owner, **{head: Gems({**present, gem: _gem(present.get(gem, GemSettings()), attribute, value, full)})})
    if rest and isinstance(present, dict) and not isinstance(present, Gems):
        return replace(owner, **{head: {**present, ".".join(rest): _converted(value, 0.0, full)}})
    if rest or _is_group(present):
        raise SettingsError(_unknown(full))
    return replace(owner, **{head: _converted(value, present, full)})


def _is_group(value: object) -> TypeGuard[DataclassInstance]:
    return is_dataclass(value)


def _gem(gem: GemSettings, attribute: str, value: object, full: str) -> GemSettings:
    if attribute == "priority" and value not in ("high", "medium"):
        raise SettingsError(f"The setting '{full}' cannot be {value!r}: it takes high or medium.")
    return _changed(gem, [attribute], value, full)


def _converted(value: Parsed, present: Parsed, name: str) -> object:
    try:
        if isinstance(present, bool):
            return value if isinstance(value, bool) else {"true": True, "false": False}[str(value).lower()]
        if isinstance(present, tuple):
            return tuple(value.split(",")) if isinstance(value, str) else tuple(value)
        if isinstance(present, dict):
            return {**present, **{key: float(number) for key, number in value.items()}}
        return type(present)(value)
    except (KeyError, TypeError, ValueError, AttributeError) as problem:
        wanted = {bool: "true or false", int: "a whole number", float: "a number"}.get(type(present), "another kind of value")
        raise SettingsError(f"The setting '{name}' cannot be {value!r}: it takes {wanted}.") from problem


def _unknown(name: str) -> str:
    return f"No setting '{name}'. {did_you_mean(name, names(), 'List them: orienteer settings --defaults')}"


def _names(owner: DataclassInstance, prefix: str) -> Iterator[str]:
    for field in fields(owner):
        value = getattr(owner, field.name)
        if _is_group(value):
            yield from _names(value, f"{prefix}{field.name}.")
        elif isinstance(value, Gems) and value:
            yield from (name for gem, one in value.items() for name in _names(one, f"{prefix}{field.name}.{gem}."))
        elif isinstance(value, dict) and value:
            yield from (f"{prefix}{field.name}.{key}" for key in value)
        else:
            yield f"{prefix}{field.name}"


def _from_file(file: Path | None) -> list[GivenValue]:
    """Return the values of the file, then those of the section for the environment that this is."""
    path = file or Path(os.environ.get("ORIENTEER_CONFIG", _FILE))
    wanted = os.environ.get(_ENVIRONMENT, "")
    if not path.exists():
        if file or "ORIENTEER_CONFIG" in os.environ:
            raise SettingsError(f"The settings file '{path}' does not exist. Create it, or unset ORIENTEER_CONFIG.")
        if wanted:
            raise SettingsError(f"${_ENVIRONMENT} is '{wanted}', but '{path}' has no section for it. Unset it.")
        return []
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as problem:
        raise SettingsError(f"The settings file '{path}' cannot be read: {cause(problem)}.") from problem
    for declared in ("architecture", "parts"):  # what a checkout declares is in the same file, and is no setting
        data.pop(declared, None)
    sections = data.pop("environments", {})
    if not isinstance(sections, dict) or not all(isinstance(section, dict) for section in sections.values()):
        raise SettingsError(f"'{path}' has invalid environments. Write sections such as [environments.production].")
    name = wanted or os.environ.get("RAILS_ENV", "") or "development"
    if wanted and wanted not in sections:
        there = ", ".join(sections) or "none"
        raise SettingsError(f"'{path}' has no section [environments.{wanted}] (${_ENVIRONMENT}). Choose from: {there}.")
    of_all = [GivenValue(name, value, str(path)) for name, value in _flat(data, "")]
    of_one = [GivenValue(key, value, f"{path} [{name}]") for key, value in _flat(sections.get(name, {}), "")]
    return [*of_all, *of_one]


def _flat(table: Mapping[str, object], prefix: str) -> Iterator[tuple[str, object]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


def _from_environment() -> Iterator[GivenValue]:
    by_variable = {_PREFIX + name.replace(".", "_").upper(): name for name in names()}
    for variable in sorted(os.environ):
        if not variable.startswith(_PREFIX) or variable in _NOT_SETTINGS:
            continue
        if variable not in by_variable:
            hint = did_you_mean(variable, by_variable, "List the settings: orienteer settings --defaults")
            raise SettingsError(f"Unknown variable {variable}. {hint}")
        yield GivenValue(by_variable[variable], os.environ[variable], f"${variable}")
