"""Names that a question writes like any other word, beside the word for what they name: "who calls the retrieve function"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.model.run import Entity
from core.open_index import OpenIndex
from core.search.question import NAME, Question
from core.settings.retrieval import Rules
from core.text.words import STOP_WORDS, stem

_NOUNS = (
    r"(?:function|method|class|module|struct|enum|trait|macro|concern|helper|scope|callback|hook|constant|interface|action|job"
    r"|service|mailer|model|controller|task|command|partial|template)"
)
_BEFORE = re.compile(rf"\b(?P<name>[a-z_]\w+[?!]?)\s+(?P<noun>{_NOUNS})s?\b")
_AFTER = re.compile(rf"\b(?P<noun>{_NOUNS})\s+(?:called|named)\s+(?P<name>[a-z_]\w+[?!]?)")
_ASKED = re.compile(rf"\b(?:call|invoke|use|run|trigger|enqueue|include|override|test)(?:s|ing|d)?\s+(?:the\s+)?{NAME}\b")
_SURE = 0.9
_TEMPLATES = frozenset({"partial", "template"})
_OF_TEMPLATES = "view_template"


def plainly_named(question: Question, index: OpenIndex, rules: Rules) -> Iterator[Entity]:
    """Yield what is named in such words, in their order; without units where it can only be a name, and the index has none."""
    taken: set[str] = set()
    for pattern in (_AFTER, _BEFORE):
        for match in pattern.finditer(question.masked):
            name, noun = match["name"], match["noun"]
            if name in taken or name in STOP_WORDS or _is_noun(name, rules):
                continue
            keys = _units(name, noun, index, rules)
            called = pattern is _AFTER or _ASKED.search(question.masked.replace(match[0], NAME, 1))
            if keys or (called and name not in rules.fillers):
                taken.add(name)
                yield Entity(name, "code", keys, _SURE if keys else 0.0)


def _is_noun(name: str, rules: Rules) -> bool:
    """Tell whether a word says of which kind something is: "the background job class" names no class."""
    return any(stem(name) == stem(word) for asked in rules.types.values() for phrase in asked.words for word in phrase.split())


def _units(name: str, noun: str, index: OpenIndex, rules: Rules) -> tuple[str, ...]:
    if noun in _TEMPLATES:
        return _templates(name, index)
    match = index.names.match(name)
    if match is None or match.kind == "words":
        return ()
    types = rules.types[noun].types if noun in rules.types else ()
    heads = [index.heads[number] for number in match.positions]
    fitting = [head.key for head in heads if head.name == name and (not types or head.type in types)]
    return tuple(fitting[:12])


def _templates(name: str, index: OpenIndex) -> tuple[str, ...]:
    """Return the templates of a name, partials as `_name`."""
    match = index.names.in_words([name])
    heads = [index.heads[number] for number in match.positions] if match else []
    return tuple(
        head.key for head in heads if head.type == _OF_TEMPLATES and head.identifier.endswith((f"/{name}", f"/_{name}"))
    )
