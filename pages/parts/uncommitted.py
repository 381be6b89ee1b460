"""Changes that are no commits: what is staged, or a diff that somebody brings; each with its review."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import streamlit as st

from core.errors import WorkbenchError
from core.model.review import Review
from core.runtime.git_tree import staged_id
from core.workbench import Workbench
from pages.parts.frame import kept

_INDEXED = "Orienteer indexes both sides separately. Your checkout stays unchanged."


def staged(bench: Workbench) -> Review | None:
    """Offer to review what is staged in git, and return the review of it once that was asked for."""
    st.caption(f"Staged changes against HEAD. {_INDEXED}")
    try:
        mark = staged_id(Path(bench.manifest.root))
    except WorkbenchError as problem:
        st.error(problem.said, icon=":material/error:")
        return None
    if st.button("Review staged changes", key="review_staged", icon=":material/rate_review:"):
        st.session_state["staged"] = mark
    if st.session_state.get("staged") != mark:
        return None
    return _reviewed(bench, f"staged {mark}", lambda: bench.review(staged=True))


def pasted(bench: Workbench) -> Review | None:
    """Take a diff as text or as a file and return its review; nothing until there is one."""
    with st.form("diff", border=False):
        text = st.text_area(
            "Diff against the checkout", key="diff_text", height=160, placeholder="diff --git a/app/models/order.rb …",
            help=f"Paste git diff output, applied to the checkout or not. {_INDEXED}",
        )  # fmt: skip
        given = st.file_uploader("Diff file", key="diff_file", type=["diff", "patch", "txt"])
        sent = st.form_submit_button("Review", icon=":material/rate_review:")
    diff = given.getvalue().decode("utf-8", "surrogateescape") if given else text
    if not diff.strip():
        if sent:
            st.error("The diff is empty. Paste a diff or upload a file.", icon=":material/error:")
        return None
    mark = sha256(diff.encode("utf-8", "surrogateescape")).hexdigest()
    return _reviewed(bench, f"diff {mark}", lambda: bench.review(diff=diff))


def _reviewed(bench: Workbench, name: str, make: Callable[[], Review]) -> Review | None:
    try:
        with st.spinner("Comparing both sides …", show_time=True):
            return kept(bench, f"review {name}", make)
    except WorkbenchError as problem:
        st.error(problem.said, icon=":material/error:")
        return None
