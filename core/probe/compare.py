"""Compare the facts of one unit as the files and the running application know them, and label what only one side knows."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from core.model import CodeUnit
from core.probe.read import Row
from core.probe.seen import GEM, Kind, Seen
from core.probe.values import FactDifference, known_at_runtime, options_of

BOTH, DIFFER, STATIC_ONLY, RUNTIME_ONLY = "both", "differ", "static only", "runtime only"
CONFIRMED, UNCONFIRMED, UNWRITTEN = "confirmed", "not confirmed at runtime", "known at runtime only"

TRUST = "runtime: "
"""What the names of the tallies begin with that say how far files and runtime agree."""

_LIMITS = ("only", "except", "if", "unless")

Fact = Mapping[str, object]


@dataclass(slots=True)
class Trust:
    """How many facts both sides know alike or differently, or only one of them, by kind; filled while units are compared."""

    counts: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))

    def add(self, kind: str, outcome: str, number: int = 1) -> None:
        """Count facts of a kind; a kind is listed with all four outcomes as soon as one of them is counted."""
        if not number:
            return
        for known in (BOTH, DIFFER, STATIC_ONLY, RUNTIME_ONLY):
            self.counts[kind][known] += number if known == outcome else 0


@dataclass(frozen=True, slots=True)
class Compared:
    """A unit after comparison, and the associations that only the runtime knows or knows with another target.

    `added` holds the facts of new associations, `moved` pairs of a static fact and the one that replaces it.
    """

    unit: CodeUnit
    added: tuple[Fact, ...] = ()
    moved: tuple[tuple[Fact, Fact], ...] = ()


def labelled(unit: CodeUnit, label: str = CONFIRMED, *, found: bool = True) -> CodeUnit:
    """Return the unit with what the runtime says of it as a whole."""
    return replace(unit, metadata={**unit.metadata, "runtime": label if found else UNCONFIRMED})


def compare(unit: CodeUnit, row: Row, kinds: Sequence[Kind], trust: Trust) -> Compared:
    """Return the unit with the facts of both sides, each labelled under `runtime`.

    Facts that both know keep the place that the files give, and get what only the runtime knows of them under `at_runtime`.
    A target that the runtime knows otherwise replaces the one concluded from the files.
    """
    metadata = dict(unit.metadata)
    added: list[Fact] = []
    moved: list[tuple[Fact, Fact]] = []
    for kind in kinds:
        if kind.asked not in row:
            continue  # the runtime says nothing of this kind, which is not the same as that there is none
        facts, new, other = _merged(unit.metadata.get(kind.key, ()), row, kind, trust)
        if facts:
            metadata[kind.key] = facts
        if kind.key == "associations":
            added, moved = new, other
    return Compared(replace(unit, metadata=metadata), tuple(added), tuple(moved))


def _merged(
    static: Sequence[Fact], row: Row, kind: Kind, trust: Trust
) -> tuple[list[Fact], list[Fact], list[tuple[Fact, Fact]]]:
    found = list(kind.at_runtime(row))
    taken_away = {kind.words(fact) for fact in static if _is_skip(fact) and not any(fact.get(word) for word in _LIMITS)}
    asked = {i: fact for i, fact in enumerate(static) if kind.meant(fact) and not _is_skip(fact)}
    pairs = _pairs(asked, found, kind)
    facts: list[Fact] = []
    moved = []
    for i, fact in enumerate(static):
        if i not in asked or (i not in pairs and kind.words(fact) in taken_away):
            facts.append(fact)  # what a class takes away is nothing that a running class could show
        elif i not in pairs:
            trust.add(kind.name, STATIC_ONLY)
            facts.append({**fact, "runtime": UNCONFIRMED})
        else:
            differences = kind.differences(fact, found[pairs[i]])
            trust.add(kind.name, DIFFER if differences else BOTH)
            facts.append(_joined(fact, found[pairs[i]], differences))
            if facts[-1].get("target") != fact.get("target"):
                moved.append((fact, facts[-1]))
    matched = set(pairs.values())
    new = [_runtime_fact(one) for i, one in enumerate(found) if i not in matched and one.news]
    trust.add(kind.name, RUNTIME_ONLY, len(new))
    return [*facts, *new], new, moved


def _pairs(static: Mapping[int, Fact], found: Sequence[Seen], kind: Kind) -> dict[int, int]:
    """Return which fact of the files is which of the runtime: of several with the same words the most alike, then nearest."""
    by_words: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for j, one in enumerate(found):
        by_words[one.words].append(j)
    likeness = sorted(
        (len(kind.differences(fact, found[j])), fact.get("line") != found[j].line, i, j)
        for i, fact in static.items()
        for j in by_words.get(kind.words(fact), ())
    )
    pairs: dict[int, int] = {}
    used: set[int] = set()
    for _, _, i, j in likeness:
        if i not in pairs and j not in used:
            pairs[i] = j
            used.add(j)
    return pairs


def _is_skip(fact: Fact) -> bool:
    return bool(fact.get("skip") or fact.get("skipped"))


def _joined(fact: Fact, seen: Seen, differences: Sequence[FactDifference]) -> Fact:
    joined = {**fact, "runtime": f"differs: {'; '.join(map(str, differences))}" if differences else CONFIRMED}
    target = seen.fact.get("target")
    if any(one.name == "target" for one in differences):
        joined |= {"target": target, "certainty": "dynamic"}
    more = {one.name: one.at_runtime for one in differences if one.name != "target"}
    if "options" in seen.fact:
        more |= known_at_runtime({**fact, **options_of(fact)}, options_of(seen.fact))
    return {**joined, "at_runtime": more} if more else joined


def _runtime_fact(seen: Seen) -> Fact:
    label = f"from gem {seen.via.removeprefix(GEM)}" if seen.via else UNWRITTEN
    place = {"file_path": seen.file_path, "line": seen.line, "certainty": "dynamic", "via": seen.via or "runtime"}
    return {**{key: value for key, value in seen.fact.items() if value != {}}, **place, "runtime": label}
