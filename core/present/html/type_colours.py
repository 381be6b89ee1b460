"""Colours of types, the same in every drawing, chart and legend and in both themes, and of tokens of code."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from pygments.token import Comment, Generic, Keyword, Name, Number, Operator, String, _TokenType

from core.model.divided import part_in
from core.present.html.elements import Markup, el, joined

HUES = (
    "#0f8a7d", "#e0671b", "#4a80c4", "#9063bd", "#c99a1f", "#bf5064", "#6b9a45", "#8a9793", "#35a0b5", "#a0714f", "#d58bc4",
    "#5f6f8f", "#407000", "#80a0f8", "#f88080", "#a04088", "#00b890",
)  # fmt: skip
"""Colours of types, in this order the classes `hue0`, `hue1` … of all style sheets.

Each has a contrast of 2.5 or more to the background of both themes, and a distance of 0.08 or more to any other in OKLab.
"""

_FAMILIES = (
    ("model", "class", "struct", "record"),  # what the application is about
    ("controller", "action", "route"),  # where requests arrive
    ("job", "scheduled_job", "task", "command", "rake_task", "main"),  # what runs by itself
    ("module", "concern", "trait", "interface"),
    ("mailer", "event", "action_cable_channel", "sweeper"),
    ("policy", "pundit_policy", "validator", "middleware"),
    ("helper", "presenter", "decorator"),
    ("file", "folder", "package", "crate", "go_module", "config_file", "configuration", "initializer", "group"),
    ("view_template", "layout", "view"),
    ("lib", "macro", "generator"),
    ("service", "interactor"),
    ("migration", "table", "database_table", "database_view"),
    ("test", "factory", "example", "component_preview", "preview"),
    ("component", "view_component"),
    ("serializer", "form", "query"),
    ("function", "method", "scope", "constant", "enum", "type"),
    ("poro",),
)
_HUES = MappingProxyType({name: number for number, names in enumerate(_FAMILIES) for name in names})


def type_hue(type_: str) -> int:
    """Return the number of the colour of a type, from 0; one that the table does not name has one by its letters."""
    return _HUES.get(type_, sum(map(ord, type_)) % len(HUES))


def type_hues(types: Iterable[str]) -> Mapping[str, str]:
    """Return by type, in alphabetical order, the class that colours it."""
    return {name: f"hue{type_hue(name)}" for name in sorted(set(types))}


def hue_style(*properties: str, within: str = "") -> str:
    """Return the rules of a style sheet that give these properties of the classes `hue0` … their colours."""
    return "".join(
        f"{within}.hue{number}{{{';'.join(f'{name}:{hue}' for name in properties)}}}" for number, hue in enumerate(HUES)
    )


def member_hue(text: str, members: Sequence[str]) -> int:
    """Return the number of the colour of the repository or package of a key or place, from 0; that of the first without one."""
    name = part_in(text, members)
    return members.index(name) % len(HUES) if name else 0


def member_hues(members: Sequence[str]) -> Mapping[str, str]:
    """Return by repository of a set, or by package, in their order, the class that colours it."""
    return {name: f"hue{number % len(HUES)}" for number, name in enumerate(members)}


# The few distinctions that help a reader; more colours are noise. The first kind that contains a token's type wins.
_CLASSES: Sequence[tuple[_TokenType, str]] = (
    (Generic.Heading, "d"),
    (Generic.Subheading, "d"),
    (Comment, "c"),
    (String.Symbol, "y"),
    (String, "s"),
    (Number, "m"),
    (Keyword, "k"),
    (Operator.Word, "k"),
    (Name.Class, "d"),
    (Name.Namespace, "d"),
    (Name.Function, "d"),
    (Name.Constant, "o"),
    (Name.Decorator, "a"),
    (Name.Tag, "k"),
    (Name.Attribute, "o"),
    (Name.Variable, "v"),
)


def coloured(value: str, kind: _TokenType) -> Markup:
    """Return a piece of a line, in its colour if it has one."""
    class_ = _class_of(kind)
    return el("i", value, class_=class_) if class_ and not value.isspace() else joined(value)


@lru_cache(maxsize=512)
def _class_of(kind: _TokenType) -> str:
    return next((name for wanted, name in _CLASSES if kind in wanted), "")
