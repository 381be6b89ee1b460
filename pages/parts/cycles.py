"""The views of hubs and cycles."""

from __future__ import annotations

import streamlit as st

from core.analyse import Analysis
from core.analyse.cycle_cuts import CutCycle, cut_cycle
from core.analyse.cycles import Cycle
from core.present.architecture import cycles as drawn
from core.present.architecture.levels import place_url
from core.present.drawings.scatter import figure_hubs
from core.present.export.snippets import analysis_snippet
from core.present.html.empty import nothing
from core.text.counts import counted_as
from core.workbench import Workbench
from pages.parts import address
from pages.parts.charts import chart, follow, theme
from pages.parts.frame import kept, remembered
from pages.parts.members import chosen, coloured, of_chosen
from pages.parts.panel import panel
from pages.parts.tables import downloads, explored, offered

_MEASURES = {"fan_in": "Dependents", "fan_out": "Dependencies", "pagerank": "PageRank", "betweenness": "Betweenness"}
_SAID = {
    "fan_in": "Number of dependents. Many dependents make a unit risky to change.",
    "fan_out": "Number of dependencies. Units with many dependencies change often.",
    "pagerank": "PageRank: importance by the importance of the dependents.",
    "betweenness": "Betweenness: number of shortest paths between other units that pass through it.",
}
_LEVELS = ["unit", "file", "folder", "namespace", "package"]


def _level() -> str:
    address.read("level", "unit", _LEVELS)
    level = st.segmented_control("Level", _LEVELS, required=True, key="level", on_change=address.write, args=("level", "unit"))
    return level or "unit"


def hubs(bench: Workbench) -> None:
    """Rank the units by one measure, beside users against used ones."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        address.read("by", "fan_in", [*_MEASURES])
        by = st.segmented_control(
            "Sort by", [*_MEASURES], required=True, key="by", format_func=_MEASURES.__getitem__, on_change=address.write,
            args=("by", "fan_in"),
        ) or "fan_in"  # fmt: skip
        level = _level()
        members = coloured(bench)
    st.caption(_SAID[by])
    found = of_chosen(bench, remembered(bench, Analysis.hubs, by=by, level=level, limit=0 if chosen() else 40)).first(40)
    said = f"Scatter plot of {len(found)} units: dependents by dependencies. The table lists all"
    if name := chart(figure_hubs(found, theme(), members), "hub_chart", said):
        follow(place_url(name, level, bench.name))
    explored(bench, "hubs", without=("type", "file_path"), first=by, by=by, level=level, limit=0 if chosen() else 40)


def cycles(bench: Workbench) -> None:
    """List the cycles and, for the chosen one, the lines to change."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        level = _level()
        both = st.toggle(
            "Include associations and links", key="associations", bind="query-params",
            help="Associations usually point both ways and hyperlinks link back, so each closes a cycle.",
        )  # fmt: skip
    found = of_chosen(bench, remembered(bench, Analysis.cycles, level=level, associations=both))
    st.caption(" ".join(found.on_page))
    if not found:
        panel(nothing("No cycles at this level."), key="no_cycles")
        return
    wanted = st.query_params.get("cycle", "0")
    chosen = int(wanted) if wanted.isdigit() and int(wanted) < len(found) else 0
    panel(drawn.cycle_chips(found.items, chosen), key="cycle_list")
    _knot(bench, found.items[chosen], level, both)
    python = analysis_snippet(bench.name, "cycles", {"level": level, "associations": both})
    downloads(found.to_frame, "cycles", python)


def _knot(bench: Workbench, cycle: Cycle, level: str, both: bool) -> None:
    """Take one component apart: what to cut first, what is then left, and the lines to change."""
    view = bench.analyse.view(level) if both else bench.analyse.structure(level)
    cuts = st.query_params.get("cuts", "")
    name = f"knot {level} {both} {cycle.units[0]} {cycle.size} {cuts}"
    found = kept(bench, name, lambda: cut_cycle(view, cycle.units, drawn.cut_ends(cuts), bench.analyse.row(level)))
    left, right = st.columns([7, 5], gap="medium")
    with left:
        st.markdown("**Best cuts first**, by units freed per line. Select one to preview the rest.")
        panel(drawn.cut_choices(found, cuts), key="cuts")
    with right:
        st.markdown(f"**{found.sentence}**")
        panel(drawn.knot_drawing(found, bench.name), key="knot")
        if found.removed:
            _plan(bench, found, f"Cuts in a cycle of {cycle.size} units of {bench.name}")
    whole = f"Full cut: {counted_as(cycle.cost, 'line')} in {counted_as(len(cycle.cut), 'link')}"
    with st.expander(f"{whole} remove the cycle", icon=":material/list:"):
        panel(drawn.cycle_account(cycle, bench.name, bench.settings.editor, bench.manifest.root), key="cycle")


def _plan(bench: Workbench, found: CutCycle, title: str) -> None:
    """Show the lines to change for what is cut, beside what they free."""
    bench.read_files(line.file_path for link in found.removed for line in link.evidence)
    with st.expander(drawn.plan_title(found), expanded=True, icon=":material/checklist:"):
        panel(drawn.plan_html(found, bench.line, bench.settings.editor, bench.manifest.root), key="plan")
        offered(drawn.plan_rows(found, bench.line), "plan")
        text = drawn.plan_markdown(found, bench.line, title)
        st.download_button("Markdown", text, "plan.md", key="plan_markdown", type="tertiary", on_click="ignore")
