"""Ask the code: what answers a question, and why."""

import streamlit as st

from core.present.answer.hit_list import understanding
from pages.parts import answers, flows, talks
from pages.parts.asking import asked
from pages.parts.frame import workbench
from pages.parts.panel import panel

bench = workbench()
st.title("Ask the code", anchor=False)
st.caption("Which code answers my question, in which order, and why in that one?")
run = talks.opened(bench) or asked(bench)
if run.doubt:
    st.warning(run.doubt.sentence)
panel(understanding(run, bench.name), key="understood")
flows.of_question(bench, run)
answers.show(bench, run)
