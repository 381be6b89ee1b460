"""Context budget: where the tokens go, what was cut, what more would buy."""

import streamlit as st

from pages.parts import budgets
from pages.parts.frame import workbench

bench = workbench()
st.title("Context budget", anchor=False)
st.caption("Where do the tokens go, what was cut, and what would more of them buy?")
budgets.show(bench)
