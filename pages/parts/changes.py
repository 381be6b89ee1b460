"""The views of the history."""

from __future__ import annotations

import streamlit as st

from core.analyse import Analysis
from core.analyse.cochange import ORDERS
from core.analyse.windows import WINDOWS
from core.present.architecture.coupled import pair_list
from core.present.drawings.scatter import figure_hotspots
from core.present.export.snippets import analysis_snippet
from core.present.html.empty import nothing
from core.present.html.links import unit_url
from core.workbench import Workbench
from core.workbench.members import has_commits
from pages.parts import address, comparing
from pages.parts.charts import chart, follow, theme
from pages.parts.frame import remembered
from pages.parts.panel import panel, tabs
from pages.parts.tables import downloads, explored

_VIEWS = [
    ("hotspots", ""),
    ("hidden coupling", ""),
    ("changes together", ""),
    ("never together", ""),
    ("commits", ""),
    ("since", ""),
]


def show(bench: Workbench) -> None:
    """Show the view that the address names; without history say so."""
    view = tabs("view", _VIEWS)
    if view == "since":
        comparing.since(bench)
        return
    if not has_commits(bench.manifest):
        sentence = "No history: the checkout has no git."
        panel(
            nothing(sentence, f"Index a git clone: orienteer index {bench.manifest.root}"),
            key="no_git",
        )
        return
    if view == "commits":
        comparing.commits(bench)
        return
    shown = {"hotspots": hotspots, "hidden coupling": hidden, "changes together": together, "never together": never}
    shown[view](bench, _window())


def _window() -> int:
    """Return the days before the last commit that the reader wants to look at; 0 for all."""
    chosen = st.segmented_control(
        "Period", list(WINDOWS), default="a year", required=True, key="window", bind="query-params",
        help="Counts back from the indexed commit.",
    )  # fmt: skip
    return WINDOWS[chosen]


def hotspots(bench: Workbench, days: int) -> None:
    """Show what changes often, is complicated and large."""
    found = remembered(bench, Analysis.hotspots, limit=40, days=days)
    if found:
        said = f"Scatter plot of {len(found)} units: complexity by commits. The table lists all"
        if name := chart(figure_hotspots(found, theme()), "hotspot_chart", said):
            follow(unit_url(name, bench.name))
    explored(
        bench,
        "hotspots",
        without=("type", "file_path", "commits_rank", "complexity_rank", "lines_rank"),
        first="score",
        limit=40,
        days=days,
    )


def hidden(bench: Workbench, days: int) -> None:
    """Show files that change together without a relation between them."""
    st.caption("Files that change together without naming each other. Open a pair to see its commits.")
    _pairs(bench, "hidden", days, related=False)


def together(bench: Workbench, days: int) -> None:
    """Show all files that change together."""
    _pairs(bench, "cochange", days, related=None)


def _pairs(bench: Workbench, key: str, days: int, *, related: bool | None) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        by = st.selectbox("Sort by", ORDERS, key="order", bind="query-params", width=160)
        tests = _tests()
        alike = related is False and st.toggle(
            "Include files with the same name", key="one_name", bind="query-params",
            help="Adds pairs such as a model and its controller, which usually change together.",
        )  # fmt: skip
    arguments = {"related": related, "tests": tests, "days": days, "by": by, "one_name": alike}
    found = remembered(bench, Analysis.cochange, related=related, tests=tests, days=days, by=by, one_name=alike)
    panel(pair_list(found.items, bench.heads, bench.name, found.notes), key=key)
    downloads(found.to_frame, key, analysis_snippet(bench.name, "cochange", arguments))


def _tests() -> bool:
    address.read_flag("tests_too")
    return st.toggle(
        "Include tests", key="tests_too", on_change=address.write, args=("tests_too",),
        help="Adds tests, which usually change with the code they cover.",
    )  # fmt: skip


def never(bench: Workbench, days: int) -> None:
    """Show related files that never change together."""
    explored(bench, "dead_coupling", limit=200, days=days)
