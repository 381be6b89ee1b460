"""The code pane: a unit's lines with marks, its names linked, scrolled to the first mark."""

from __future__ import annotations

from collections.abc import Sequence

from core.model import CodeUnit, file_key
from core.present.html.code_pane import Excerpt, Mark, code_pane, line_id
from core.present.html.links import PageLinks
from core.present.unit.excerpts import places, unit_excerpts
from core.workbench import Workbench
from pages.parts.panel import Lines, panel


def code(
    bench: Workbench,
    unit: CodeUnit,
    marks: Sequence[Mark],
    *,
    name: str,
    first: int = 0,
    tall: bool = True,
    lines: tuple[int, int] = (0, 0),
) -> None:
    """Show every place of the unit and scroll to line `first`, by default the first marked one.

    `lines` are those that the address names, (0, 0) for none.
    """
    paths = dict.fromkeys(span.file_path for span in places(unit))
    known = bench.catalog.units([file_key(path) for path in paths])
    files = {file.file_path: file.source_code for file in known if file.source_code}
    excerpts = unit_excerpts(
        unit, files, marks, bench.manifest.root, bench.settings.editor, linked=bench.linked
    )  # fmt: skip
    line = first or min((mark.start for mark in marks), default=0)
    target = line_id(name, line) if line else ""
    html = code_pane(excerpts, name=name, tall=tall, later=True, pages=here(bench))
    panel(html, key=f"code_{name}", scroll_to=target, lines=Lines(name, *lines))


def here(bench: Workbench) -> PageLinks:
    """Return the addresses of the pages of an index as links inside of the workbench have them: without its server."""
    return PageLinks("", bench.name)


def snippet(text: str, key: str) -> None:
    """Show a few lines of Python to copy; Streamlit's own element would load its highlighter for a quarter of a second."""
    panel(code_pane([Excerpt("In Python", 1, text, "python")], name=key, tall=False), key=key)
