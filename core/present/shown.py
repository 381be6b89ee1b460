"""Which lines of a unit to show: its places, and in them what a question found."""

from __future__ import annotations

from collections.abc import Sequence

from core.answer import SearchRun
from core.model import CodeUnit, UnitHead
from core.present.code import Excerpt, Mark
from core.present.hits import place, type_tag, unit_link
from core.present.links import editor_url, page_url
from core.present.markup import Markup, el


def picked_unit(run: SearchRun, wanted: str) -> str:
    """Return the wanted key when the run ranked it, else the best one; empty when nothing was ranked."""
    keys = [ranked.unit_key for ranked in run.ranked]
    return wanted if wanted in keys else next(iter(keys), "")


def unit_excerpts(unit: CodeUnit, run: SearchRun | None, root: str, editor: str, marks: Sequence[Mark] = ()) -> list[Excerpt]:
    """Return the unit's own lines, those marked that stand in the run's context."""
    found = _context_marks(unit, run) if run else ()
    return [
        Excerpt(
            unit.file_path, max(unit.start_line, 1), unit.source_code, unit.language, (*marks, *found),
            editor_url=editor_url(editor, root, unit.file_path, unit.start_line),
        )
    ]  # fmt: skip


def unit_caption(head: UnitHead, index: str) -> Markup:
    """Return a unit's name as a link to its page, its type, and a link to its surroundings in the graph."""
    return el(
        "div",
        el("b", unit_link(head.key, head, index)),
        type_tag(head.type),
        el("span", place(head), class_="dim cut"),
        el("span", class_="push"),
        el("a", "Unit", href=page_url("unit", index=index, unit=head.key), data_go=True),
        el("a", "Graph", href=page_url("graph", index=index, unit=head.key), data_go=True),
        class_="row",
    )


def _context_marks(unit: CodeUnit, run: SearchRun) -> tuple[Mark, ...]:
    return tuple(
        Mark(start, end, "hit", f"in the context: {source.section}")
        for source in run.context.sources
        if source.unit_key == unit.key and source.truncated
        for start, end in (source.ranges or ((source.start_line, source.end_line),))
    )
