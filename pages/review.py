"""Review: what a change does, whom it reaches and what it forgets."""

import streamlit as st

from pages.parts import reviews
from pages.parts.frame import workbench

bench = workbench()
st.title("Review", anchor=False)
st.caption("Impact, risks and gaps of a change, each with file and line.")
reviews.show(bench)
