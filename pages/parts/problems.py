"""How a page shows a problem: in one sentence with a way on."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.errors import AmbiguousName, SourceError, WorkbenchError
from core.model import is_key, split_key
from core.present.html.elements import Markup, el
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
    near = problem.near if isinstance(problem, SourceError) else ()
    if not isinstance(problem, AmbiguousName):
        (st.error if serious else st.warning)(problem.said)
        if near:
            panel(_choices(parameter, near), key=f"near_{parameter}")
        if serious and wanted:
            index = st.session_state.get("last_index") or ""
            panel(anchor(page_url("search", index=index, q=wanted, unit=""), f"Search for “{wanted}”"), key="search_for")
        return
    st.warning(f"{str(problem).split(':', 1)[0]}. Choose one:")
    panel(_choices(parameter, problem.keys), key=f"which_{parameter}")


def _choices(parameter: str, names: Sequence[str]) -> Markup:
    """Return keys or names of units as links that set the parameter."""
    links = []
    for name in names:
        type_, identifier = split_key(name) if is_key(name) else ("", name)
        link = el("a", identifier, href=f"?{parameter}={name}", data_set=f"{parameter}={name}")
        links.append(el("li", link, " ", type_tag(type_) if type_ else None))
    return el("ul", *links, style="columns:2;margin:0")
