"""Two states of the code compared: commits of the checkout, or generations of the index."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pandas as pd
import streamlit as st

from core.errors import WorkbenchError
from core.present.architecture.compare import comparison_html
from core.present.html.empty import nothing
from core.runtime.git_tree import branches
from core.serving.jobs import JobOrder
from core.workbench import Workbench
from core.workbench.compare import Comparison, known_comparison
from pages.parts import address, jobs
from pages.parts.frame import kept
from pages.parts.panel import panel
from pages.parts.tables import downloads

_COMPARED = {"commits": "Two commits", "index": "Versions of this index"}
_USUAL = ("HEAD~20", "HEAD")


def show(bench: Workbench) -> None:
    """Compare two commits, or this index with an earlier version of it."""
    address.read("of", "commits", _COMPARED)
    of = st.segmented_control(
        "Compare", list(_COMPARED), required=True, key="of", on_change=address.write, args=("of", "commits"),
        format_func=_COMPARED.__getitem__, label_visibility="collapsed",
    )  # fmt: skip
    (since if of == "index" or not bench.manifest.git_sha else commits)(bench)


def commits(bench: Workbench) -> None:
    """Compare two commits of the checkout; what is not indexed yet is, in a process of its own."""
    st.caption("Compare units, relations, cycles and hubs of two branches, tags or commits.")
    known = kept(bench, "branches", lambda: branches(Path(bench.manifest.root)))
    with st.form("commits", border=False), st.container(horizontal=True, vertical_alignment="bottom"):
        before = st.text_input("Before", _USUAL[0], key="from", bind="query-params", help="Branch, tag or commit.")
        after = st.text_input("After", _USUAL[1], key="to", bind="query-params", help=f"Examples: {', '.join(known[:6])}")
        begin = st.form_submit_button("Compare", icon=":material/compare_arrows:")
    try:
        found = known_comparison(bench, before, after)
    except WorkbenchError as problem:
        if (before, after) == _USUAL:  # nobody asked for it: a checkout with few commits has no such pair
            panel(nothing(problem.said, "Enter two commits above."), key="no_commits")
        else:
            st.error(problem.said, icon=":material/error:")
        return
    if found is None:
        index_both(bench, before, after, begin=begin)
        return
    st.caption(found.sentence)
    _differences(bench, found, "commits")


def since(bench: Workbench) -> None:
    """Show what differs between this generation of the index and an earlier one."""
    earlier = {number: manifest for number, manifest in bench.generations().items() if number < bench.manifest.generation}
    if not earlier:
        sentence = "No earlier version of this index to compare with."
        panel(nothing(sentence, "Index the checkout again after a change."), key="no_earlier")
        return
    numbers = sorted(earlier, reverse=True)
    said = {str(number): earlier[number].built_at[:16].replace("T", " ") for number in numbers}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        before = st.selectbox("Earlier version", list(said), key="before", bind="query-params", width=220)
    st.caption(
        f"Version {before} is from {said[before]}, the current one from {bench.manifest.built_at[:16].replace('T', ' ')}."
    )
    found = kept(bench, f"since {before}", lambda: bench.compare(int(before)))
    _differences(bench, found, "since")


def _differences(bench: Workbench, found: Comparison, key: str) -> None:
    if not found.differences:
        panel(nothing("No differences: the same units, relations, cycles and hubs."), key="no_difference")
        return
    rows = found.to_rows()
    panel(comparison_html(rows, bench.heads, bench.name, bench.settings.editor, bench.manifest.root), key=f"{key}_rows")
    downloads(pd.DataFrame(rows), key)


def index_both(bench: Workbench, before: str, after: str, *, begin: bool) -> None:
    """Index two commits when asked to `begin`, and show how far that is; the page is drawn again when it is done."""
    wanted = (bench.name, before, after)
    of_these = [job for job in jobs.jobs().all() if (job.wanted.index, job.wanted.before, job.wanted.after) == wanted]
    running = [job.id for job in of_these if job.running]
    if running:
        st.fragment(_compared, run_every=jobs.EVERY)(running)
        return
    for job in of_these[-1:]:
        if job.state.state != "done":
            st.error(jobs.plain(job.state.says), icon=":material/error:")
    st.caption("Orienteer indexes both commits separately. Your checkout stays unchanged.")
    if begin or st.button("Index both commits", key="index_commits", icon=":material/play_arrow:"):
        try:
            jobs.jobs().begin(JobOrder(bench.name, bench.manifest.root, vectors=False, before=before, after=after))
        except WorkbenchError as problem:
            st.error(problem.said, icon=":material/error:")
            return
        st.rerun()


def _compared(names: Sequence[str]) -> None:
    working = [job for job in map(jobs.jobs().job, names) if job.running]
    for job in working:
        jobs.progress(job)
    if not working:
        st.rerun()
