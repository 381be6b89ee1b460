"""Map: which parts of the code depend on which, and how large they are."""

import streamlit as st

from pages.parts import maps
from pages.parts.frame import workbench

bench = workbench()
st.title("Map", anchor=False)
maps.show(bench)
