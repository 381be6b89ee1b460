"""Write a graph as one HTML file that can be dragged and zoomed and that loads nothing: pyvis, without its outside tags."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from core.errors import MissingExtra, SettingsError
from core.present.drawings.charts import PALETTES
from core.present.html.elements import Markup, el
from core.present.html.type_colours import HUES, type_hue

if TYPE_CHECKING:
    import networkx as nx

MOST_NODES = 200
"""More nodes freeze a browser while they settle."""

_OUTSIDE = re.compile(r"<(link|script)\b[^>]*\b(?:href|src)\s*=\s*[\"']https?:[^>]*?(?:/>|>\s*</script>|>)", re.S)
_OPTIONS = {
    "edges": {"smooth": False, "arrows": {"to": {"enabled": True, "scaleFactor": 0.5}}},
    "nodes": {"shape": "dot", "size": 11, "font": {"size": 14}},
    "physics": {
        "barnesHut": {"gravitationalConstant": -14000, "springLength": 190, "springConstant": 0.02, "avoidOverlap": 0.3},
        "stabilization": {"iterations": 150},  # the usual thousand take half a minute before anything is drawn
    },
    "layout": {"randomSeed": 7},
    "interaction": {"hover": True, "tooltipDelay": 120},
}


def interactive_html(graph: nx.DiGraph, title: str) -> str:
    """Return a page that shows the graph; nodes carry `label` and `type`, edges `weight` and `kinds`.

    Raises `SettingsError` for more than `MOST_NODES` nodes and `MissingExtra` without pyvis.
    """
    if len(graph) > MOST_NODES:
        raise SettingsError(f"{len(graph):,} nodes are too many for this drawing. Show at most {MOST_NODES}.")
    try:
        from pyvis.network import Network
    except ModuleNotFoundError as missing:
        raise MissingExtra("The page to drag about (pyvis)", "ui") from missing
    colours = PALETTES["light"]
    network = Network(
        directed=True, height="96vh", width="100%", cdn_resources="in_line", bgcolor=colours.paper, font_color=colours.text
    )
    # Filled directly: `from_nx` takes quadratic time and writes into the graph that it is given.
    network.nodes = [
        {
            **_node(str(key), about),
            "font": {"color": colours.text, "strokeWidth": 3, "strokeColor": colours.paper},
        }
        for key, about in sorted(graph.nodes(data=True))
    ]
    network.node_ids = [node["id"] for node in network.nodes]
    grey = {"color": colours.text, "opacity": 0.2, "highlight": colours.accent, "hover": colours.accent}
    edges = sorted(graph.edges(data=True), key=_ends)
    network.edges = [{**_edge(source, target, about), "color": grey} for source, target, about in edges]
    network.set_options(json.dumps(_OPTIONS))
    page = _OUTSIDE.sub("", network.generate_html(notebook=False))
    style = el(
        "style", Markup(f"body {{ margin: 0; background: {colours.paper} }} .card, #mynetwork {{ border: 0 !important }}")
    )
    return page.replace("<html>", '<html lang="en">', 1).replace("<head>", f"<head>{el('title', title)}{style}", 1)


def _ends(edge: tuple[str, str, Mapping[str, object]]) -> tuple[str, str]:
    return str(edge[0]), str(edge[1])


def _node(key: str, about: Mapping[str, object]) -> dict[str, object]:
    hue = type_hue(str(about.get("type", "")))
    return {"id": key, "label": str(about.get("label", key)), "title": key, "color": HUES[hue]}


def _edge(source: str, target: str, about: Mapping[str, object]) -> dict[str, object]:
    weight = int(str(about.get("weight", 1)))
    return {"from": str(source), "to": str(target), "title": str(about.get("kinds", "")), "width": min(6, 1 + weight**0.5 / 2)}
