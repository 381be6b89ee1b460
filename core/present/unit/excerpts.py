"""Which lines of a unit to show: its places, and in them what a question found or an address names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from core.model import CodeUnit, Span, UnitHead
from core.model.code_links import LinkedCode
from core.model.run import SearchRun
from core.present.html.code_pane import Excerpt, Mark
from core.present.html.elements import Markup, el
from core.present.html.labels import type_tag, unit_link
from core.present.html.links import anchor, editor_url, page_url
from core.present.html.places import place_link


def picked_unit(run: SearchRun, wanted: str) -> str:
    """Return the wanted key when the run ranked it, else the best one; empty when nothing was ranked."""
    keys = [ranked.unit_key for ranked in run.ranked]
    return wanted if wanted in keys else next(iter(keys), "")


def places(unit: CodeUnit) -> tuple[Span, ...]:
    """Return every place where the unit is written, its owner first."""
    return unit.spans or (Span(unit.file_path, max(1, unit.start_line), max(1, unit.end_line)),)


def unit_excerpts(
    unit: CodeUnit, files: Mapping[str, str], marks: Sequence[Mark], root: str, editor: str, *,
    linked: Callable[[str], LinkedCode] | None = None,
) -> list[Excerpt]:  # fmt: skip
    """Return the lines of every place of the unit.

    `files` holds the texts of the files by path; without a file's text, the unit's own source stands for it. `linked` says
    what the names in a file mean.
    """
    spans = places(unit)
    shown = [_excerpt(unit, span, files, marks, editor_url(editor, root, span.file_path, span.start_line)) for span in spans]
    return [_with_links(one, linked) for one in shown] if linked else shown


def _with_links(excerpt: Excerpt, linked: Callable[[str], LinkedCode]) -> Excerpt:
    last = excerpt.first_line + excerpt.text.count("\n")
    return replace(excerpt, linked=linked(excerpt.file_path).within(excerpt.first_line, last))


def context_marks(unit: CodeUnit, run: SearchRun) -> tuple[Mark, ...]:
    """Return the lines of the unit that stand in the context, unless that is all of them."""
    return tuple(
        Mark(start, end, "hit", f"in the context: {source.section}")
        for source in run.context.sources
        if source.unit_key == unit.key and source.truncated
        for start, end in (source.ranges or ((source.start_line, source.end_line),))
    )


def unit_caption(head: UnitHead, index: str) -> Markup:
    """Return a unit's name as a link to its page, its type, and a link to its surroundings in the graph."""
    return el(
        "div",
        el("b", unit_link(head.key, index, shown=head.identifier)),
        type_tag(head.type),
        place_link(head.file_path, head.start_line, index) if head.file_path else None,
        el("span", class_="push"),
        el(
            "span", anchor(page_url("code", index=index, unit=head.key), "Open code"), " · ",
            anchor(page_url("code", index=index, unit=head.key, side="around"), "Neighbours"), style="white-space:nowrap",
        ),
        class_="row wrapping",
    )  # fmt: skip


def _excerpt(unit: CodeUnit, span: Span, files: Mapping[str, str], marks: Sequence[Mark], address: str) -> Excerpt:
    text = files.get(span.file_path)
    if text is None:
        return Excerpt(
            unit.file_path, max(1, unit.start_line), unit.source_code, unit.language, tuple(marks), editor_url=address
        )
    lines = text.split("\n")[span.start_line - 1 : span.end_line or None]
    return Excerpt(span.file_path, span.start_line, "\n".join(lines), unit.language, tuple(marks), editor_url=address)
