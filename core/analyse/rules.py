"""What a team declares about its architecture: what lies above what, what may use what, what stays apart.

    [[architecture.layers]]          # a layer may use those after it, never those before it
    name = "requests above domain"
    level = "folder"                 # folder (default), namespace, package, part or unit
    order = ["app/controllers", "app/services", "app/models"]

    [[architecture.allowed]]         # these may use nothing else
    of = ["app/serializers"]
    only = ["app/models", "lib"]

    [[architecture.protected]]       # these may be used by nothing else
    of = ["app/services/billing"]
    by = ["app/controllers/billing"]

    [[architecture.forbidden]]
    from = ["app/models"]
    to = ["app/views", "app/helpers"]

    [[architecture.independent]]
    level = "package"
    groups = ["packs/billing", "packs/catalog"]

A name stands for itself and everything below it (`app/models` for `app/models/concerns`, `Admin` for `Admin::Users`); where
two names fit, the longer one is meant. `*` and `?` match as in file names. Each rule may have a `name`, limit `kinds` and
exempt single links: `except = ["Order -> OrdersHelper"]`. The same tables without `architecture.` are read as well.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from core.errors import SettingsError, did_you_mean

LEVELS = ("folder", "namespace", "package", "part", "unit")
TABLE = "architecture"
"""The table of `orienteer.toml` that holds the rules."""
_KEYS = {
    "layers": ("order",),
    "allowed": ("of", "only"),
    "protected": ("of", "by"),
    "forbidden": ("from", "to"),
    "independent": ("groups",),
}
_OPTIONAL = ("name", "level", "kinds", "except")
_BELOW = ("/", "::", ".", "#")
_SAID = {
    "layers": "{order} as layers",
    "allowed": "{of} may use only {only}",
    "protected": "{of} may be used only by {by}",
    "forbidden": "{from} must not use {to}",
    "independent": "{groups} independent",
}


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: `form` is layers, allowed, protected, forbidden or independent.

    `groups` are the layers from the top, the groups that stay apart, or the two lists of another form. `at` says where it is
    declared.
    """

    name: str
    form: str
    level: str
    groups: tuple[tuple[str, ...], ...]
    kinds: tuple[str, ...] = ()
    exempt: tuple[tuple[str, str], ...] = ()
    at: str = ""

    def breach(self, source: str, target: str) -> str:
        """Return why a link from one place to another breaks the rule, or nothing."""
        if self.form in ("layers", "independent"):
            here, there = self._group(source), self._group(target)
            if here is None or there is None or here == there:
                return ""
            if self.form == "layers":
                return f"{source} is below {target}" if there < here else ""
            return f"{source} and {target} must be independent"
        user, used = (target, source) if self.form == "protected" else (source, target)
        first, second = _fits(user, self.groups[0]), _fits(used, self.groups[1])
        if self.form == "forbidden":
            return f"{source} must not use {target}" if first and second else ""
        if not first or second or _fits(used, self.groups[0]):
            return ""
        others = ", ".join(self.groups[1])
        if self.form == "allowed":
            return f"{source} may use only {others}, and uses {target}"
        return f"{target} is reserved for {others}, but {source} uses it"

    def _group(self, place: str) -> int | None:
        fits = [(-len(name), number) for number, names in enumerate(self.groups) for name in names if matches(place, name)]
        return min(fits)[1] if fits else None

    def between(self, source: str, target: str) -> str:
        """Return the two ends of a link as the rule names them, by themselves where it does not."""
        return f"{self._named(source)} → {self._named(target)}"

    def _named(self, place: str) -> str:
        fits = [name for names in self.groups for name in names if matches(place, name)]
        return max(fits, key=len, default=place)

    def exempts(self, source: str, target: str) -> bool:
        """Whether the link between two identifiers is allowed in spite of the rule."""
        return any(_fits(source, (one,)) and _fits(target, (other,)) for one, other in self.exempt)


def matches(place: str, name: str) -> bool:
    """Whether a place is what the name stands for, or lies below it."""
    return fnmatchcase(place, name) or any(fnmatchcase(place, f"{name}{mark}*") for mark in _BELOW)


