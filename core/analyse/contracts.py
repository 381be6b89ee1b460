"""The contracts of import-linter as rules: layers, forbidden, independence and protected, of `.importlinter`, `setup.cfg` or
`pyproject.toml`.

A contract of import-linter also follows chains of imports through other modules; here a rule looks at the direct ones.
"""

from __future__ import annotations

import configparser
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from core.analyse.rules import Rule
from core.errors import SettingsError

FILES = (".importlinter", "setup.cfg", "pyproject.toml")
"""Where import-linter looks for its contracts, in its order: the first that has some counts."""

_SECTION = "importlinter"
_LISTS = (
    "layers", "containers", "modules", "source_modules", "forbidden_modules", "protected_modules", "allowed_importers",
    "ignore_imports",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Contracts:
    """The rules that contracts stand for, and the names of those of other types, which are not checked."""

    rules: tuple[Rule, ...] = ()
    unread: tuple[str, ...] = ()


def read_contracts(text: str, name: str) -> Contracts | None:
    """Return the contracts of a file of this name; None when it has none.

    Raises `SettingsError` for a text that cannot be read and for a contract that lacks what its type needs.
    """
    try:
        found = list(_of_toml(text) if name.endswith(".toml") else _of_ini(text))
    except (tomllib.TOMLDecodeError, configparser.Error) as problem:
        raise SettingsError(f"{name} cannot be read: {str(problem).splitlines()[0]}. Correct that line.") from problem
    if not found:
        return None
    rules: list[Rule] = []
    unread: list[str] = []
    for number, contract in enumerate(found):
        at = f"{name}:{_line(text, number, toml=name.endswith('.toml'))}"
        made = _rules(contract, at)
        rules += made or []
        unread += [] if made is not None else [f"{contract.get('name', at)} ({contract.get('type', 'no type')})"]
    return Contracts(tuple(rules), tuple(unread))


def module_of(file_path: str) -> str:
    """Return the dotted name of the module that a file of Python is; empty for another file."""
    path = PurePosixPath(file_path)
    if path.suffix != ".py":
        return ""
    parts = [*path.parent.parts, *([] if path.stem == "__init__" else [path.stem])]
    return ".".join(parts[1:] if parts[:1] == ["src"] else parts)


def _of_toml(text: str) -> Iterator[Mapping[str, object]]:
    tool = tomllib.loads(text).get("tool", {})
    table = tool.get(_SECTION, {}) if isinstance(tool, dict) else {}
    contracts = table.get("contracts", []) if isinstance(table, dict) else []
    yield from (one for one in contracts if isinstance(one, dict))


def _of_ini(text: str) -> Iterator[Mapping[str, object]]:
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.read_string(text)
    for section in parser.sections():
        if section.startswith(f"{_SECTION}:contract:"):
            values: dict[str, object] = dict(parser[section])
            yield values | {
                key: [line.strip() for line in str(values[key]).splitlines() if line.strip()] for key in _LISTS if key in values
            }


def _line(text: str, number: int, *, toml: bool) -> int:
    head = r"\s*\[\[\s*tool\.importlinter\.contracts\s*\]\]" if toml else rf"\s*\[{_SECTION}:contract:"
    found = [at for at, line in enumerate(text.splitlines(), start=1) if re.match(head, line)]
    return found[number] if number < len(found) else 1


def _rules(contract: Mapping[str, object], at: str) -> list[Rule] | None:
    """Return the rules of a contract; None for a type that is not known here."""
    name = str(contract.get("name", at))
    exempt = tuple(
        (source.strip(), target.strip())
        for source, _, target in (one.partition("->") for one in _names(contract, "ignore_imports"))
    )

    def rule(form: str, groups: Sequence[Sequence[str]]) -> Rule:
        return Rule(name, form, "module", tuple(map(tuple, groups)), ("imports",), exempt, at, values=False)

    kind = contract.get("type")
    if kind == "layers":
        return [rule(form, groups) for form, groups in _layers(contract, name, at)]
    if kind == "forbidden":
        return [rule("forbidden", [_needed(contract, key, name, at) for key in ("source_modules", "forbidden_modules")])]
    if kind == "independence":
        return [rule("independent", [(module,) for module in _needed(contract, "modules", name, at)])]
    if kind == "protected":
        return [rule("protected", [_needed(contract, key, name, at) for key in ("protected_modules", "allowed_importers")])]
    return None


def _layers(contract: Mapping[str, object], name: str, at: str) -> Iterator[tuple[str, list[tuple[str, ...]]]]:
    """Yield the layers of each container, and after them the siblings of a layer that stay apart."""
    layers = _needed(contract, "layers", name, at)
    for container in _names(contract, "containers") or ("",):
        prefix = f"{container}." if container else ""
        rows = [tuple(prefix + one for one in _siblings(layer)) for layer in layers]
        yield "layers", rows
        for row, layer in zip(rows, layers, strict=True):
            if "|" in layer:
                siblings: list[tuple[str, ...]] = [(one,) for one in row]
                yield "independent", siblings


def _siblings(layer: str) -> list[str]:
    return [one.strip().strip("()").strip() for one in re.split(r"[|:]", layer)]


def _names(contract: Mapping[str, object], key: str) -> tuple[str, ...]:
    value = contract.get(key, [])
    return tuple(map(str, value)) if isinstance(value, list) else (str(value),)


def _needed(contract: Mapping[str, object], key: str, name: str, at: str) -> tuple[str, ...]:
    if found := _names(contract, key):
        return found
    raise SettingsError(f"{at}: the contract '{name}' has no '{key}'. Add the list, or remove the contract.")
