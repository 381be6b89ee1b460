"""Files that change together, against files that are related."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from core.analyse.result import Result
from core.analyse.view import Link, View, kinds_of
from core.model import Relation

MOST_FILES = 30  # files in a commit; larger ones are renames, formatting and merges that couple everything with everything
LEAST_TOGETHER = 3
LEAST_CONFIDENCE = 0.3


@dataclass(frozen=True, slots=True)
class CoChange:
    """Two files and how often they changed together.

    `together` is the support; `confidence` the larger of the two shares (of the changes of one file, how many changed the
    other too), `first_then_second` and `second_then_first` the two; `lift` compares with chance (1: independent).
    `kinds` and `lines` are the relations between them, if any.
    """

    first: str
    second: str
    together: int
    confidence: float
    first_then_second: float
    second_then_first: float
    lift: float
    related: bool
    kinds: Mapping[str, int]
    lines: tuple[Relation, ...]


@dataclass(frozen=True, slots=True)
class DeadCoupling:
    """Two related files that change, but never together: the relation may be stable, or nothing but ballast."""

    first: str
    second: str
    relations: int
    commits_first: int
    commits_second: int
    expected: float
    kinds: Mapping[str, int]
    lines: tuple[Relation, ...]


@dataclass(frozen=True, slots=True)
class Changes:
    """Commits counted: by file and by pair of files, how many commits counted and how many were too large."""

    files: Mapping[str, int]
    pairs: Mapping[tuple[str, str], int]
    counted: int
    too_large: int

    def notes(self) -> tuple[str, ...]:
        """Return in words what was counted."""
        if not self.counted:
            return ("No commits: the checkout has no git history, or none that touches this code.",)
        skipped = f"; {self.too_large} with more than {MOST_FILES} files skipped" if self.too_large else ""
        return (f"{self.counted} commits counted{skipped}.",)


def count_changes(commits: Mapping[str, Sequence[str]], files: Collection[str]) -> Changes:
    """Count how often each of the files, and each pair of them, changed; a large commit says nothing about pairs."""
    single: Counter[str] = Counter()
    pairs: Counter[tuple[str, str]] = Counter()
    counted = too_large = 0
    for commit in sorted(commits):
        if len(set(commits[commit])) > MOST_FILES:
            too_large += 1
            continue
        changed = sorted(set(commits[commit]).intersection(files))
        counted += bool(changed)
        single.update(changed)
        pairs.update(combinations(changed, 2))
    return Changes(single, pairs, counted, too_large)


def cochange(view: View, changes: Changes, *, related: bool | None = None, limit: int = 0) -> Result[CoChange]:
    """Return the pairs of files of the view that changed together 3 times or more with a confidence of .3 or more.

    `related` false keeps the hidden coupling (no relation in either direction), true the open one. Most often together
    first, then by confidence and names. Support, confidence and lift as in Zimmermann, Weißgerber, Diehl, Zeller: Mining
    version histories to guide software changes (2004); hidden ("logical") coupling: Gall, Hajek, Jazayeri (1998).
    """
    found = [pair for pair in _pairs(view, changes) if related is None or pair.related is related]
    found.sort(key=lambda pair: (-pair.together, -pair.confidence, pair.first, pair.second))
    title = {None: "Co-change", False: "Hidden coupling", True: "Open coupling"}[related]
    notes = (f"{len(found)} pairs, together {LEAST_TOGETHER} times or more, confidence {LEAST_CONFIDENCE} or more.",)
    return Result(CoChange, title, tuple(found[: limit or None]), (*notes, *changes.notes()))


def _pairs(view: View, changes: Changes) -> Iterator[CoChange]:
    for (first, second), together in changes.pairs.items():
        shares = together / changes.files[first], together / changes.files[second]
        if first not in view.out or second not in view.out or together < LEAST_TOGETHER or max(shares) < LEAST_CONFIDENCE:
            continue
        links = _between(view, first, second)
        lift = together * changes.counted / (changes.files[first] * changes.files[second])
        lines = tuple(line for link in links for line in link.evidence)
        yield CoChange(first, second, together, max(shares), *shares, lift, bool(links), kinds_of(links), lines)


def dead_coupling(view: View, changes: Changes, *, limit: int = 0) -> Result[DeadCoupling]:
    """Return related files that never changed together although chance alone would make it happen at least once.

    `expected` is the number of common commits if both changed independently; the highest first, ties by names.
    """
    found = []
    for link in view.links():
        first, second = sorted((link.source, link.target))
        if (link.source, link.target) != (first, second) and second in view.out[first]:
            continue
        expected = changes.files.get(first, 0) * changes.files.get(second, 0) / max(changes.counted, 1)
        if changes.pairs.get((first, second), 0) == 0 and expected >= 1:
            found.append(_dead(view, changes, first, second, expected))
    found.sort(key=lambda pair: (-pair.expected, pair.first, pair.second))
    notes = (f"{len(found)} related pairs never changed together.", *changes.notes())
    return Result(DeadCoupling, "Dead coupling", tuple(found[: limit or None]), notes)


def _dead(view: View, changes: Changes, first: str, second: str, expected: float) -> DeadCoupling:
    links = _between(view, first, second)
    lines = tuple(line for link in links for line in link.evidence)
    counts = changes.files[first], changes.files[second]
    return DeadCoupling(first, second, len(lines), *counts, expected, kinds_of(links), lines)


def _between(view: View, first: str, second: str) -> list[Link]:
    pairs = ((first, second), (second, first))
    return [view.out[one][other] for one, other in pairs if one in view.out and other in view.out[one]]
