"""What an answer says about itself: what was not found, what was asked for and is not there, and what it was made without."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from core.model.run import Plan
from core.open_index import Stores
from core.search import SearchResult
from core.search.coverage import covered_files
from core.text.words import stem
from core.vocabulary import FRAMEWORK

LACKS = "No unit of this index holds"
"""How a note begins that doubts whether the index has what the question is about."""
_WORD = re.compile(r"[A-Za-z][a-z]+")
# Of 290 questions that five indexes can answer these doubt 9, of 80 that four of them cannot 57; most words alone: 1 and 27.
_MUCH, _TOGETHER = 0.25, 0.7


def notes_on(plan: Plan, found: SearchResult, stores: Stores) -> tuple[str, ...]:
    """Return the notes of a run: those of its plan and its searches, then those on what lacks."""
    return (*plan.notes, *found.notes, *_notes(plan, found, stores))


def _notes(plan: Plan, found: SearchResult, stores: Stores) -> Iterator[str]:
    unknown = [entity.text for entity in plan.entities if not entity.unit_keys and entity.kind == "code"]
    if unknown:
        yield f"Not a name in this index: {', '.join(unknown)}."
    yield from _on_missing_words(plan, found, stores)
    if plan.framework and not FRAMEWORK & stores.index.types:
        yield "This asks about a framework, whose sources this index does not have. Add them: orienteer index --framework"
    if stores.vectors is None and stores.word_vectors is None:
        yield "Answered by words and names alone: this index has no vectors."


def _on_missing_words(plan: Plan, found: SearchResult, stores: Stores) -> Iterator[str]:
    """Yield a note when words of the question stand nowhere in the index: it may not have the topic at all.

    That is when most of them are missing, or when those that are tell much and no file has the others together.
    """
    absent = {word for word in plan.keywords if not stores.lexical.scores([word], 1)}
    missing = _as_asked(absent, plan)
    if not missing or any(hit.strategy in ("direct", "overview") for hit in found.hits):
        return
    words = ", ".join(missing)
    if len(missing) == len(plan.keywords):
        yield f"{LACKS} a word of the question ({words}): what was found is only the least unlike."
    elif 2 * len(missing) > len(plan.keywords):
        yield f"{LACKS}: {words}."
    elif _tells(absent, plan, stores) > _MUCH and _together(plan.keywords, absent, stores) < _TOGETHER:
        yield f"{LACKS}: {words}; and no file most of the other words. It may have nothing about this."


def _tells(absent: Collection[str], plan: Plan, stores: Stores) -> float:
    """Return how much of what the words of the question tell is told by those that no unit holds, 0..1."""
    weights = {word: 1.0 if word in absent else stores.index.names.rarity(word) for word in plan.keywords}
    return sum(weights[word] for word in absent) / sum(weights.values())


def _together(words: Sequence[str], absent: Collection[str], stores: Stores) -> float:
    """Return how much of what the other words tell the file holds that has most of them, 0..1."""
    return max(covered_files([word for word in words if word not in absent], stores).values(), default=0.0)


def _as_asked(absent: Collection[str], plan: Plan) -> list[str]:
    """Return the words of the question with these stems."""
    said = {stem(word.lower()): word for word in _WORD.findall(plan.question)} if absent else {}
    return [said[word] for word in plan.keywords if word in absent and word in said]
