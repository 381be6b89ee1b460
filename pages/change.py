"""Change: where work is likely to hurt, and what changes together without saying so."""

import streamlit as st

from pages.parts import changes
from pages.parts.frame import workbench

bench = workbench()
st.title("Change", anchor=False)
st.caption("Where is work likely to hurt, and what changes together without saying so?")
changes.show(bench)
