"""Write an open index as a notebook shows it: what it says first, the long parts folded away."""

from __future__ import annotations

from collections.abc import Sequence

from core.model import Manifest
from core.model.overview import Overview, installed
from core.present.html.elements import Markup, el, joined
from core.present.html.links import PageLinks, page_links
from core.present.notebook.cells import folded, paragraph, table

_DOORS = ("overview", "query", "graph", "hubs", "structure", "change", "budget", "evaluation")


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


def overview_html(overview: Overview) -> Markup:
    """Return an index at a glance: what it is made of, what is central, where it is entered."""
    pages = page_links(overview.pages)
    kinds = [{"type": name, "units": count} for name, count in overview.by_type.items()]
    languages = [{"language": name, "files": count} for name, count in overview.by_language.items()]
    problems = [{"file": one.file_path, "status": one.status, "reason": one.reason} for one in overview.problems]
    return joined(
        paragraph(overview.says or "No README found."),
        paragraph("Built with ", ", ".join(map(installed, overview.stack)), ".") if overview.stack else None,
        table("Key actions", ("entry", "kind", "sets_off"), overview.journeys, (), pages),
        table("Domain concepts", ("noun", "unit", "used_by", "tied_to"), overview.nouns, (), pages, 12),
        table("Most-used code", ("unit", "pagerank", "fan_in", "fan_out", "lines"), overview.central, (), pages, 10),
        folded("What to read first", table("", ("step", "unit", "chapter", "reason"), overview.reading, (), pages)),
        folded("Units by type", table("", ("type", "units"), kinds)),
        folded("Files by language", table("", ("language", "files"), languages)),
        folded("Entry points", table("", tuple(overview.entry_points[0]), overview.entry_points, (), pages, 20))
        if overview.entry_points
        else None,
        folded(f"Parse problems: {len(problems)}", table("", ("file", "status", "reason"), problems)),
        paragraph(pages.link("overview").html()) if pages else None,
    )


def _spaced(parts: Sequence[Markup]) -> list[str]:
    return [piece for part in parts for piece in (" · ", part)][1:]
