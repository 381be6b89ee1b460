"""The graph of an index: units as nodes, relations as parallel edges; and how a walk along its edges ranks nodes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from core.model import Relation, UnitHead

if TYPE_CHECKING:
    import networkx as nx
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

_DAMPING = 0.85
_ROUNDS = 200
_CLOSE_ENOUGH = 1e-10  # the sum of changes; with this damping about 140 rounds at most


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


def pagerank(sources: Ints, targets: Ints, weights: Floats, restart: Floats) -> Floats:
    """Return the PageRank of the nodes that `restart` weighs, which adds up to 1; one edge at each place of the arrays.

    Rank flows along the edges in proportion to their weights; nodes without outgoing edges give theirs to all, as `restart`
    has it, which also says where the walk begins anew. Page, Brin, Motwani, Winograd: The PageRank Citation Ranking (1999),
    with damping .85; power iteration as in `networkx.pagerank`.
    """
    import numpy as np

    count = len(restart)
    given = np.bincount(sources, weights, count)
    share, loose = weights / given[sources], given == 0
    ranks = np.full(count, 1 / count)
    for _ in range(_ROUNDS):
        flowed = np.bincount(targets, ranks[sources] * share, count) + ranks[loose].sum() * restart
        after = _DAMPING * flowed + (1 - _DAMPING) * restart
        moved = float(np.abs(after - ranks).sum())
        ranks = after
        if moved < _CLOSE_ENOUGH:
            break
    return ranks
