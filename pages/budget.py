"""Context budget: where the tokens go, what was cut, what more would buy."""

import streamlit as st

from pages.parts import budgets
from pages.parts.frame import workbench

bench = workbench()
st.title("Context budget", anchor=False)
st.caption("How an answer uses its token budget, and what more tokens would add.")
budgets.show(bench)
