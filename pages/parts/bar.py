"""The bar of every page: the palette that finds anything by its letters, and what can be taken along from a view."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from core.model import split_key
from core.present.html.link_parameters import rules
from core.present.html.links import page_url
from core.present.html.navigation import PageEntry
from core.workbench import Workbench
from pages.parts import address

_HERE = Path(__file__).parent
_BAR = st.components.v2.component(
    "orienteer_bar",
    html=(_HERE / "bar.html").read_text(encoding="utf-8"),
    css=(_HERE / "bar.css").read_text(encoding="utf-8"),
    js=(_HERE / "bar.js").read_text(encoding="utf-8"),
)
_PLACED = (
    "<style>@media (min-width: 769px) { .st-key-bar { position: absolute; top: 0.2rem; right: 3rem; width: auto; z-index: 3 }"
    # a message has the bar above it, where a title would leave room for it
    "[data-testid=stMainBlockContainer]:has(> [data-testid=stVerticalBlock] > [data-testid=stElementContainer] > .stAlert)"
    "{ padding-top: 2.4rem } }</style>"  # in narrow windows Streamlit's header lies there: the bar has a row of its own
)


def bar(bench: Workbench, pages: Sequence[PageEntry], shown: str) -> None:
    """Show the bar; the browser keeps what was seen, for each index, and offers it again first."""
    data = {
        "index": bench.name,
        "commit": bench.manifest.git_sha[:12],
        "pages": [{"title": page.title, "symbol": page.symbol, "href": page_url(page.page)} for page in pages],
        "seen": _seen(bench, shown),
        "travels": {"state": address.state(bench.name), **rules()},
    }
    st.html(_PLACED)
    with st.container(key="bar"):
        _BAR(key="bar_of_page", data=data)


def _seen(bench: Workbench, shown: str) -> dict[str, str] | None:
    """Return what is worth offering again: the unit or the question of this page."""
    unit, question = st.query_params.get("unit", ""), st.query_params.get("q", "")
    if shown == "code" and unit:
        type_, identifier = split_key(unit) if ":" in unit else ("unit", unit)
        return {"title": identifier, "type": type_, "href": page_url("code", index=bench.name, unit=unit)}
    if shown == "search" and question:
        return {"title": question, "type": "question", "href": page_url("search", index=bench.name, q=question)}
    return None
