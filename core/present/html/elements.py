"""Write HTML in which everything that was not made here is escaped: the names and texts of a checkout are not trusted."""

from __future__ import annotations

from html import escape


class Markup(str):
    """Text that is HTML already; every other string is escaped when it becomes part of an element."""

    __slots__ = ()


Child = str | int | float | None
Attribute = str | int | float | bool | None

_VOID = frozenset({"br", "hr", "img", "input", "col", "wbr"})


def el(name: str, *children: Child, **attributes: Attribute) -> Markup:
    """Return an element.

    Children that are None are left out. An attribute is written with dashes for underscores and without one at the end
    (`class_`, `data_go`); None and False leave it out, True writes it with an empty value.
    """
    written = "".join(_attribute(key, value) for key, value in attributes.items())
    if name in _VOID:
        return Markup(f"<{name}{written}>")
    return Markup(f"<{name}{written}>{joined(*children)}</{name}>")


def joined(*children: Child) -> Markup:
    """Return the children one after the other, escaped where they are not markup."""
    return Markup("".join(_text(child) for child in children if child is not None))


def _text(child: str | int | float) -> str:
    return child if isinstance(child, Markup) else escape(str(child), quote=False)


def _attribute(key: str, value: Attribute) -> str:
    if value is None or value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    return f' {name}=""' if value is True else f' {name}="{escape(str(value))}"'
