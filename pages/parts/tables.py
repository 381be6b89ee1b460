"""Tables of flat rows, each with its downloads."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from core.analyse import Analysis
from core.analyse.result import Result
from core.model.text_table import Flat
from core.present.drawings.layered_graph import Arrow, Box
from core.present.export.diagrams import dot, drawn_graph, graphml, mermaid, structurizr
from core.present.export.interactive import MOST_NODES, interactive_html
from core.present.export.snippets import analysis_snippet
from core.present.export.text import as_json
from core.present.html.tables import plain_html, result_html
from core.workbench import Workbench
from pages.parts.code import snippet
from pages.parts.frame import remembered
from pages.parts.members import of_chosen
from pages.parts.panel import panel

if TYPE_CHECKING:
    import networkx as nx

_SHOWN = 2_000  # rows of a table beside a drawing
TextFile = tuple[str, str, str | Callable[[], str]]
"""The label of a download, the ending of its file, and its text."""


def explored(
    bench: Workbench,
    analysis: str,
    *,
    key: str = "",
    without: Sequence[str] = (),
    first: str = "",
    whole: bool = True,
    more: Sequence[TextFile] = (),
    **arguments: object,
) -> Result[object]:
    """Show the result of an analysis as a table with links, with its rows and its Python for download; return it.

    All rows are shown, whatever `limit` says; not where the limit is part of what is asked (not `whole`). `more` files of the
    same are offered with its rows.
    """
    method: Callable[..., Result[object]] = getattr(Analysis, analysis)

    def made(**asked: object) -> Result[object]:
        result = remembered(bench, method, **asked)
        return result if "parts" in asked else of_chosen(bench, result)

    every = {**arguments, "limit": 0} if whole and "limit" in arguments else arguments
    found = made(**every)
    name = key or analysis
    panel(result_html(found, bench.heads, bench.name, without=without, first=first), key=name)
    files([*table_kinds(found.to_frame), *more], name, name, analysis_snippet(bench.name, analysis, every))
    return found


def drawn(
    bench: Workbench, graph: nx.DiGraph, name: str, tables: Mapping[str, Sequence[Mapping[str, Flat]]], python: str = "",
    *, of_places: bool = False,
) -> None:  # fmt: skip
    """Offer a drawing as files of graphs and of its tables, and show these tables folded away, each under its title.

    A drawing `of_places` is also offered as a C4 model.
    """
    kinds = graph_kinds(graph, name)
    kinds += [("C4 (Structurizr)", "dsl", lambda: structurizr(graph, name))] if of_places else []
    for title, rows in tables.items():
        said = f"{title}: " if len(tables) > 1 else ""
        kinds += [(f"{said}{label}", kind, made) for label, kind, made in table_kinds(partial(pd.DataFrame, list(rows)))]
    files(kinds, name, "graph", python)
    with st.expander("As a table" if len(tables) == 1 else "As tables", icon=":material/table:"):
        for title, rows in tables.items():
            if len(tables) > 1:
                st.markdown(f"**{title}**")
            _rows(bench, rows, f"{title}_{name}")


def listed(bench: Workbench, rows: Sequence[Mapping[str, Flat]], key: str) -> None:
    """Show rows, units that have a page as links to it, with all of them for download."""
    _rows(bench, rows, key)
    offered(rows, key)


def _rows(bench: Workbench, rows: Sequence[Mapping[str, Flat]], key: str) -> None:
    panel(plain_html(rows[:_SHOWN], bench.heads, bench.name), key=f"{key}_rows")
    if len(rows) > _SHOWN:
        st.caption(f"Showing {_SHOWN} of {len(rows):,}. Download for all.")


def offered(rows: Sequence[Mapping[str, object]], key: str, python: str = "") -> None:
    """Offer flat rows as CSV and JSON, and the Python that makes them."""
    downloads(lambda: pd.DataFrame(list(rows)), key, python)


def graph_of(boxes: Sequence[Box], arrows: Sequence[Arrow]) -> nx.DiGraph:
    """Return a drawing as a graph that other tools draw."""
    links = {(arrow.source, arrow.target): (arrow.weight, arrow.title) for arrow in arrows}
    return drawn_graph({box.key: box.label for box in boxes}, links)


def graph_kinds(graph: nx.DiGraph, name: str) -> list[TextFile]:
    """Return a graph as DOT, Mermaid, GraphML and, when it is small, as a page to drag it about in."""
    kinds: list[TextFile] = [
        ("DOT", "dot", lambda: dot(graph)), ("Mermaid", "mmd", lambda: mermaid(graph)),
        ("GraphML", "graphml", lambda: graphml(graph)),
    ]  # fmt: skip
    if 0 < len(graph) <= MOST_NODES:
        kinds.append(("Interactive HTML", "html", lambda: interactive_html(graph, name)))
    return kinds


def table_kinds(frame: pd.DataFrame | Callable[[], pd.DataFrame]) -> list[TextFile]:
    """Return a frame, made when it is asked for, as CSV and JSON."""

    def made() -> pd.DataFrame:
        return frame() if callable(frame) else frame

    return [("CSV", "csv", lambda: made().to_csv(index=False)), ("JSON", "json", lambda: as_json(made().to_dict("records")))]


def files(kinds: Sequence[TextFile], name: str, key: str, python: str = "") -> None:
    """Offer texts as files, with the Python that makes them: the label, the ending and the text, or what makes it."""
    with st.popover("Export", icon=":material/download:", type="tertiary", key=f"export_{key}_files"):
        for label, kind, made in kinds:
            st.download_button(
                label,
                made,
                f"{name}.{kind}",
                key=f"{key}_{label.lower()}".replace(": ", "_").replace(" ", "_"),
                type="tertiary",
                on_click="ignore",
            )
        if python:
            snippet(python, f"{key}_python")


def downloads(frame: pd.DataFrame | Callable[[], pd.DataFrame], key: str, python: str = "") -> None:
    """Offer a frame, made when it is asked for, as CSV and JSON, and the Python that makes it."""
    files(table_kinds(frame), key, key, python)
