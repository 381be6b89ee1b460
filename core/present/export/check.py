"""A check of the architecture as text and as Markdown for a pull request."""

from __future__ import annotations

from collections.abc import Callable

from core.analyse.check import NEW, Check, ViolatingLine
from core.model.text_table import text_table


def check_text(found: Check) -> str:
    """Return what is declared with its numbers, and every new breach with its line."""
    rows = [
        {"declared": one.rule, "form": one.form, "at": one.at, "lines": one.lines, "new": one.new} for one in found.declared
    ]
    parts = [text_table(list(rows[0]), rows)] if rows else []
    parts += [_lines(one) for one in found.new]
    return "\n\n".join((*parts, *found.notes))


def _lines(one: ViolatingLine) -> str:
    return f"{one.file_path}:{one.line}: {one.sentence}\n    {one.code}\n    {one.rule} ({one.at})"


def check_markdown(found: Check, link: Callable[[str, int], str] = lambda path, line: "") -> str:
    """Return the same for a pull request; `link` gives the address of a line, or nothing."""
    parts = [f"## {found.title}", found.notes[0] if found.notes else ""]
    if found.declared:
        rows = [f"| {_cell(one.rule)} | `{one.at}` | {one.lines} | {one.new} |" for one in found.declared]
        parts.append("\n".join(("| declared | where | lines | new |", "|---|---|---:|---:|", *rows)))
    for title, chosen in (("New", found.new), ("Known", tuple(one for one in found.items if one.state != NEW))):
        if chosen:
            listed = [f"- {_place(one, link)} {_cell(one.sentence)}  \n  `{one.code.replace('`', chr(39))}`" for one in chosen]
            parts.append(f"### {title}\n\n" + "\n".join(listed))
    return "\n\n".join((*filter(None, parts), *found.notes[1:])) + "\n"


def _place(one: ViolatingLine, link: Callable[[str, int], str]) -> str:
    shown = f"`{one.file_path}:{one.line}`"
    address = link(one.file_path, one.line)
    return f"[{shown}]({address})" if address else shown


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")
