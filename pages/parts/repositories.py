"""The views that compare parts of the code: the members of a set, the packages of a repository."""

from __future__ import annotations

import streamlit as st

from core.workbench import Workbench
from pages.parts.tables import explored


def packages(bench: Workbench) -> None:
    """Show the packages of a repository beside each other; what leads from one to another is the matrix of the level."""
    st.caption("Size, incoming and outgoing links, and central unit of each package.")
    explored(bench, "packages", first="used_by")


def repositories(bench: Workbench) -> None:
    """Show the members of a set beside each other, what leads from one to another, and the versions of what they share."""
    st.caption("Size and links of each repository, and differing library versions.")
    explored(bench, "repositories", first="uses")
    st.subheader("Cross-repository links", anchor=False)
    explored(bench, "boundaries", first="repository")
    st.subheader("Versions of shared libraries", anchor=False)
    explored(bench, "versions", first="package")
