"""Ask the code: what answers a question, and why."""

import streamlit as st

from core.present.answer.hit_list import run_notes, understanding
from pages.parts import answers, flows, talks
from pages.parts.asking import asked
from pages.parts.frame import workbench
from pages.parts.panel import panel

bench = workbench()
st.title("Ask the code", anchor=False)
st.caption("Find the code that answers a question, ranked and explained.")
run = talks.opened(bench) or asked(bench)
if run.doubt:
    st.warning(run.doubt.sentence)
with st.expander("How this was interpreted", icon=":material/psychology:"):
    panel(understanding(run, bench.name), key="understood")
if run.notes:
    panel(run_notes(run), key="notes")
flows.of_question(bench, run)
answers.show(bench, run)
