"""A Plotly figure on a page: a picture, and a way to the unit that a click picks."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.workbench import Workbench

_CONFIG = {"displaylogo": False, "scrollZoom": False, "modeBarButtonsToRemove": ["select2d", "lasso2d", "autoScale2d"]}


def figure(drawing: Any, key: str, alt: str, bench: Workbench, height: int | None = None) -> None:
    """Show a figure; a click on a unit opens its page. The title is left to the page, which has said it already."""
    drawing.update_layout(title=None, margin={"t": 12})
    if height:
        drawing.update_layout(height=height)
    picked = st.plotly_chart(drawing, key=key, on_select="rerun", selection_mode="points", config=_CONFIG, alt=alt)
    points = picked.selection.points if picked else []
    unit = next((name for point in points if (name := _unit(point, bench))), "")
    if unit:
        st.switch_page("unit.py", query_params={"index": bench.name, "unit": unit})


def _unit(point: dict[str, Any], bench: Workbench) -> str:
    data = point.get("customdata")
    name = data[0] if isinstance(data, list) and data else data
    keys = (str(name), f"file:{name}", f"folder:{name}")
    return next((key for key in keys if key in bench.heads), "")
