"""Short words about units that every page has: links, types, places, kinds of relations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.model import UnitHead, split_key
from core.present.html.elements import Markup, el
from core.present.html.links import unit_url

_MARKS = ("/", "#", ".", "::")
"""What may stand before the last part of a name."""


def legend(colours: Mapping[str, str]) -> Markup:
    """Return what colours stand for, each name beside its colour."""
    entries = [el("span", el("span", class_=f"swatch {hue}"), words(name)) for name, hue in colours.items()]
    return el("div", *entries, class_="legend")


def unit_link(key: str, head: UnitHead | None, index: str = "") -> Markup:
    """Return a unit's name as a link to its page."""
    return el("a", head.identifier if head else split_key(key)[1], href=unit_url(key, index), data_go=True)


def type_tag(type_: str) -> Markup:
    """Return a type as a small label."""
    return el("span", words(type_), class_="tag type")


def parted(name: str, class_: str = "", title: str | None = None, marks: Sequence[str] = _MARKS) -> Markup:
    """Return a name of which its own part is always seen: where room is short, what stands before the last mark is cut."""
    own = own_part(name, marks)
    around = name[: len(name) - len(own)]
    said = name if title is None else title
    if not around:
        return el("span", name, class_=f"cut {class_}".strip(), title=said)
    inside = (el("span", around, class_="cut"), el("span", own, class_="own"))
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


def words(name: str) -> str:
    """Return an identifier of ours as words."""
    return name.replace("_", " ")


def group_name(name: str) -> str:
    """Return how a folder, package or namespace is called; the folder of the checkout itself, whose key is a dot, by words."""
    return "(top folder)" if name == "." else name
