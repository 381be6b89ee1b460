"""The contracts of import-linter, as `.importlinter`, `setup.cfg` and `pyproject.toml` declare them."""

from __future__ import annotations

import configparser
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from core.errors import SettingsError

FILES = ("setup.cfg", ".importlinter", "pyproject.toml")
"""Where import-linter looks in a folder, in its order: the first that has its section counts."""

TYPES: Mapping[str, tuple[str, ...]] = {
    "layers": ("layers",),
    "forbidden": ("source_modules", "forbidden_modules"),
    "independence": ("modules",),
    "protected": ("protected_modules", "allowed_importers"),
    "private_modules": (),
    "acyclic_siblings": ("ancestors",),
}
"""The types that are checked, and what each needs."""

_SECTION = "importlinter"


@dataclass(frozen=True, slots=True)
class Contract:
    """One contract: its type as `form`, where it is declared, and its options with those of the whole file."""

    name: str
    form: str
    at: str
    options: Mapping[str, tuple[str, ...]]

    def names(self, key: str) -> tuple[str, ...]:
        """Return the names of an option, none where it is missing."""
        return self.options.get(key, ())

    def says(self, key: str, usual: bool = False) -> bool:
        """Return the truth of an option."""
        return self.options[key] in (("True",), ("true",)) if key in self.options else usual

    @property
    def file(self) -> str:
        """The file that declares the contract."""
        return self.at.rpartition(":")[0]

    @property
    def line(self) -> int:
        """The line at which it begins."""
        return int(self.at.rpartition(":")[2])


@dataclass(frozen=True, slots=True)
class Contracts:
    """The contracts of a file, and the names of those of other types, which are not checked."""

    contracts: tuple[Contract, ...] = ()
    unread: tuple[str, ...] = ()


def read_contracts(text: str, path: str) -> Contracts | None:
    """Return the contracts of a file; None when import-linter reads nothing in it.

    Raises `SettingsError` for a text that cannot be read and for a contract that lacks what its type needs.
    """
    is_toml = path.endswith(".toml")
    if _SECTION not in text:
        return None
    try:
        session, tables = _of_toml(text) if is_toml else _of_ini(text)
    except (tomllib.TOMLDecodeError, configparser.Error) as problem:
        raise SettingsError(f"{path} cannot be read: {str(problem).splitlines()[0]}. Correct that line.") from problem
    if not session and not tables:
        return None
    contracts: list[Contract] = []
    unread: list[str] = []
    for number, table in enumerate(tables):
        at = f"{path}:{_line(text, number, toml=is_toml)}"
        options = {key: _texts(value) for key, value in {**session, **table}.items()}
        made = Contract(" ".join(options.get("name", (at,))), " ".join(options.get("type", ("no type",))), at, options)
        if made.form not in TYPES:
            unread.append(f"{made.name} ({made.form})")
            continue
        for key in TYPES[made.form]:
            if not made.names(key):
                raise SettingsError(f"{at}: the contract '{made.name}' has no '{key}'. Add the list, or remove the contract.")
        contracts.append(made)
    return Contracts(tuple(contracts), tuple(unread))


_Tables = tuple[Mapping[str, object], list[Mapping[str, object]]]


def _of_toml(text: str) -> _Tables:
    tool = tomllib.loads(text).get("tool", {})
    table = tool.get(_SECTION, {}) if isinstance(tool, dict) else {}
    if not isinstance(table, dict):
        return {}, []
    contracts = table.pop("contracts", [])
    return table, [one for one in contracts if isinstance(one, dict)] if isinstance(contracts, list) else []


def _of_ini(text: str) -> _Tables:
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.read_string(text)
    if not parser.has_section(_SECTION) and not any(one.startswith(f"{_SECTION}:") for one in parser.sections()):
        return {}, []
    session = dict(parser[_SECTION]) if parser.has_section(_SECTION) else {}
    return session, [dict(parser[one]) for one in parser.sections() if one.startswith(f"{_SECTION}:contract:")]


def _texts(value: object) -> tuple[str, ...]:
    """Return the lines of an option, or the items of a list."""
    items: Iterator[object] = iter(value) if isinstance(value, list) else iter(str(value).splitlines())
    return tuple(text for one in items if (text := str(one).strip()))


def _line(text: str, number: int, *, toml: bool) -> int:
    head = r"\s*\[\[\s*tool\.importlinter\.contracts\s*\]\]" if toml else rf"\s*\[{_SECTION}:contract:"
    found = [at for at, line in enumerate(text.splitlines(), start=1) if re.match(head, line)]
    return found[number] if number < len(found) else 1
