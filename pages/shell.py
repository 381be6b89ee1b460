"""The frame around every page: navigation, the choice of the index, the search for a unit."""

from functools import partial

import streamlit as st

from core.errors import WorkbenchError
from core.present.html.moved import MOVED, moved
from core.settings import house
from pages.parts import address
from pages.parts.bar import bar
from pages.parts.frame import chosen_index, tell_other_commit, tell_unknown_index, turn, warm, workbench
from pages.parts.problems import tell
from pages.parts.sidebar import entries, sidebar

st.set_page_config(page_icon="🧭", layout="wide", initial_sidebar_state="auto")

doors = {
    "home": st.Page("home.py", title="Home", icon=":material/home:", default=True),
    "search": st.Page("search.py", title="Search", icon=":material/search:"),
    "code": st.Page("code.py", title="Code", icon=":material/code:"),
    "map": st.Page("map.py", title="Map", icon=":material/map:"),
    "health": st.Page("health.py", title="Health", icon=":material/monitor_heart:"),
    "changes": st.Page("changes.py", title="Changes", icon=":material/history:"),
    "settings": st.Page("settings.py", title="Settings", icon=":material/settings:"),
}
all_pages = list(doors.values())


def _redirect(name: str) -> None:
    """Open the page that shows today what an address of earlier versions shows."""
    found = moved(name, {one: st.query_params.get_all(one) for one in st.query_params})
    if found:
        st.switch_page(doors[found[0]], query_params=found[1])


old = [st.Page(partial(_redirect, name), title=name, url_path=name) for name in dict.fromkeys(name for name, _ in MOVED)]
page = st.navigation([*all_pages, *old], position="hidden")
if page in old:
    page.run()
    st.stop()
st.set_page_config(page_title=" · ".join(filter(None, (address.subject(page.url_path), page.title, "Orienteer"))))
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
            bar(workbench(), entries(all_pages), page.url_path or "home")
        page.run()
    warm()
except WorkbenchError as problem:
    tell(problem, "unit", serious=True)
