"""Ask the code: what answers a question, and why."""

import streamlit as st

from core.present.answer.hit_list import understanding
from core.present.answer.weak_match import nothing_about, weak_match, written_nowhere
from core.workbench.absent import absent_words, doubt_of
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
words, others = absent_words(bench, run)
if words and doubt_of(run):
    st.warning(nothing_about(words, others))
elif words:
    st.caption(written_nowhere(words))
flows.of_question(bench, run)
answers.show(bench, run)
