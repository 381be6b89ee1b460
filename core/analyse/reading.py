"""What to read first: an order for newcomers over the whole code, each step with its reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from core.analyse.entry import BY_HAND, BY_PLACE, EntryPoint
from core.analyse.hubs import Hub
from core.analyse.places import Units
from core.analyse.result import Result
from core.analyse.view import View
from core.vocabulary import BASES

_ENTRIES, _ENTRIES_PER_WAY, _BASES, _HUBS, _BETWEEN, _HOT = 5, 2, 3, 8, 3, 2  # steps of each chapter, about an hour's reading
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
class ReadingOrder:
    """Steps gathered so far; a unit is read once, for the first reason."""

    view: View
    steps: list[ReadingStep]
    seen: set[str]

    def add(self, node: str, chapter: str, reason: str, score: float) -> bool:
        """Add a step unless the unit was read before; return whether it was added."""
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
    units: Units, view: View, found: Sequence[Hub], entries: Sequence[EntryPoint], hot: Sequence[tuple[str, int]]
) -> Result[ReadingStep]:
    """Return an order in which a newcomer may read the code.

    The README, the entry points that use most of what is central (two started in one way), what most others build on, what
    most depends on (PageRank × fan-in), what much leads through, what changes most (`hot`: unit and commits). `found` are
    the hubs in any order.
    """
    order = ReadingOrder(view, [], set())
    order.fill("start", 1, ((key, "project description", 1.0) for key in _readmes(units) if key in view.types))
    rank = {hub.unit: hub.pagerank for hub in found}
    order.fill("entry points", _ENTRIES, _spread(view, entries, rank))
    bases = sorted(((_base_users(hub), hub) for hub in found), key=lambda pair: (-pair[0], pair[1].unit))
    order.fill(
        "foundations", _BASES,
        ((hub.unit, f"inherited or included {users} times", float(users))
         for users, hub in bases if users >= max(_USERS, sum(hub.used_as.values()) / 2)),
    )  # fmt: skip
    ranked = sorted(found, key=lambda hub: (-hub.pagerank * hub.fan_in, hub.unit))
    order.fill(
        "most used", _HUBS,
        ((hub.unit, f"{hub.fan_in} dependents", hub.pagerank * hub.fan_in) for hub in ranked if hub.fan_in > 1),
    )  # fmt: skip
    between = sorted(found, key=lambda hub: (-hub.betweenness, hub.unit))
    order.fill(
        "connectors", _BETWEEN,
        ((hub.unit, f"on {hub.betweenness:.1%} of the shortest paths", hub.betweenness)
         for hub in between if hub.betweenness > 0),
    )  # fmt: skip
    order.fill("hotspots", _HOT, ((node, f"{count} commits", float(count)) for node, count in hot))
    return Result(ReadingStep, "Reading order", tuple(order.steps), view.notes())


def _readmes(units: Units) -> list[str]:
    """READMEs of the whole, not of a part deep inside."""
    return sorted(key for key, unit in units.items() if unit.type == "readme" and "/" not in unit.file_path)


def _spread(view: View, entries: Sequence[EntryPoint], rank: Mapping[str, float]) -> Iterable[tuple[str, str, float]]:
    """Yield entry points by the PageRank of what they use directly, two of each way to start, or more where ways are few."""
    ways: Counter[str] = Counter()
    central = {entry.unit: sum(rank.get(target, 0.0) for target in view.out.get(entry.unit, ())) for entry in entries}
    asked = [entry for entry in entries if entry.reason != BY_PLACE]  # scripts show little of what most visitors meet
    visited = [entry for entry in asked if entry.reason not in BY_HAND]  # nor do generators and tasks
    read = visited or asked or entries
    most = max(_ENTRIES_PER_WAY, -(-_ENTRIES // max(1, len({entry.reason for entry in read}))))
    for entry in sorted(read, key=lambda entry: (-central[entry.unit], -entry.reaches, entry.unit)):
        ways[entry.reason] += 1
        if ways[entry.reason] <= most and entry.reaches:
            used = sorted(view.out.get(entry.unit, ()), key=lambda target: (-rank.get(target, 0.0), target))[:3]
            names = ", ".join(view.labels[target] for target in used)
            often = f" ({entry.starts} times)" if entry.starts > 1 else ""
            yield entry.unit, f"{entry.reason}{often}, uses {names}", central[entry.unit]


def _base_users(hub: Hub) -> int:
    return sum(count for kind, count in hub.used_as.items() if kind in BASES)
