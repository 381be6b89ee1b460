"""Index jobs: begin one, see how far it is, cancel it, begin it again; on every page that one runs."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.errors import WorkbenchError
from core.model import Manifest
from core.present.html.links import page_url
from core.present.html.navigation import job_sentence, jobs_notice
from core.serving.jobs import Job, JobOrder, Jobs
from core.settings import index_home, read_settings
from core.workbench import indexes
from core.workbench.checkouts import checked_checkout, remove_index
from pages.parts.panel import panel

EVERY = 1.0  # seconds between two looks at jobs that run
_SHOWN = 6  # jobs that have ended


def jobs() -> Jobs:
    """Return the jobs of the home."""
    return Jobs(index_home(read_settings()))


def notice() -> None:
    """Say beside every page which jobs run, as long as one does."""
    running = jobs().running()
    if running or st.session_state.get("jobs_noticed"):
        st.fragment(_notice, run_every=EVERY if running else None)()


def _notice() -> None:
    told = [job.told() for job in jobs().running()]
    st.session_state["jobs_noticed"] = len(told)
    panel(jobs_notice(told, st.query_params.get("index", "")), key="jobs_notice")


def make(chosen: Manifest | None) -> None:
    """Offer to index a checkout, which is checked before a job begins."""
    with st.form("make_index", border=True):
        left, middle, right = st.columns([6, 3, 3], vertical_alignment="bottom")
        path = left.text_input("Checkout", chosen.root if chosen else "", key="checkout", placeholder="/path/to/a/checkout")
        name = middle.text_input("Name", key="new_name", placeholder="folder name")
        with right.container(horizontal=True, vertical_alignment="center"):
            vectors = st.toggle("Vectors", True, key="with_vectors", help="Enables semantic search.")
            start = st.form_submit_button("Index", icon=":material/play_arrow:")
    if start:
        _begin(path, name, vectors)


def _begin(path: str, name: str, vectors: bool) -> None:
    try:
        root, named = checked_checkout(path, name, read_settings())
        jobs().begin(JobOrder(named, str(root), vectors=vectors))
    except WorkbenchError as problem:
        st.error(problem.said, icon=":material/error:")


def listed() -> None:
    """Show the jobs: those that run are looked at again every second; they go on when this page is left."""
    running = [job.id for job in jobs().running()]
    st.fragment(_listed, run_every=EVERY if running else None)(running)


def _listed(before: Sequence[str]) -> None:
    every = jobs().all()
    running = [job for job in every if job.running]
    for job in running:
        progress(job)
    for job in [job for job in reversed(every) if not job.running][:_SHOWN]:
        _ended(job)
    if running:
        st.caption("You can keep using the current index. Jobs continue after you close this page.")
    if set(before) - {job.id for job in running}:
        st.rerun()  # an index was made: everything that lists them is drawn again


def progress(job: Job) -> None:
    """Show how far a job is, and a button that ends it."""
    told = job.told()
    bar, button = st.columns([10, 2], vertical_alignment="bottom")
    bar.progress(min(1.0, float(str(told["share"]))), text=job_sentence(told))
    if button.button("Cancel", key=f"cancel_{job.id}", icon=":material/stop:"):
        jobs().cancel(job.id)
        st.rerun()


def _ended(job: Job) -> None:
    state, wanted = job.state, job.wanted
    with st.container(horizontal=True, vertical_alignment="center"):
        st.badge(state.state, color={"done": "green", "failed": "red"}.get(state.state, "gray"))  # type: ignore[arg-type]
        st.markdown(f"**{plain(wanted.index)}** {plain(state.says)}", width="stretch")
        if state.state == "done" and not wanted.compares:
            since = page_url("changes", index=wanted.index, view="compare", of="index")
            st.link_button("Changes", since, type="tertiary")
        elif state.state != "done" and st.button("Retry", key=f"again_{job.id}", help="Continues from the saved progress."):
            _again(job)
        if st.button("Dismiss", key=f"forget_{job.id}", type="tertiary"):
            jobs().forget(job.id)
            st.rerun()


def _again(job: Job) -> None:
    try:
        jobs().again(job.id)
        jobs().forget(job.id)
    except WorkbenchError as problem:
        st.error(problem.said, icon=":material/error:")
        return
    st.rerun()


def plain(text: str) -> str:
    """Return text with nothing in it that Markdown would read."""
    return "".join(f"\\{letter}" if letter in "\\`*_{}[]<>()#+!|~$:" else letter for letter in text)


def remove(chosen: Manifest | None) -> None:
    """Offer to remove an index, after a second thought."""
    names = [manifest.name for manifest in indexes(read_settings())]
    if not names:
        return
    with st.popover("Remove an index", icon=":material/delete:", type="tertiary"):
        first = names.index(chosen.name) if chosen else 0
        name = st.selectbox("Index", names, index=first, key="to_remove")
        st.caption("Deletes the index, not your code. Re-index any time.")
        if st.button(f"Remove {name}", key="remove_index", type="primary"):
            try:
                remove_index(name, read_settings())
            except WorkbenchError as problem:
                st.error(problem.said, icon=":material/error:")
                return
            st.rerun()
