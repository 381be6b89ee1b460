"""What answers a question about the whole: the README, what the packages are, where it starts, what most of it leads to.

A question that asks which folder does something is answered by folders.
"""

from __future__ import annotations

from collections.abc import Iterator

from core.model import UnitHead
from core.model.run import Hit, Plan
from core.open_index import OpenIndex
from core.search.by_folders import by_folders
from core.search.requested_types import asks_for_folders
from core.search.search_space import SearchSpace, hits_of
from core.settings.retrieval import Rules
from core.vocabulary import PROSE

_README, _SECTION, _PACKAGE, _ENTRY, _CENTRAL = 1.0, 0.9, 0.7, 0.6, 0.5
_SECTIONS = 2  # first sections of the README beside its title
_CENTRE = 8  # most important units
_STARTS = frozenset({"main", "application", "app", "cli", "__main__"})
_CONCEPTS = frozenset({"model", "controller", "service", "class", "struct", "trait", "type", "interface", "job"})


def is_overview_question(plan: Plan, rules: Rules) -> bool:
    """Tell whether a question is about the whole, or about how its folders divide it, and not about a part of it."""
    return asks_for_folders(plan.question) or any(pattern.search(plan.question) for pattern in rules.overview)


def by_overview(plan: Plan, space: SearchSpace) -> list[Hit]:
    """Return what says what the whole is, best first, for a question about the whole; nothing for any other."""
    if asks_for_folders(plan.question):
        return hits_of("overview", by_folders(plan, space), space.settings.search.candidates)
    if not is_overview_question(plan, space.rules):
        return []
    best: dict[str, tuple[float, str]] = {}
    for key, score, evidence in _telling(space.index):
        if score > best.get(key, (0.0, ""))[0] and space.allows(key):
            best[key] = (score, evidence)
    rows = [(key, score, evidence) for key, (score, evidence) in best.items()]
    return hits_of("overview", rows, space.settings.search.candidates)


def _telling(index: OpenIndex) -> Iterator[tuple[str, float, str]]:
    heads = [head for head in index.heads if not head.is_test]
    readmes = [head for head in heads if head.type in PROSE and _is_readme(head)]
    shallow = min((head.file_path.count("/") for head in readmes), default=0)
    first = sorted(
        (head for head in readmes if head.file_path.count("/") == shallow), key=lambda head: (head.start_line, head.key)
    )
    for place, head in enumerate(first[: _SECTIONS + 1]):
        yield head.key, _README if place == 0 else _SECTION, "the README of the whole"
    for head in heads:
        if head.type in ("package", "crate"):
            yield head.key, _PACKAGE, "a package of the repository"
        elif head.type == "main" or (head.name.lower() in _STARTS and head.type in _CONCEPTS | {"function", "configuration"}):
            yield head.key, _ENTRY, "where it starts"
    concepts = (head for head in heads if head.type in _CONCEPTS)
    central = sorted(concepts, key=lambda head: (-index.importance.get(head.key, 0.0), head.key))[:_CENTRE]
    yield from ((head.key, _CENTRAL, "much of the code leads to it") for head in central)


def _is_readme(head: UnitHead) -> bool:
    return head.file_path.rsplit("/", 1)[-1].lower().startswith("readme")
