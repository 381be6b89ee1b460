"""Home: what the codebase does, a field to search it, its main actions, and what to read first."""

import streamlit as st

from pages.parts import overviews
from pages.parts.frame import freshness, workbench

bench = workbench()
st.title(bench.name, anchor=False)
overviews.said(bench)
overviews.field(bench)
left, right = st.columns(2, gap="medium")
with left:
    overviews.domain(bench)
    overviews.journeys(bench)
    overviews.health(bench)
with right:
    overviews.reading(bench)
    overviews.commits(bench)
st.caption(freshness(bench).sentence)
