"""Evaluation: how well questions with known answers are answered, and which ones are not."""

import streamlit as st

from pages.parts import evaluations
from pages.parts.frame import workbench

bench = workbench()
st.title("Evaluation", anchor=False)
st.caption("Measure how well Orienteer answers questions with known answers.")
evaluations.show(bench)
