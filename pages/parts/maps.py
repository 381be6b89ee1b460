"""The map of the code: places that open one by one, as boxes, as a matrix, as areas by size."""

from __future__ import annotations

import streamlit as st

from core.analyse import Analysis
from core.model import Relation
from core.present.architecture.evidence import evidence_list
from core.present.architecture.parts import part_html, part_notes
from core.present.architecture.place_map import STEPS, PlaceMap, link_rows, map_boxes, map_trail, overlay_legend, place_map
from core.present.drawings.layered_graph import layered_svg
from core.present.html.elements import el, joined
from core.present.html.empty import saved
from core.workbench import Workbench
from core.workbench.overlays import OVERLAYS, overlaid, place_rows
from pages.parts import address
from pages.parts.frame import kept, remembered
from pages.parts.matrix import broken_lines, matrix
from pages.parts.members import chosen, coloured, said_only, with_tests
from pages.parts.overviews import treemap
from pages.parts.panel import panel, tabs
from pages.parts.repositories import packages, repositories
from pages.parts.tables import drawn, graph_of

_VIEWS = (("map", ""), ("matrix", ""), ("treemap", ""))
_LEVELS = {"part": "part", "folder": "file", "namespace": "namespace"}  # what is gathered, by what it is gathered into


def show(bench: Workbench) -> None:
    """Show the view that the address names."""
    several = {"packages": bench.index.packages, "repositories": bench.manifest.members}
    view = tabs("view", [*_VIEWS, *((name, "") for name in several if several[name])])
    shown = {"map": places, "matrix": matrix, "packages": packages, "repositories": repositories}
    shown.get(view, treemap)(bench)


def places(bench: Workbench) -> None:
    """Draw the places inside the one that the address names; a link shows its lines, a place opens."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        address.read("level", "folder", _LEVELS)
        level = st.segmented_control(
            "Group by", list(_LEVELS), required=True, key="level", on_change=address.write, args=("level", "folder"),
            format_func=lambda name: "domain" if name == "part" else name,
        ) or "folder"  # fmt: skip
        address.read("overlay", "", OVERLAYS)
        overlay = st.segmented_control(
            "Overlay", list(OVERLAYS), key="overlay", on_change=address.write, args=("overlay",),
            help="Colours the places: " + "; ".join(f"{name}: {row.legend}" for name, row in OVERLAYS.items()),
        )  # fmt: skip
        with st.popover("Options", icon=":material/tune:"):
            address.read("least", "calm", ["calm", *map(str, STEPS)])
            least = st.select_slider(
                "Minimum lines per link", ["calm", *map(str, STEPS)], key="least", on_change=address.write,
                args=("least", "calm"), format_func=lambda lines: "auto" if lines == "calm" else lines, width=320,
                help="Auto shows as many of the strongest links as stay readable.",
            )  # fmt: skip
            counts = counted()
            members = tuple(one.name for one in bench.manifest.members) or coloured(bench)
    fewest = 0 if least == "calm" else int(least)
    parts = {one.part: one for one in remembered(bench, Analysis.parts)} if level == "part" else {}
    at = "" if parts else st.query_params.get("at", "")

    def made() -> PlaceMap:
        view = bench.analyse.uses(_LEVELS[level], parts=chosen(), tests=with_tests())
        return place_map(view.only(parts) if parts else view, bench.analyse.order(level), at, fewest)

    found = kept(bench, f"map {level} {at} {fewest} {chosen()} {with_tests()}", made)
    only = f"{said_only(bench)}{found.sentence}"
    broken = broken_lines(bench)
    rule = "" if broken is None else " Red: violates a rule."
    st.caption(f"{only} Dashed: against the layering.{rule} Hover: blue are dependents, green dependencies.")
    over = overlaid(bench, found, overlay, broken) if overlay else None
    boxes, arrows = map_boxes(
        found, bench.name, lambda lines: len({(one.file_path, one.line) for one in lines} & broken) if broken else 0, members,
        over.notes if over else part_notes(parts.values()), over.heat if over else {}, over.tints if over else {},
    )  # fmt: skip
    link = st.query_params.get("link", "")
    drawing = layered_svg(boxes, arrows, f"Dependencies between places. {only}", link, found.rows, counts=counts)
    panel(
        joined(
            saved(found.at or bench.name, map_trail(found)), overlay_legend(over) if over else None,
            el("div", drawing, class_=f"scrolls only-{overlay}"),
        ),
        key="place_map",
    )  # fmt: skip
    if part := parts.get(st.query_params.get("domain", "")):
        st.subheader(part.part, anchor=False)
        panel(part_html(part, bench.name), key="part")
    source, _, target = link.partition(" → ")
    if (source, target) in found.links:
        _lines(bench, link, found.links[source, target].evidence)
    name = f"places {level} {at} {fewest} {chosen()} {with_tests()} {hash(broken)}"
    rows = kept(bench, name, lambda: place_rows(bench, found, broken))
    drawn(bench, graph_of(boxes, arrows), found.at or bench.name, {"Places": rows, "Links": link_rows(found)}, of_places=True)


def counted() -> bool:
    """Let the reader switch the numbers on the arrows of a drawing."""
    said = "Shows the number of lines per arrow where there is room. Hover an arrow for its number."
    return st.toggle("Numbers", value=True, key="numbers", bind="query-params", help=said)


def _lines(bench: Workbench, link: str, lines: tuple[Relation, ...]) -> None:
    st.subheader(link, anchor=False)
    panel(evidence_list(lines, bench.settings.editor, bench.manifest.root, limit=200), key="link_lines")
