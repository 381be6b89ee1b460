"""Hubs and cycles: the most-used code, dependency cycles, and unreferenced code."""

import streamlit as st

from pages.parts import cycles
from pages.parts.frame import workbench

bench = workbench()
st.title("Hubs and cycles", anchor=False)
st.caption("Most-used code, dependency cycles, and unreferenced code.")
cycles.show(bench)
