"""Ask the code: what answers a question, and why."""

import streamlit as st

from core.present.hits import understanding
from pages.parts import answers
from pages.parts.asking import asked
from pages.parts.frame import workbench
from pages.parts.panel import panel

VIEWS = {
    "results": answers.results,
    "context": answers.context,
    "stages": answers.stages,
    "why": answers.why,
    "table": answers.as_table,
}

bench = workbench()
st.title("Ask the code", anchor=False)
run = asked(bench)
panel(understanding(run, bench.name), key="understood")
for note in run.notes:
    st.info(note, icon=":material/info:")
view = st.segmented_control(
    "View", list(VIEWS), default="results", required=True, key="view", bind="query-params", label_visibility="collapsed"
)
VIEWS[view](bench, run)
