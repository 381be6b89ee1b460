"""The graph of an index: units as nodes, relations as parallel edges."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from core.model import Relation, UnitHead

if TYPE_CHECKING:
    import networkx as nx


def build_graph(heads: Iterable[UnitHead], relations: Iterable[Relation]) -> nx.MultiDiGraph:
    """Return a directed multigraph whose nodes are unit keys.

    Nodes carry `type`, `identifier`, `namespace`, `file_path`, `parent` and `is_test`; edges carry `kind`, `file_path`,
    `line`, `certainty`, `origin` and `via`. Node and edge order follow the arguments. Relations between units that are
    not among the heads are left out.
    """
    import networkx as nx

    graph = nx.MultiDiGraph()
    for head in heads:
        graph.add_node(
            head.key, type=head.type, identifier=head.identifier, namespace=head.namespace, file_path=head.file_path,
            parent=head.parent, is_test=head.is_test,
        )  # fmt: skip
    for relation in relations:
        if relation.source in graph and relation.target in graph:
            graph.add_edge(
                relation.source, relation.target, kind=relation.kind, file_path=relation.file_path, line=relation.line,
                certainty=relation.certainty, origin=relation.origin, via=relation.via,
            )  # fmt: skip
    return graph
