"""One unit: its code, what it declares, what it uses and what uses it, with the lines that say so."""

import streamlit as st

from core.present.html.elements import el, joined
from core.present.html.links import page_url
from core.present.unit.breadcrumbs import breadcrumbs
from core.present.unit.sheet import counted, headline, lead, summary_html
from core.workbench.observed import observed_sentence
from pages.parts import units
from pages.parts.code import here
from pages.parts.frame import kept, workbench
from pages.parts.panel import panel

bench = workbench()
wanted = st.query_params.get("unit", "")
if not wanted:
    st.title("Code", anchor=False)
    st.caption("Code, dependents, dependencies, tests and history of one unit.")
    units.choose(bench)
    st.stop()
key = bench.head(wanted).key
sheet = kept(bench, f"sheet of {key}", lambda: bench.sheet(key))
unit = sheet.unit

st.title(unit.identifier, anchor=False)
if unit.file_path:
    panel(breadcrumbs(unit.file_path, unit.head, bench.heads, here(bench), unit.start_line), key="way")
users, used = units.both_sides(bench, unit.key)
measures = counted(unit.key, sheet.members, users, used, bench.metrics)
st.caption(f"{lead(unit, measures, users.tests, bench.index.tests)} {observed_sentence(bench, unit.head)}".rstrip())
way = el("a", "What it triggers", href=page_url("flow", index=bench.name, entry=unit.identifier), data_go=True)
panel(joined(headline(unit, measures, sheet.history), el("p", way) if unit.type == "route" else None), key="headline")
if sheet.summary:
    panel(summary_html(sheet.summary), key="summary")
left, right = st.columns([6, 5], gap="medium")
with left:
    units.source(bench, sheet)
with right:
    units.relations(bench, sheet)
units.actions(bench, sheet)
