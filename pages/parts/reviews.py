"""The views of a review, of commits, of what is staged or of a diff."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.metadata import version
from pathlib import Path

import streamlit as st

from core.errors import WorkbenchError
from core.model.review import LEVELS, Review
from core.present.architecture.review import STATES, change_graph, remark_list
from core.present.drawings.layered_graph import layered_svg, placed_rows
from core.present.export.review import review_json, review_markdown, review_rows
from core.present.export.sarif import review_sarif
from core.present.html.empty import nothing
from core.present.html.tabs import label
from core.runtime.git_tree import branches
from core.workbench import Workbench
from core.workbench.reviewing import is_read, parted
from pages.parts.comparing import index_both
from pages.parts.frame import kept
from pages.parts.panel import panel, tabs
from pages.parts.tables import drawn, files, graph_of, listed
from pages.parts.uncommitted import pasted, staged

_USUAL = "HEAD~1..HEAD"
_CAP = 30  # units in the picture
_LISTS = {"changed": ("units", "relations", "files"), "affected": ("users", "entries"), "people": ("people", "along")}
"""The lists of each part of a review."""


def show(bench: Workbench) -> None:
    """Show the review of the change that the address names, that is staged, or that a diff brings."""
    if bench.manifest.git_sha:
        of = st.segmented_control(
            "Review", list(_CHANGES), default="commits", required=True, key="of", bind="query-params",
            label_visibility="collapsed",
        )  # fmt: skip
    else:
        said = "No commits to review: the checkout has no git."
        panel(nothing(said, "Paste a diff instead."), key="no_git")
        of = "diff"
    if found := _CHANGES[of or "commits"](bench):
        _review(bench, found)


def _of_commits(bench: Workbench) -> Review | None:
    """Return the review of the commits that the address names; what is not indexed yet is, in a process of its own."""
    known = kept(bench, "branches", lambda: branches(Path(bench.manifest.root)))
    with st.form("change", border=False), st.container(horizontal=True, vertical_alignment="bottom"):
        st.text_input(
            "Change", _USUAL, key="commits", bind="query-params",
            help=f"BASE..HEAD with branches, tags or commits. Examples: {', '.join(known[:6])}",
        )  # fmt: skip
        begin = st.form_submit_button("Review", icon=":material/rate_review:")
    wanted = st.session_state["commits"].strip()
    try:
        ends = parted(bench, wanted)
        if not is_read(bench, wanted):
            index_both(bench, *ends, begin=begin)
            return None
        return kept(bench, f"review {'..'.join(ends)} {wanted}", lambda: bench.review(wanted))
    except WorkbenchError as problem:
        if wanted == _USUAL:  # nobody asked for it: a checkout with one commit has no such change
            panel(nothing(problem.said, "Enter a change above."), key="no_change")
        else:
            st.error(problem.said, icon=":material/error:")
        return None


def _review(bench: Workbench, found: Review) -> None:
    st.markdown(f"**{found.title}**  \n{found.sentence}")
    counts: dict[str, str | int] = {
        "remarks": len(found.remarks), "changed": len(found.units), "affected": len(found.users), "people": "",
    }  # fmt: skip
    view = tabs("part", list(counts.items()))
    if view == "remarks":
        _remarks(bench, found)
    if view == "affected":
        _graph(bench, found)
    for name in _LISTS.get(view, ()):
        _table(bench, found, name)
    for note in found.notes:
        st.caption(note)
    _files(found)


def _remarks(bench: Workbench, found: Review) -> None:
    if not found.remarks:
        panel(nothing("No issues found."), key="no_remark")
    for level in LEVELS:
        if some := list(found.of_level(level)):
            st.markdown(f"**{level}** ({len(some)}): {LEVELS[level]}")
            panel(remark_list(some, bench.name, bench.settings.editor, bench.manifest.root), key=f"remarks_{level}")
    if found.gone:
        st.markdown("**Resolved by this change**")
        st.markdown("\n".join(f"- {text}" for text in found.gone))


def _graph(bench: Workbench, found: Review) -> None:
    state = st.segmented_control("Show", STATES, default=STATES[0], required=True, key="side", bind="query-params")
    graph = change_graph(found, bench.heads, bench.name, state, _CAP)
    if not graph.boxes:
        panel(nothing("No code units changed."), key="no_graph")
        return
    st.caption(graph.sentence)
    rows = placed_rows([box.key for box in graph.boxes], graph.arrows)
    panel(layered_svg(graph.boxes, graph.arrows, graph.sentence, rows=rows), key="graph")
    drawn(bench, graph_of(graph.boxes, graph.arrows), "review", {"Links": graph.rows})


def _table(bench: Workbench, found: Review, name: str) -> None:
    """Show one list of the review as a table, with its downloads; nothing where it is empty."""
    rows = review_rows(found)[name]
    st.subheader(f"{label(name)} ({len(rows):,})", anchor=False)
    if rows:
        listed(bench, rows, f"review_{name}")


def _files(found: Review) -> None:
    texts = [
        ("Markdown", "md", lambda: review_markdown(found)), ("JSON", "json", lambda: review_json(found)),
        ("SARIF", "sarif", lambda: review_sarif(found, version("orienteer"))),
    ]  # fmt: skip
    files(texts, "review", "whole")


_CHANGES: Mapping[str, Callable[[Workbench], Review | None]] = {"commits": _of_commits, "staged": staged, "diff": pasted}
"""What is reviewed, by the name that the address has for it."""
