"""Flow: what happens when something is entered, step by step, and from where a unit is reached."""

import streamlit as st

from pages.parts import flows
from pages.parts.frame import workbench

bench = workbench()
st.title("Flow", anchor=False)
st.caption("Trace what a request, job or method triggers, step by step.")
flows.show(bench)
