"""Small sets of edges whose removal leaves a graph without cycles."""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence

Weights = Sequence[Mapping[int, int]]
"""Weight of the edge from each node (by position) to each of its successors; no loops."""

Edge = tuple[int, int]

EXACT_UP_TO = 10  # nodes: 2^10 subsets; each node more doubles the work
_SETTLED_UP_TO = 600  # nodes: a pass takes time n × edges of a node, and few passes are needed
_PASSES = 20
_REFINED_UP_TO = 10_000  # nodes: reachability takes n² bits and time n × cut edges, about 3 s at its worst


def feedback_edges(weights: Weights) -> tuple[list[Edge], str]:
    """Return edges whose removal breaks every cycle, sorted, and how they were found: `exact`, `minimal` or `heuristic`.

    `exact` has the least total weight; `minimal` means that none of the edges can stay (each closes a cycle with what is
    left), the total may be above the least; `heuristic` promises only that no cycle is left.
    """
    count = len(weights)
    if count <= EXACT_UP_TO:
        return sorted(_backward(weights, _best_order(weights))), "exact"
    order = arranged(weights)
    if count <= _SETTLED_UP_TO:
        order = settled(weights, order)
    edges = _backward(weights, order)
    if count > _REFINED_UP_TO:
        return sorted(edges), "heuristic"
    return sorted(_needed(weights, order, edges)), "minimal"


def needed_of(weights: Weights, order: Sequence[int]) -> list[Edge]:
    """Return the edges that lead backwards in an order, without those that close no cycle with what is left, sorted."""
    return sorted(_needed(weights, order, _backward(weights, order)))


def arranged(weights: Weights) -> list[int]:
    """Return the nodes in an order with little weight pointing backwards.

    The greedy heuristic of Eades, Lin and Smyth: A fast and effective heuristic for the feedback arc set problem (1993), in
    its weighted form: sinks go last, sources first, otherwise the node whose outgoing exceeds its incoming weight most goes
    first. Ties by position; O(m log n).
    """
    count = len(weights)
    sources: list[dict[int, int]] = [{} for _ in range(count)]
    for node, targets in enumerate(weights):
        for target, weight in targets.items():
            sources[target][node] = weight
    outgoing = [sum(targets.values()) for targets in weights]
    incoming = [sum(each.values()) for each in sources]
    queue = [_urgency(node, outgoing, incoming) for node in range(count)]
    heapq.heapify(queue)
    placed = [False] * count
    first: list[int] = []
    last: list[int] = []
    while queue:
        entry = heapq.heappop(queue)
        node = entry[2]
        if placed[node] or entry != _urgency(node, outgoing, incoming):
            continue
        placed[node] = True
        (last if outgoing[node] == 0 else first).append(node)
        for neighbours, totals in ((weights[node], incoming), (sources[node], outgoing)):
            for other, weight in neighbours.items():
                if not placed[other]:
                    totals[other] -= weight
                    heapq.heappush(queue, _urgency(other, outgoing, incoming))
    return first + last[::-1]


def settled(weights: Weights, order: Sequence[int]) -> list[int]:
    """Return the order in which no single node can be moved to where less weight leads backwards.

    Local search by insertion for the linear ordering problem, as in Laguna, Martí, Campos: Intensification and diversification
    with elite tabu search solutions for the linear ordering problem (1999). Ties stay where they are, so it ends.
    """
    sources: list[dict[int, int]] = [{} for _ in weights]
    for node, targets in enumerate(weights):
        for target, weight in targets.items():
            sources[target][node] = weight
    found = list(order)
    for _ in range(_PASSES):
        moved = False
        for node in order:
            at = found.index(node)
            best = _best_place(found, at, weights[node], sources[node])
            if best != at:
                found.insert(best, found.pop(at))
                moved = True
        if not moved:
            break
    return found


def _best_place(order: Sequence[int], at: int, targets: Mapping[int, int], sources: Mapping[int, int]) -> int:
    """Return where the node at this place costs least: before those that it uses, after those that use it."""
    best, least = at, 0
    for step, stop in ((-1, -1), (1, len(order))):
        cost = 0
        for place in range(at + step, stop, step):
            other = order[place]
            cost += step * (targets.get(other, 0) - sources.get(other, 0))
            if cost < least:
                best, least = place, cost
    return best


def _urgency(node: int, outgoing: Sequence[int], incoming: Sequence[int]) -> tuple[int, int, int]:
    """Sinks, then sources, then the largest surplus; smaller is more urgent."""
    if outgoing[node] == 0:
        return (0, 0, node)
    if incoming[node] == 0:
        return (1, 0, node)
    return (2, incoming[node] - outgoing[node], node)


def _backward(weights: Weights, order: Sequence[int]) -> list[Edge]:
    position = {node: place for place, node in enumerate(order)}
    return [(node, target) for node, targets in enumerate(weights) for target in targets if position[target] < position[node]]


def _best_order(weights: Weights) -> list[int]:
    """Return an order with the least backward weight: dynamic programming over the subsets that come first (Lawler 1964)."""
    count = len(weights)
    cost, last = [0] * (1 << count), [-1] * (1 << count)
    for subset in range(1, 1 << count):
        best = None
        for node in range(count):
            if subset >> node & 1:
                before = subset ^ (1 << node)
                back = sum(weight for target, weight in weights[node].items() if before >> target & 1)
                if best is None or cost[before] + back < best:
                    best, last[subset] = cost[before] + back, node
        cost[subset] = best or 0
    order, subset = [], (1 << count) - 1
    while subset:
        order.append(last[subset])
        subset ^= 1 << last[subset]
    return order[::-1]


def _needed(weights: Weights, order: Sequence[int], edges: Sequence[Edge]) -> list[Edge]:
    """Return the edges that cannot be put back, the heaviest tried first; `reach` holds bit sets of reachable nodes."""
    cut = set(edges)
    reach = [1 << node for node in range(len(weights))]
    for node in reversed(order):
        for target in weights[node]:
            if (node, target) not in cut:
                reach[node] |= reach[target]
    for edge in sorted(edges, key=lambda edge: (-weights[edge[0]][edge[1]], edge)):
        node, target = edge
        if not reach[target] >> node & 1:
            cut.discard(edge)
            gained, mark = reach[target], 1 << node
            for other, reached in enumerate(reach):
                if reached & mark:
                    reach[other] = reached | gained
    return list(cut)
