"""Further searches for a wide question: with words of what it found first, and for its parts one by one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from math import log

from core.model.run import SCOPES, Hit, Plan, Request
from core.open_index import Kept, OpenIndex
from core.search.requests import request_plan
from core.settings.retrieval import Rules
from core.text.words import STOP_WORDS, words_of

WIDENINGS = ("no", "words", "parts", "both")
_WIDE = "exploratory"
_FIRST = 10  # units found first, whose words are looked at
_ADDED = 4  # words
_PARTS = re.compile(r"\s*(?:,|;|\band\b|\bor\b|\bversus\b|\bvs\b)\s+")
_LEAST = 2  # words of a part that can be asked alone


def widened(how: str, plan: Plan, hits: Sequence[Hit], index: OpenIndex, rules: Rules) -> tuple[Plan, ...]:
    """Return the plans of further searches, none for a question that is not wide; `how` is one of `WIDENINGS`."""
    if how == "no" or SCOPES.index(plan.scope) < SCOPES.index(_WIDE):
        return ()
    texts = [*(_parts(plan.question) if how in ("parts", "both") else ())]
    if how in ("words", "both") and (more := _words(plan, hits, index)):
        texts.append(f"{plan.question} {' '.join(more)}")
    requests = [Request(text, plan.intent, plan.scope, plan.target_types) for text in dict.fromkeys(texts)]
    return tuple(request_plan(request, plan, index, rules, plan.entities) for request in requests)


def _parts(question: str) -> list[str]:
    """Return the parts of a question that could be asked alone; none when there is only one."""
    parts = [part.strip(" ?.!") for part in _PARTS.split(question)]
    telling = [part for part in parts if len(words_of(part) - STOP_WORDS) >= _LEAST]
    return telling if len(telling) > 1 else []


def _words(plan: Plan, hits: Sequence[Hit], index: OpenIndex) -> list[str]:
    """Return words that the names of the units found first share and few other names have, most telling first."""
    worth: Counter[str] = Counter()
    for hit in hits:
        if hit.rank <= _FIRST:
            for word in words_of(index.heads[index.position[hit.unit_key]].identifier):
                worth[word] += 1 / hit.rank  # type: ignore[assignment]
    counts = _counts.of(index)
    if not counts:
        for head in index.heads:
            counts.update(words_of(head.identifier))
    asked = words_of(plan.question) | STOP_WORDS
    found = {word: share * log(1 + len(index.heads) / counts[word]) for word, share in worth.items() if word not in asked}
    return sorted(found, key=lambda word: (-found[word], word))[:_ADDED]


_counts: Kept[Counter[str]] = Kept(Counter)
