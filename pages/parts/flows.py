"""A flow: its steps, where a unit is reached from, what is destroyed with a record."""

from __future__ import annotations

import streamlit as st

from core.flow.cascade import has_records
from core.flow.entries import traced_entry
from core.flow.text import flow_text, reach_text
from core.model import UnitHead
from core.model.flow import Flow, Reach
from core.model.run import SearchRun
from core.present.export.flows import flow_json, flow_mermaid, reach_mermaid
from core.present.export.text import as_json
from core.present.flow.steps import outward_html, page_address, reach_html, steps_html
from core.present.html.elements import el
from core.present.html.links import anchor, page_url
from core.workbench import Workbench
from pages.parts.frame import kept
from pages.parts.panel import panel, tabs
from pages.parts.tables import files

_DEPTHS = (1, 8)
_USUAL = 4  # calls deep


def show(bench: Workbench, head: UnitHead) -> None:
    """Show what a unit sets off, or from where it is reached, as the address chooses."""
    key = head.key
    choices = [("steps", ""), ("reached from", ""), *([("destroy", "")] if has_records(head) else [])]
    view = tabs("flow", choices, "destroy" if has_records(head) else "", within=True)
    if view == "reached from":
        _reached(bench, kept(bench, f"reached {key}", lambda: bench.reached_from(key)))
        return
    depth = int(st.number_input("Call depth", *_DEPTHS, _USUAL, key="depth", bind="query-params", width=120))
    if view == "destroy":
        _flow(bench, bench.destroyed(key, depth=depth))
    else:
        _flow(bench, kept(bench, f"flow {depth} {key}", lambda: bench.flow(key, depth=depth)))


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
            panel(anchor(page_url("code", index=bench.name, unit=entry, side="flow"), "Open the flow"), key="to_flow")


def _flow(bench: Workbench, flow: Flow) -> None:
    st.markdown(f"**{flow.sentence}**" if flow.sentence else "")
    _outward(bench, flow, "outward")
    if not flow.steps:
        panel(
            el("p", "No known effects. Try “Reached from”.", class_="dim"),
            key="nothing",
        )
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
