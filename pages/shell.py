"""The frame around every page: navigation, the choice of the index, the search for a unit."""

import streamlit as st

from core.errors import WorkbenchError
from core.settings import house
from pages.parts.bar import bar
from pages.parts.frame import chosen_index, tell_other_commit, tell_unknown_index, turn, warm, workbench
from pages.parts.problems import tell
from pages.parts.sidebar import entries, sidebar

st.set_page_config(page_title="Orienteer", page_icon="🧭", layout="wide", initial_sidebar_state="auto")

all_pages = [
    st.Page("overview.py", title="Overview", icon=":material/map:", default=True),
    st.Page("query.py", title="Ask", icon=":material/search:"),
    st.Page("unit.py", title="Code", icon=":material/code:"),
    st.Page("file.py", title="File", icon=":material/description:"),
    st.Page("graph.py", title="Graph", icon=":material/hub:"),
    st.Page("flow.py", title="Flow", icon=":material/route:"),
    st.Page("hubs.py", title="Hubs and cycles", icon=":material/sync:"),
    st.Page("structure.py", title="Dependencies", icon=":material/grid_on:"),
    st.Page("findings.py", title="Code health", icon=":material/troubleshoot:"),
    st.Page("change.py", title="History", icon=":material/history:"),
    st.Page("review.py", title="Review", icon=":material/rate_review:"),
    st.Page("budget.py", title="Context budget", icon=":material/data_usage:"),
    st.Page("evaluation.py", title="Evaluation", icon=":material/fact_check:"),
    st.Page("indexes.py", title="Indexes", icon=":material/database:"),
]
page = st.navigation(all_pages, position="hidden")
st.html(
    "<style>[data-testid=stMainBlockContainer] { padding-left: 3rem; padding-right: 3rem }"
    "@media (max-width: 900px) { [data-testid=stMainBlockContainer] { padding-left: 1rem; padding-right: 1rem }"
    "[data-testid=stHorizontalBlock] { flex-wrap: wrap } [data-testid=stColumn] { min-width: min(100%, 22rem) } }</style>"
)
st.logo(house() / "pages" / "parts" / "logo.svg", size="large")
try:
    with turn():
        sidebar(all_pages, page)
        tell_unknown_index()
        tell_other_commit()
        if chosen_index():
            bar(workbench(), entries(all_pages), page.url_path or "overview")
        page.run()
    warm()
except WorkbenchError as problem:
    tell(problem, "unit", serious=True)
