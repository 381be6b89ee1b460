"""Files that change together, against files that are related."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from pathlib import PurePosixPath

from core.analyse.result import Result
from core.analyse.view import Link, View, kinds_of
from core.errors import SettingsError
from core.model import Commit, Relation
from core.text.counts import counted_as
from core.text.words import split_identifier, stem

MOST_FILES = 30  # files in a commit; larger ones are renames, formatting and merges that couple everything with everything
LEAST_TOGETHER = 3
LEAST_CONFIDENCE = 0.3
ORDERS = ("confidence", "lift", "together")
"""What pairs can be ordered by."""
_CERTAIN = 1.96  # standard deviations: 95 %
_ROLES = frozenset({"controller", "helper", "mailer", "job", "worker", "serializer", "policy", "presenter", "decorator"})
_PLAIN = frozenset({"index", "show", "edit", "new", "form", "list", "main", "init", "application", "mod", "lib", "utils"})


@dataclass(frozen=True, slots=True)
class CoChange:
    """Two files and how often they changed together.

    `together` is the support; `confidence` the larger of the two shares (of the changes of one file, how many changed the
    other too), `first_then_second` and `second_then_first` the two; `at_least` is what remains of it when few commits are
    trusted less (lower bound of Wilson, 95 %); `lift` compares with chance (1: independent). `kinds` and `lines` are the
    relations between them, if any; `one_name` tells that both are called after the same thing; `commits` newest first.
    """

    first: str
    second: str
    together: int
    confidence: float
    at_least: float
    first_then_second: float
    second_then_first: float
    lift: float
    related: bool
    kinds: Mapping[str, int]
    lines: tuple[Relation, ...]
    one_name: bool = False
    commits: tuple[Commit, ...] = ()


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
    """Commits by file (counted) and by pair of files, how many commits counted and how many were too large.

    `window` says which commits these are.
    """

    files: Mapping[str, int]
    pairs: Mapping[tuple[str, str], Sequence[Commit]]
    counted: int
    too_large: int
    window: str = "all commits"

    def notes(self) -> tuple[str, ...]:
        """Return in words what was counted."""
        if not self.counted and self.window != "all commits":
            return (f"No {self.window}. Choose a longer period.",)
        if not self.counted:
            return ("No commits: no git history for this code.",)
        skipped = f". Skipped {self.too_large} with more than {MOST_FILES} files" if self.too_large else ""
        return (f"Counts {self.counted:,} {self.window.removeprefix('all ')}{skipped}.",)


def count_changes(commits: Sequence[Commit], files: Collection[str], window: str = "all commits") -> Changes:
    """Count how often each of the files, and each pair of them, changed; a large commit says nothing about pairs."""
    single: Counter[str] = Counter()
    pairs: dict[tuple[str, str], list[Commit]] = {}
    counted = too_large = 0
    for commit in commits:
        if len(set(commit.files)) > MOST_FILES:
            too_large += 1
            continue
        changed = sorted(set(commit.files).intersection(files))
        counted += bool(changed)
        single.update(changed)
        for pair in combinations(changed, 2):
            pairs.setdefault(pair, []).append(commit)
    return Changes(single, pairs, counted, too_large, window)


def cochange(
    view: View, changes: Changes, *, related: bool | None = None, by: str = "confidence", one_name: bool = False, limit: int = 0
) -> Result[CoChange]:
    """Return the pairs of files of the view that changed together 3 times or more with a confidence of .3 or more.

    `related` false keeps the hidden coupling (no relation in either direction), true the open one. Files that are called
    after the same thing (a model, its controller and its templates) are no news: they are left out of the hidden coupling
    unless `one_name`. Ordered `by` confidence (what is certain of it), lift, or how often together; ties by names.

    Support, confidence and lift as in Zimmermann, Weißgerber, Diehl, Zeller: Mining version histories to guide software
    changes (2004); hidden ("logical") coupling: Gall, Hajek, Jazayeri (1998).
    """
    if by not in ORDERS:
        raise SettingsError(f"No order '{by}'. Choose from: {', '.join(ORDERS)}.")
    found = [pair for pair in _pairs(view, changes) if related is None or pair.related is related]
    alike = 0 if one_name or related is not False else sum(pair.one_name for pair in found)
    found = [pair for pair in found if not (alike and pair.one_name)]
    first = {"confidence": "at_least"}.get(by, by)
    found.sort(key=lambda pair: (-getattr(pair, first), -pair.together, -pair.confidence, pair.first, pair.second))
    title = {None: "Changed together", False: "Hidden coupling", True: "Open coupling"}[related]
    least = f"at least {LEAST_TOGETHER} times (confidence at least {LEAST_CONFIDENCE:.0%})"
    notes = [f"{counted_as(len(found), 'pair')} changed together {least}."]
    notes += [f"Hides {counted_as(alike, 'more pair')} of files with the same name."] if alike else []
    return Result(CoChange, title, tuple(found), (*notes, *changes.notes())).first(limit)


def _pairs(view: View, changes: Changes) -> Iterator[CoChange]:
    for (first, second), commits in changes.pairs.items():
        together = len(commits)
        shares = together / changes.files[first], together / changes.files[second]
        if first not in view.out or second not in view.out or together < LEAST_TOGETHER or max(shares) < LEAST_CONFIDENCE:
            continue
        links = _between(view, first, second)
        lift = together * changes.counted / (changes.files[first] * changes.files[second])
        lines = tuple(line for link in links for line in link.evidence)
        fewest = min(changes.files[first], changes.files[second])
        yield CoChange(
            first, second, together, max(shares), at_least(together, fewest), *shares, lift, bool(links), kinds_of(links),
            lines, bool(called(first) & called(second)), tuple(commits),
        )  # fmt: skip


def at_least(found: int, of: int) -> float:
    """Return the lower bound of a share (Wilson, 95 %): three of three say less than thirty of thirty-two."""
    share, square = found / of, _CERTAIN**2 / of
    return (share + square / 2 - _CERTAIN * sqrt((share * (1 - share) + square / 4) / of)) / (1 + square)


def called(path: str) -> frozenset[str]:
    """Return what a file is called after: its own name without its role, and for templates and the like its folder.

    `app/models/story.rb`, `app/controllers/stories_controller.rb` and `app/views/stories/_row.html.erb` are all about `stori`.
    """
    at = PurePosixPath(path)
    own = _about(at.name.partition(".")[0])
    folder = _about(at.parent.name) if "views" in at.parts or own in _PLAIN else ""
    return frozenset(name for name in (own, folder) if name and name not in _PLAIN)


def _about(name: str) -> str:
    words = [word for word in split_identifier(name) if word not in _ROLES] or split_identifier(name)
    return "_".join(stem(word) for word in words)


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
        if (first, second) not in changes.pairs and expected >= 1:
            found.append(_dead(view, changes, first, second, expected))
    found.sort(key=lambda pair: (-pair.expected, pair.first, pair.second))
    notes = (f"{len(found)} related pairs never changed together.", *changes.notes())
    return Result(DeadCoupling, "Never changed together", tuple(found), notes).first(limit)


def _dead(view: View, changes: Changes, first: str, second: str, expected: float) -> DeadCoupling:
    links = _between(view, first, second)
    lines = tuple(line for link in links for line in link.evidence)
    counts = changes.files[first], changes.files[second]
    return DeadCoupling(first, second, len(lines), *counts, expected, kinds_of(links), lines)


def _between(view: View, first: str, second: str) -> list[Link]:
    pairs = ((first, second), (second, first))
    return [view.out[one][other] for one, other in pairs if one in view.out and other in view.out[one]]
