"""Understand a question: what is wanted, how broad it is, of which types, about which named units."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from math import log, sqrt
from pathlib import PurePath

from core.model.run import Entity, Filters, Plan
from core.open_index import OpenIndex
from core.search.asked import asked_types, asks_for_tests, direction
from core.search.entities import find_entities
from core.search.filter_words import read_filters
from core.search.lookups import column_notes
from core.search.question import Question, keywords, masked, read_question
from core.settings.retrieval import Cues, Rules
from core.text.words import STOP_WORDS

_STRONG, _WEAK, _ALIKE = 2.0, 0.7, 1.6  # votes of a deciding pattern, a hint and a question of the same words
_DEFAULT = {"understand": 0.3}
_USUAL = 1.2  # votes of an intent for its usual scope
_FRAMEWORK = 0.5
ALSO = "Also read as:"
"""How a note begins that names further readings of a question."""
_KEPT_TYPES = frozenset({"model", "table"})  # what the application is about: where one has its name, the word means that
_README = re.compile(r"readme\.\w+", re.IGNORECASE)
_VERSION = re.compile(r"[-_.]v?\d[\w.]*$")
_PARTS = re.compile(r"\w+")
_SHORTEST, _LONGEST = 3, 3  # letters of a name, and words of a title that is one


def classify(text: str, index: OpenIndex, rules: Rules, filters: Filters) -> Plan:
    """Return the plan of a question.

    Intent and scope are those with the most votes from patterns and from the nearest exemplars; a confidence is the share
    of the votes. A bare name, path, route or code takes the fast path: it is looked up, whatever its length. The plan's
    question is the text without the filters that it writes and without the repository's name.
    """
    whole = read_question(text)
    filtered = read_filters(whole.text, index, filters)
    rest = without_own_name(filtered.rest, index, rules)
    question = whole if rest == whole.text else read_question(rest)
    entities = find_entities(question, index, rules)
    named = [entity for entity in entities if entity.unit_keys]
    intents, scopes = understood(_with_frameworks(question, named, rules), rules)
    intent, scope = _first(intents), _first(scopes)
    types, type_confidence = asked_types(question, rules)
    said = filtered.filters.types[len(filters.types) :]
    types, type_confidence = (types, type_confidence) if types else (said, 0.8 if said else 0.0)
    tests = filtered.filters.include_tests or asks_for_tests(question) or "test" in filtered.filters.types
    signalled = not question.bare and any(pattern.search(question.text) for pattern in rules.framework.signals)
    framework = signalled or intent == "framework" or intents.get("framework", 0.0) >= _FRAMEWORK
    route = rules.routing[intent]
    fast = question.bare and bool(named)
    return Plan(
        question=question.text,
        intent=intent,
        scope=scope,
        target_types=types,
        framework=framework,
        entities=entities,
        keywords=keywords(question, rules.fillers),
        confidence={
            "intent": round(intents[intent], 3),
            "scope": round(scopes[scope], 3),
            "target_types": type_confidence,
            "entities": round(max((entity.confidence for entity in named), default=0.0), 3),
        },
        strategies=route.strategies,
        strategy="direct" if fast else "graph" if intent == "trace" and named else "hybrid",
        direction=direction(question, rules),
        filters=replace(filtered.filters, include_tests=tests),
        notes=(*filtered.notes, *_second(intents, intent), *column_notes(entities, index)),
    )


def understood(question: Question, rules: Rules) -> tuple[dict[str, float], dict[str, float]]:
    """Return the shares of the votes for each intent and for each scope, best first."""
    if question.bare:
        return {"reference": 1.0}, {"pinpoint": 1.0}
    intents = _votes(question, rules.intents, _DEFAULT)
    return intents, _votes(question, rules.scopes, {rules.intents[_first(intents)].scope: _USUAL})


def _with_frameworks(question: Question, named: Sequence[Entity], rules: Rules) -> Question:
    """Return the question with the names of frameworks as plain words, however they are written.

    A name that the index knows is that of the code which is asked about, and stays a name.
    """
    known = {entity.text for entity in named}
    free = [one for one in question.mentions if one.text.lower() in rules.framework.names and one.text not in known]
    if not free:
        return question
    kept = tuple(one for one in question.mentions if one not in free)
    return replace(question, masked=masked(question.text, kept))


def _votes(question: Question, table: Mapping[str, Cues], prior: Mapping[str, float]) -> dict[str, float]:
    """Return each label's share of the votes, best first, ties in the order of the table."""
    near = _likeness(question.masked.lower(), tuple((label, cues.exemplars) for label, cues in table.items()))
    votes = {
        label: _STRONG * any(_said(pattern, question) for pattern in cues.strong)
        + _WEAK * sum(1 for pattern in cues.weak if _said(pattern, question))
        + _ALIKE * near.get(label, 0.0)
        + prior.get(label, 0.0)
        for label, cues in table.items()
    }
    total = sum(votes.values()) or 1.0
    return {label: vote / total for label, vote in sorted(votes.items(), key=lambda pair: -pair[1])}


