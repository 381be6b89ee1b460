"""Home: what the codebase does, its main actions, and what to read first."""

import streamlit as st

from core.present.architecture.overview import manifest_numbers
from pages.parts import overviews
from pages.parts.frame import freshness, workbench
from pages.parts.panel import panel

bench = workbench()
st.title(bench.name, anchor=False)
st.caption("Start here: what this codebase does and what to read first.")
overviews.said(bench)
panel(manifest_numbers(bench.manifest, bench.overview.tests), key="numbers")
where = "" if bench.manifest.members else f"{bench.manifest.root} · "
st.caption(f"{where}{freshness(bench).sentence}")
overviews.questions(bench)
left, right = st.columns(2, gap="medium")
with left:
    overviews.journeys(bench)
    overviews.nouns(bench)
    overviews.made_of(bench)
with right:
    overviews.reading(bench)
left, right = st.columns(2, gap="medium")
with left:
    overviews.central(bench)
with right:
    overviews.entries(bench)
overviews.not_read_as_they_are(bench)
