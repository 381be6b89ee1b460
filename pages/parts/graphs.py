"""The views of the graph around one unit: its layers, a network, its impact, paths and lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import streamlit as st

from core.analyse import Analysis
from core.analyse.paths import PathStep
from core.analyse.result import Result
from core.analyse.view import View
from core.errors import WorkbenchError
from core.model import UnitHead
from core.model.divided import part_in
from core.present.architecture.evidence import evidence_list
from core.present.architecture.paths import path_boxes, path_chains
from core.present.drawings.layered_graph import layered_svg
from core.present.drawings.neighbourhood import Neighbourhood, link_rows, neighbourhood, neighbourhood_svg
from core.present.export.interactive import interactive_html
from core.present.html.elements import el, joined
from core.present.html.empty import nothing, saved
from core.present.html.labels import legend
from core.present.html.links import page_url
from core.present.html.tabs import one_of, tab_bar
from core.present.html.type_colours import member_hues, type_hues
from core.present.unit.excerpts import unit_caption
from core.present.unit.sheet import relation_list
from core.workbench import Workbench
from pages.parts import address
from pages.parts.charts import theme
from pages.parts.frame import kept, remembered
from pages.parts.members import chosen_parts, coloured
from pages.parts.panel import panel
from pages.parts.problems import tell
from pages.parts.tables import explored, files_of, graph_files, twin

_VIEWS = [("around", ""), ("network", ""), ("impact", ""), ("path", ""), ("lines", ""), ("map", "all places")]


def show(bench: Workbench, head: UnitHead) -> None:
    """Show the view that the address names."""
    panel(unit_caption(head, bench.name), key="caption")
    view = one_of(_VIEWS, st.query_params.get("view", ""))
    panel(tab_bar("view", _VIEWS, view), key="views")
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


_READABLE = 120  # units of a free network


def _surroundings(bench: Workbench, head: UnitHead) -> tuple[View, Neighbourhood, Sequence[str]]:
    """Let the reader choose what is shown; return the view, the layers around the unit, the repositories that colour them."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        depth = st.segmented_control("Steps", [1, 2], default=1, required=True, key="depth", bind="query-params")
        cap = st.select_slider("Max nodes per layer", [10, 20, 40, 80], value=20, key="cap", bind="query-params", width=220)
        address.read_several("kinds", _kinds(bench))
        kinds = st.multiselect("Relation types", _kinds(bench), key="kinds", on_change=address.write, args=("kinds",))
        address.read_flag("with_tests")
        tests = st.toggle("Include tests", key="with_tests", on_change=address.write, args=("with_tests",))
        members = coloured(bench)
    level = "unit" if head.key in bench.analyse.view("unit", tests=True).labels else "member"
    view = bench.analyse.uses(level, kinds=kinds, tests=tests or head.is_test)
    return view, neighbourhood(view, head.key, depth, cap, chosen_parts(bench)), members


def _alone(view: View, found: Neighbourhood) -> bool:
    """Tell whether nothing is around the unit, and say so."""
    if len(found.shown) == 1:
        panel(nothing("No known dependents or dependencies at this level.", *view.notes()), key="alone")
    return len(found.shown) == 1


def around(bench: Workbench, head: UnitHead) -> None:
    """Draw the layers around the unit."""
    view, found, members = _surroundings(bench, head)
    st.caption(
        found.sentence + " Members count as their class. Dashed: links that close a cycle. Click a link for its lines. "
        "Hover a unit: blue are its dependents, green its dependencies."
    )
    if _alone(view, found):
        return
    cut = {(link.source, link.target) for cycle in remembered(bench, Analysis.cycles, level=view.level) for link in cycle.cut}
    link = st.query_params.get("link", "")
    drawing = el("div", neighbourhood_svg(found, view, bench.name, cut, link, members), class_="scrolls")
    panel(joined(saved(head.name, legend(_colours(found.shown, view, members))), drawing), key="drawing")
    source, _, target = link.partition(" → ")
    if target in view.out.get(source, {}):
        st.subheader(link, anchor=False)
        panel(
            evidence_list(view.out[source][target].evidence, bench.settings.editor, bench.manifest.root, limit=200),
            key="link_lines",
        )
    files_of(view.to_graph(found.shown), head.name)
    twin(bench, link_rows(found, view), f"around_{head.name}")


def network(bench: Workbench, head: UnitHead) -> None:
    """Let what lies around the unit arrange itself: what hangs together stands together."""
    view, found, members = _surroundings(bench, head)
    if _alone(view, found):
        return
    shown = found.nearest(_READABLE)
    cut_off = f" Showing the {len(shown)} nearest." if len(shown) < len(found.shown) else ""
    st.caption(f"{found.sentence}{cut_off} Drag a unit to move it. Double-click to centre on it.")
    links = {key: page_url("graph", index=bench.name, unit=key, view="network") for key in shown if key != head.key}
    panel(legend(_colours(shown, view, members)), key="types")
    html = interactive_html(view.to_graph(shown), head.name, theme(), head.key, links, members)
    st.iframe(html, height=640, alt=f"Network around {head.name}. The table below has the same links")
    twin(bench, [row for row in link_rows(found, view) if {row["from"], row["to"]} <= shown], f"network_{head.name}")


def _colours(shown: Iterable[str], view: View, members: Sequence[str]) -> Mapping[str, str]:
    if members:
        of = {part_in(key, members) for key in shown}
        return {name: hue for name, hue in member_hues(members).items() if name in of}
    return type_hues(view.types.get(key, "") for key in shown)


def _kinds(bench: Workbench) -> list[str]:
    return kept(bench, "kinds", lambda: sorted({relation.kind for relation in bench.relations}))
