"""Name the script that runs: `streamlit run app.py`, or `orienteer ui`."""

from pathlib import Path

import streamlit as st

app = st.App(Path(__file__).parent / "pages" / "shell.py")
