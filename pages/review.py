"""Review: what a change does, whom it reaches and what it forgets."""

import streamlit as st

from pages.parts import reviews
from pages.parts.frame import workbench

bench = workbench()
st.title("Review", anchor=False)
st.caption("What does a change do, whom does it reach, and what does it forget? Units and relations, each with its line.")
reviews.show(bench)