def _fits(place: str, names: tuple[str, ...]) -> bool:
    return any(matches(place, name) for name in names)


def read_rules(path: Path) -> tuple[Rule, ...]:
    """Return the rules of a file, in its order by form; raises `SettingsError` that names the table and key at fault."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        why = getattr(problem, "strerror", None) or "it is not UTF-8"
        raise SettingsError(f"The rules {path} cannot be read: {why}. Give the path of a TOML file.") from problem
    return parse_rules(text, str(path))


def parse_rules(text: str, where: str = "the rules") -> tuple[Rule, ...]:
    """Return the rules of a TOML text: of its table `architecture`, or of the text that has nothing else.

    `where` names the text in messages and in `Rule.at`.
    """
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise SettingsError(f"{where} is not valid TOML: {problem}. Correct that line.") from problem
    inner = tables.get(TABLE, tables)
    if not isinstance(inner, dict):
        raise SettingsError(f"{where}: '{TABLE}' is not a table. Write its rules as [[{TABLE}.layers]].")
    _refuse_unknown(where, inner, tuple(_KEYS))
    prefix = f"{TABLE}." if TABLE in tables else ""
    return tuple(
        _rule(f"{where}, {form} {number}", form, table, f"{where}:{line}" if line else where)
        for form in _KEYS
        for number, (table, line) in enumerate(
            zip(_tables(where, form, inner.get(form, []), prefix), _lines(text, f"{prefix}{form}"), strict=False), start=1
        )
    )


def has_rules(text: str) -> bool:
    """Tell whether a TOML text has the table of rules; a text that is no TOML has none."""
    try:
        return TABLE in tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False


def _lines(text: str, table: str) -> list[int]:
    """Return the lines in which the tables of this name begin, and zeros for those that are written otherwise."""
    head = re.compile(rf"\s*\[\[\s*{re.escape(table)}\s*\]\]")
    found = [number for number, line in enumerate(text.splitlines(), start=1) if head.match(line)]
    return [*found, *([0] * (text.count("{") + text.count("[[")))]


def _tables(where: str, form: str, value: object, prefix: str) -> list[Mapping[str, object]]:
    if not isinstance(value, list) or not all(isinstance(table, dict) for table in value):
        raise SettingsError(f"{where}: '{form}' is not a list of tables. Write each rule as [[{prefix}{form}]].")
    return value


def _rule(where: str, form: str, table: Mapping[str, object], at: str) -> Rule:
    _refuse_unknown(where, table, (*_KEYS[form], *_OPTIONAL))
    lists = {key: _names(where, table, key) for key in _KEYS[form]}
    groups = tuple(lists.values()) if len(lists) == 2 else tuple((name,) for name in next(iter(lists.values())))
    level = table.get("level", "folder")
    if level not in LEVELS:
        raise SettingsError(f"{where}: no level '{level}'. Choose from: {', '.join(LEVELS)}.")
    kinds = _names(where, table, "kinds") if "kinds" in table else ()
    exempt = tuple(_pair(where, text) for text in (_names(where, table, "except") if "except" in table else ()))
    said = _SAID[form].format(**{key: ", ".join(names) for key, names in lists.items()})
    return Rule(str(table.get("name", said)), form, str(level), groups, kinds, exempt, at)


def _refuse_unknown(where: str, table: Mapping[str, object], known: tuple[str, ...]) -> None:
    for key in table:
        if key not in known:
            raise SettingsError(f"{where}: unknown key '{key}'. {did_you_mean(key, known)}")


def _names(where: str, table: Mapping[str, object], key: str) -> tuple[str, ...]:
    value = table.get(key)
    if not isinstance(value, list) or not value or not all(isinstance(name, str) and name for name in value):
        raise SettingsError(f"{where}: '{key}' is missing or not a list of names. Write {key} = [\"…\"].")
    return tuple(value)


def _pair(where: str, text: str) -> tuple[str, str]:
    source, arrow, target = text.partition("->")
    if not arrow or not source.strip() or not target.strip():
        raise SettingsError(f"{where}: the exception '{text}' is not a link. Write it as \"Source -> Target\".")
    return source.strip(), target.strip()
