"""What lies around a unit: users to the left, used ones to the right, and the way from one unit to another."""

import streamlit as st

from pages.parts import graphs, units
from pages.parts.frame import workbench

bench = workbench()
wanted = st.query_params.get("unit", "")
if not wanted:
    units.choose(bench, "graph")
    st.stop()
head = bench.head(wanted)
st.title(head.identifier, anchor=False)
graphs.show(bench, head)
