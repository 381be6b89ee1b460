"""The list of indexes, index jobs, coverage, settings and products."""

from __future__ import annotations

import streamlit as st

from core.backends.listing import available
from core.model import Manifest
from core.present.architecture.coverage import coverage_html
from core.present.architecture.overview import index_table
from core.present.export.rows import backend_rows, setting_rows
from core.present.html.tables import plain_html
from core.present.html.tabs import one_of, tab_bar
from core.settings import read_settings
from core.workbench import indexes
from pages.parts import jobs
from pages.parts.frame import workbench
from pages.parts.panel import panel

_VIEWS = [("indexes", ""), ("coverage", ""), ("settings", ""), ("products", "")]


def show(chosen: Manifest | None) -> None:
    """Show the view that the address names."""
    view = one_of(_VIEWS, st.query_params.get("view", ""))
    panel(tab_bar("view", _VIEWS, view), key="views")
    if view == "indexes":
        jobs.make(chosen)
        jobs.listed()
        panel(index_table(indexes(read_settings()), chosen.name if chosen else ""), key="known")
        jobs.remove(chosen)
    elif view == "coverage":
        bench = workbench()
        panel(coverage_html(bench.coverage(), bench.name), key="coverage")
    elif view == "settings":
        st.caption("Order: defaults, orienteer.toml, environment (ORIENTEER_…), arguments.")
        panel(plain_html(setting_rows(read_settings())), key="settings")
    else:
        panel(plain_html(backend_rows(available(read_settings()))), key="products")
