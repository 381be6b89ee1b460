"""Write a graph as one HTML file that can be dragged and zoomed and that loads nothing: pyvis, without its outside tags."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from core.errors import MissingExtra, SettingsError
from core.present.html.elements import el

if TYPE_CHECKING:
    import networkx as nx

MOST_NODES = 200
"""More nodes freeze a browser while they settle."""

_OUTSIDE = re.compile(r"<(link|script)\b[^>]*\b(?:href|src)\s*=\s*[\"']https?:[^>]*?(?:/>|>\s*</script>|>)", re.S)
_OPTIONS = {
    "edges": {"smooth": False, "arrows": "to", "color": {"opacity": 0.5}},
    "nodes": {"shape": "box", "font": {"size": 14}},
    "physics": {"stabilization": {"iterations": 150}},  # the usual thousand take half a minute before anything is drawn
    "layout": {"randomSeed": 7},
}


def interactive_html(graph: nx.DiGraph, title: str) -> str:
    """Return a page that shows the graph; nodes carry `label` and `type`, edges `weight` and `kinds`.

    Raises `SettingsError` for more than `MOST_NODES` nodes and `MissingExtra` without pyvis.
    """
    if len(graph) > MOST_NODES:
        raise SettingsError(f"{len(graph):,} nodes are too many to drag about. Show at most {MOST_NODES}.")
    try:
        from pyvis.network import Network
    except ModuleNotFoundError as missing:
        raise MissingExtra("The page to drag about (pyvis)", "ui") from missing
    network = Network(directed=True, height="96vh", width="100%", cdn_resources="in_line")
    # Filled directly: `from_nx` takes quadratic time and writes into the graph that it is given.
    network.nodes = [_node(str(key), about) for key, about in sorted(graph.nodes(data=True))]
    network.node_ids = [node["id"] for node in network.nodes]
    network.edges = [_edge(source, target, about) for source, target, about in sorted(graph.edges(data=True), key=_ends)]
    network.set_options(json.dumps(_OPTIONS))
    page = _OUTSIDE.sub("", network.generate_html(notebook=False))
    return page.replace("<html>", '<html lang="en">', 1).replace("<head>", f"<head>{el('title', title)}", 1)


def _ends(edge: tuple[str, str, Mapping[str, object]]) -> tuple[str, str]:
    return str(edge[0]), str(edge[1])


def _node(key: str, about: Mapping[str, object]) -> dict[str, str]:
    return {"id": key, "label": str(about.get("label", key)), "group": str(about.get("type", "")), "title": key}


def _edge(source: str, target: str, about: Mapping[str, object]) -> dict[str, object]:
    weight = int(str(about.get("weight", 1)))
    return {"from": str(source), "to": str(target), "title": str(about.get("kinds", "")), "width": min(6, 1 + weight**0.5 / 2)}
