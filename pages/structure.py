"""Structure: which part uses which, what breaks the order, and what would stand better elsewhere."""

import streamlit as st

from pages.parts import structures
from pages.parts.frame import workbench

bench = workbench()
st.title("Dependencies", anchor=False)
st.caption("Dependencies between folders, layering violations, and misplaced code.")
structures.show(bench)
