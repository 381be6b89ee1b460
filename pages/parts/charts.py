"""Charts of plotly on a page, in the theme of who reads it; a click on a point leads on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

import streamlit as st

from core.present.drawings.charts import Theme
from core.present.html.elements import Markup
from pages.parts.panel import panel

if TYPE_CHECKING:
    import plotly.graph_objects as go

_BUTTONS = ["autoScale2d", "select2d", "lasso2d"]  # the first does what the reset does, the others pick many points


def theme() -> Theme:
    """Return the theme in which this session is shown; light as long as the browser has not said so."""
    return "dark" if st.context.theme.type == "dark" else "light"


def chart(drawn: go.Figure, key: str, alt: str) -> str:
    """Show a chart and return what was clicked in it just now: the name that the point carries, nothing without a click.

    The bar above it saves a picture, zooms and shows the chart in the whole window; `alt` is for who cannot see it.
    """
    config = {
        "displayModeBar": True, "modeBarButtonsToRemove": _BUTTONS,
        "toImageButtonOptions": {"format": "png", "filename": key, "scale": 2},
    }  # fmt: skip
    found = st.plotly_chart(drawn, key=key, on_select="rerun", selection_mode="points", alt=alt, config=config)
    points = found["selection"]["points"]
    return _carried(cast("Mapping[str, object]", points[0])) if points else ""


def follow(url: str) -> None:
    """Open an address of the pages in this session, as a link to it would: one step of the browser's history."""
    panel(Markup(), key="follow", go_to=url)


def pick(name: str, value: str) -> None:
    """Set a parameter of this page's address and run the page again, unless it is set like that already."""
    if st.query_params.get(name) != value:
        st.query_params[name] = value
        st.rerun()


def _carried(point: Mapping[str, object]) -> str:
    """Return the name of a point: an area says its `id`, another point carries its name alone or before a number."""
    carried = point.get("customdata", point.get("id", ""))
    return str(carried[0] if isinstance(carried, list | tuple) else carried)
