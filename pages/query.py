"""Ask the code: what answers a question, and why."""

import streamlit as st

from core.present.answer.hit_list import understanding
from core.present.answer.weak_match import weak_match
from pages.parts import answers, flows, talks
from pages.parts.asking import asked
from pages.parts.frame import workbench
from pages.parts.panel import panel

bench = workbench()
st.title("Ask the code", anchor=False)
st.caption("Which code answers my question, in which order, and why in that one?")
run = talks.opened(bench) or asked(bench)
panel(understanding(run, bench.name), key="understood")
note = weak_match(run, bench.manifest.embedder)
if note:
    st.warning(note)
flows.of_question(bench, run)
answers.show(bench, run)
