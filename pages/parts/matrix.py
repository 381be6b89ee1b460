"""The dependency matrix."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from core.analyse import Analysis
from core.analyse.levels import Matrix
from core.errors import WorkbenchError
from core.present.architecture.evidence import evidence_list
from core.present.architecture.levels import cell_list
from core.present.drawings.matrix import MOST_DOTS, broken_cells, cell_name, figure_matrix, picked_cell, unfolding
from core.present.export.diagrams import drawn_graph, words
from core.present.export.snippets import analysis_snippet
from core.present.html.empty import nothing
from core.workbench import Workbench, checking
from core.workbench.declaring import RULES
from pages.parts import address
from pages.parts.charts import chart, pick, theme
from pages.parts.frame import kept, remembered
from pages.parts.members import chosen
from pages.parts.panel import panel
from pages.parts.tables import files, graph_kinds, table_kinds

_DEPTHS = {"1": 1, "2": 2, "3": 3, "all": 0}
_LEVELS = ["folder", "namespace", "package", "file", "unit"]


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
    found = remembered(bench, Analysis.matrix, level=level, depth=depth, opened=opened, parts=chosen())
    colours = "Rows use columns. Orange: against the inferred layering. Red: violates a rule. Framed: a cycle."
    st.caption(f"{colours} {' '.join(found.on_page)}")
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
    asked = {"level": level, "depth": depth, "opened": opened, "parts": chosen()}
    asked = {name: value for name, value in asked.items() if value != ()}
    kinds = table_kinds(found.to_frame)
    if len(found.items) <= MOST_DOTS:
        links = {(cell.source, cell.target): (cell.weight, words(cell.kinds)) for cell in found.items}
        kinds += graph_kinds(drawn_graph({name: name for name in found.order}, links), f"structure-{level}")
    files(kinds, f"structure-{level}", "matrix", analysis_snippet(bench.name, "matrix", asked))


def _cells(bench: Workbench, found: Matrix, closed: frozenset[str]) -> None:
    """Draw the cells, with a sign to unfold `closed` rows; the cell that the address names is framed and shows its lines."""
    cell = picked_cell(found, st.query_params.get("cell", ""))
    wanted = cell_name(cell) if cell else ""
    broken = broken_cells(found.items, broken_lines(bench) or frozenset())
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


def broken_lines(bench: Workbench) -> frozenset[tuple[str, int]] | None:
    """Return the lines that break what the checkout declares now, None if it declares nothing.

    None also stands for a declaration that cannot be read. The rules page says so.
    """
    file = Path(bench.manifest.root) / RULES
    edited = file.stat().st_mtime_ns if file.exists() else 0
    try:
        return kept(bench, f"broken lines {edited}", lambda: checking.broken_lines(bench))
    except WorkbenchError:
        return None
