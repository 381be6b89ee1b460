"""Flow: what happens when something is entered, step by step, and from where a unit is reached."""

import streamlit as st

from pages.parts import flows
from pages.parts.frame import workbench

bench = workbench()
st.title("Flow", anchor=False)
st.caption("What happens when this is called, in which order, and from where is it reached?")
flows.show(bench)
