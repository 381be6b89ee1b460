"""The one table of the colours of types: a type has the same colour in every drawing, chart and legend, in both themes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from core.model.divided import part_in

COLOURS = 14
"""Classes `hue0` … `hue13` of the style sheet, and as many colours of charts."""

_FAMILIES = (
    ("model", "class", "struct", "record"),  # what the application is about
    ("controller", "action", "route"),  # where requests arrive
    ("job", "scheduled_job", "task", "command", "rake_task", "main"),  # what runs by itself
    ("module", "concern", "trait", "interface"),
    ("mailer", "event", "action_cable_channel", "sweeper"),
    ("policy", "pundit_policy", "validator", "middleware"),
    ("helper", "presenter", "decorator", "component", "view_component", "serializer"),
    ("file", "folder", "package", "crate", "go_module", "config_file", "configuration", "initializer", "group"),
    ("view_template", "layout", "view"),
    ("lib", "poro", "macro", "generator"),
    ("service", "function"),
    ("migration", "table", "database_table", "database_view"),
    ("test", "factory", "example"),
    ("method", "scope", "constant", "enum", "type"),
)
_HUES = MappingProxyType({name: number for number, names in enumerate(_FAMILIES) for name in names})


def type_hue(type_: str) -> int:
    """Return the number of the colour of a type, from 0; one that the table does not name has one by its letters."""
    return _HUES.get(type_, sum(map(ord, type_)) % COLOURS)


def type_hues(types: Iterable[str]) -> Mapping[str, str]:
    """Return by type, in alphabetical order, the class that colours it."""
    return {name: f"hue{type_hue(name)}" for name in sorted(set(types))}


def member_hue(text: str, members: Sequence[str]) -> int:
    """Return the number of the colour of the repository or package of a key or place, from 0; that of the first without one."""
    name = part_in(text, members)
    return members.index(name) % COLOURS if name else 0


def member_hues(members: Sequence[str]) -> Mapping[str, str]:
    """Return by repository of a set, or by package, in their order, the class that colours it."""
    return {name: f"hue{number % COLOURS}" for number, name in enumerate(members)}
