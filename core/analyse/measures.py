"""PageRank and betweenness over arrays: the same numbers as NetworkX gives, fast enough for ten thousand units."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from core.analyse.view import View

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

EXACT_UP_TO = 2_000  # nodes; above it betweenness is estimated
PIVOTS = 400  # searches of an estimate: about 1 s for 10,000 units and 60,000 relations on a laptop
SEED = 7


def edge_arrays(view: View, nodes: Sequence[str]) -> tuple[Ints, Ints, Floats]:
    """Return positions of sources and targets and the weights of the links among these nodes, by source, then target."""
    import numpy as np

    at = {node: number for number, node in enumerate(nodes)}
    rows = [
        (at[node], at[target], link.weight)
        for node in nodes for target, link in view.out[node].items() if target in at
    ]  # fmt: skip
    table = np.array(rows, dtype=np.int64).reshape(-1, 3)
    return table[:, 0], table[:, 1], table[:, 2].astype(np.float64)


def pagerank(view: View, nodes: Sequence[str], start: Mapping[str, float] | None = None) -> dict[str, float]:
    """Return the PageRank of each node; the values add up to 1.

    Rank flows from a unit to what it depends on, in proportion to the lines that refer: see `core.open_index.graph`.
    `start` weighs where the walk restarts (personalised PageRank).
    """
    import numpy as np

    from core.open_index.graph import pagerank as walked

    if not nodes:
        return {}
    restart = np.array([(start or {}).get(node, 0.0) for node in nodes], dtype=np.float64)
    restart = restart / restart.sum() if restart.sum() > 0 else np.full(len(nodes), 1 / len(nodes))
    ranks = walked(*edge_arrays(view, nodes), restart)
    return dict(zip(nodes, (float(rank) for rank in ranks), strict=True))


def betweenness(view: View, nodes: Sequence[str], *, exact: bool | None = None) -> tuple[dict[str, float], str]:
    """Return the betweenness of each node (0..1) and, in words, how it was computed.

    The share of shortest paths between other nodes that lead through a node, links unweighted. Brandes: A faster algorithm
    for betweenness centrality (2001). Up to 2,000 nodes (or with `exact`) every node is a start; above, 400 starts drawn
    with a fixed seed stand for all (Brandes, Pich: Centrality estimation in large networks, 2007).
    """
    import numpy as np

    count = len(nodes)
    whole = count <= EXACT_UP_TO if exact is None else exact
    starts = range(count) if whole else sorted(random.Random(SEED).sample(range(count), min(PIVOTS, count)))
    how = f"exact, all {count} units" if whole else f"estimated from {len(starts)} of {count} units, seed {SEED}"
    total = np.zeros(count)
    sources, targets, _ = edge_arrays(view, nodes)
    first = np.searchsorted(sources, np.arange(count + 1))
    for start in starts:
        total += _dependencies(start, first, targets, count)
    pairs = (count - 1) * (count - 2)
    scale = count / max(len(starts), 1) / pairs if pairs > 0 else 0.0
    return dict(zip(nodes, (float(value) for value in total * scale), strict=True)), how


def _dependencies(start: int, first: Ints, targets: Ints, count: int) -> Floats:
    """Return how much each node lies between `start` and all others, one wave of the search at a time."""
    import numpy as np

    distance = np.full(count, -1, dtype=np.int64)
    ways = np.zeros(count)
    distance[start], ways[start] = 0, 1.0
    wave = np.array([start])
    waves: list[tuple[Ints, Ints]] = []
    while wave.size:
        lengths = first[wave + 1] - first[wave]
        origins = np.repeat(wave, lengths)
        offsets = np.arange(origins.size) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        ends = targets[np.repeat(first[wave], lengths) + offsets]
        fresh = np.unique(ends[distance[ends] < 0])
        distance[fresh] = len(waves) + 1
        onward = distance[ends] == len(waves) + 1
        origins, ends = origins[onward], ends[onward]
        np.add.at(ways, ends, ways[origins])
        waves.append((origins, ends))
        wave = fresh
    between = np.zeros(count)
    for origins, ends in reversed(waves):
        np.add.at(between, origins, ways[origins] / ways[ends] * (1 + between[ends]))
    between[start] = 0.0
    return between
