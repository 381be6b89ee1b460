"""What to read about a topic: from the entry points to the units, what they use, who uses them, and their tests."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from core.analyse.measures import pagerank
from core.analyse.reading import ReadingOrder, ReadingStep
from core.analyse.result import Result, reference
from core.analyse.view import View

_LEADS_ON = frozenset({"route"})  # read as what they lead to
_NO_STEP = _LEADS_ON | {"file"}  # what code outside of definitions says of a topic is wiring
_ENTRIES, _TESTS = 2, 3


def topic_order(
    view: View, tests: View, seeds: Sequence[str], entries: Mapping[str, str], limit: int = 15
) -> Result[ReadingStep]:
    """Return an order in which to read about a topic that the seed units stand for.

    The nearest entry points that lead to a seed, the seeds, what they use and who uses them (nearest first, each with the
    relation that ties it to what was read before; at most `limit` steps in all), and the tests of the seeds. `tests` is the
    view that includes tests, `entries` says why a unit is an entry point.
    """
    order = ReadingOrder(view, [], set())
    scores = _nearness(view, seeds)
    for entry, seed in _nearest_entries(view, seeds, entries, scores):
        order.add(entry, "entry points", f"{entries[entry]}, reaches {view.labels[seed]}", scores[entry])
    for seed in seeds:
        order.add(seed, "topic", "requested", scores[seed])
    near = [node for node in view.code() if scores[node] > 0 and view.types[node] not in _NO_STEP]
    near.sort(key=lambda node: (-scores[node], node))
    room = limit - len(order.steps)
    _add_near(order, near, seeds, scores, (room + 1) // 2, uses=True)
    _add_near(order, near, seeds, scores, limit - len(order.steps), uses=False)
    for node, target, lines in _tests_of(tests, seeds):
        step = ReadingStep(
            len(order.steps) + 1, node, tests.types[node], "tests", f"tests {tests.labels[target]}", float(lines),
            tests.files[node],
        )  # fmt: skip
        order.steps.append(step)
    title = f"Reading order for {', '.join(view.labels[seed] for seed in seeds)}"
    return Result(ReadingStep, title, tuple(order.steps), view.notes())


def _nearness(view: View, seeds: Sequence[str]) -> dict[str, float]:
    """Return PageRank personalised on the seeds, along and against the links, over the root of plain PageRank.

    The root holds back the hubs that are near to everything without leaving out those that are near to the topic above all.
    """
    start = dict.fromkeys(seeds, 1.0)
    onward = pagerank(view, view.nodes, start)
    backward = pagerank(replace(view, out=view.into, into=view.out), view.nodes, start)
    anywhere = pagerank(view, view.nodes)
    return {node: (onward[node] + backward[node]) / math.sqrt(anywhere[node]) for node in view.nodes}


def _nearest_entries(
    view: View, seeds: Sequence[str], entries: Mapping[str, str], scores: Mapping[str, float]
) -> list[tuple[str, str]]:
    """Return, for each seed that is none itself, up to two entry points at the least distance, the nearest by score."""
    found: dict[str, str] = {}
    for seed in seeds:
        wave, seen = [seed], {seed}
        while wave and seed not in entries:
            here = [node for node in wave if node in entries and view.types[node] not in _NO_STEP]
            for node in sorted(here, key=lambda node: (-scores[node], node))[:_ENTRIES]:
                found.setdefault(node, seed)
            fresh = sorted({source for node in wave for source in view.into[node]} - seen)
            seen.update(fresh)
            wave = [] if here else fresh
    return [(node, seed) for node, seed in found.items() if node not in seeds]


def _add_near(
    order: ReadingOrder, near: Sequence[str], seeds: Sequence[str], scores: Mapping[str, float], limit: int, *, uses: bool
) -> None:
    """Add up to `limit` of the nearest units that the seeds use (or that use them), directly or over others added here."""
    view, read = order.view, list(seeds)
    chapter, ways = ("dependencies", view.into) if uses else ("dependents", view.out)
    for _ in range(limit):
        found = ((node, other) for node in near if node not in order.seen for other in read if other in ways[node])
        node, other = next(found, ("", ""))
        if not node:
            return
        link = ways[node][other]
        line = link.evidence[0]
        reason = f"{view.labels[link.source]} {line.kind} {view.labels[link.target]} ({reference(line)})"
        order.add(node, chapter, reason, scores[node])
        read.append(node)


def _tests_of(view: View, seeds: Sequence[str]) -> list[tuple[str, str, int]]:
    """Return up to three tests of the seeds with the seed and the number of lines that refer to it, most first."""
    found = {node: (seed, link.weight) for seed in seeds for node, link in view.into[seed].items() if node in view.tests}
    ordered = sorted(found.items(), key=lambda pair: (-pair[1][1], pair[0]))
    return [(node, seed, lines) for node, (seed, lines) in ordered[:_TESTS] if node not in seeds]
