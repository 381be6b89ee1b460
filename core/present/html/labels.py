"""Short words about units that every page has: links, types, places, kinds of relations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.model import UnitHead, split_key
from core.present.html.elements import Attribute, Markup, el, joined
from core.present.html.links import anchor, unit_url

_MARKS = ("/", "#", ".", "::")
"""What may stand before the last part of a name."""


def legend(colours: Mapping[str, str]) -> Markup:
    """Return what colours stand for, each name beside its colour."""
    entries = [el("span", el("span", class_=f"swatch {hue}"), words(name)) for name, hue in colours.items()]
    return el("div", *entries, class_="legend")


def unit_link(key: str, index: str = "", line: int | str = "", shown: str | None = None, **attributes: Attribute) -> Markup:
    """Return a unit's name, or what is `shown` instead, as a link to its page."""
    return anchor(unit_url(key, index, line), split_key(key)[1] if shown is None else shown, **attributes)


def typed_link(key: str, index: str = "") -> Markup:
    """Return a unit's name as a link to its page, and its type."""
    return joined(unit_link(key, index), " ", type_tag(split_key(key)[0]))


def chip(label: object, number: object) -> Markup:
    """Return a number, with separators where it is whole, and what it counts."""
    said = f"{number:,}" if isinstance(number, int) else str(number)
    return el("span", el("b", said), el("span", str(label), class_="label"), class_="chip")


def type_tag(type_: str) -> Markup:
    """Return a type as a small label."""
    return el("span", words(type_), class_="tag type")


def parted(name: str, class_: str = "", title: str | None = None, marks: Sequence[str] = _MARKS) -> Markup:
    """Return a name of which its own part is always seen: where room is short, it loses its beginning."""
    own = own_part(name, marks)
    around = name[: len(name) - len(own)]
    said = name if title is None else title
    if not around:
        return el("span", name, class_=f"cut {class_}".strip(), title=said)
    inside = (el("span", el("bdi", around), class_="cut"), el("span", own, class_="own"))
    return el("span", *inside, class_=f"parted {class_}".strip(), title=said)


def own_part(name: str, marks: Sequence[str] = _MARKS) -> str:
    """Return the last part of a name with the mark before it; the whole of a name without parts."""
    at = max(name.rfind(mark) for mark in marks)
    return name[at:] if at > 0 else name


def place(head: UnitHead) -> str:
    """Return where a unit is written: path and lines."""
    lines = f"{head.start_line}" if head.start_line == head.end_line else f"{head.start_line}–{head.end_line}"
    return f"{head.file_path}:{lines}" if head.file_path else ""


def kinds_of(kinds: Mapping[str, int]) -> str:
    """Return kinds of relations with their numbers as one line."""
    return ", ".join(f"{kind.replace('_', ' ')} {count}" for kind, count in kinds.items())


_PLAIN: Mapping[str, str] = {"poro": "plain class"}  # where an identifier is jargon of its framework


def words(name: str) -> str:
    """Return an identifier of ours as words."""
    return _PLAIN.get(name, name.replace("_", " "))


def group_name(name: str) -> str:
    """Return how a folder, package or namespace is called; the folder of the checkout itself, whose key is a dot, by words."""
    return "(top folder)" if name == "." else name
