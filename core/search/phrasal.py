"""Verbs of two words, which code writes as one: who asks what happens when somebody "logs in" means `login`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from core.open_index import OpenIndex
from core.search.question import Question
from core.text.words import stem

_PARTICLES = frozenset({"in", "out", "up", "down", "off", "on", "back", "over"})
_ENDINGS = ("", "s", "es", "ed", "ing")
_OTHERWISE = frozenset({"log", "sign"})
_SHORTEST = 3  # letters of a verb


def with_joined_verbs(words: Sequence[str], question: Question, index: OpenIndex) -> tuple[str, ...]:
    """Return the words to search for with such verbs of a question as one word each, stemmed, as names of the index have it.

    What the first of the two means alone is left out where that is something else: who logs in asks for no log.
    """
    found, other = dict[str, None](), set[str]()
    for verb, particle in pairwise(question.words):
        joined = next(_named(verb, particle, index), "") if particle in _PARTICLES else ""
        if joined:
            found[joined] = None
            other |= {stem(verb)} & _OTHERWISE
    return tuple(dict.fromkeys((*(word for word in words if word not in other), *found)))


def _named(verb: str, particle: str, index: OpenIndex) -> Iterator[str]:
    joined = (stem(f"{form}{particle}") for form in _forms(verb))
    return (word for word in joined if index.names.rarity(word) < 1)  # 1: no name has it


def _forms(verb: str) -> Iterator[str]:
    """Yield what a verb may be without its ending, as it is first: `logged`, `logg`, `logge`, `log`."""
    for ending in _ENDINGS:
        base = verb.removesuffix(ending)
        if verb.endswith(ending) and len(base) >= _SHORTEST:
            yield base
            if ending:
                yield f"{base}e"
                yield from (base[:-1],) if base[-1] == base[-2] and len(base) > _SHORTEST else ()
