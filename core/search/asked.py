"""What a question asks for in words: types of unit, and the direction and kinds of relations."""

from __future__ import annotations

import re

from core.search.question import Question
from core.settings.retrieval import Rules
from core.text.words import stem

_NOT_TESTS = re.compile(
    r"\b(?:not|no|without|excluding|except|ignore|ignoring|skip)\b[\w ,]*\b(?:tests?|specs?)\b", re.IGNORECASE
)
_TESTS = re.compile(r"\b(?:tests?|specs?|tested|test cases?|test suite)\b", re.IGNORECASE)

_FOLDERS = re.compile(r"\b(?:which|what) (?:folders?|director(?:y|ies))\b", re.IGNORECASE)


def asked_types(question: Question, rules: Rules) -> tuple[tuple[str, ...], float]:
    """Return the types that satisfy the question, those it names first, and how sure that is (0 when it names none)."""
    words = [stem(word) for word in question.words]
    text = f" {' '.join(words)} "
    found: list[str] = []
    for name, asked in rules.types.items():
        if name != "test" and any(f" {' '.join(map(stem, word.split()))} " in text for word in asked.words):
            found += asked.types
    if asks_for_folders(question.text):
        found.insert(0, "folder")
    if asks_for_tests(question):
        found += rules.types["test"].types
    return tuple(dict.fromkeys(found)), 0.8 if found else 0.0


def asks_for_tests(question: Question) -> bool:
    """Tell whether tests may answer: the question speaks of them, and not in order to leave them out."""
    return bool(_TESTS.search(question.masked)) and not _NOT_TESTS.search(question.masked)


def asks_for_folders(text: str) -> bool:
    """Tell whether folders are what the question asks for: "which folder handles billing?"."""
    return bool(_FOLDERS.search(text))


def direction(question: Question, rules: Rules) -> str:
    """Return `in` when the question asks what uses the named units, `out` for what they use, `both` otherwise."""
    ways = [way for way, patterns in rules.directions.items() if any(pattern.search(question.masked) for pattern in patterns)]
    return ways[0] if len(ways) == 1 else "in" if "in" in ways else "both"


def asked_kinds(question: str, rules: Rules) -> tuple[str, ...]:
    """Return the kinds of relation that a verb of the question asks for, none when it is not specific."""
    stems = {stem(word.strip("?.,!").lower()) for word in question.split()}
    return tuple(kind for verb, kinds in rules.verbs.items() if stem(verb) in stems for kind in kinds)
