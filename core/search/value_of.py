"""The member that computes what a question says of a class in fewer words than its name has: "the balance of an event"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.model.asked import MEMBER
from core.model.run import Entity
from core.open_index import OpenIndex
from core.search.meant import bases_of, one_meant
from core.search.members_said import ARTICLES, GIVEN_ON, OF, VALUED, is_all
from core.search.question import Question
from core.text.words import STOP_WORDS, split_identifier, stem

_VERBS = "set update validate show assign add remove create destroy delete render send notify ensure"
_DOING = frozenset(map(stem, _VERBS.split()))
"""First words of the names of members that compute nothing."""
_BEHIND = "v 1 2 3 cents dollars in percent percentage ratio number value count total"
_UNITS = frozenset(map(stem, _BEHIND.split()))
"""Words behind a value that change little: `balance_cents`."""
_LONGEST = 4  # words of a value or of a class
_LIKELY = 0.75
_MOST = 3
_TOO_FAR = 3.0  # words that a name may have beyond those that were said


def asked_values(question: Question, index: OpenIndex) -> Iterator[Entity]:
    """Yield for "how is the X of a Y computed" the members of Y, its bases and mixins with X in their name, shortest first."""
    words = [word.strip("'’-") for word in question.words]
    valued = [stem(word) in VALUED for word in words]
    for place, word in enumerate(words):
        if word in OF and place and any(valued):
            start = next((at for at in range(place + 1, len(words)) if words[at] not in ARTICLES), len(words))
            owner, end = _owner(index, words, start)
            name = _before(words, valued, place)
            is_asked = any(valued[end : end + 1]) or any(valued[:place][-len(name) - 2 :])
            if owner >= 0 and name and is_asked and (found := _fitting(index, owner, name)):
                rest = [stem(word) for word in (*words[: place - len(name)], *words[end:])]
                yield Entity(" ".join(name), MEMBER if is_all(words, rest) else "mentioned", found, _LIKELY)


def _before(words: Sequence[str], valued: Sequence[bool], place: int) -> Sequence[str]:
    """Return the words before a place back to an article, what is done with a value or what every question has."""
    start = place
    while start > 0 and place - start < _LONGEST and words[start - 1] not in STOP_WORDS and not valued[start - 1]:
        start -= 1
    return words[start:place]


def _owner(index: OpenIndex, words: Sequence[str], start: int) -> tuple[int, int]:
    """Return the class that the words from a place on name, the longest name, and where it ends; -1 for none."""
    for end in range(min(len(words), start + _LONGEST), start, -1):
        found = one_meant(" ".join(words[start:end]), index, lambda one: bool(index.members.get(one)))
        if found >= 0:
            return found, end
    return -1, start


def _fitting(index: OpenIndex, owner: int, said: Sequence[str]) -> tuple[str, ...]:
    """Return the keys of the members of a class, its bases and mixins that have such words in their name, nearest first."""
    asked = [stem(word) for word in said]
    found: list[tuple[float, int]] = []
    for holder in (owner, *bases_of(index, owner, GIVEN_ON)):
        for number in index.members.get(holder, ()):
            name = index.heads[number].name
            far = _far([stem(part) for part in split_identifier(name)], asked)
            if not name.endswith(("?", "=")) and far < _TOO_FAR:
                found.append((far, number))
    return tuple(index.keys[number] for _, number in sorted(found)[:_MOST])


def _far(name: Sequence[str], asked: Sequence[str]) -> float:
    """Return how much a name says beyond what is asked for: words before it change more than those behind it."""
    for at in range(len(name) - len(asked) + 1):
        if list(name[at : at + len(asked)]) == list(asked):
            before, after = name[:at], name[at + len(asked) :]
            doing = 1.0 if before and before[0] in _DOING else 0.0
            return doing + len(before) + sum(0.1 if part in _UNITS else 0.5 for part in after)
    return _TOO_FAR
