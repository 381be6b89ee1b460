"""How a page tells a problem: in its own words, and a name that several units have as links to all of them."""

from __future__ import annotations

import streamlit as st

from core.errors import AmbiguousName, WorkbenchError
from core.model import split_key
from core.present.html.elements import el
from core.present.html.labels import type_tag
from pages.parts.panel import panel


def tell(problem: WorkbenchError, parameter: str, *, serious: bool = False) -> None:
    """Tell a problem; each unit that an ambiguous name may mean becomes a link that sets the parameter of the address."""
    if not isinstance(problem, AmbiguousName):
        (st.error if serious else st.warning)(str(problem))
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
