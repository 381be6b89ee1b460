"""The views of the graph around one unit: its layers, a network, its impact, paths and lines."""

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
from core.present.html.elements import el, joined
from core.present.html.empty import nothing, saved
from core.present.unit.excerpts import unit_caption
from core.present.unit.sheet import relation_list
from core.workbench import Workbench
from pages.parts.frame import remembered
from pages.parts.panel import panel, tabs
from pages.parts.problems import tell
from pages.parts.surroundings import around, network
from pages.parts.tables import explored, graph_files

_VIEWS = [("around", ""), ("network", ""), ("impact", ""), ("path", ""), ("lines", ""), ("map", "all places")]


def show(bench: Workbench, head: UnitHead) -> None:
    """Show the view that the address names."""
    panel(unit_caption(head, bench.name), key="caption")
    view = tabs("view", _VIEWS)
    {"around": around, "network": network, "impact": impact, "path": path, "lines": lines}[view](bench, head)


def impact(bench: Workbench, head: UnitHead) -> None:
    """List what a change of the unit may break, nearest first."""
    depth = st.segmented_control("Steps", [1, 2, 3, 5], default=3, required=True, key="impact_depth", bind="query-params")
    explored(bench, "impact", unit=head.key, depth=depth, without=("file_path",))


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
    if found:
        _drawn_paths(bench, found)
    explored(bench, "paths", whole=False, start=head.key, end=end, longer=0, limit=5)


def _drawn_paths(bench: Workbench, found: Result[PathStep]) -> None:
    """Draw the paths as one graph; a link shows its lines."""
    boxes, arrows = path_boxes(found, bench.name)
    link = st.query_params.get("link", "")
    drawing = layered_svg(boxes, arrows, f"{found.title}. {found.notes[0]}", link)
    panel(joined(saved("path"), el("div", drawing, class_="scrolls")), key="found_paths")
    lines = next((step.lines for step in found if f"{step.source} → {step.target}" == link), ())
    if lines:
        st.subheader(link, anchor=False)
        panel(evidence_list(lines, bench.settings.editor, bench.manifest.root, limit=200), key="link_lines")
    graph_files(boxes, arrows, "path")


def lines(bench: Workbench, head: UnitHead) -> None:
    """Show every relation of the unit with the line that says so, users on the left."""
    where = {"index": bench.name, "editor": bench.settings.editor, "root": bench.manifest.root}
    for side, column, rows in zip(
        ("Dependents", "Dependencies"),
        st.columns(2, gap="medium"),
        (bench.dependents(head.key).rows, bench.dependencies(head.key).rows),
        strict=True,
    ):
        with column:
            st.subheader(side, anchor=False)
            panel(relation_list(rows, heads=bench.heads, **where) if rows else nothing("None."), key=f"lines_{side}")
