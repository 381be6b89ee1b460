"""What surrounds one unit: its neighbours, the impact of a change or a new name, paths to another unit, similar units."""

from __future__ import annotations

import streamlit as st

from core.analyse import Analysis
from core.analyse.paths import PathStep
from core.analyse.result import Result
from core.errors import WorkbenchError
from core.model import UnitHead
from core.present.architecture.evidence import evidence_list
from core.present.architecture.paths import path_boxes, path_chains
from core.present.drawings.layered_graph import layered_svg
from core.present.export.rows import rename_rows
from core.present.html.elements import el, joined
from core.present.html.empty import nothing, saved
from core.present.html.places import with_places
from core.present.unit.sides import similar_list
from core.workbench import Workbench
from pages.parts.frame import kept, remembered
from pages.parts.panel import panel, tabs
from pages.parts.problems import tell
from pages.parts.surroundings import around
from pages.parts.tables import TextFile, explored, graph_kinds, graph_of, listed

_VIEWS = (("neighbours", ""), ("impact", ""), ("rename", ""), ("path", ""), ("similar", ""))


def show(bench: Workbench, head: UnitHead) -> None:
    """Show the view that the address names."""
    view = tabs("around", _VIEWS, within=True)
    {"neighbours": around, "impact": impact, "rename": rename, "path": path, "similar": similar}[view](bench, head)


def impact(bench: Workbench, head: UnitHead) -> None:
    """List what a change of the unit may break, nearest first."""
    depth = st.segmented_control("Steps", [1, 2, 3, 5], default=3, required=True, key="impact_depth", bind="query-params")
    explored(bench, "impact", unit=head.key, depth=depth, without=("file_path",))


def rename(bench: Workbench, head: UnitHead) -> None:
    """List the lines that change with the name of the unit, and what has the new name already."""
    new = st.text_input("New name", key="new", bind="query-params", placeholder="Optional: finds collisions").strip()
    try:
        found = kept(bench, f"rename {head.key} {new}", lambda: bench.rename(head.key, new))
    except WorkbenchError as problem:
        tell(problem, "new")
        return
    panel(joined(*(el("p", with_places(one, bench.name)) for one in (found.sentence, *found.notes))), key="rename")
    for title, lines in found.lists.items():
        if lines:
            st.subheader(f"{title} ({len(lines):,})", anchor=False)
            listed(bench, rename_rows(lines), f"rename_{title.lower()}")


def path(bench: Workbench, head: UnitHead) -> None:
    """Show the shortest chains of relations from this unit to another one."""
    other = st.text_input("To", key="to", bind="query-params", placeholder="Name of another unit")
    if not other:
        return
    try:
        end = bench.head(other).key
    except WorkbenchError as problem:
        tell(problem, "to")
        return
    found = remembered(bench, Analysis.paths, start=head.key, end=end, longer=0, limit=5)
    panel(path_chains(found, bench.name), key="chain")
    more = _drawn_paths(bench, found) if found else ()
    explored(bench, "paths", whole=False, more=more, start=head.key, end=end, longer=0, limit=5)


def _drawn_paths(bench: Workbench, found: Result[PathStep]) -> list[TextFile]:
    """Draw the paths as one graph, whose link shows its lines; return it as files."""
    boxes, arrows = path_boxes(found, bench.name)
    link = st.query_params.get("link", "")
    drawing = layered_svg(boxes, arrows, f"{found.title}. {found.notes[0]}", link)
    panel(joined(saved("path"), el("div", drawing, class_="scrolls")), key="found_paths")
    lines = next((step.lines for step in found if f"{step.source} → {step.target}" == link), ())
    if lines:
        st.subheader(link, anchor=False)
        panel(evidence_list(lines, bench.settings.editor, bench.manifest.root, limit=200), key="link_lines")
    return graph_kinds(graph_of(boxes, arrows), "path")


def similar(bench: Workbench, head: UnitHead) -> None:
    """List units whose code resembles this one."""
    found = kept(bench, f"similar to {head.key}", lambda: bench.similar(head.key))
    panel(similar_list(found, bench.heads, bench.name) if found else nothing("No similar units."), key="similar")
