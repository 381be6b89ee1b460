"""Name the script that runs: `streamlit run app.py`, or `orienteer ui`."""

import gc
from pathlib import Path

import streamlit as st

gc.set_threshold(50_000, 20, 50)  # an open index is a million objects that stay: by default all are walked again and again

app = st.App(Path(__file__).parent / "pages" / "shell.py")
