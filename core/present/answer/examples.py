"""Questions that an index can answer, made from its own names, for a reader who does not know any yet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from core.model import UnitHead
from core.text.words import split_identifier
from core.vocabulary import LATE

_HOLDERS = frozenset({"model", "class", "service", "controller", "module", "struct", "trait", "enum"})


def example_questions(heads: Iterable[UnitHead], metrics: Mapping[str, Mapping[str, float]], limit: int = 5) -> list[str]:
    """Return questions of different intents about the most central units, the same for the same index.

    They name one class for its working, its users and its dependents, one method for its callers, one route for its way.
    """
    ranked = sorted(
        (head for head in heads if not head.is_test and head.type not in LATE - {"route"}),
        key=lambda head: (-metrics.get(head.key, {}).get("pagerank", 0.0), head.key),
    )
    holders = [head for head in ranked if head.type in _HOLDERS]
    methods = [head for head in ranked if head.type in ("method", "function") and len(split_identifier(head.name)) > 1]
    routes = [head for head in ranked if head.type == "route"]
    routes = [head for head in routes if head.identifier.startswith("POST")] or routes  # what writes sets most off
    questions = [
        *(f"How does {head.identifier} work?" for head in holders[:1]),
        *(f"What calls {head.identifier}?" for head in methods[:1]),
        *(f"What uses {head.identifier}?" for head in holders[1:2]),
        *(f"What happens on {head.identifier}?" for head in routes[:1]),
        *(f"What breaks when {head.identifier} changes?" for head in holders[2:3]),
        *(f"How does {head.identifier} work?" for head in holders[3:]),
    ]
    return [f"{question.rstrip('?')}?" for question in questions[:limit]]  # names in Ruby may end in one
