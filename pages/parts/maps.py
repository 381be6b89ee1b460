"""The whole graph, gathered into places that open one by one, and the part of it that a question finds."""

from __future__ import annotations

import streamlit as st

from core.model import Relation
from core.present.answer.hit_graph import hit_graph
from core.present.architecture.evidence import evidence_list
from core.present.architecture.place_map import STEPS, link_rows, map_boxes, map_trail, place_map
from core.present.drawings.layered_graph import arrow_rows, layered_svg
from core.present.html.elements import el, joined
from core.present.html.empty import nothing, saved
from core.present.html.links import page_url
from core.present.html.tabs import one_of, tab_bar
from core.workbench import Workbench
from pages.parts import address, units
from pages.parts.asking import answered, earlier, examples, take_question
from pages.parts.breaches import broken_lines
from pages.parts.frame import kept
from pages.parts.members import chosen, coloured, said_only
from pages.parts.panel import panel
from pages.parts.tables import graph_files, twin

_VIEWS = [("map", ""), ("question", ""), ("central units", "")]
_CAPTIONS = {
    "map": "How folders depend on each other. Dashed arrows break the layering.",
    "question": "How the results of a question depend on each other.",
    "central units": "Most-used code, as starting points for the graph.",
}
_LEVELS = {"folder": "file", "namespace": "namespace"}  # what is gathered, by what it is gathered into


def named() -> bool:
    """Say whether the address names one of these views, or a place in them, rather than what is around a unit."""
    view = st.query_params.get("view", "")
    return any(view == name for name, _ in _VIEWS) or (not view and "at" in st.query_params)


def caption() -> str:
    """Return what the view that the address names shows."""
    return _CAPTIONS[one_of(_VIEWS, st.query_params.get("view", ""))]


def show(bench: Workbench) -> None:
    """Show the view that the address names."""
    unit = st.query_params.get("unit", "")
    view = one_of(_VIEWS, st.query_params.get("view", ""))
    panel(tab_bar("view", [*_VIEWS, *([("around", bench.head(unit).identifier)] if unit else [])], view), key="views")
    {"map": places, "question": question, "central units": _central}[view](bench)


def _central(bench: Workbench) -> None:
    units.choose(bench, "graph")


def places(bench: Workbench) -> None:
    """Draw the places inside the one that the address names; a link shows its lines, a place opens."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        address.read("level", "folder", _LEVELS)
        level = st.segmented_control(
            "Group by", list(_LEVELS), required=True, key="level", on_change=address.write, args=("level", "folder")
        ) or "folder"  # fmt: skip
        address.read("least", "calm", ["calm", *map(str, STEPS)])
        least = st.select_slider(
            "Minimum lines per link", ["calm", *map(str, STEPS)], key="least", on_change=address.write, args=("least", "calm"),
            format_func=lambda lines: "auto" if lines == "calm" else lines, width=320,
            help="Auto shows as many of the strongest links as stay readable.",
        )  # fmt: skip
        counts = counted()
        members = tuple(one.name for one in bench.manifest.members) or coloured(bench)
    at, fewest = st.query_params.get("at", ""), 0 if least == "calm" else int(least)
    found = kept(
        bench, f"map {level} {at} {fewest} {chosen()}",
        lambda: place_map(bench.analyse.uses(_LEVELS[level], parts=chosen()), bench.analyse.order(level), at, fewest),
    )  # fmt: skip
    only = f"{said_only(bench)}{found.sentence}"
    st.caption(f"{only} Red: violates a declared rule. Hover a box: blue are its dependents, green its dependencies.")
    broken = broken_lines(bench)
    boxes, arrows = map_boxes(
        found, bench.name, lambda lines: len({(one.file_path, one.line) for one in lines} & broken) if broken else 0, members
    )
    link = st.query_params.get("link", "")
    drawing = layered_svg(boxes, arrows, f"Dependencies between places. {only}", link, found.rows, counts=counts)
    panel(
        joined(saved(found.at or bench.name, map_trail(found)), el("div", drawing, class_="scrolls", data_middle=True)),
        key="place_map",
    )
    source, _, target = link.partition(" → ")
    if (source, target) in found.links:
        _lines(bench, link, found.links[source, target].evidence)
    graph_files(boxes, arrows, found.at or bench.name)
    twin(bench, link_rows(found), "map")


def counted() -> bool:
    """Let the reader switch the numbers on the arrows of a drawing."""
    said = "Shows the number of lines per arrow where there is room. Hover an arrow for its number."
    return st.toggle("Numbers", value=True, key="numbers", bind="query-params", help=said)


def question(bench: Workbench) -> None:
    """Draw the units that answer a question and what leads from one to another."""
    asked = take_question()
    if not asked.strip():
        examples(bench, "graph", "question")
        return
    cap = st.select_slider("Max nodes", [10, 20, 30, 40], value=20, key="most", bind="query-params", width=220)
    run = answered(bench, asked, budget=bench.settings.assemble.budget)
    view = bench.analyse.view("unit", tests=True, outer=True)
    found = hit_graph(run, bench.analyse.places("unit"), view, bench.name, cap)
    if not found.boxes:
        panel(nothing("None of the results is in the graph.", "Ask for code instead of files."), key="none")
        return
    back = page_url("query", index=bench.name, q=asked, after=earlier())
    to_answer = el("a", "Back to the results", href=back, data_go=True, class_="small")
    said = el("span", f"{found.sentence} Dashed: a link that closes a cycle.", class_="dim")
    panel(el("div", said, el("span", class_="push"), to_answer, class_="row"), key="found_said")
    link = st.query_params.get("link", "")
    drawing = layered_svg(found.boxes, found.arrows, f"Dependencies of the results. {found.sentence}", link)
    panel(joined(saved("question"), el("div", drawing, class_="scrolls", data_middle=True)), key="found_graph")
    source, _, target = link.partition(" → ")
    if target in view.out.get(source, {}):
        _lines(bench, link, view.out[source][target].evidence)
    graph_files(found.boxes, found.arrows, "question")
    twin(bench, arrow_rows(found.arrows), "found_links")


def _lines(bench: Workbench, link: str, lines: tuple[Relation, ...]) -> None:
    st.subheader(link, anchor=False)
    panel(evidence_list(lines, bench.settings.editor, bench.manifest.root, limit=200), key="link_lines")
