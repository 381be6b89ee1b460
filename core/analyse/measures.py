"""PageRank and betweenness over arrays: the same numbers as NetworkX gives, fast enough for ten thousand units."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from core.analyse.view import View
from core.vocabulary import BASES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

EXACT_UP_TO = 2_000  # nodes; above it betweenness is estimated
PIVOTS = 400  # searches of an estimate: about 1 s for 10,000 units and 60,000 relations on a laptop
SEED = 7
_BASE = 0.3  # share of its users that build on it, from which on a unit is a base
_AT_ONCE = 16  # searches side by side: more do not fit into the processor's cache


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
    starts = list(range(count)) if whole else sorted(random.Random(SEED).sample(range(count), min(PIVOTS, count)))
    how = f"exact, all {count} units" if whole else f"estimated from {len(starts)} of {count} units, seed {SEED}"
    total = np.zeros(count)
    sources, targets, _ = edge_arrays(view, nodes)
    first = np.searchsorted(sources, np.arange(count + 1))
    for begin in range(0, len(starts), _AT_ONCE):
        for row in _dependencies(np.array(starts[begin : begin + _AT_ONCE]), first, targets, count):
            total += row
    pairs = (count - 1) * (count - 2)
    scale = count / max(len(starts), 1) / pairs if pairs > 0 else 0.0
    return dict(zip(nodes, (float(value) for value in total * scale), strict=True)), how


def _dependencies(starts: Ints, first: Ints, targets: Ints, count: int) -> Floats:
    """Return, in a row for each start, how much each node lies between it and all others, one wave of the searches at a time.

    The searches go on side by side, each on nodes of its own: a node is its number plus `count` for each start before.
    """
    import numpy as np

    apart = np.arange(len(starts)) * count
    distance, ways = np.full(len(starts) * count, -1, dtype=np.int32), np.zeros(len(starts) * count)
    wave = apart + starts
    distance[wave], ways[wave] = 0, 1.0
    waves: list[tuple[Ints, Ints]] = []
    while wave.size:
        node = wave % count
        lengths = first[node + 1] - first[node]
        origins = np.repeat(wave, lengths)
        places = np.arange(origins.size) + np.repeat(first[node] - np.cumsum(lengths) + lengths, lengths)
        ends = targets[places] + np.repeat(wave - node, lengths)
        onward = distance[ends] < 0
        origins, ends = origins[onward], ends[onward]
        distance[ends] = len(waves) + 1
        np.add.at(ways, ends, ways[origins])
        waves.append((origins, ends))
        wave = np.unique(ends)
    between = np.zeros(len(ways))
    for origins, ends in reversed(waves):
        np.add.at(between, origins, ways[origins] / ways[ends] * (1 + between[ends]))
    between[apart + starts] = 0.0
    return between.reshape(len(starts), count)


def bases_of(view: View) -> dict[str, int]:
    """Return units that others are built on, with how many: most of what leads to them inherits, includes or implements."""
    found = {}
    for key, users in view.into.items():
        built = sum(bool(view.out[user][key].kinds.keys() & BASES) for user in users)
        if built > 1 and built >= _BASE * len(users):
            found[key] = built
    return found
