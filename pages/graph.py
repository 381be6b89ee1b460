"""The whole as a map of places; around a unit: users to the left, used ones to the right, and the way to another one."""

import streamlit as st

from pages.parts import graphs, maps
from pages.parts.frame import workbench

bench = workbench()
wanted = st.query_params.get("unit", "")
if not wanted or maps.named():
    st.title("Graph", anchor=False)
    st.caption(maps.caption())
    maps.show(bench)
    st.stop()
head = bench.head(wanted)
st.title(head.identifier, anchor=False)
st.caption("Dependents, dependencies and impact of this unit.")
graphs.show(bench, head)
