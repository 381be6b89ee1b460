"""Import rules of a team, in a small TOML file: what lies above what, what must not use what, what stays apart.

    [[layers]]                       # a layer may use those after it, never those before it
    name = "requests above domain"
    level = "folder"                 # folder (default), namespace, package or unit
    order = ["app/controllers", "app/services", "app/models"]

    [[forbidden]]
    name = "models do not render"
    from = ["app/models"]
    to = ["app/views", "app/helpers"]

    [[independent]]
    name = "packs stay apart"
    level = "package"
    groups = ["packs/billing", "packs/catalog"]

A name stands for itself and everything below it (`app/models` for `app/models/concerns`, `Admin` for `Admin::Users`); `*`
and `?` match as in file names. Each rule may limit `kinds` and exempt single links: `except = ["Order -> OrdersHelper"]`.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from core.errors import SettingsError

LEVELS = ("folder", "namespace", "package", "unit")
_KEYS = {
    "layers": ("order",),
    "forbidden": ("from", "to"),
    "independent": ("groups",),
}
_OPTIONAL = ("name", "level", "kinds", "except")
_BELOW = ("/", "::", ".", "#")


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: `form` is layers, forbidden or independent; `groups` are layers from the top, (from, to), or the groups."""

    name: str
    form: str
    level: str
    groups: tuple[tuple[str, ...], ...]
    kinds: tuple[str, ...] = ()
    exempt: tuple[tuple[str, str], ...] = ()

    def breach(self, source: str, target: str) -> str:
        """Return why a link from one group to another breaks the rule, or nothing."""
        here, there = self._group(source), self._group(target)
        if self.form == "forbidden":
            bad = any(matches(source, one) for one in self.groups[0]) and any(matches(target, one) for one in self.groups[1])
            return f"{source} must not use {target}" if bad else ""
        if here is None or there is None or here == there:
            return ""
        if self.form == "layers":
            return f"{source} lies below {target}" if there < here else ""
        return f"{source} and {target} must stay apart"

    def _group(self, place: str) -> int | None:
        fits = (number for number, names in enumerate(self.groups) if any(matches(place, name) for name in names))
        return next(fits, None)

    def exempts(self, source: str, target: str) -> bool:
        """Whether the link between two identifiers is allowed in spite of the rule."""
        return any(fnmatchcase(source, one) and fnmatchcase(target, other) for one, other in self.exempt)


def matches(place: str, name: str) -> bool:
    """Whether a place is what the name stands for, or lies below it."""
    return fnmatchcase(place, name) or any(fnmatchcase(place, f"{name}{mark}*") for mark in _BELOW)


def read_rules(path: Path) -> tuple[Rule, ...]:
    """Return the rules of a file, in its order by form; raises `SettingsError` that names the table and key at fault."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as problem:
        raise SettingsError(f"The rules {path} cannot be read: {problem.strerror}. Give the path of a TOML file.") from problem
    return parse_rules(text, str(path))


def parse_rules(text: str, where: str = "the rules") -> tuple[Rule, ...]:
    """Return the rules of a TOML text; `where` names it in messages."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise SettingsError(f"{where} is not TOML: {problem}. Correct that line.") from problem
    _refuse_unknown(where, tables, tuple(_KEYS))
    return tuple(
        _rule(f"{where}, {form} {number}", form, table)
        for form in _KEYS
        for number, table in enumerate(_tables(where, form, tables.get(form, [])), start=1)
    )


def _tables(where: str, form: str, value: object) -> list[Mapping[str, object]]:
    if not isinstance(value, list) or not all(isinstance(table, dict) for table in value):
        raise SettingsError(f"{where}: '{form}' is not a list of tables. Write each rule as [[{form}]].")
    return value


def _rule(where: str, form: str, table: Mapping[str, object]) -> Rule:
    _refuse_unknown(where, table, (*_KEYS[form], *_OPTIONAL))
    lists = [_names(where, table, key) for key in _KEYS[form]]
    groups = tuple(lists) if form == "forbidden" else tuple((name,) for name in lists[0])
    level = table.get("level", "folder")
    if level not in LEVELS:
        raise SettingsError(f"{where}: unknown level '{level}'. Choose one of: {', '.join(LEVELS)}.")
    kinds = _names(where, table, "kinds") if "kinds" in table else ()
    exempt = tuple(_pair(where, text) for text in (_names(where, table, "except") if "except" in table else ()))
    return Rule(str(table.get("name", where)), form, level, groups, kinds, exempt)


def _refuse_unknown(where: str, table: Mapping[str, object], known: tuple[str, ...]) -> None:
    for key in table:
        if key not in known:
            near = difflib.get_close_matches(key, known, n=1)
            hint = f"Did you mean '{near[0]}'?" if near else f"Known are: {', '.join(known)}."
            raise SettingsError(f"{where}: unknown key '{key}'. {hint}")


def _names(where: str, table: Mapping[str, object], key: str) -> tuple[str, ...]:
    value = table.get(key)
    if not isinstance(value, list) or not value or not all(isinstance(name, str) and name for name in value):
        raise SettingsError(f"{where}: '{key}' is missing or not a list of names. Write {key} = [\"…\"].")
    return tuple(value)


def _pair(where: str, text: str) -> tuple[str, str]:
    source, arrow, target = text.partition("->")
    if not arrow or not source.strip() or not target.strip():
        raise SettingsError(f"{where}: the exception '{text}' is no link. Write it as \"Source -> Target\".")
    return source.strip(), target.strip()
