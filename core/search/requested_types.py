"""What a question asks for in words: types of unit, and the direction and kinds of relations."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.search.question import NAME, Question
from core.settings.retrieval import Rules, TypeWords
from core.text.words import stem

_NOT_TESTS = re.compile(
    r"\b(?:not|no|without|excluding|except|ignore|ignoring|skip)\b[\w ,]*\b(?:tests?|specs?)\b", re.IGNORECASE
)
_TESTS = re.compile(r"\b(?:tests?|specs?|tested|test cases?|test suite)\b", re.IGNORECASE)

_ASKING = frozenset({"which", "whose", "many", "find", "show", "list", "locate", "search"})
_AROUND = 3  # words before a type in which one of these asks for it: "which of the jobs"
_ARTICLES = frozenset({"a", "an", "the"})
_TOLD = frozenset({"that", "which", "for", "of", "behind", "responsible", "called", "named", "where"})
"""What follows a type that is asked for by what it does: "the job that cleans up"."""

_IN_FOLDER = re.compile(
    r"\b(?:in|within|inside|under|below|of|from) the (?P<path>[\w-]+) (?:folder|directory)\b", re.IGNORECASE
)
_FOLDERS = re.compile(r"\b(?:which|what) (?:folders?|director(?:y|ies))\b", re.IGNORECASE)


def asked_types(question: Question, rules: Rules) -> tuple[tuple[str, ...], float]:
    """Return the types that satisfy the question, those it names first, and how sure that is (0 when it names none)."""
    said = [stem(word) for word in question.words]
    asking = (asked for name, asked in rules.types.items() if name != "test" and _is_asked(question, said, asked))
    found = [kind for asked in asking for kind in asked.types]
    if asks_for_folders(question.text):
        found.insert(0, "folder")
    if asks_for_tests(question):
        found += rules.types["test"].types
    return tuple(dict.fromkeys(found)), 0.8 if found else 0.0


def _is_asked(question: Question, said: Sequence[str], asked: TypeWords) -> bool:
    """Tell whether the question has a word for a type; of a common one also whether it asks for one of it there."""
    for word in asked.words:
        common = word in asked.common
        if any(not common or _asks_at(question, start, end) for start, end in _places(said, word)):
            return True
    return False


def _places(said: Sequence[str], phrase: str) -> Iterator[tuple[int, int]]:
    """Yield where a phrase stands among stemmed words, whatever its endings."""
    wanted = [stem(word) for word in phrase.split()]
    length = len(wanted)
    yield from ((start, start + length) for start in range(len(said) - length + 1) if said[start : start + length] == wanted)


def _asks_at(question: Question, start: int, end: int) -> bool:
    """Tell whether a question asks for what these words of it mean.

    It does where it begins with them, where "which" or "find" stands before them, where they are told by what they do
    ("the job that …"), and beside a name ("the Order model").
    """
    words = question.words
    before = words[max(0, start - _AROUND) : start]
    if not before or _ASKING.intersection(before) or "what" in before[-1:]:
        return True
    if before[-2:-1] == ("what",) and before[-1] not in _ARTICLES:
        return True
    if before[-1] == "the" and end < len(words) and words[end] in _TOLD:
        return True
    noun = re.escape(words[end - 1])
    return bool(re.search(rf"\b(?:{NAME} {noun}|{noun} {NAME})\b", question.masked, re.IGNORECASE))


def asks_for_tests(question: Question) -> bool:
    """Tell whether tests may answer: the question speaks of them, and not in order to leave them out."""
    return bool(_TESTS.search(question.masked)) and not _NOT_TESTS.search(question.masked)


def asks_for_folders(text: str) -> bool:
    """Tell whether folders are what the question asks for: "which folder handles billing?"."""
    return bool(_FOLDERS.search(text))


def named_folders(text: str) -> tuple[str, ...]:
    """Return the folders that a question names by one word, as where to look first: "in the services folder"."""
    return tuple(dict.fromkeys(match["path"].lower() for match in _IN_FOLDER.finditer(text)))


def asked_kinds(question: str, rules: Rules) -> tuple[str, ...]:
    """Return the kinds of relation that a verb of the question asks for, none when it is not specific."""
    stems = {stem(word.strip("?.,!").lower()) for word in question.split()}
    return tuple(kind for verb, kinds in rules.verbs.items() if stem(verb) in stems for kind in kinds)
