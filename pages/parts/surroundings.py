"""The neighbours of one unit, in layers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import streamlit as st

from core.analyse import Analysis
from core.analyse.view import View
from core.model import UnitHead
from core.model.divided import part_in
from core.present.architecture.evidence import evidence_list
from core.present.drawings.neighbourhood import Neighbourhood, link_rows, neighbourhood, neighbourhood_svg
from core.present.html.elements import el, joined
from core.present.html.empty import nothing, saved
from core.present.html.labels import legend
from core.present.html.type_colours import member_hues, type_hues
from core.workbench import Workbench
from pages.parts import address
from pages.parts.frame import kept, remembered
from pages.parts.members import chosen_parts, coloured, with_tests
from pages.parts.panel import panel
from pages.parts.tables import drawn


def _surroundings(bench: Workbench, head: UnitHead) -> tuple[View, Neighbourhood, Sequence[str]]:
    """Let the reader choose what is shown; return the view, the layers around the unit, the repositories that colour them."""
    with st.popover("Options", icon=":material/tune:"):
        depth = st.segmented_control("Steps", [1, 2], default=1, required=True, key="depth", bind="query-params")
        cap = st.select_slider("Max nodes per layer", [10, 20, 40, 80], value=20, key="cap", bind="query-params", width=220)
        address.read_several("kinds", _kinds(bench))
        kinds = st.multiselect("Relation types", _kinds(bench), key="kinds", on_change=address.write, args=("kinds",))
        tests = with_tests()
        members = coloured(bench)
    if head.type == "file":  # what its classes use is what it uses
        level, centre = "file", head.file_path
    else:
        level, centre = "unit" if head.key in bench.analyse.view("unit", tests=True).labels else "member", head.key
    view = bench.analyse.uses(level, kinds=kinds, tests=tests or head.is_test)
    return view, neighbourhood(view, centre, depth, cap, chosen_parts(bench)), members


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
    drawn(bench, view.to_graph(found.shown), head.name, {"Links": link_rows(found, view)})


def _colours(shown: Iterable[str], view: View, members: Sequence[str]) -> Mapping[str, str]:
    if members:
        of = {part_in(key, members) for key in shown}
        return {name: hue for name, hue in member_hues(members).items() if name in of}
    return type_hues(view.types.get(key, "") for key in shown)


def _kinds(bench: Workbench) -> list[str]:
    return kept(bench, "kinds", lambda: sorted({relation.kind for relation in bench.relations}))
