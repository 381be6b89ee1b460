"""Structure: which part uses which, what breaks the order, and what would stand better elsewhere."""

import streamlit as st

from pages.parts import structures
from pages.parts.frame import workbench

bench = workbench()
st.title("Structure", anchor=False)
structures.show(bench)
