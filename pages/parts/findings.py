"""The views of the findings: what nothing uses, unread columns, gaps of the schema, loads, the environment, the runtime."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from core.analyse import Analysis
from core.inspect.observed.views import VIEWS
from core.inspect.unused import LISTS
from core.model.verdict import EMPTY
from core.present.export.snippets import analysis_snippet, runtime_snippet
from core.present.html.tables import result_html
from core.present.html.tabs import one_of, tab_bar
from core.workbench import Workbench
from pages.parts import address
from pages.parts.frame import kept, remembered
from pages.parts.panel import panel
from pages.parts.tables import downloads

_VIEWS = [
    ("unused", ""), ("unread columns", ""), ("schema", ""), ("missing indexes", ""), ("n+1", ""), ("view queries", ""),
    ("environment", ""), ("runtime", ""),
]  # fmt: skip


def show(bench: Workbench) -> None:
    """Show the view that the address names."""
    view = one_of(_VIEWS, st.query_params.get("view", ""))
    panel(tab_bar("view", _VIEWS, view), key="views")
    known = {
        "unread columns": unread_columns,
        "schema": schema_gaps,
        "missing indexes": missing_indexes,
        "n+1": repeated_loads,
        "view queries": view_queries,
        "environment": environment,
        "runtime": runtime,
    }
    known.get(view, unused)(bench)


def unread_columns(bench: Workbench) -> None:
    """List the columns of the database that nothing is known to read."""
    found = remembered(bench, Analysis.unread_columns)
    panel(result_html(found, bench.heads, bench.name, without=("file_path",), first="usage"), key="unread")
    downloads(found.to_frame, "unread-columns", analysis_snippet(bench.name, "unread_columns", {}))


def schema_gaps(bench: Workbench) -> None:
    """List where the schema and the validations of the models differ."""
    found = remembered(bench, Analysis.schema_gaps)
    panel(result_html(found, bench.heads, bench.name, without=("file_path",), first="gap"), key="gaps")
    downloads(found.to_frame, "schema-gaps", analysis_snippet(bench.name, "schema_gaps", {}))


def missing_indexes(bench: Workbench) -> None:
    """List the columns that queries go by and no index serves."""
    found = remembered(bench, Analysis.missing_indexes)
    panel(result_html(found, bench.heads, bench.name, without=("file_path",), first="why"), key="missing")
    downloads(found.to_frame, "missing-indexes", analysis_snippet(bench.name, "missing_indexes", {}))


def repeated_loads(bench: Workbench) -> None:
    """List the associations that are read for each record of a query without being preloaded."""
    with st.spinner("Tracing loops to their queries …", show_time=True):
        found = remembered(bench, Analysis.n_plus_one)
    panel(result_html(found, bench.heads, bench.name, without=("file_path",), first="read"), key="repeated")
    downloads(found.to_frame, "n-plus-one", analysis_snippet(bench.name, "n_plus_one", {}))


def view_queries(bench: Workbench) -> None:
    """List the queries that templates make, and helpers that templates call."""
    with st.spinner("Reading all templates …", show_time=True):
        found = remembered(bench, Analysis.view_queries)
    panel(result_html(found, bench.heads, bench.name, without=("file_path",), first="query"), key="queries")
    downloads(found.to_frame, "view-queries", analysis_snippet(bench.name, "view_queries", {}))


def environment(bench: Workbench) -> None:
    """List the variables, credentials and settings that code reads, with who declares them."""
    found = remembered(bench, Analysis.environment)
    panel(result_html(found, bench.heads, bench.name, without=("file_path", "line"), first="finding"), key="environment")
    downloads(found.to_frame, "environment", analysis_snippet(bench.name, "environment", {}))


def runtime(bench: Workbench) -> None:
    """Show what recordings say: what takes the time, what was never seen, calls that only the runtime knows."""
    lists = [(name, "") for name in VIEWS]
    chosen = one_of(lists, st.query_params.get("list", ""))
    panel(tab_bar("list", lists, chosen), key="lists")
    found = bench.runtime(chosen)
    panel(result_html(found, bench.heads, bench.name, without=("file_path", "line", "total_ms")), key="runtime")
    downloads(found.to_frame, f"runtime-{chosen}", runtime_snippet(bench.name, chosen))


def unused(bench: Workbench) -> None:
    """List what nothing is known to use, of one type and verdict at a time or all."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        address.read("type", next(iter(LISTS)), list(LISTS))
        type_ = st.segmented_control(
            "Type", list(LISTS), required=True, key="type", on_change=address.write, args=("type", next(iter(LISTS)))
        )
        verdict = st.segmented_control(
            "Verdict", EMPTY, key="verdict", bind="query-params",
            help="Unused: nothing names or reaches it. Possibly used: see the reason. Not analysed: not covered by this index.",
        )  # fmt: skip
    with st.spinner("Searching for unused code …", show_time=True):
        state = bench.recorded.state
        found = kept(bench, f"unused {type_} {state}", lambda: bench.analyse.unused(type=type_ or next(iter(LISTS))))
    shown = replace(found, items=tuple(one for one in found.items if verdict in (None, one.usage)))
    panel(result_html(shown, bench.heads, bench.name, without=("type", "file_path"), first="usage"), key="unused")
    downloads(shown.to_frame, f"unused-{type_}", analysis_snippet(bench.name, "unused", {"type": type_}))
