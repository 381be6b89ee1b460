"""Compare the facts of one unit as the files and the running application know them, and label what only one side knows."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from core.model import CodeUnit
from core.probe.facts import Kind, Seen
from core.probe.read import Row

BOTH, STATIC_ONLY, RUNTIME_ONLY = "both", "static only", "runtime only"
UNCONFIRMED = "not confirmed at runtime"

TRUST = "runtime: "
"""What the names of the tallies begin with that say how far files and runtime agree."""

_OWN_GEM = "gem:"
_LIMITS = ("only", "except", "if", "unless")


@dataclass(slots=True)
class Trust:
    """How many facts both sides know, or only one, by kind; filled while units are compared."""

    counts: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))

    def add(self, kind: str, outcome: str, number: int = 1) -> None:
        """Count facts of a kind; a kind is listed with all three outcomes as soon as one of them is counted."""
        for known in (BOTH, STATIC_ONLY, RUNTIME_ONLY):
            self.counts[kind][known] += number if known == outcome else 0


@dataclass(frozen=True, slots=True)
class Compared:
    """A unit after comparison, and the associations that only the runtime knows or knows with another target.

    `added` holds the facts of new associations, `moved` pairs of a static fact and the one that replaces it.
    """

    unit: CodeUnit
    added: tuple[Mapping[str, Any], ...] = ()
    moved: tuple[tuple[Mapping[str, Any], Mapping[str, Any]], ...] = ()


def compare(unit: CodeUnit, row: Row, kinds: tuple[Kind, ...], trust: Trust) -> Compared:
    """Return the unit with the facts of both sides, each labelled under `runtime`.

    Facts that both know keep the place that the files give. A target that the runtime knows otherwise replaces the one
    concluded from the files.
    """
    metadata = dict(unit.metadata)
    added: list[Mapping[str, Any]] = []
    moved: list[tuple[Mapping[str, Any], Mapping[str, Any]]] = []
    for kind in kinds:
        if kind.name not in row and kind.name != "filters" and not row.get(kind.name):
            continue  # the runtime says nothing of this kind, which is not the same as that there is none
        facts, new, other = _merged(unit.metadata.get(kind.key, ()), row, kind, trust)
        if facts:
            metadata[kind.key] = facts
        if kind.key == "associations":
            added, moved = new, other
    return Compared(replace(unit, metadata=metadata), tuple(added), tuple(moved))


def _merged(
    static: Any, row: Row, kind: Kind, trust: Trust
) -> tuple[list[Mapping[str, Any]], list[Mapping[str, Any]], list[tuple[Mapping[str, Any], Mapping[str, Any]]]]:
    waiting: dict[tuple[str, ...], list[Seen]] = defaultdict(list)
    for seen in kind.at_runtime(row):
        if seen is not None:
            waiting[seen.words].append(seen)
    facts: list[Mapping[str, Any]] = []
    moved = []
    taken_away = {kind.words(fact) for fact in static if _is_skip(fact) and not any(fact.get(word) for word in _LIMITS)}
    for fact in static:
        matches = waiting.get(kind.words(fact))
        if _is_skip(fact) or (not matches and kind.words(fact) in taken_away):
            facts.append(fact)  # what a class takes away is nothing that a running class could show
            continue
        trust.add(kind.name, BOTH if matches else STATIC_ONLY)
        if not matches:
            facts.append({**fact, "runtime": UNCONFIRMED})
            continue
        joined = _joined(fact, matches.pop(0))
        facts.append(joined)
        if joined.get("target") != fact.get("target"):
            moved.append((fact, joined))
    new = [_runtime_fact(seen) for rest in waiting.values() for seen in rest]
    trust.add(kind.name, RUNTIME_ONLY, len(new))
    return [*facts, *new], new, moved


def _is_skip(fact: Mapping[str, Any]) -> bool:
    return bool(fact.get("skip") or fact.get("skipped"))


def _joined(fact: Mapping[str, Any], seen: Seen) -> Mapping[str, Any]:
    target = seen.fact.get("target")
    if not target or target == str(fact.get("target", "")).removeprefix("::"):
        return {**fact, "runtime": "confirmed"}
    before = fact.get("target") or "unknown"
    return {**fact, "target": target, "certainty": "dynamic", "runtime": f"confirmed; the files alone gave the target {before}"}


def _runtime_fact(seen: Seen) -> Mapping[str, Any]:
    label = f"from gem {seen.via.removeprefix(_OWN_GEM)}" if seen.via else "known at runtime only"
    place = {"file_path": seen.file_path, "line": seen.line, "certainty": "dynamic", "via": seen.via or "runtime"}
    return {**seen.fact, **place, "runtime": label}
