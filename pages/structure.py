"""Structure: which part uses which, what breaks the order, and what would stand better elsewhere."""

import streamlit as st

from pages.parts import structures
from pages.parts.frame import workbench

bench = workbench()
st.title("Structure", anchor=False)
st.caption("Which part uses which, where is the order broken, and what stands in the wrong place?")
structures.show(bench)
