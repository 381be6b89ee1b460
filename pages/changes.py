"""Changes: a review of commits, two states compared, and files that change together."""

import streamlit as st

from pages.parts import comparing, history, reviews
from pages.parts.frame import workbench
from pages.parts.members import not_limited
from pages.parts.panel import tabs

VIEWS = {
    "recent": history.recent,
    "review": reviews.show,
    "compare": comparing.show,
    "together": history.together,
}

bench = workbench()
st.title("Changes", anchor=False)
st.caption("Recent commits, the impact of a change, and files that change together.")
view = tabs("view", [(name, "") for name in VIEWS])
if view in ("review", "compare"):
    not_limited()
VIEWS[view](bench)
