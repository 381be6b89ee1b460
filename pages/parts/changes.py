"""The views of the history."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from core.analyse import Analysis
from core.present.architecture.compare import comparison_html
from core.present.drawings.scatter import figure_hotspots
from core.present.html.empty import nothing
from core.present.html.links import unit_url
from core.present.html.tabs import one_of, tab_bar
from core.workbench import Workbench
from pages.parts import address
from pages.parts.charts import chart, follow, theme
from pages.parts.frame import kept, remembered
from pages.parts.panel import panel
from pages.parts.tables import downloads, explored

_VIEWS = [("hotspots", ""), ("hidden coupling", ""), ("changes together", ""), ("never together", ""), ("since", "")]


def show(bench: Workbench) -> None:
    """Show the view that the address names; without history say so."""
    view = one_of(_VIEWS, st.query_params.get("view", ""))
    panel(tab_bar("view", _VIEWS, view), key="views")
    if view == "since":
        since(bench)
        return
    if not bench.manifest.git_sha:
        sentence = "The checkout has no git history, so nothing is known about change."
        panel(
            nothing(sentence, f"Index a clone instead of an unpacked archive: orienteer index {bench.manifest.root}"),
            key="no_git",
        )
        return
    {"hotspots": hotspots, "hidden coupling": hidden, "changes together": together, "never together": never}[view](bench)


def hotspots(bench: Workbench) -> None:
    """Show what changes often, is complicated and large."""
    found = remembered(bench, Analysis.hotspots, limit=40)
    if found:
        said = f"{len(found)} points: complexity against commits. The table has all"
        if name := chart(figure_hotspots(found, theme()), "hotspot_chart", said):
            follow(unit_url(name, bench.name))
    explored(
        bench,
        "hotspots",
        without=("type", "file_path", "commits_rank", "complexity_rank", "lines_rank"),
        first="score",
        limit=40,
    )


def hidden(bench: Workbench) -> None:
    """Show files that change together without a relation between them."""
    st.caption("These files change together, but no line of one names the other: a rule that only people know.")
    explored(bench, "cochange", key="hidden", without=("related",), related=False, tests=_tests(), limit=200)


def together(bench: Workbench) -> None:
    """Show all files that change together."""
    explored(bench, "cochange", tests=_tests(), limit=200)


def _tests() -> bool:
    address.read_flag("tests_too")
    return st.toggle(
        "Tests too", key="tests_too", on_change=address.write, args=("tests_too",),
        help="A test mostly changes with what it tests.",
    )  # fmt: skip


def never(bench: Workbench) -> None:
    """Show related files that never change together."""
    explored(bench, "dead_coupling", limit=200)


def since(bench: Workbench) -> None:
    """Show what differs between this generation of the index and an earlier one."""
    earlier = {number: manifest for number, manifest in bench.generations().items() if number < bench.manifest.generation}
    if not earlier:
        sentence = "This is the only generation of the index that is kept, so there is nothing to compare it with."
        panel(nothing(sentence, "Change the checkout and index it again: what was before is kept."), key="no_earlier")
        return
    numbers = sorted(earlier, reverse=True)
    said = {str(number): earlier[number].built_at[:16].replace("T", " ") for number in numbers}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        before = st.selectbox("Compared with generation", list(said), key="before", bind="query-params", width=220)
    st.caption(
        f"Generation {before} was built at {said[before]}, this one at {bench.manifest.built_at[:16].replace('T', ' ')}."
    )
    found = kept(bench, f"since {before}", lambda: bench.compare(int(before)))
    if not found.differences:
        panel(nothing("Nothing differs: the same units, relations, cycles and hubs."), key="no_difference")
        return
    panel(
        comparison_html(found.to_rows(), bench.heads, bench.name, bench.settings.editor, bench.manifest.root), key="since_rows"
    )
    downloads(pd.DataFrame(found.to_rows()), "since")
