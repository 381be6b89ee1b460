"""The list of indexes, index jobs, coverage, settings and products."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial

import pandas as pd
import streamlit as st

from core.backends.listing import available
from core.model import Manifest
from core.present.architecture.coverage import coverage_html
from core.present.architecture.overview import index_table
from core.present.architecture.side_by_side import side_by_side_html, side_by_side_rows
from core.present.export.rows import backend_rows, setting_rows
from core.present.html.empty import nothing
from core.present.html.tables import plain_html
from core.settings import read_settings
from core.workbench import indexes
from core.workbench.side_by_side import measures
from pages.parts import address, evaluations, jobs
from pages.parts.frame import kept, opened, workbench
from pages.parts.panel import panel, tabs
from pages.parts.tables import downloads

_BESIDE = 6  # indexes that are read unless others are chosen: each takes a second or two the first time
_VIEWS = [("indexes", ""), ("side by side", ""), ("coverage", ""), ("settings", ""), ("evaluation", "")]


def show(chosen: Manifest | None) -> None:
    """Show the view that the address names."""
    view = tabs("view", _VIEWS)
    if view == "indexes":
        jobs.make(chosen)
        jobs.listed()
        panel(index_table(indexes(read_settings()), chosen.name if chosen else ""), key="known")
        jobs.remove(chosen)
    elif view == "side by side":
        _side_by_side(chosen)
    elif view == "coverage":
        bench = workbench()
        panel(kept(bench, "coverage", lambda: coverage_html(bench.coverage(), bench.name)), key="coverage")
    elif view == "evaluation":
        evaluations.show(workbench())
    else:
        st.caption("Later sources override earlier ones: defaults, orienteer.toml, ORIENTEER_… variables, arguments.")
        panel(plain_html(setting_rows(read_settings())), key="settings")
        st.subheader("Backends", anchor=False)
        panel(plain_html(backend_rows(available(read_settings()))), key="products")


def _side_by_side(chosen: Manifest | None) -> None:
    """Show several indexes in the same numbers; the address names which, the first ones unless it does."""
    known = [manifest.name for manifest in indexes(read_settings())]
    if len(known) < 2:
        alone = nothing("Index a second codebase to compare.", "Add one in the first tab.")
        panel(alone, key="one")
        return
    address.read_several("with", known)
    usual = f"the first {_BESIDE}" if len(known) > _BESIDE else "all"
    picked = st.multiselect("Indexes", known, key="with", placeholder=usual, on_change=address.write, args=("with",))
    with st.spinner("Reading the indexes …"):
        benches = [opened(name) for name in picked or known[:_BESIDE]]
        found = [asdict(kept(bench, "measures", partial(measures, bench))) for bench in benches]
    panel(side_by_side_html(found, chosen.name if chosen else ""), key="side_by_side")
    downloads(pd.DataFrame(side_by_side_rows(found)), "side_by_side")
