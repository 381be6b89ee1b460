"""The views of the findings: what nothing uses, unread columns, gaps of the schema, loads, the environment, the runtime."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import replace
from typing import NamedTuple

import streamlit as st

from core.inspect.observed.views import VIEWS
from core.inspect.unused import LISTS
from core.model.analyses import ANALYSES
from core.model.verdict import EMPTY
from core.present.export.snippets import analysis_snippet, runtime_snippet
from core.present.html.tables import result_html
from core.workbench import Workbench
from pages.parts import address
from pages.parts.frame import kept
from pages.parts.panel import panel, tabs
from pages.parts.tables import downloads, explored


class _Listed(NamedTuple):
    """The list of an analysis: the column that comes second, what the page says while it waits, and what it leaves out."""

    first: str
    waits: str = ""
    without: tuple[str, ...] = ("file_path",)


_LISTED: Mapping[str, _Listed] = {
    "unread columns": _Listed("usage"), "schema": _Listed("gap"), "missing indexes": _Listed("why"),
    "n+1": _Listed("read", "Tracing loops to their queries …"),
    "view queries": _Listed("query", "Reading all templates …"),
    "misplaced": _Listed("", without=()),
    "unreached": _Listed("", without=("file_path", "dependents")),
    "environment": _Listed("finding", without=("file_path", "line")),
}  # fmt: skip
"""By the name of the list. Its analysis is the one that has this page (`ANALYSES`)."""


def show(bench: Workbench) -> None:
    """Show the list that the address names."""
    names = ("unused", *_LISTED, *(["runtime"] if bench.recorded.recordings else []))
    chosen = tabs("list", [(name, "") for name in names])
    if chosen not in _LISTED:
        (runtime if chosen == "runtime" else unused)(bench)
        return
    listed = _LISTED[chosen]
    analysis = next(name for name, page in ANALYSES.items() if page.fixed.get("list") == chosen)
    with st.spinner(listed.waits, show_time=True) if listed.waits else nullcontext():
        explored(bench, analysis, without=listed.without, first=listed.first)


def runtime(bench: Workbench) -> None:
    """Show what recordings say: what takes the time, what was never seen, calls that only the runtime knows."""
    lists = [(name, "") for name in VIEWS]
    chosen = tabs("recorded", lists)
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
            "Verdict", EMPTY, default=EMPTY[0], key="verdict", bind="query-params",
            help="Unused: nothing names or reaches it. Possibly used: see the reason. Not analysed: not covered by this index.",
        )  # fmt: skip
    with st.spinner("Searching for unused code …", show_time=True):
        state = bench.recorded.state
        found = kept(bench, f"unused {type_} {state}", lambda: bench.analyse.unused(type=type_ or next(iter(LISTS))))
    shown = replace(found, items=tuple(one for one in found.items if verdict in (None, one.usage)))
    panel(result_html(shown, bench.heads, bench.name, without=("type", "file_path"), first="usage"), key="unused")
    downloads(shown.to_frame, f"unused-{type_}", analysis_snippet(bench.name, "unused", {"type": type_}))
