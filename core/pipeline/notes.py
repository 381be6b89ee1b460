"""What an answer says about itself: what was asked for and is not there, and what it was made without."""

from __future__ import annotations

from collections.abc import Iterator

from core.model.run import Plan
from core.open_index import Stores
from core.search import SearchResult
from core.vocabulary import FRAMEWORK


def notes_on(plan: Plan, found: SearchResult, stores: Stores) -> tuple[str, ...]:
    """Return the notes of a run: those of its plan and its searches, then those on what lacks."""
    return (*plan.notes, *found.notes, *_notes(plan, found, stores))


def _notes(plan: Plan, found: SearchResult, stores: Stores) -> Iterator[str]:
    unknown = [entity.text for entity in plan.entities if not entity.unit_keys and entity.kind == "code"]
    if unknown:
        yield f"Not a name in this index: {', '.join(unknown)}."
    if plan.framework and not FRAMEWORK & stores.index.types:
        yield "This index has no framework sources. Add them: orienteer index --framework"
    if stores.vectors is None and stores.word_vectors is None:
        yield "No semantic search: this index has no vectors."
