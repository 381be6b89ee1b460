"""Search for folders: those whose files are named with the words of the question, and few others."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from core.model import TEST
from core.model.run import Hit, Plan
from core.open_index import OpenIndex, per_index
from core.open_index.names import words_key
from core.search.requested_types import asks_for_folders
from core.search.search_space import SearchSpace
from core.text.words import stem
from core.vocabulary import BY_PATH

_ASKING = frozenset(
    map(stem, ("folder", "directory", "handle", "hold", "contain", "keep", "live", "belong", "deal", "do", "code"))
)
"""Stems that say that something is looked for, not what."""

_ROOT = 4  # letters of a word that others may begin with: mail, mailer
_FIRST, _CLOSE = 3, 0.5  # folders that answer, and the least share of the best one's score
_LONGER = 3  # letters that such others have beyond it

Files = dict[str, set[str]]
"""The files by the stemmed words of their paths and of the names in them."""


def by_folders(plan: Plan, space: SearchSpace) -> list[tuple[str, float, str]]:
    """Return the folders with a score (0..1) and the words of the question that their files are named with.

    For each word the score is a mean of two shares: of the files of the folder that are named with it, which counts
    most, and of the files so named that lie in the folder; words count by their rarity.
    """
    index = space.index
    words = [word for word in plan.keywords if word not in _ASKING]
    total = sum(index.names.rarity(word) for word in words)
    files = _files(index, plan.filters.include_tests)
    sizes = Counter(folder for path in set().union(*files.values()) for folder in _above(path))
    scores: dict[str, float] = defaultdict(float)
    said: dict[str, list[str]] = defaultdict(list)
    for word in words if total else ():
        found = _with(word, files)
        for folder, count in Counter(folder for path in found for folder in _above(path)).items():
            scores[folder] += index.names.rarity(word) / total * _mean(count, sizes[folder], len(found))
            said[folder].append(f"{count} of its {sizes[folder]} files name '{word}'")
    keys = {head.file_path: head.key for head in index.heads if head.type == "folder"}
    rows = [(keys[folder], score, "; ".join(said[folder])) for folder, score in scores.items() if folder in keys]
    return [row for row in rows if space.allows(row[0])]


def folders_asked(plan: Plan, hits: Sequence[Hit]) -> tuple[str, ...]:
    """Return the best folders for a question that asks for folders, best first: those with half of the best score or more."""
    found = [hit for hit in hits if hit.strategy == "overview"] if asks_for_folders(plan.question) else []
    return tuple(hit.unit_key for hit in found[:_FIRST] if hit.score >= _CLOSE * found[0].score)


def _mean(both: int, inside: int, named: int) -> float:
    """Return the weighted harmonic mean of precision and recall (F½): the smaller of two folders says more of what it is."""
    return 1.25 * both / (inside + 0.25 * named)


@per_index
def _files(index: OpenIndex, tests: bool) -> Files:
    files: Files = defaultdict(set)
    for head in index.heads:
        if head.type not in BY_PATH and head.file_path and (tests or not (head.is_test or head.type == TEST)):
            for word in words_key(f"{head.file_path} {head.identifier}").split():
                files[word].add(head.file_path)
    return dict(files)


def _with(word: str, files: Files) -> set[str]:
    """Return the files that are named with a word, or with one that begins with it and is hardly longer."""
    same = [word]
    if len(word) >= _ROOT:
        same += [other for other in files if other.startswith(word) and 0 < len(other) - len(word) <= _LONGER]
    return set().union(*(files.get(one, set()) for one in same))


def _above(path: str) -> Iterator[str]:
    folder = path.rpartition("/")[0]
    while folder:
        yield folder
        folder = folder.rpartition("/")[0]
