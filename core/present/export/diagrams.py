"""Write a graph as text that other tools draw: Graphviz DOT, Mermaid and GraphML.

A graph is a NetworkX DiGraph or MultiDiGraph. Nodes may carry `label` and `type`, edges `weight`, `kinds` or `kind`; nodes
and edges are written in sorted order, so that the same graph gives the same text. Labels are code of strangers: each format
escapes them in its own way, and node names never become identifiers of the output.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import networkx as nx

SHAPES: Mapping[str, str] = {
    "model": "box", "controller": "component", "route": "cds", "job": "hexagon", "table": "cylinder", "concern": "diamond",
    "module": "folder", "namespace": "folder", "folder": "folder", "package": "box3d", "file": "note", "test": "note",
}  # fmt: skip
"""Graphviz shapes by type; others are rounded boxes."""

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

Edge = tuple[str, str]


def words(kinds: Mapping[str, int]) -> str:
    """Return counted kinds as words."""
    return ", ".join(f"{kind} {count}" for kind, count in kinds.items())


def drawn_graph(nodes: Mapping[str, str], links: Mapping[Edge, tuple[int, str]]) -> nx.DiGraph:
    """Return what a drawing shows as a graph: labels by node, weight and words by link; ends without label keep their name."""
    import networkx as nx

    graph = nx.DiGraph()
    for node, label in sorted(nodes.items()):
        graph.add_node(node, label=label, type="")
    for (source, target), (weight, kinds) in sorted(links.items()):
        graph.add_edge(source, target, weight=weight, kinds=kinds)
    return graph


def dot(graph: nx.DiGraph, title: str = "", back: Collection[Edge] = ()) -> str:
    """Return the graph for Graphviz; the edges in `back` are dashed and red, and do not pull the layout upwards."""
    lines = ["digraph orienteer {", "  rankdir=LR;", '  node [shape=box, style=rounded, fontname="sans-serif"];']
    if title:
        lines.append(f"  label={_dot_text(title)}; labelloc=t;")
    names = _names(graph)
    for node, attributes in sorted(graph.nodes(data=True)):
        shape = SHAPES.get(attributes.get("type", ""))
        more = f', shape={shape}, style=""' if shape else ""
        lines.append(f"  {names[node]} [label={_dot_text(_label(node, attributes))}{more}];")
    for source, target, attributes in _edges(graph):
        marks = f"label={_dot_text(_edge_label(attributes))}"
        marks += ', color="#c0392b", style=dashed, constraint=false' if (source, target) in back else ""
        lines.append(f"  {names[source]} -> {names[target]} [{marks}];")
    return "\n".join([*lines, "}"]) + "\n"


def mermaid(graph: nx.DiGraph, back: Collection[Edge] = ()) -> str:
    """Return the graph as a Mermaid flowchart, left to right; the edges in `back` are dotted."""
    names = _names(graph)
    lines = ["flowchart LR"]
    lines += [f'  {names[node]}["{_mermaid_text(_label(node, about))}"]' for node, about in sorted(graph.nodes(data=True))]
    for source, target, attributes in _edges(graph):
        arrow = "-.->" if (source, target) in back else "-->"
        label = _mermaid_text(_edge_label(attributes))
        words = f'|"{label}"|' if label else ""
        lines.append(f"  {names[source]} {arrow}{words} {names[target]}")
    return "\n".join(lines) + "\n"


def structurizr(graph: nx.DiGraph, title: str) -> str:
    """Return the graph as a C4 model in Structurizr's DSL: one software system, its places as containers."""
    names = _names(graph)
    lines = [f"workspace {_dot_text(title)} {{", "  model {", f"    system = softwareSystem {_dot_text(title)} {{"]
    for node, about in sorted(graph.nodes(data=True)):
        lines.append(f"      {names[node]} = container {_dot_text(_label(node, about))}")
    lines.append("    }")
    for source, target, about in _edges(graph):
        if source != target:  # a container has no relationship with itself
            lines.append(f"    {names[source]} -> {names[target]} {_dot_text(_edge_label(about) or 'uses')}")
    lines += ["  }", "  views {", "    container system {", "      include *", "      autoLayout", "    }", "  }", "}"]
    return "\n".join(lines) + "\n"


def graphml(graph: nx.DiGraph) -> str:
    """Return the graph as GraphML, with all attributes that are text, numbers or truth values (others as text)."""
    import networkx as nx

    plain = type(graph)()
    for node, attributes in sorted(graph.nodes(data=True)):
        plain.add_node(_xml_value(node), **{name: _xml_value(value) for name, value in sorted(attributes.items())})
    for source, target, attributes in _edges(graph):
        about = {name: _xml_value(value) for name, value in sorted(attributes.items())}
        plain.add_edge(_xml_value(source), _xml_value(target), **about)
    return "\n".join(nx.generate_graphml(plain, named_key_ids=True)) + "\n"


def _names(graph: nx.DiGraph) -> dict[str, str]:
    return {node: f"n{number}" for number, node in enumerate(sorted(graph.nodes))}


def _edges(graph: nx.DiGraph) -> Iterator[tuple[str, str, Mapping[str, object]]]:
    found = list(graph.edges(data=True))
    found.sort(key=lambda edge: (edge[0], edge[1], str(edge[2].get("kind", "")), str(edge[2].get("line", ""))))
    yield from found


def _label(node: str, attributes: Mapping[str, object]) -> str:
    return str(attributes.get("label") or attributes.get("identifier") or node)


def _edge_label(attributes: Mapping[str, object]) -> str:
    return str(attributes.get("kinds") or attributes.get("kind") or attributes.get("weight", ""))


def _dot_text(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ").replace("\r", " ")
    return f'"{escaped}"'


def _mermaid_text(text: str) -> str:
    """Mermaid reads `#…;` as an entity; everything that is not a plain character of a name is written as one."""
    plain = text.replace("\n", " ").replace("\r", " ")
    return "".join(letter if letter.isalnum() or letter in " _:./,-" else f"#{ord(letter)};" for letter in plain)


def _xml_value(value: object) -> str | int | float | bool:
    if isinstance(value, (bool, int, float)):
        return value
    return _NOT_XML.sub("�", "" if value is None else str(value))
