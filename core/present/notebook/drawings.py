"""Write as HTML for a notebook what is no list of sentences and tables: an open index, linked code, flows."""

from __future__ import annotations

from core.languages.table import language_of
from core.model import Manifest
from core.model.address import IndexAddress
from core.model.code_links import LinkedCode
from core.model.flow import Flow, Reach
from core.present.flow.steps import Address, reach_html, steps_html
from core.present.html.code_links import CodeLinks
from core.present.html.elements import Markup, el, joined
from core.present.html.links import PageLinks, page_links
from core.present.notebook.cells import paragraph
from core.text.lexing import lexed

_PAGES = ("home", "search", "map", "health", "changes", "settings")


def manifest_html(manifest: Manifest, pages: PageLinks) -> Markup:
    """Return which index this is, how large it is, and links to its pages."""
    counts = manifest.counts
    commit = f"commit {manifest.git_sha[:8]}" if manifest.git_sha else "no git"
    sizes = ", ".join(f"{counts[name]:,} {name}" for name in ("files", "units", "relations", "vectors") if counts.get(name))
    links = Markup(" · ".join(pages.link(page, page.capitalize()).html() for page in _PAGES))
    return joined(
        el("h4", manifest.name),
        paragraph(el("code", manifest.root), f" · {commit} · indexed {manifest.built_at[:16].replace('T', ' ')}"),
        paragraph(f"{sizes}. Vectors: {manifest.vectors}."),
        paragraph("Open in the workbench: ", links),
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


def flow_html(flow: Flow) -> Markup:
    """Return a flow with its steps, those inside of others folded away."""
    return joined(el("h4", flow.title), paragraph(flow.sentence), steps_html(flow, _address(flow.pages)))


def reached_html(reach: Reach) -> Markup:
    """Return the chains that lead to a unit."""
    return joined(el("h4", reach.unit), paragraph(reach.sentence), reach_html(reach, _address(reach.pages)))


def _address(pages: IndexAddress | None) -> Address:
    links = page_links(pages)
    return lambda key, line: links.unit(key, line or "") if links else ""
