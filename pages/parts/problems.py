"""How a page shows a problem: in one sentence with a way on."""

from __future__ import annotations

import streamlit as st

from core.errors import AmbiguousName, WorkbenchError
from core.model import split_key
from core.present.html.elements import el
from core.present.html.labels import type_tag
from core.present.html.links import anchor, page_url
from pages.parts.panel import panel


def tell(problem: WorkbenchError, parameter: str, *, serious: bool = False) -> None:
    """Show a problem with a way on; each unit that an ambiguous name may mean is a link that sets the parameter.

    A serious one takes the place of the page: it has a title, and a link that searches for the name of the address.
    """
    wanted = st.query_params.get(parameter) or st.query_params.get("path", "")
    if serious:
        st.title(wanted or "This view cannot be shown", anchor=False)
    if not isinstance(problem, AmbiguousName):
        (st.error if serious else st.warning)(problem.said)
        if serious and wanted:
            index = st.session_state.get("last_index") or ""
            panel(anchor(page_url("search", index=index, q=wanted, unit=""), f"Search for “{wanted}”"), key="search_for")
        return
    st.warning(f"{str(problem).split(':', 1)[0]}. Choose one:")
    links = [
        el(
            "li", el("a", split_key(key)[1], href=f"?{parameter}={key}", data_set=f"{parameter}={key}"), " ",
            type_tag(split_key(key)[0]),
        )
        for key in problem.keys
    ]  # fmt: skip
    panel(el("ul", *links, style="columns:2;margin:0"), key=f"which_{parameter}")
