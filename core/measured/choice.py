"""Which tests to run first for a change: several orders, each with its own reason, merged by rank."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

_K = 60  # as in Cormack, Clarke, Büttcher: Reciprocal Rank Fusion outperforms Condorcet (SIGIR 2009)


class Order(NamedTuple):
    """Tests with how much speaks for each, and the reason in words, into which the number of `told` goes."""

    reason: str
    scores: Mapping[str, float]
    told: Mapping[str, int]


class Chosen(NamedTuple):
    """A test, and the reasons for it."""

    test: str
    reasons: tuple[str, ...]


def choose(orders: Sequence[Order]) -> list[Chosen]:
    """Return the tests of all orders, best first by reciprocal rank fusion; equal scores share a rank, ties go by name."""
    scores: dict[str, float] = defaultdict(float)
    reasons: dict[str, list[str]] = defaultdict(list)
    for order in orders:
        levels = {score: rank for rank, score in enumerate(sorted(set(order.scores.values()), reverse=True), 1)}
        for test, score in order.scores.items():
            scores[test] += 1 / (_K + levels[score])
            reasons[test].append(order.reason.format(order.told.get(test, 0)))
    return [Chosen(test, tuple(reasons[test])) for test in sorted(scores, key=lambda one: (-scores[one], one))]


def rarity(ran: Mapping[str, frozenset[int]], lines: Sequence[int]) -> tuple[dict[str, float], dict[str, int]]:
    """Return for each test that ran some of these lines how much that tells, and how many lines they were.

    A line that few tests run says more of each of them than one that all run.
    """
    wanted = frozenset(lines)
    by_test = {test: hit for test, all_ in ran.items() if (hit := all_ & wanted)}
    runners: dict[int, int] = defaultdict(int)
    for hit in by_test.values():
        for line in hit:
            runners[line] += 1
    weights = {test: sum(1 / runners[line] for line in hit) for test, hit in by_test.items()}
    return weights, {test: len(hit) for test, hit in by_test.items()}
