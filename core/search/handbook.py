"""How something is done with the repository itself, where a question asks for that: documents say how its tests are run."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.model.asked import HOW_TO
from core.model.run import Entity
from core.open_index import OpenIndex
from core.search.question import Question
from core.text.words import words_of

_DEEDS = {
    "test": "test tests spec specs testing rspec minitest pytest unittest coverage",
    "deploy": "deploy deployment release releasing production hosting publish shipping",
    "contribute": "contribute contributing contribution",
    "lint": "lint linting linter style format formatting rubocop ruff",
    "debug": "debug debugging debugger console troubleshooting",
    "build": "build building compile compiling compilation",
    "seed": "seed seeds seeding sample",
    "migrate": "migrate migration migrations schema",
    "set up": "setup install installation installing quickstart prerequisites bootstrap development locally",
    "run": "run running usage server launch locally quickstart development",
}
"""What is done with a repository, the particular first, with the words that titles of sections about it have."""
_ASKED = {
    "test": r"tests?|specs?|test\s+suite",
    "deploy": r"deploy(?:ed|ment)?|release[sd]?|ship(?:ped)?|hosted?",
    "contribute": r"contribute[sd]?",
    "lint": r"lint(?:ed|er)?|format(?:ted)?",
    "debug": r"debug(?:ged)?",
    "build": r"build|built|compiled?",
    "seed": r"seed(?:ed)?",
    "migrate": r"migrated?|migrations",
    "set up": r"set\s*up|setup|install(?:ed)?|configured?\s+locally",
    "run": r"run|start(?:ed)?|launch(?:ed)?",
}
_WHOLE = (
    r"(?:it|this|(?:the|this|our)\s+)?(?:app|application|project|site|website|server|code|code\s?base|repository|system|library|gem"
    r"|crate|package)?"
)
_SHAPES = (
    rf"how\s+(?:do|can|should|would)\s+(?:i|we|you|one)\s+(?P<deed>{'|'.join(_ASKED.values())})(?:\s+(?P<rest>.*?))?",
    rf"how\s+(?:is|are)\s+(?:{_WHOLE}\s+|the\s+(?P<rest>tests?|specs?|test\s+suite)\s+)(?P<deed>{'|'.join(_ASKED.values())}|run)",
)
_REST = re.compile(
    r"(?:(?:all\s+|only\s+)?(?:the|of|my|its)\s+)*(?:(?:unit|system|integration|whole|all|automated)\s+)?"
    rf"(?P<what>tests?|specs?|test\s+suite|linters?|console|migrations|{_WHOLE})"
    r"(?:\s+(?:locally|here|on\s+my\s+(?:machine|laptop)|for\s+development|in\s+(?:development|production)|to\s+production))?",
    re.IGNORECASE,
)
_PATTERNS = [re.compile(rf"{shape}\s*[?.!]*", re.IGNORECASE) for shape in _SHAPES]
_TYPES = frozenset({"doc_section", "readme"})
_TO_FILL_IN = re.compile(r"(?:^|/)(?:pull_request_template|issue_template)(?:/|\.)", re.IGNORECASE)
_AS_ONE = {
    re.compile(r"\bset(?:ting)?[ -]up\b", re.IGNORECASE): "setup",
    re.compile(r"\b(?:get(?:ting)?[ -]started|quick[ -]start)\b", re.IGNORECASE): "quickstart",
}
"""Words of titles that mean something together alone."""
_SURE, _MOST = 0.95, 5
_TITLES = " > "


def asked_how(question: Question, index: OpenIndex) -> Iterator[Entity]:
    """Yield what is to be done with the repository, with the sections whose titles speak of it; nothing where none do.

    A section about the deed goes before those whose chapter is, those of the README and of shallow folders before others.
    """
    text = " ".join(question.text.split())
    match = None if question.bare else next((found for one in _PATTERNS if (found := one.fullmatch(text))), None)
    rest = str(match.groupdict().get("rest") or "") if match else ""
    if match is None or not _REST.fullmatch(rest.strip()):
        return
    deed = _deed(rest) or _deed(match["deed"])
    words = frozenset(words_of(_DEEDS[deed])) if deed else frozenset[str]()
    rows = sorted(row for number in range(len(index.keys)) if (row := _row(index, number, words)))
    if rows:
        yield Entity(deed, HOW_TO, tuple(key for *_, key in rows[:_MOST]), _SURE)


def _deed(said: str) -> str:
    words = [word for word in said.lower().split() if word not in ("the", "all", "my")]
    whole = " ".join(words)
    return next((deed for deed, pattern in _ASKED.items() if re.search(rf"\b(?:{pattern})\b", whole)), "")


def _row(index: OpenIndex, number: int, words: frozenset[str]) -> tuple[int, int, int, str, int, str] | None:
    """Return how near the title of a section is to some words, for sorting; None for one that speaks of something else."""
    head = index.heads[number]
    if head.type not in _TYPES or head.is_test or _TO_FILL_IN.search(head.file_path):
        return None
    titles = head.identifier.rpartition("#")[2]
    for pattern, word in _AS_ONE.items():
        titles = pattern.sub(word, titles)
    chapter, _, title = titles.rpartition(_TITLES)
    own, around = words & words_of(title), words & words_of(chapter)
    if not own and not around:
        return None
    apart = 2 * len(words_of(title) - words) + len(words_of(chapter) - words)
    return (not own, apart, head.file_path.count("/"), head.file_path, head.start_line, head.key)
