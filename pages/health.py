"""Health: cycles, hotspots, findings, central units and rules."""

import streamlit as st

from pages.parts import cycles, findings, history, overviews
from pages.parts.frame import workbench
from pages.parts.members import not_limited
from pages.parts.panel import tabs
from pages.parts.rules import rules

VIEWS = {
    "cycles": cycles.cycles,
    "hotspots": history.hotspots,
    "findings": findings.show,
    "hubs": cycles.hubs,
    "rules": rules,
    "trend": overviews.trend,
}

bench = workbench()
st.title("Health", anchor=False)
st.caption("What makes the code hard to change: cycles, hotspots, unused code and broken rules.")
view = tabs("view", [(name, "") for name in VIEWS])
if view in ("rules", "trend"):
    not_limited()
VIEWS[view](bench)
