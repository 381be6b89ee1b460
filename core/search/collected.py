"""All units of a type that are or do something, where a question asks for them: "which jobs send emails?", "the main models?"

What is asked for is known of every unit, so that words need not be searched for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.model.asked import COLLECTED
from core.model.run import Entity
from core.open_index import OpenIndex
from core.open_index.central import central_units
from core.search.question import Question
from core.settings.retrieval import Rules
from core.text.words import stem

_TYPE = r"(?P<type>\w+(?:\s+\w+)?)"
_MAIN = r"(?:most\s+)?(?:important|central|main|key|core|essential)|most\s+used"
_LARGE = r"biggest|largest|longest"
_WHOLE = r"(?:it|(?:this|the)\s+(?:whole\s+)?(?:app|application|project|code\s?base|repository|system|monolith))"
_HERE = rf"(?:\s+(?:here|(?:in|of)\s+{_WHOLE}))?"
_KINDS = {
    r"(?:send|deliver)s?\s+(?:an?\s+|any\s+)?(?:e-?)?mails?": "delivers",
    r"(?:enqueue|start|queue)s?\s+(?:a\s+|other\s+)?(?:background\s+)?jobs?": "enqueues",
    r"(?:publish|broadcast)(?:es)?\s+(?:an?\s+)?(?:events?|messages?)": "publishes",
}
"""What units do, by the relation that tells of it."""
_UNTESTED = r"(?:have|has)\s+no\s+(?:tests?|specs?)|(?:is|are)\s+(?:not\s+tested|untested)|lacks?\s+(?:tests?|specs?)"
_ALONE = rf"(?:which|what)\s+(?:are\s+|is\s+)?(?:the\s+)?(?P<how>{_MAIN}|{_LARGE})\s+{_TYPE}{_HERE}"
_AFTER = rf"(?:which|what)\s+{_TYPE}\s+(?:are|is)\s+(?:the\s+)?(?P<how>{_MAIN}|{_LARGE})"
_DOING = rf"(?:which|what)\s+{_TYPE}\s+(?P<does>{'|'.join((*_KINDS, _UNTESTED))})"
_PATTERNS = [re.compile(rf"{shape}\s*[?.!]*", re.IGNORECASE) for shape in (_ALONE, _AFTER, _DOING)]
_SURE, _MAIN_ONES = 0.95, 12
MOST = 60
"""Units that are told of a type."""
_BY_CALL = ("calls", "instantiates")


def asked_units(question: Question, index: OpenIndex, rules: Rules) -> Iterator[Entity]:
    """Yield the units of a type that a question asks for as a whole: the main ones, the largest, those that do something.

    Who does something at once goes before who calls what does it; both are in the order of their weight.
    """
    text = " ".join(question.text.split())
    match = None if question.bare else next((found for one in _PATTERNS if (found := one.fullmatch(text))), None)
    types = _types(match["type"], rules) if match else frozenset[str]()
    if match is None or not types:
        return
    said = match.groupdict()
    numbers = _doing(index, types, str(said["does"])) if said.get("does") else _weighty(index, types, str(said["how"]))
    if numbers:
        asked = f"{said['type']} that {said['does']}" if said.get("does") else f"{said['how']} {said['type']}"
        yield Entity(asked, COLLECTED, tuple(index.keys[one] for one in numbers[:MOST]), _SURE)


def _types(words: str, rules: Rules) -> frozenset[str]:
    """Return the types of unit that words are the name of; none for other words."""
    said = [stem(word) for word in words.lower().split()]
    rows = (row for row in rules.types.values() for phrase in row.words if list(map(stem, phrase.split())) == said)
    return frozenset(next((row.types for row in rows), ())) - {"route"}


def _weighty(index: OpenIndex, types: frozenset[str], how: str) -> list[int]:
    if not re.fullmatch(_LARGE, how, re.IGNORECASE):
        return central_units(index, types, _MAIN_ONES)
    heads = index.heads
    own = [number for number, head in enumerate(heads) if head.type in types and not head.is_test]
    return sorted(own, key=lambda one: (heads[one].start_line - heads[one].end_line, heads[one].identifier))[:_MAIN_ONES]


def _doing(index: OpenIndex, types: frozenset[str], does: str) -> list[int]:
    if re.fullmatch(_UNTESTED, does, re.IGNORECASE):
        return _by_weight(index, _untested(index, types))
    kind = next(kind for pattern, kind in _KINDS.items() if re.fullmatch(pattern, does, re.IGNORECASE))
    direct = {number for number in range(len(index.keys)) if _does(index, number, kind)}
    own = {owner for number in direct if (owner := _owner(index, number, types)) >= 0}
    calling = {link.other for number in direct for link in index.links.into(number) if link.kind in _BY_CALL}
    later = {owner for number in calling if (owner := _owner(index, number, types)) >= 0} - own
    return [*_by_weight(index, own), *_by_weight(index, later)]


def _does(index: OpenIndex, number: int, kind: str) -> bool:
    return not index.heads[number].is_test and any(link.kind == kind for link in index.links.out(number))


def _untested(index: OpenIndex, types: frozenset[str]) -> set[int]:
    """Return the units of some types that no test is related to, neither to them nor to a member."""
    own = (number for number, head in enumerate(index.heads) if head.type in types and not head.is_test)
    return {number for number in own if not any(_is_tested(index, one) for one in (number, *index.members.get(number, ())))}


def _is_tested(index: OpenIndex, number: int) -> bool:
    return any(link.kind == "tests" for link in index.links.into(number))


def _owner(index: OpenIndex, number: int, types: frozenset[str]) -> int:
    """Return the nearest unit of some types around one, itself first; -1 for none, and for tests."""
    while number >= 0 and index.heads[number].type not in types:
        number = index.position.get(index.heads[number].parent, -1)
    return number if number >= 0 and not index.heads[number].is_test else -1


def _by_weight(index: OpenIndex, numbers: set[int]) -> list[int]:
    return sorted(numbers, key=lambda one: (-index.importance.get(index.keys[one], 0.0), index.keys[one]))
