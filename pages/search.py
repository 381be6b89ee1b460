"""Search: what answers a question, or contains a text, and why."""

import streamlit as st

from core.present.answer.hit_list import run_notes
from pages.parts import answers, flows, talks
from pages.parts.asking import asked
from pages.parts.frame import workbench
from pages.parts.panel import panel, tabs
from pages.parts.written import searched

bench = workbench()
st.title("Search", anchor=False)
st.caption("Ask a question, or search for exact text.")
if tabs("by", (("meaning", ""), ("text", "")), "text" if "text" in st.query_params else "") == "text":
    if st.query_params.get("q") and not st.query_params.get("text"):
        st.query_params["text"] = st.query_params["q"]
    searched(bench)
    st.stop()
if "q" not in st.query_params and st.query_params.get("text"):
    st.query_params["q"] = st.query_params["text"]
run = talks.opened(bench) or asked(bench)
if run.doubt:
    st.warning(run.doubt.sentence)
if run.notes:
    panel(run_notes(run), key="notes")
flows.of_question(bench, run)
answers.show(bench, run)
