"""How records refer to each other, where a question asks for that: "which models belong to a family?"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from core.model.asked import ASSOCIATED
from core.model.run import Entity
from core.open_index import OpenIndex
from core.open_index.associations import OWNED, ties_of, ways_between
from core.search.meant import one_meant
from core.search.question import Question

_THING = (
    r"(?:(?:an?|the|each|every|one|our|all)\s+)?(?:models?\s+)?`?(?P<{}>[\w:]+(?:\s+\w+){{0,2}}?)`?(?:\s+models?|\s+records?)?"
)
_ONE, _OTHER = _THING.format("one"), _THING.format("other")
_TIED = r"(?:related|connected|associated|linked|tied)"
_NOUNS = r"(?:associations|relations|relationships)"
_SHAPES = {
    "to": (
        rf"(?:which|what)(?:\s+(?:other\s+)?\w+)?\s+belongs?\s+to\s+{_ONE}",
        rf"(?:which|what)\s+(?:other\s+)?\w+\s+(?:references?|refers?\s+to|points?\s+(?:to|at))\s+{_ONE}",
    ),
    "from": (rf"(?:what|which\s+\w+|whom?)\s+(?:does|do|can)\s+{_ONE}\s+belong\s+to",),
    "has": (rf"what\s+(?:does|do|can)\s+{_ONE}\s+(?:have|own|contain|hold|consist\s+of)",),
    "all": (
        rf"(?:what|which\s+\w+)\s+(?:is|are)\s+{_ONE}\s+{_TIED}\s+(?:to|with)",
        rf"(?:what|which\s+\w+)\s+(?:is|are)\s+{_TIED}\s+(?:to|with)\s+{_ONE}",
        rf"(?:what\s+are\s+|show\s+|list\s+)?(?:the\s+|all\s+)?{_NOUNS}\s+(?:of|on)\s+{_ONE}",
        rf"(?:which|what)\s+{_NOUNS}\s+(?:does|do)\s+{_ONE}\s+have",
    ),
    "between": (
        rf"how\s+(?:is|are)\s+{_ONE}\s+{_TIED}\s+(?:to|with)\s+{_OTHER}",
        rf"how\s+(?:is|are|do|does)\s+{_ONE}\s+and\s+{_OTHER}\s+(?:{_TIED}|relate)(?:\s+(?:to|with)\s+(?:each\s+other|one\s+another))?",
        rf"how\s+(?:does|do)\s+{_ONE}\s+(?:relate|belong|connect)\s+to\s+{_OTHER}",
        rf"what\s+(?:connects|links|relates)\s+{_ONE}\s+(?:and|to|with)\s+{_OTHER}",
        rf"what\s+is\s+the\s+(?:relation|relationship|association|connection)\s+(?:between|of)\s+{_ONE}\s+(?:and|to|with)\s+{_OTHER}",
    ),
}
"""Questions that ask for nothing but associations, whole, by what they want of the record or records that they name."""
_PATTERNS = [(name, re.compile(rf"{text}\s*[?.!]*", re.IGNORECASE)) for name, texts in _SHAPES.items() for text in texts]
_TABLES = re.compile(r"\btables?\b", re.IGNORECASE)
_MOST = 24


def asked_associations(question: Question, index: OpenIndex) -> Iterator[Entity]:
    """Yield each record that a question is about how it refers to others, with these; nothing for questions about more."""
    if question.bare:
        return
    text = " ".join(question.text.split())
    shape, match = next(((name, found) for name, pattern in _PATTERNS if (found := pattern.fullmatch(text))), ("", None))
    one = _record(match["one"], text, index) if match else -1
    if match is None or one < 0:
        return
    if shape != "between":
        yield _entity(index, [one, *_wanted(index, one, shape)])
        return
    other = _record(match["other"], text, index)
    if other >= 0 and other != one:
        steps = dict.fromkeys(step for way in ways_between(index, one, other) for step in pairwise(way))
        yield from (_entity(index, step) for step in steps)


def _entity(index: OpenIndex, numbers: Sequence[int]) -> Entity:
    return Entity(index.heads[numbers[0]].identifier, ASSOCIATED, tuple(index.keys[one] for one in numbers[:_MOST]), 1.0)


def _wanted(index: OpenIndex, number: int, shape: str) -> list[int]:
    """Return the records around one that a shape of question asks for, each once."""
    ties = ties_of(index, number)
    belonging = {tie for tie in ties if (tie.kind in OWNED) == (tie.target == number)}  # to it, by its own word or by theirs
    wanted = {"to": belonging, "has": belonging, "from": set(ties) - belonging, "all": set(ties)}[shape]
    return list(dict.fromkeys(tie.other(number) for tie in ties if tie in wanted))


def _record(words: str, text: str, index: OpenIndex) -> int:
    return one_meant(words, index, lambda one: bool(ties_of(index, one)), tables=bool(_TABLES.search(text)))
