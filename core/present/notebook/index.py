"""Write values of an open index as a notebook shows them: what they say first, the long parts folded away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from core.cells import code, folded, paragraph, table
from core.links import Link, PageLinks
from core.markup import Markup, el, joined
from core.model import CodeUnit, Manifest, Problem

_DOORS = ("overview", "query", "graph", "hubs", "structure", "change", "budget", "evaluation")
_RELATION = ("kind", "unit", "line", "text")


class Sheet(Protocol):
    """What is shown of a unit."""

    @property
    def unit(self) -> CodeUnit:
        """The unit."""

    @property
    def members(self) -> tuple[str, ...]:
        """The keys of the units inside it."""

    @property
    def facts(self) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        """What it declares, by kind."""

    @property
    def runtime(self) -> str:
        """What the running application says of that; empty when it was not asked."""

    @property
    def dependencies(self) -> tuple[Mapping[str, Any], ...]:
        """What it uses."""

    @property
    def dependents(self) -> tuple[Mapping[str, Any], ...]:
        """What uses it."""

    @property
    def tests(self) -> tuple[Mapping[str, Any], ...]:
        """What tests it."""

    @property
    def history(self) -> str:
        """How it changed, as a sentence."""


class PlaceMap(Protocol):
    """What is shown of an index."""

    @property
    def manifest(self) -> Manifest:
        """What the index says about itself."""

    @property
    def by_type(self) -> Mapping[str, int]:
        """The units outside tests, counted."""

    @property
    def by_language(self) -> Mapping[str, int]:
        """The files, counted."""

    @property
    def central(self) -> tuple[Mapping[str, Any], ...]:
        """The units with the highest PageRank."""

    @property
    def entry_points(self) -> tuple[Mapping[str, Any], ...]:
        """The units that are started from outside."""

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What was not read as it should have been."""


def manifest_html(manifest: Manifest, pages: PageLinks) -> Markup:
    """Return which index this is, how large it is and the doors to its pages."""
    counts = manifest.counts
    commit = f"commit {manifest.git_sha[:8]}" if manifest.git_sha else "no git"
    sizes = ", ".join(f"{counts[name]:,} {name}" for name in ("files", "units", "relations", "vectors") if counts.get(name))
    doors = [pages.link(page, page.capitalize()).html() for page in _DOORS]
    return joined(
        el("h4", manifest.name),
        paragraph(el("code", manifest.root), f" · {commit} · indexed {manifest.built_at[:16].replace('T', ' ')}"),
        paragraph(f"{sizes}. Vectors: {manifest.vectors}."),
        paragraph("Open in the workbench: ", *_spaced(doors)),
    )


def overview_html(whole: PlaceMap, pages: PageLinks | None) -> Markup:
    """Return an index at a glance: what it is made of, what is central, where it is entered."""
    kinds = [{"type": name, "units": count} for name, count in whole.by_type.items()]
    languages = [{"language": name, "files": count} for name, count in whole.by_language.items()]
    problems = [{"file": one.file_path, "status": one.status, "reason": one.reason} for one in whole.problems]
    return joined(
        table("Most central", ("unit", "pagerank", "fan_in", "fan_out", "lines"), whole.central, (), pages, 10),
        folded("Units by type", table("", ("type", "units"), kinds)),
        folded("Files by language", table("", ("language", "files"), languages)),
        folded("Entry points", table("", tuple(whole.entry_points[0]), whole.entry_points, (), pages, 20))
        if whole.entry_points
        else None,
        folded(f"Not read as they are: {len(problems)}", table("", ("file", "status", "reason"), problems)),
        paragraph(pages.link("overview").html()) if pages else None,
    )


def sheet_html(sheet: Sheet, pages: PageLinks | None) -> Markup:
    """Return a unit with its facts, relations and history, each part folded away behind its size."""
    unit = sheet.unit
    sides = (("Used by", sheet.dependents), ("Uses", sheet.dependencies), ("Tested by", sheet.tests))
    return joined(
        el("h4", unit.key),
        paragraph(el("code", f"{unit.file_path}:{unit.start_line}–{unit.end_line}"), " · ", sheet.history),
        paragraph(unit.docstring) if unit.docstring else None,
        paragraph(sheet.runtime) if sheet.runtime else None,
        *(_facts(kind, rows) for kind, rows in sheet.facts.items()),
        *(folded(f"{title}: {len(rows)}", _relations(rows, pages)) for title, rows in sides if rows),
        folded("Code", code(unit.source_code)),
        paragraph(el("a", "Open in the workbench", href=pages.unit(unit.key), target="_blank")) if pages else None,
    )


def neighbours_html(sentence: str, rows: Sequence[Mapping[str, Any]], pages: PageLinks | None, page: Link | None) -> Markup:
    """Return the units around one unit, with the line that says so for each."""
    return joined(paragraph(sentence), _relations(rows, pages) if rows else None, paragraph(page.html()) if page else None)


def _facts(kind: str, rows: Sequence[Mapping[str, Any]]) -> Markup:
    lines = [{"declared": row.get("text", ""), "in": _place(row), "known": row.get("known", "")} for row in rows]
    return folded(f"{kind.replace('_', ' ').capitalize()}: {len(rows)}", table("", ("declared", "in", "known"), lines))


def _relations(rows: Sequence[Mapping[str, Any]], pages: PageLinks | None) -> Markup:
    columns = ("distance", *_RELATION) if any(row["distance"] > 1 for row in rows) else _RELATION
    return table("", columns, [{**row, "line": _line(row, pages), "text": el("code", row["text"])} for row in rows], (), pages)


def _line(row: Mapping[str, Any], pages: PageLinks | None) -> Markup | str:
    place = _place(row)
    if pages is None:
        return place
    return el("a", place, href=pages.unit(f"file:{row['file_path']}", row["line"]), target="_blank")


def _place(row: Mapping[str, Any]) -> str:
    return f"{row['file_path']}:{row['line']}" if row.get("file_path") else ""


def _spaced(parts: Sequence[Markup]) -> list[str]:
    return [piece for part in parts for piece in (" · ", part)][1:]
