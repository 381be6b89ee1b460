"""The whole as a map of places; around a unit: users to the left, used ones to the right, and the way to another one."""

import streamlit as st

from pages.parts import graphs, maps
from pages.parts.frame import workbench

bench = workbench()
wanted = st.query_params.get("unit", "")
if not wanted or maps.named():
    st.title("Graph", anchor=False)
    st.caption("Which places use which, and where do the links lead against the order?")
    maps.show(bench)
    st.stop()
head = bench.head(wanted)
st.title(head.identifier, anchor=False)
st.caption("What uses it, what does it use, and what would a change of it reach?")
graphs.show(bench, head)
