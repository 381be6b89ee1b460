"""Write a unit and what is around it as a notebook shows them: each part folded away behind its size."""

from __future__ import annotations

from collections.abc import Sequence

from core.languages.table import language_of
from core.model import CodeUnit, file_key
from core.model.code_links import LinkedCode
from core.model.facts import ToldFact
from core.model.sheet import NeighbourList, RelationRow, UnitSheet
from core.present.html.code_links import CodeLinks
from core.present.html.elements import Markup, el, joined
from core.present.html.links import PageLinks, page_links
from core.present.html.result_pages import result_link
from core.present.notebook.cells import code, folded, paragraph, table
from core.text.lexing import lexed

_RELATION = ("kind", "unit", "line", "text")


def unit_html(unit: CodeUnit) -> Markup:
    """Return a unit with where it is, what it says of itself and what is declared in it; its code is folded away."""
    facts = [
        f"{len(value)} {name}" for name, value in sorted(unit.metadata.items()) if isinstance(value, list | tuple) and value
    ]
    return joined(
        el("h4", unit.key),
        paragraph(el("code", unit.place), f" · {unit.language}" if unit.language else None),
        paragraph(unit.docstring) if unit.docstring else None,
        paragraph(f"Known facts: {', '.join(facts)}.") if facts else None,
        folded("Code", code(unit.source_code)),
    )


def linked_html(code: LinkedCode) -> Markup:
    """Return numbered lines whose names are links to their units; the tooltip of a name says what it means."""
    pages = page_links(code.pages)
    pieces = lexed(code.text, language_of(code.file_path))
    woven = CodeLinks(pages, script=False).woven(code, pieces, code.first) if pages else {}
    lines = (
        joined(f"{number:5} ", woven.get(number, "".join(value for _, value in line)), "\n")
        for number, line in enumerate(pieces, code.first)
    )
    at = el("code", f"{code.file_path}:{code.first}")
    place = el("a", at, href=pages.file(code.file_path, code.first), target="_blank") if pages else at
    return joined(paragraph(place), el("pre", *lines, style="text-align:left;overflow-x:auto"))


def sheet_html(sheet: UnitSheet) -> Markup:
    """Return a unit with its facts, relations and history, each part folded away behind its size."""
    unit, pages = sheet.unit, page_links(sheet.pages)
    sides = (("Dependents", sheet.dependents), ("Dependencies", sheet.dependencies), ("Tested by", sheet.tests))
    return joined(
        el("h4", unit.key),
        paragraph(el("code", f"{unit.file_path}:{unit.start_line}–{unit.end_line}"), " · ", sheet.history),
        paragraph(unit.docstring) if unit.docstring else None,
        *(paragraph(line) for line in sheet.summary.splitlines()),
        paragraph(sheet.runtime) if sheet.runtime else None,
        paragraph(sheet.used_by_more) if sheet.used_by_more else None,
        *(_facts(kind, rows) for kind, rows in sheet.facts.items()),
        *(folded(f"{title}: {len(rows)}", _relations(rows, pages)) for title, rows in sides if rows),
        folded("Code", code(unit.source_code)),
        paragraph(el("a", "Open in the workbench", href=pages.unit(unit.key), target="_blank")) if pages else None,
    )


def neighbours_html(found: NeighbourList) -> Markup:
    """Return the units around one unit, with the line that says so for each."""
    pages = page_links(found.pages)
    door = result_link(pages, found.asked) if pages and found.asked else None
    return joined(
        paragraph(found.sentence),
        _relations(found.rows, pages) if found.rows else None,
        paragraph(door.html()) if door else None,
    )


def _facts(kind: str, rows: Sequence[ToldFact]) -> Markup:
    lines = [{"declared": row.get("text", ""), "in": _place(row), "known": row.get("known", "")} for row in rows]
    return folded(f"{kind.replace('_', ' ').capitalize()}: {len(rows)}", table("", ("declared", "in", "known"), lines))


def _relations(rows: Sequence[RelationRow], pages: PageLinks | None) -> Markup:
    columns = ("distance", *_RELATION) if any(row["distance"] > 1 for row in rows) else _RELATION
    return table("", columns, [{**row, "line": _line(row, pages), "text": el("code", row["text"])} for row in rows], (), pages)


def _line(row: RelationRow, pages: PageLinks | None) -> Markup | str:
    place = _place(row)
    if pages is None:
        return place
    return el("a", place, href=pages.unit(file_key(row["file_path"]), row["line"]), target="_blank")


def _place(row: RelationRow | ToldFact) -> str:
    return f"{row['file_path']}:{row['line']}" if row.get("file_path") else ""
