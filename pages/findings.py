"""Findings: what nobody uses, and what will be slow."""

import streamlit as st

from pages.parts import findings
from pages.parts.frame import workbench

bench = workbench()
st.title("Findings", anchor=False)
st.caption("What does nobody use, and what will be slow? Each with the lines that say so.")
findings.show(bench)
