"""The views of the structure: matrix, coupling, levels, communities, what is misplaced."""

from __future__ import annotations

import streamlit as st

from core.analyse import Analysis
from core.analyse.levels import Matrix
from core.present.architecture.evidence import evidence_list
from core.present.architecture.levels import MOST_BOXES, cell_list, level_map, level_svg, lines_of, place_url
from core.present.drawings.level_bars import figure_levels
from core.present.drawings.matrix import MOST_DOTS, broken_cells, cell_name, figure_matrix, picked_cell, unfolding
from core.present.drawings.scatter import figure_coupling
from core.present.export.diagrams import drawn_graph, words
from core.present.export.snippets import analysis_snippet
from core.present.html.elements import el, joined
from core.present.html.empty import nothing, saved
from core.workbench import Workbench
from pages.parts import address
from pages.parts.breaches import broken_lines
from pages.parts.charts import chart, follow, pick, theme
from pages.parts.frame import remembered
from pages.parts.maps import counted
from pages.parts.members import said_only, within
from pages.parts.panel import panel, tabs
from pages.parts.repositories import packages, repositories
from pages.parts.rules import rules
from pages.parts.tables import downloads, explored, files_of

_VIEWS = [("matrix", ""), ("coupling", ""), ("levels", ""), ("communities", ""), ("misplaced", ""), ("rules", "")]
_DEPTHS = {"1": 1, "2": 2, "3": 3, "all": 0}
_LEVELS = ["folder", "namespace", "package", "file", "unit"]


def show(bench: Workbench) -> None:
    """Show the view that the address names."""
    several = {"packages": bench.index.packages, "repositories": bench.manifest.members}
    views = [*_VIEWS, *((name, "") for name in several if several[name])]
    view = tabs("view", views)
    named = {one.__name__: one for one in (matrix, coupling, levels, communities, misplaced, packages, repositories)}
    named.get(view, rules)(bench)


def _grain(levels: list[str] = _LEVELS) -> tuple[str, int]:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        address.read("level", "folder", levels)
        level = st.segmented_control(
            "Level", levels, required=True, key="level", on_change=address.write, args=("level", "folder")
        )
        depth = st.segmented_control(
            "Depth", list(_DEPTHS), default="2", required=True, key="grain", bind="query-params",
            help="Number of leading path or namespace parts to group by.",
        )  # fmt: skip
    return level or "folder", _DEPTHS[depth or "2"]


def matrix(bench: Workbench) -> None:
    """Draw who uses whom; a picked cell shows its lines."""
    level, depth = _grain()
    opened = tuple(st.query_params.get_all("open")) if level == "folder" else ()
    found = remembered(bench, Analysis.matrix, level=level, depth=depth, opened=opened, **within(bench))
    colours = "Rows use columns. Orange: against the inferred layering. Red: violates a rule. Framed: a cycle."
    st.caption(f"{colours} {' '.join(found.said)}")
    closed = [name for name in found.order if name not in bench.heads] if level == "folder" else []
    if closed or opened:
        address.read_several("open", {*opened, *closed})
        st.multiselect(
            "Expanded folders", [*opened, *closed], key="open", on_change=address.write, args=("open",),
            help="Expands folders into files, and files into units. Or click + on the diagonal.",
        )  # fmt: skip
    if len(found.items) > MOST_DOTS:
        sentence = f"{len(found.items):,} cells are too many to draw."
        panel(nothing(sentence, "Choose a coarser level, or download all cells."), key="too_many")
    elif found:
        _cells(bench, found, frozenset(closed))
    else:
        panel(nothing("No links between parts at this level."), key="no_cells")
    asked = {"level": level, "depth": depth, **({"opened": opened} if opened else {}), **within(bench)}
    downloads(found.to_frame, "matrix", analysis_snippet(bench.name, "matrix", asked))
    if len(found.items) <= MOST_DOTS:
        links = {(cell.source, cell.target): (cell.weight, words(cell.kinds)) for cell in found.items}
        files_of(drawn_graph({name: name for name in found.order}, links), f"structure-{level}")


def _cells(bench: Workbench, found: Matrix, closed: frozenset[str]) -> None:
    """Draw the cells, with a sign to unfold `closed` rows; the cell that the address names is framed and shows its lines."""
    cell = picked_cell(found, st.query_params.get("cell", ""))
    wanted = cell_name(cell) if cell else ""
    broken = broken_cells(found.items, broken_lines(bench))
    said = f"Dependency matrix of {len(found.order)} rows and {len(found.items)} cells. The list below has the same cells"
    opened = st.query_params.get_all("open")
    picked = chart(figure_matrix(found, wanted, theme(), broken, closed), " ".join(["matrix", *opened]), said)
    if row := unfolding(picked):
        address.put("open", [*opened, row])
        st.rerun()
    elif picked:
        pick("cell", picked)
    if cell:
        st.subheader(f"{cell.source} → {cell.target}", anchor=False)
        panel(evidence_list(cell.lines, bench.settings.editor, bench.manifest.root, limit=200), key="cell")
    with st.expander("As a list", icon=":material/list:"):
        panel(cell_list(found, wanted), key="cells")


def coupling(bench: Workbench) -> None:
    """Show how much each part depends on others, and others on it."""
    level, depth = _grain()
    found = remembered(bench, Analysis.coupling, level=level, depth=depth)
    said = f"Scatter plot of {len(found)} parts: dependents by dependencies. The table lists all"
    if name := chart(figure_coupling(found, theme()), "coupling_chart", said):
        follow(place_url(name, level, bench.name))
    explored(bench, "coupling", level=level, depth=depth)


def levels(bench: Workbench) -> None:
    """Show the levels from what nothing uses down to what uses nothing, and the links that lead up."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        level, depth = _grain()
        numbers = counted()
    found = remembered(bench, Analysis.layers, level=level, depth=depth, **within(bench))
    cells = remembered(bench, Analysis.matrix, level=level, depth=depth, **within(bench)).items
    drawn = level_map(found.items, cells)
    if sum(len(row) for _, row in drawn.levels) <= MOST_BOXES:
        link = st.query_params.get("link", "")
        drawing = el("div", level_svg(drawn, level, bench.name, link, counts=numbers), class_="scrolls")
        panel(joined(saved("levels", el("span", said_only(bench) + drawn.sentence, class_="dim")), drawing), key="level_map")
        if chosen := lines_of(cells, link):
            st.subheader(link, anchor=False)
            panel(evidence_list(chosen, bench.settings.editor, bench.manifest.root, limit=200), key="level_lines")
    else:
        chart(figure_levels(found, theme()), "level_bars", "Units per layer. The table below lists all")
    up = tuple(one for link in found.back for one in link.evidence)
    shown = evidence_list(up, bench.settings.editor, bench.manifest.root)
    panel(joined(el("h4", "Links against the layering", class_="kind"), shown), key="back")
    explored(bench, "layers", level=level, depth=depth, **within(bench))


def communities(bench: Workbench) -> None:
    """Show which units hang together, whatever folder they stand in."""
    st.caption("Groups of closely linked units, regardless of folder.")
    explored(bench, "communities", first="size", without=("number", "inner", "outer", "units"))


def misplaced(bench: Workbench) -> None:
    """Show units that have more to do with another place than with their own."""
    level, depth = _grain(_LEVELS[:3])
    explored(bench, "misplaced", level=level, depth=depth)
