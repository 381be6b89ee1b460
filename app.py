"""Name the script that runs: `orienteer ui`, or `streamlit run app.py` in a checkout."""

import gc
from pathlib import Path

import streamlit as st

from orienteer.packages import own

gc.set_threshold(50_000, 20, 50)  # an open index is a million objects that stay: by default all are walked again and again

_PAGES = Path(__file__).resolve().parent / "pages"
own("pages", _PAGES)
from pages.parts.requests import routes  # noqa: E402 - the pages are found by now

app = st.App(_PAGES / "shell.py", routes=routes())
