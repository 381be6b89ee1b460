"""What a document says of one view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from core.model.text_table import Flat
from core.present.html.elements import Markup


@dataclass(frozen=True, slots=True)
class ReportTable:
    """All rows of a table under a title; nothing is left out."""

    title: str
    rows: Sequence[Mapping[str, Flat]]


@dataclass(frozen=True, slots=True)
class ReportCode:
    """Lines of one file from `first_line` on, or a diagram in a language such as Mermaid (then `path` is empty)."""

    path: str
    first_line: int
    text: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class ReportPart:
    """One view: its title, its address, what it says in words, and what it shows."""

    title: str
    address: str
    said: tuple[str, ...] = ()
    pictures: tuple[tuple[str, Markup], ...] = ()
    tables: tuple[ReportTable, ...] = ()
    code: tuple[ReportCode, ...] = ()


@dataclass(frozen=True, slots=True)
class ReportDocument:
    """Views of one index in an order, with what it was made of."""

    title: str
    source: Mapping[str, str]
    parts: tuple[ReportPart, ...] = field(default_factory=tuple)
