"""Change: where work is likely to hurt, and what changes together without saying so."""

import streamlit as st

from pages.parts import changes
from pages.parts.frame import workbench

bench = workbench()
st.title("History", anchor=False)
st.caption("Hotspots, and files that change together.")
changes.show(bench)
