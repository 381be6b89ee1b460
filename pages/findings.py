"""Findings: what nobody uses, and what will be slow."""

import streamlit as st

from pages.parts import findings
from pages.parts.frame import workbench

bench = workbench()
st.title("Code health", anchor=False)
st.caption("Unused code, slow queries and schema gaps, each with file and line.")
findings.show(bench)
