"""The view of the structure that a set of repositories has: its members beside each other."""

from __future__ import annotations

import streamlit as st

from core.workbench import Workbench
from pages.parts.tables import explored


def repositories(bench: Workbench) -> None:
    """Show the members of a set beside each other, what leads from one to another, and the versions of what they share."""
    st.caption("How large each repository is, what leads from one to another, and where they need other versions of a library.")
    explored(bench, "repositories", first="uses")
    st.subheader("Across boundaries", anchor=False)
    explored(bench, "boundaries", first="repository")
    st.subheader("Versions of shared libraries", anchor=False)
    explored(bench, "versions", first="package")
