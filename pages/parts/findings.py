"""The findings as one table, with filters, and what recordings found."""

from __future__ import annotations

import streamlit as st

from core.analyse.finding import CERTAINTIES, KINDS, NEW
from core.inspect.observed.views import VIEWS
from core.present.architecture.finding_list import finding_table
from core.present.export.snippets import analysis_snippet, runtime_snippet
from core.present.html.tables import result_html
from core.present.html.tabs import label
from core.workbench import Workbench
from core.workbench.compare import PREVIOUS, is_ready
from pages.parts import address
from pages.parts.comparing import index_both
from pages.parts.members import of_chosen
from pages.parts.panel import panel, tabs
from pages.parts.tables import downloads

_RUNTIME = "runtime"


def show(bench: Workbench) -> None:
    """Show the findings that the address filters, or what recordings found."""
    with st.spinner("Searching for findings …", show_time=True):
        every = of_chosen(bench, bench.analyse.findings())
    counts = {kind: sum(one.kind == kind for one in every) for kind in KINDS}
    names = [*KINDS, *([_RUNTIME] if bench.recorded.recordings else [])]
    address.read_several("list", names)
    chosen = st.pills(
        "Kind", names, selection_mode="multi", key="list", on_change=address.write, args=("list",),
        format_func=lambda kind: label(kind) + (f" {counts[kind]:,}" if kind in counts else ""),
    )  # fmt: skip
    if _RUNTIME in chosen:
        runtime(bench)
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        certainty = st.segmented_control(
            "Certainty", CERTAINTIES, key="certainty", bind="query-params",
            help="Sure: every step is in the code. Possible: a name, or something outside the code, may explain it.",
        )  # fmt: skip
        since = _since(bench)
        new = st.toggle("Only new", key="new", bind="query-params", disabled=not since)
    if since and not is_ready(bench, since):
        index_both(bench, since, "HEAD", begin=False)
        return
    with st.spinner("Comparing with the earlier state …", show_time=True):
        found = of_chosen(bench, bench.analyse.findings(chosen[0] if len(chosen) == 1 else "", since))
    wanted = NEW if new and since else ""
    items = [
        one for one in found
        if one.kind in (chosen or KINDS) and certainty in (None, one.certainty) and wanted in ("", one.since)
    ]  # fmt: skip
    st.caption(" ".join(found.on_page))
    panel(finding_table(items, bench.heads, bench.name, bench.settings.editor, bench.manifest.root), key="findings")
    asked = {"type": chosen[0]} if len(chosen) == 1 else {}
    downloads(found.to_frame, "findings", analysis_snippet(bench.name, "findings", {**asked, "since": since}))


def _since(bench: Workbench) -> str:
    """Let the reader choose the state that findings are new since; return its name, empty for none."""
    earlier = {str(number): one for number, one in bench.generations().items() if number < bench.manifest.generation}
    said = {number: f"Version {number}, {one.built_at[:16].replace('T', ' ')}" for number, one in earlier.items()}
    address.read("since", PREVIOUS if earlier else "")
    named = st.session_state["since"]
    options = dict.fromkeys((*([PREVIOUS] if earlier else []), *reversed(said), *([named] if named else [])))
    st.session_state["since"] = named or None
    return st.selectbox(
        "New since", list(options), key="since", on_change=address.write, args=("since", PREVIOUS if earlier else ""),
        format_func=lambda name: "Previous version" if name == PREVIOUS else said.get(name, name), accept_new_options=True,
        placeholder="Type a commit", width=260, help="An earlier version of this index, or type a branch, tag or commit.",
    ) or ""  # fmt: skip


def runtime(bench: Workbench) -> None:
    """Show what recordings say: what takes the time, what was never seen, calls that only the runtime knows."""
    lists = [(name, "") for name in VIEWS]
    chosen = tabs("recorded", lists)
    found = bench.runtime(chosen)
    panel(result_html(found, bench.heads, bench.name, without=("file_path", "line", "total_ms")), key="runtime")
    downloads(found.to_frame, f"runtime-{chosen}", runtime_snippet(bench.name, chosen))
