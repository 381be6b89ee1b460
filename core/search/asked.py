"""What a question asks for in words: types of unit, restrictions, and the direction of relations."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from core.answer import Filters
from core.search.question import Question
from core.settings.retrieval import Rules
from core.words import stem

_ONLY = re.compile(
    r"\b(?:only|just|limited to|restricted to) (?:(?:in|within|inside|the|for|among|of)\s+)*"
    r"([a-z_ ]+?)(?=[,.;?!]|$| that| which)",
    re.IGNORECASE,
)
_NOT_TESTS = re.compile(
    r"\b(?:not|no|without|excluding|except|ignore|ignoring|skip)\b[\w ,]*\b(?:tests?|specs?)\b", re.IGNORECASE
)
_TESTS = re.compile(r"\b(?:tests?|specs?|tested|test cases?|test suite)\b", re.IGNORECASE)
_NOT = re.compile(
    r"\b(?:not|except(?: for)?|excluding|without|ignoring|but not)\s+(?:in\s+)?(?:the\s+|any\s+)?([a-z_]+)"
    r"\s+(?:ones?|parts?|classes|code|files?|namespace|stuff)",
    re.IGNORECASE,
)
_INSIDE = re.compile(
    r"\b(?:in|within|inside|under|below) (?:the )?(?:folder |directory |path )?((?:[\w.-]+/)+[\w.*-]*)", re.IGNORECASE
)
_LANGUAGES = re.compile(r"\b(?:in|the) (ruby|python|rust|javascript|typescript) (?:code|files?|sources?)\b", re.IGNORECASE)


def asked_types(question: Question, rules: Rules) -> tuple[tuple[str, ...], float]:
    """Return the types that satisfy the question, those it names first, and how sure that is (0 when it names none)."""
    words = [stem(word) for word in question.words]
    text = f" {' '.join(words)} "
    found: list[str] = []
    for name, asked in rules.types.items():
        if name != "test" and any(f" {' '.join(map(stem, word.split()))} " in text for word in asked.words):
            found += asked.types
    if _TESTS.search(question.masked) and not _NOT_TESTS.search(question.masked):
        found += rules.types["test"].types
    return tuple(dict.fromkeys(found)), 0.8 if found else 0.0


def restricted(question: Question, rules: Rules, given: Filters) -> tuple[Filters, tuple[str, ...]]:
    """Return the filters that were given with those in words added, and a note for each addition."""
    filters, notes = given, []
    for change, note in _restrictions(question, rules):
        filters = _joined(filters, change)
        notes.append(note)
    tests = bool(_TESTS.search(question.masked)) and not _NOT_TESTS.search(question.masked)
    return replace(filters, include_tests=given.include_tests or tests or "test" in filters.types), tuple(notes)


def _joined(one: Filters, two: Filters) -> Filters:
    return replace(
        one,
        types=(*one.types, *two.types),
        paths=(*one.paths, *two.paths),
        languages=(*one.languages, *two.languages),
        exclude=(*one.exclude, *two.exclude),
    )


def _restrictions(question: Question, rules: Rules) -> Iterator[tuple[Filters, str]]:
    for match in _ONLY.finditer(question.masked):
        types = _types_of(match.group(1), rules)
        if types:
            yield Filters(types=types), f"Only {match.group(1).strip()}, as the question says."
    for match in _NOT.finditer(question.masked):
        word = match.group(1).lower()
        types = _types_of(word, rules)
        if types:
            yield Filters(exclude=tuple(f"type:{name}" for name in types)), f"Without {word}, as the question says."
        elif stem(word) != "test":
            yield Filters(exclude=(f"*{word}*",)), f"Without names and paths with '{word}', as the question says."
    for match in _INSIDE.finditer(question.text):
        yield Filters(paths=(match.group(1).rstrip("/") + "/**",)), f"Only in {match.group(1)}, as the question says."
    for match in _LANGUAGES.finditer(question.masked):
        yield Filters(languages=(match.group(1).lower(),)), f"Only {match.group(1)}, as the question says."


def _types_of(words: str, rules: Rules) -> tuple[str, ...]:
    wanted = {stem(word) for word in words.lower().split()}
    phrase = " ".join(stem(word) for word in words.lower().split())
    found = [
        name
        for asked in rules.types.values()
        if any(" ".join(map(stem, word.split())) in (wanted | {phrase}) for word in asked.words)
        for name in asked.types
    ]
    return tuple(dict.fromkeys(found))


def direction(question: Question, rules: Rules) -> str:
    """Return `in` when the question asks what uses the named units, `out` for what they use, `both` otherwise."""
    ways = [way for way, patterns in rules.directions.items() if any(pattern.search(question.masked) for pattern in patterns)]
    return ways[0] if len(ways) == 1 else "in" if "in" in ways else "both"


def asked_kinds(question: str, rules: Rules) -> tuple[str, ...]:
    """Return the kinds of relation that a verb of the question asks for, none when it is not specific."""
    stems = {stem(word.strip("?.,!").lower()) for word in question.split()}
    return tuple(kind for verb, kinds in rules.verbs.items() if stem(verb) in stems for kind in kinds)