def _said(pattern: re.Pattern[str], question: Question) -> bool:
    """Tell whether a pattern fits the question with its names masked, or as it was asked (names of a framework's calls)."""
    return bool(pattern.search(question.masked) or pattern.search(question.text))


def _first(votes: Mapping[str, float]) -> str:
    return next(iter(votes))


def _second(intents: Mapping[str, float], intent: str) -> tuple[str, ...]:
    close = [label for label, share in intents.items() if label != intent and share >= 0.6 * intents[intent]]
    return (f"{ALSO} {', '.join(close)}.",) if close else ()


def _likeness(masked: str, exemplars: tuple[tuple[str, tuple[str, ...]], ...]) -> dict[str, float]:
    """Return for each label the cosine (0..1) of its nearest exemplar in words and pairs of words, weighted by rarity."""
    rarity, vectors = _trained(exemplars)
    vector = _weighted(_grams(masked), rarity)
    found: dict[str, float] = {}
    for label, exemplar in vectors:
        shared = sum(weight * exemplar.get(gram, 0.0) for gram, weight in vector.items())
        found[label] = max(found.get(label, 0.0), shared)
    return found


@lru_cache(maxsize=8)
def _trained(
    exemplars: tuple[tuple[str, tuple[str, ...]], ...],
) -> tuple[dict[str, float], list[tuple[str, dict[str, float]]]]:
    rows = [(label, _grams(text.lower())) for label, texts in exemplars for text in texts]
    frequency = Counter(gram for _, grams in rows for gram in set(grams))
    rarity = {gram: log(1 + len(rows) / count) for gram, count in frequency.items()}
    return rarity, [(label, _weighted(grams, rarity)) for label, grams in rows]


def _grams(text: str) -> list[str]:
    words = [word.strip("?.,!\"'") for word in text.split()]
    return words + [f"{first} {second}" for first, second in pairwise(words)]


def _weighted(grams: list[str], rarity: Mapping[str, float]) -> dict[str, float]:
    default = max(rarity.values(), default=1.0)
    raw = {gram: rarity.get(gram, default) for gram in grams}
    length = sqrt(sum(weight * weight for weight in raw.values())) or 1.0
    return {gram: weight / length for gram, weight in raw.items()}


def without_own_name(text: str, index: OpenIndex, rules: Rules) -> str:
    """Return a question without the name of its repository; as it is where little else would be left.

    "the harbour" is a thing, and `Harbour::Plugin` a name of the code.
    """
    pattern = index.derived(_pattern)
    rest = " ".join(pattern.sub(" ", text).split()) if pattern else text
    words = [word.strip(",.;:?!\"'`").lower() for word in rest.split()]
    return rest if any(word and word not in STOP_WORDS and word not in rules.fillers for word in words) else text


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
