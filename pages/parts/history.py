"""The views of the history."""

from __future__ import annotations

import streamlit as st

from core.analyse import Analysis
from core.analyse.cochange import ORDERS
from core.analyse.windows import WINDOWS
from core.present.architecture.coupled import busiest, commit_details, pair_list
from core.present.drawings.scatter import figure_hotspots
from core.present.export.snippets import analysis_snippet
from core.present.html.empty import nothing
from core.present.html.links import unit_url
from core.workbench import Workbench
from core.workbench.members import has_commits
from pages.parts import address
from pages.parts.charts import chart, follow, theme
from pages.parts.frame import remembered
from pages.parts.members import of_chosen, with_tests
from pages.parts.panel import panel
from pages.parts.tables import downloads, explored


def _known(bench: Workbench) -> bool:
    """Tell whether the index has a history; explain it on the page if it has none."""
    if has_commits(bench.manifest):
        return True
    remedy = f"Index a git clone: orienteer index {bench.manifest.root}"
    panel(nothing("No history: the checkout has no git.", remedy), key="no_git")
    return False


def _window(usual: str = "a year") -> int:
    """Return the days before the last commit that the reader wants to look at; 0 for all."""
    chosen = st.segmented_control(
        "Period", list(WINDOWS), default=usual, required=True, key="window", bind="query-params",
        help="Counts back from the indexed commit.",
    )  # fmt: skip
    return WINDOWS[chosen]


def recent(bench: Workbench) -> None:
    """Show the latest commits, of all or of the folder or file that the address names, and what changed most."""
    if not _known(bench):
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        days = _window("90 days")
        address.read("within")
        path = st.text_input(
            "Folder or file", key="within", on_change=address.write, args=("within",), placeholder="app/models"
        ).strip("/ ")
    found = of_chosen(bench, remembered(bench, Analysis.commits, path=path, days=days, limit=0))
    left, right = st.columns([7, 5], gap="medium")
    with left:
        dates = sorted(one.date[:10] for one in found)
        st.caption(" ".join((*((f"{dates[0]} to {dates[-1]}.",) if dates else ()), *found.on_page)))
        panel(commit_details(found.items, bench.heads, bench.name), key="commits")
        downloads(found.to_frame, "commits", analysis_snippet(bench.name, "commits", {"path": path, "days": days, "limit": 0}))
    with right:
        panel(busiest(found.items, path, bench.name), key="busiest")


def hotspots(bench: Workbench) -> None:
    """Show what changes often, is complex and large."""
    if not _known(bench):
        return
    days = _window()
    found = of_chosen(bench, remembered(bench, Analysis.hotspots, limit=0, days=days)).first(40)
    if found:
        said = f"Scatter plot of {len(found)} units: complexity by commits. The table lists all"
        if name := chart(figure_hotspots(found, theme()), "hotspot_chart", said):
            follow(unit_url(name, bench.name))
    without = ("type", "file_path", "commits_rank", "complexity_rank", "lines_rank")
    explored(bench, "hotspots", without=without, first="score", limit=40, days=days)


def together(bench: Workbench) -> None:
    """Show files that change together, by default those without a known relation."""
    if not _known(bench):
        return
    st.caption("Files that change together. Open a pair to see its commits.")
    days = _window()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        by = st.selectbox("Sort by", ORDERS, key="order", bind="query-params", width=160)
        related = st.toggle(
            "Include related files", key="related", bind="query-params",
            help="Adds pairs with a known relation, and pairs of one name such as a model and its controller.",
        )  # fmt: skip
    wanted, tests = None if related else False, with_tests()
    arguments = {"related": wanted, "tests": tests, "days": days, "by": by, "one_name": related}
    found = of_chosen(
        bench, remembered(bench, Analysis.cochange, related=wanted, tests=tests, days=days, by=by, one_name=related)
    )
    panel(pair_list(found.items, bench.heads, bench.name, found.notes), key="cochange")
    downloads(found.to_frame, "cochange", analysis_snippet(bench.name, "cochange", arguments))
