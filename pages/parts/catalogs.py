"""The list of indexes, indexing with live progress, coverage, settings and products."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from core.backends.listing import available
from core.errors import WorkbenchError
from core.model import Manifest
from core.present.architecture.coverage import coverage_html
from core.present.architecture.overview import index_table
from core.present.export.rows import backend_rows, setting_rows
from core.present.html.tables import plain_html
from core.present.html.tabs import one_of, tab_bar
from core.settings import read_settings
from core.workbench import indexes
from core.workbench.checkouts import index_checkout
from pages.parts.frame import workbench
from pages.parts.panel import panel

_VIEWS = [("indexes", ""), ("coverage", ""), ("settings", ""), ("products", "")]


def show(chosen: Manifest | None) -> None:
    """Show the view that the address names."""
    view = one_of(_VIEWS, st.query_params.get("view", ""))
    panel(tab_bar("view", _VIEWS, view), key="views")
    if view == "indexes":
        _make(chosen)
        panel(index_table(indexes(read_settings()), chosen.name if chosen else ""), key="known")
    elif view == "coverage":
        bench = workbench()
        panel(coverage_html(bench.coverage(), bench.name), key="coverage")
    elif view == "settings":
        st.caption("Order: defaults, orienteer.toml, environment (ORIENTEER_…), arguments.")
        panel(plain_html(setting_rows(read_settings())), key="settings")
    else:
        panel(plain_html(backend_rows(available(read_settings()))), key="products")


def _make(chosen: Manifest | None) -> None:
    with st.form("make_index", border=True):
        left, middle, right = st.columns([6, 3, 3], vertical_alignment="bottom")
        path = left.text_input("Checkout", chosen.root if chosen else "", key="checkout", placeholder="/path/to/a/checkout")
        name = middle.text_input("Name", key="new_name", placeholder="the folder's name")
        with right.container(horizontal=True, vertical_alignment="center"):
            vectors = st.toggle(
                "Vectors", True, key="with_vectors", help="Without them questions are answered by words and names."
            )
            start = st.form_submit_button("Index", icon=":material/play_arrow:")
    if start:
        _run(path, name, vectors)


def _run(path: str, name: str, vectors: bool) -> None:
    st.caption("The index that is open stays as it is until the new one is complete. Leaving this page stops the run.")
    bars: dict[str, st.delta_generator.DeltaGenerator] = {}

    def progress(phase: str, done: int, total: int) -> None:
        bar = bars.setdefault(phase, st.progress(0.0, text=phase)) if phase not in bars else bars[phase]
        share = min(1.0, done / total) if total else 0.0
        bar.progress(share, text=f"{phase}: {done:,} of {total:,}" if total else f"{phase}: {done:,}")

    try:
        report = index_checkout(Path(path), read_settings(), name=name or None, vectors=vectors, progress=progress)
    except WorkbenchError as problem:
        st.error(str(problem), icon=":material/error:")
        return
    st.success(report.sentence, icon=":material/check:")
