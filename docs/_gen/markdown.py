"""Markdown from values: text without newlines, cells, tables, sections."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence


def inline(text: str) -> str:
    """Return text as one line that is safe outside of code: no HTML, references or emphasis by accident."""
    parts = re.split(r"(`[^`]*`)", " ".join(text.split()))
    return "".join(part if part.startswith("`") else re.sub(r"([\\*_<>\[\]{}$])", r"\\\1", part) for part in parts)


def code(text: object) -> str:
    """Return text as inline code, nothing for an empty text."""
    return f"`{text}`" if str(text) else ""


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table; `|` inside of cells is escaped."""
    cells = [[cell.replace("|", r"\|") for cell in row] for row in rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in [list(head), ["---"] * len(head), *cells])


def section(level: int, title: str, *blocks: str) -> str:
    """Return a heading and its blocks, empty ones left out."""
    return "\n\n".join([f"{'#' * level} {title}", *(block for block in blocks if block)])
