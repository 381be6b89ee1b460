"""Understand a question: what is wanted, how broad it is, of which types, about which named units."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import PurePath

from core.model.run import Filters, Plan
from core.open_index import OpenIndex, per_index
from core.search.entities import find_entities
from core.search.filter_words import read_filters
from core.search.intent import HEADS, shares_of
from core.search.lookups import column_notes
from core.search.question import keywords, read_question
from core.search.requested_types import asked_types, asks_for_tests
from core.search.strategies import STRATEGIES
from core.settings.retrieval import Rules
from core.text.words import STOP_WORDS

_NAMED = 0.9  # least confidence of a name that is one of the code, whatever framework has it too
ALSO = "Also read as:"
"""How a note begins that names further readings of a question."""
_KEPT_TYPES = frozenset({"model", "table"})  # what the application is about: where one has its name, the word means that
_README = re.compile(r"readme\.\w+", re.IGNORECASE)
_VERSION = re.compile(r"[-_.]v?\d[\w.]*$")
_PARTS = re.compile(r"\w+")
_SHORTEST, _LONGEST = 3, 3  # letters of a name, and words of a title that is one


def classify(text: str, index: OpenIndex, rules: Rules, filters: Filters) -> Plan:
    """Return the plan of a question.

    Intent, scope and direction are the likeliest labels of the models in `intent`; a confidence is the probability. A bare
    name, path, route or code takes the fast path: it is looked up, whatever its length. The plan's question is the text
    without the filters that it writes and without the repository's name.
    """
    whole = read_question(text)
    filtered = read_filters(whole.text, index, filters)
    rest = without_own_name(filtered.rest, index, rules)
    question = whole if rest == whole.text else read_question(rest)
    entities = find_entities(question, index, rules)
    named = [entity for entity in entities if entity.unit_keys]
    frameworks = rules.frameworks - {entity.text.lower() for entity in named if entity.confidence >= _NAMED}
    shares = shares_of(question, frameworks)
    intent, scope, direction = (next(iter(shares[head])) for head in HEADS)
    types, type_confidence = asked_types(question, rules)
    said = filtered.filters.types[len(filters.types) :]
    types, type_confidence = (types, type_confidence) if types else (said, 0.8 if said else 0.0)
    tests = filtered.filters.include_tests or asks_for_tests(question) or "test" in filtered.filters.types
    names = {*question.words, *(mention.text.lower() for mention in question.mentions)}
    fast = question.bare and bool(named)
    return Plan(
        question=question.text,
        intent=intent,
        scope=scope,
        target_types=types,
        framework=intent == "framework" or not frameworks.isdisjoint(names),
        entities=entities,
        keywords=keywords(question, rules.fillers),
        confidence={
            "intent": round(shares["intent"][intent], 3),
            "scope": round(shares["scope"][scope], 3),
            "target_types": type_confidence,
            "entities": round(max((entity.confidence for entity in named), default=0.0), 3),
        },
        strategies=STRATEGIES,
        strategy="direct" if fast else "graph" if intent == "trace" and named else "hybrid",
        direction=direction if intent == "trace" else "both",
        filters=replace(filtered.filters, include_tests=tests),
        notes=(*filtered.notes, *_second(shares["intent"], intent), *column_notes(entities, index)),
    )


def _second(intents: Mapping[str, float], intent: str) -> tuple[str, ...]:
    close = [label for label, share in intents.items() if label != intent and share >= 0.6 * intents[intent]]
    return (f"{ALSO} {', '.join(close)}.",) if close else ()


def without_own_name(text: str, index: OpenIndex, rules: Rules) -> str:
    """Return a question without the name of its repository; as it is where little else would be left.

    "the harbour" is a thing, and `Harbour::Plugin` a name of the code.
    """
    pattern = _pattern(index)
    rest = " ".join(pattern.sub(" ", text).split()) if pattern else text
    words = [word.strip(",.;:?!\"'`").lower() for word in rest.split()]
    return rest if any(word and word not in STOP_WORDS and word not in rules.fillers for word in words) else text


@per_index
def _pattern(index: OpenIndex) -> re.Pattern[str] | None:
    """Return what matches a name of the repository with its preposition; None where each is a thing of its own."""
    things = {head.name.lower().rstrip("s") for head in index.heads if head.type in _KEPT_TYPES}
    found = [_VERSION.sub("", name) for name in _names(index)]
    names = [name for name in dict.fromkeys(found) if len(name) >= _SHORTEST and _PARTS.search(name)]
    names = [name for name in names if name.lower().replace("-", "_").rstrip("s") not in things]
    written = "|".join("[-_ ]?".join(map(re.escape, _PARTS.findall(name))) for name in names)
    around = rf"(?<!\bthe )(?<!\ba )(?<![\w:#./`-])(?:\b(?:in|within|inside|of)\s+)?(?:{written})(?:['’]s)?(?![\w:#/.`-]*\w)"
    return re.compile(around, re.IGNORECASE) if names else None


def _names(index: OpenIndex) -> Iterator[str]:
    """Yield what the repository may be called: as its index, its folder, the package at its root, the title of its README."""
    yield index.manifest.name
    yield PurePath(index.manifest.root).name
    titles: list[tuple[int, str]] = []
    for head in index.heads:
        if head.type == "package" and "/" not in head.file_path and "." not in head.name and head.name != "Gemfile":
            yield head.name
        if head.type == "doc_section" and _README.fullmatch(head.file_path):
            titles.append((head.start_line, head.identifier.removeprefix(f"{head.file_path}#")))
    title = min(titles, default=(0, ""))[1]
    if len(_PARTS.findall(title)) <= _LONGEST:
        yield title
