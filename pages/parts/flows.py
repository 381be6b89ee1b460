"""The parts of the page Flow: the entry, its steps, where it is reached from, what goes with a record."""

from __future__ import annotations

import streamlit as st

from core.errors import WorkbenchError
from core.flow.entries import traced_entry
from core.flow.text import flow_text, reach_text
from core.model.flow import Flow, Reach
from core.model.run import SearchRun
from core.present.export.flows import flow_json, flow_mermaid, reach_mermaid
from core.present.export.text import as_json
from core.present.flow.steps import entry_links, outward_html, page_address, reach_html, steps_html
from core.present.html.elements import el
from core.present.html.links import page_url
from core.workbench import Workbench
from pages.parts import address
from pages.parts.frame import kept
from pages.parts.panel import panel, tabs
from pages.parts.problems import tell
from pages.parts.tables import files, table

_VIEWS = (("steps", ""), ("table", ""), ("diagram", ""), ("reached from", ""), ("destroy", ""))
_DEPTHS = (1, 8)
_EXAMPLES = 12
_USUAL = 4  # calls deep
_DRAWN = 2  # levels of steps in the diagram: with all of them nobody can read its words


def show(bench: Workbench) -> None:
    """Show the flow of the entry that the address names, or entries to choose from."""
    address.read("entry", st.query_params.get("unit", ""))
    left, right = st.columns([5, 1], vertical_alignment="bottom")
    with left:
        st.text_input(
            "Entry point", key="entry", on_change=address.write, args=("entry",),
            placeholder="POST /comments, comments#create, a job, task or method, app/models/user.rb:45",
        )  # fmt: skip
    with right:
        depth = st.number_input("Call depth", *_DEPTHS, _USUAL, key="depth", bind="query-params")
    entry = st.session_state["entry"].strip()
    if not entry:
        _choose(bench)
        return
    view = tabs("view", _VIEWS)
    try:
        if view == "reached from":
            _reached(bench, kept(bench, f"reached {entry}", lambda: bench.reached_from(entry)))
        elif view == "destroy":
            _flow(bench, bench.destroyed(entry, depth=int(depth)), "steps")
        else:
            _flow(bench, kept(bench, f"flow {depth} {entry}", lambda: bench.flow(entry, depth=int(depth))), view)
    except WorkbenchError as problem:
        tell(problem, "entry")


def of_question(bench: Workbench, run: SearchRun) -> None:
    """Show the flow of the entry that a tracing question starts from, folded, above what answers the question."""
    entry = traced_entry(run.plan, bench.index)
    if not entry:
        return
    flow = kept(bench, f"flow {_USUAL} {entry}", lambda: bench.flow(entry, depth=_USUAL))
    if flow.steps:
        _outward(bench, flow, "question_outward")
        with st.expander(f"Steps: {flow.sentence}", icon=":material/route:"):
            panel(steps_html(flow, page_address(bench.name)), key="question_flow")
            panel(el("a", "Open in Flow", href=page_url("flow", index=bench.name, entry=entry), data_go=True), key="to_flow")


def _choose(bench: Workbench) -> None:
    """Offer entries: actions that write first, then jobs and tasks."""
    heads = bench.heads.values()
    routes = [head.identifier for head in heads if head.type == "route"]
    writing = [name for name in routes if name.startswith(("POST", "PATCH", "DELETE"))]
    started = [head.key for head in heads if head.type in ("job", "rake_task", "graphql_mutation", "task", "command")]
    offered = [*(writing or routes)[:_EXAMPLES], *started[:_EXAMPLES]]
    if not offered:
        panel(el("p", "No routes, jobs or tasks found. Enter any method above.", class_="dim"), key="nothing")
        return
    st.caption("Examples")
    panel(entry_links(offered, lambda entry: page_url("flow", index=bench.name, entry=entry)), key="entries")


def _flow(bench: Workbench, flow: Flow, view: str) -> None:
    st.markdown(f"**{flow.sentence}**" if flow.sentence else "")
    _outward(bench, flow, "outward")
    if not flow.steps:
        panel(
            el("p", "No known effects. Try “Reached from”, or “On destroy” for a model.", class_="dim"),
            key="nothing",
        )
    elif view == "table":
        table(flow.to_rows(), "flow_table", index=bench.name, alt="Steps of the flow in the order they run")
    elif view == "diagram":
        st.mermaid_chart(flow_mermaid(flow, _DRAWN))
        st.caption("Steps of the first two levels. Download the Mermaid file for all steps.")
    else:
        panel(steps_html(flow, page_address(bench.name)), key="steps")
    texts = [("Text", "txt", flow_text(flow)), ("Mermaid", "mmd", flow_mermaid(flow)), ("JSON", "json", flow_json(flow))]
    files(texts, "flow", "flow")


def _outward(bench: Workbench, flow: Flow, key: str) -> None:
    """Name what the flow does that is seen from outside: the answer of who only wants to know what comes of it."""
    told = outward_html(flow, page_address(bench.name))
    if told:
        panel(told, key=key)


def _reached(bench: Workbench, reach: Reach) -> None:
    st.markdown(f"**{reach.sentence}**")
    if reach.chains:
        panel(reach_html(reach, page_address(bench.name)), key="chains")
        texts = [("Text", "txt", reach_text(reach)), ("Mermaid", "mmd", reach_mermaid(reach)), ("JSON", "json", as_json(reach))]
        files(texts, "flow", "flow")
