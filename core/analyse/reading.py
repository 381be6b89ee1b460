"""What to read first: an order for newcomers, over all or for a topic, each step with its reason."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from core.analyse.entry import EntryPoint
from core.analyse.hubs import Hub
from core.analyse.measures import pagerank
from core.analyse.result import Result, reference
from core.analyse.view import Link, View

if TYPE_CHECKING:
    import networkx as nx

_ENTRIES, _ENTRIES_PER_TYPE, _BASES, _HUBS, _BETWEEN, _HOT = 5, 2, 3, 8, 3, 2  # steps of each chapter, about an hour's reading
_BASE_KINDS = frozenset({"inherits", "inheritance", "includes", "include", "extends", "extend", "implements", "prepends"})
_LEADS_ON = frozenset({"route"})  # read as what they lead to
_USERS = 3  # a base is one when at least so many build on it


@dataclass(frozen=True, slots=True)
class ReadingStep:
    """One thing to read: `chapter` groups the steps, `reason` says why here, `score` orders within the chapter."""

    step: int
    unit: str
    type: str
    chapter: str
    reason: str
    score: float
    file_path: str


@dataclass(slots=True)
class _Order:
    """Steps gathered so far; a unit is read once, for the first reason."""

    view: View
    steps: list[ReadingStep]
    seen: set[str]

    def add(self, node: str, chapter: str, reason: str, score: float) -> bool:
        if node in self.seen:
            return False
        self.seen.add(node)
        self.steps.append(
            ReadingStep(len(self.steps) + 1, node, self.view.types[node], chapter, reason, score, self.view.files[node])
        )
        return True

    def fill(self, chapter: str, limit: int, candidates: Iterable[tuple[str, str, float]]) -> None:
        """Add up to `limit` of the candidates (unit, reason, score), in their order."""
        for node, reason, score in candidates:
            if limit <= 0:
                break
            limit -= self.add(node, chapter, reason, score)


def reading_order(
    graph: nx.MultiDiGraph, view: View, found: Sequence[Hub], entries: Sequence[EntryPoint], hot: Sequence[tuple[str, int]]
) -> Result[ReadingStep]:
    """Return an order in which a newcomer may read the code.

    The README, then entry points that reach most (two of a type), what most others build on, what most depends on by
    PageRank, what much leads through, what changes most (`hot`: unit and commits). `found` are the hubs in any order.
    """
    order = _Order(view, [], set())
    order.fill("start", 1, ((key, "what the project says of itself", 1.0) for key in _readmes(graph) if key in view.types))
    order.fill("where it comes in", _ENTRIES, _spread(entries))
    bases = sorted(((_base_users(hub), hub) for hub in found), key=lambda pair: (-pair[0], pair[1].unit))
    order.fill(
        "what it builds on", _BASES,
        ((hub.unit, f"foundation: {users} references inherit from or include it", float(users))
         for users, hub in bases if users >= max(_USERS, sum(hub.used_as.values()) / 2)),
    )  # fmt: skip
    ranked = sorted(found, key=lambda hub: (-hub.pagerank, hub.unit))
    order.fill(
        "what it turns around", _HUBS,
        ((hub.unit, f"hub: {hub.fan_in} units depend on it", hub.pagerank) for hub in ranked if hub.fan_in > 1),
    )  # fmt: skip
    between = sorted(found, key=lambda hub: (-hub.betweenness, hub.unit))
    order.fill(
        "what holds it together", _BETWEEN,
        ((hub.unit, f"between: on {hub.betweenness:.1%} of the shortest ways", hub.betweenness)
         for hub in between if hub.betweenness > 0),
    )  # fmt: skip
    order.fill("where the work is", _HOT, ((node, f"hotspot: {count} commits", float(count)) for node, count in hot))
    return Result(ReadingStep, "Reading order", tuple(order.steps), view.notes())


def _readmes(graph: nx.MultiDiGraph) -> list[str]:
    found = [key for key, node in graph.nodes(data=True) if node.get("type") == "readme"]
    return sorted(found, key=lambda key: (graph.nodes[key].get("file_path", "").count("/"), key))


def _spread(entries: Sequence[EntryPoint]) -> Iterable[tuple[str, str, float]]:
    types: Counter[str] = Counter()
    for entry in entries:
        types[entry.type] += 1
        if types[entry.type] <= _ENTRIES_PER_TYPE and entry.reaches:
            yield entry.unit, f"entry point: {entry.reason}; leads to {entry.reaches} units", float(entry.reaches)


def _base_users(hub: Hub) -> int:
    return sum(count for kind, count in hub.used_as.items() if kind in _BASE_KINDS)


def topic_order(
    view: View, tests: View, seeds: Sequence[str], entries: Mapping[str, str], limit: int = 15
) -> Result[ReadingStep]:
    """Return an order in which to read about a topic that the seed units stand for.

    The nearest entry points that lead to a seed, the seeds, what they use and who uses them (nearest by personalised PageRank
    in both directions, each with the relation that ties it to what was read before), and the tests of the seeds. `tests` is
    the view that includes tests, `entries` says why a unit is an entry point.
    """
    order = _Order(view, [], set())
    scores = _nearness(view, seeds)
    for entry, seed in _nearest_entries(view, seeds, entries):
        order.add(entry, "where it comes in", f"entry point: {entries[entry]}; leads to {view.labels[seed]}", scores[entry])
    for seed in seeds:
        order.add(seed, "the topic", "asked for", scores[seed])
    near = sorted(
        (node for node in view.code() if scores[node] > 0 and view.types[node] not in _LEADS_ON),
        key=lambda node: (-scores[node], node),
    )
    for node in near:
        if len(order.steps) >= limit:
            break
        chapter, reason = _tie(view, node, order.seen)
        if chapter:
            order.add(node, chapter, reason, scores[node])
    steps = order.steps + _tests(tests, seeds, len(order.steps))
    title = f"Reading order for {', '.join(view.labels[seed] for seed in seeds)}"
    return Result(ReadingStep, title, tuple(steps), view.notes())


def _nearness(view: View, seeds: Sequence[str]) -> dict[str, float]:
    start = dict.fromkeys(seeds, 1.0)
    onward = pagerank(view, view.nodes, start)
    backward = pagerank(replace(view, out=view.into, into=view.out), view.nodes, start)
    return {node: onward[node] + backward[node] for node in view.nodes}


def _nearest_entries(view: View, seeds: Sequence[str], entries: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return, for each seed that is none itself, the nearest entry point that leads to it (first by key)."""
    found: list[tuple[str, str]] = []
    for seed in seeds:
        queue, seen = deque([seed]), {seed}
        while queue:
            node = queue.popleft()
            if node in entries and view.types[node] not in _LEADS_ON:
                if node not in seeds and node not in {entry for entry, _ in found}:
                    found.append((node, seed))
                break
            fresh = [source for source in view.into[node] if source not in seen]
            seen.update(fresh)
            queue.extend(fresh)
    return found


def _tie(view: View, node: str, read: set[str]) -> tuple[str, str]:
    """Return the chapter and the relation that ties a unit to what was read before; nothing when there is none."""
    used: list[Link] = [link for source, link in view.into[node].items() if source in read]
    using: list[Link] = [link for target, link in view.out[node].items() if target in read]
    for chapter, links in (("what it uses", used), ("who uses it", using)):
        if links:
            link = max(links, key=lambda one: (one.weight, one.source, one.target))
            line = link.evidence[0]
            return chapter, f"{view.labels[link.source]} {line.kind} {view.labels[link.target]} ({reference(line)})"
    return "", ""


def _tests(view: View, seeds: Sequence[str], before: int) -> list[ReadingStep]:
    found = {
        source: link for seed in seeds for source, link in view.into[seed].items() if source in view.tests
    }  # fmt: skip
    ordered = sorted(found.items(), key=lambda pair: (-pair[1].weight, pair[0]))[:3]
    return [
        ReadingStep(
            number,
            node,
            view.types[node],
            "how it is tested",
            f"tests {view.labels[link.target]}",
            float(link.weight),
            view.files[node],
        )
        for number, (node, link) in enumerate(ordered, start=before + 1)
    ]
