"""The views that compare parts of the code: the members of a set, the packages of a repository."""

from __future__ import annotations

import streamlit as st

from core.workbench import Workbench
from pages.parts.tables import explored


def packages(bench: Workbench) -> None:
    """Show the packages of a repository beside each other; what leads from one to another is the matrix of the level."""
    st.caption(
        "How large each package, engine, crate or workspace is, what leads out of it and into it, and what it turns around."
    )
    explored(bench, "packages", first="used_by")


def repositories(bench: Workbench) -> None:
    """Show the members of a set beside each other, what leads from one to another, and the versions of what they share."""
    st.caption("How large each repository is, what leads from one to another, and where they need other versions of a library.")
    explored(bench, "repositories", first="uses")
    st.subheader("Across boundaries", anchor=False)
    explored(bench, "boundaries", first="repository")
    st.subheader("Versions of shared libraries", anchor=False)
    explored(bench, "versions", first="package")
