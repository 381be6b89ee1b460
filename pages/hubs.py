"""Hubs and cycles: what everything leans on, what leans on itself, what hangs loose."""

import streamlit as st

from pages.parts import cycles
from pages.parts.frame import workbench

bench = workbench()
st.title("Hubs and cycles", anchor=False)
st.caption("What does everything lean on, what leans on itself, and what hangs loose?")
cycles.show(bench)
