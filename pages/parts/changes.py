"""The views of the history."""

from __future__ import annotations

import streamlit as st

from core.present.choices import one_of, tab_bar
from core.present.empty import nothing
from core.present.figures import figure_hotspots
from core.workbench import Workbench
from pages.parts.figure import figure
from pages.parts.frame import remembered
from pages.parts.panel import panel
from pages.parts.tables import explored

_VIEWS = [("hotspots", ""), ("hidden coupling", ""), ("changes together", ""), ("never together", "")]


def show(bench: Workbench) -> None:
    """Show the view that the address names; without history say so."""
    view = one_of(_VIEWS, st.query_params.get("view", ""))
    panel(tab_bar("view", _VIEWS, view), key="views")
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
    found = remembered(bench, "hotspots", limit=40)
    if found:
        figure(figure_hotspots(found), "hotspots_figure", "Commits against complexity; hotspots lie at the top right", bench)
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
    explored(bench, "cochange", key="hidden", without=("related",), related=False, limit=200)


def together(bench: Workbench) -> None:
    """Show all files that change together."""
    explored(bench, "cochange", limit=200)


def never(bench: Workbench) -> None:
    """Show related files that never change together."""
    explored(bench, "dead_coupling", limit=200)
