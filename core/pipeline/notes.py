"""What an answer says about itself: what was not found, what was asked for and is not there, and what it was made without."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.model.run import Plan
from core.open_index import Stores
from core.search import SearchResult
from core.text.words import stem
from core.vocabulary import FRAMEWORK

_WORD = re.compile(r"[A-Za-z][a-z]+")


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
    if stores.vectors is None:
        read = "by word vectors alone" if stores.word_vectors is not None else "without vectors"
        yield f"Answered {read}: this index has no sentence vectors yet."


def _on_missing_words(plan: Plan, found: SearchResult, stores: Stores) -> Iterator[str]:
    """Yield a note when most words of the question stand nowhere in the index: it may not have the topic at all."""
    missing = _missing(plan, stores)
    if 2 * len(missing) <= len(plan.keywords) or any(hit.strategy in ("direct", "overview") for hit in found.hits):
        return
    words = ", ".join(missing)
    if len(missing) == len(plan.keywords):
        yield f"No unit of this index holds a word of the question ({words}): what was found is only the least unlike."
    else:
        yield f"No unit of this index holds: {words}."


def _missing(plan: Plan, stores: Stores) -> list[str]:
    """Return the words of the question whose stems no unit holds, as they were asked."""
    absent = {word for word in plan.keywords if not stores.lexical.scores([word], 1)}
    said = {stem(word.lower()): word for word in _WORD.findall(plan.question)} if absent else {}
    return [said[word] for word in plan.keywords if word in absent and word in said]
