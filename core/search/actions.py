"""What is done to what in a question, as an action: "when someone posts a comment" is `CommentsController#create`.

Who asks what happens speaks of a verb and a thing; a web application has a place for the thing, with an action for the verb.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from core.model.run import Entity
from core.open_index import Kept, OpenIndex
from core.search.question import Question
from core.settings.retrieval import Rules
from core.text.words import STOP_WORDS, split_identifier, stem

# The last words of the names of places.
_PLACES = frozenset({"controller", "view", "viewset", "set", "resource", "handler", "endpoint", "api"})
_TYPES = frozenset({"controller", "view"})
_BETWEEN = """
a an the new another some their his her its my our own one existing is are was were be been being gets get got has have
"""
_BESIDE = frozenset(_BETWEEN.split())
_LONGEST = 3  # words of a thing
_SURE = 0.8

_places: Kept[list[Mapping[str, tuple[int, ...]]]] = Kept(list)


def asked_actions(question: Question, index: OpenIndex, rules: Rules) -> Iterator[Entity]:
    """Yield for each verb with its thing, in order, the member that does it, of the place with the shortest name."""
    words = [word.strip("'’-") for word in question.words]
    places = _by_thing(index)
    for start, word in enumerate(words if places else ()):
        if word in STOP_WORDS:
            continue
        names = (stem(word), *_names(word, rules))
        for thing in _things(words, start):
            found = _member(index, places.get(" ".join(map(stem, thing)), ()), names)
            if found:
                yield Entity(f"{word} {' '.join(thing)}", "action", (found,), _SURE)
                break


def _names(verb: str, rules: Rules) -> tuple[str, ...]:
    """Return the names of members that may do what a verb says, likeliest first."""
    asked = stem(verb)
    return next((row.members for row in rules.actions.values() if asked in map(stem, row.verbs)), ())


def _things(words: Sequence[str], verb: int) -> Iterator[Sequence[str]]:
    """Yield what the verb may be about: the words after it without articles, longest first, then those before a passive."""
    start = verb + 1
    while start < len(words) and words[start] in _BESIDE:
        start += 1
    yield from (words[start : start + length] for length in range(_LONGEST, 0, -1) if start + length <= len(words))
    end = verb
    while end > 0 and words[end - 1] in _BESIDE:
        end -= 1
    if end < verb:
        yield from (words[end - length : end] for length in range(_LONGEST, 0, -1) if length <= end)


def _by_thing(index: OpenIndex) -> Mapping[str, tuple[int, ...]]:
    """Return the places where requests are answered by the words of the thing that they are about, shortest name first."""
    known = _places.of(index)
    if not known:
        found: dict[str, list[int]] = {}
        for number, head in enumerate(index.heads):
            if head.type in _TYPES and not head.is_test:
                words = split_identifier(head.name)
                while words and words[-1] in _PLACES:
                    words.pop()
                found.setdefault(" ".join(map(stem, words)), []).append(number)
        found.pop("", None)  # a name of such last words only says nothing of a thing
        known.append(
            {thing: tuple(sorted(numbers, key=lambda number: _length(index, number))) for thing, numbers in found.items()}
        )
    return known[0]


def _length(index: OpenIndex, number: int) -> tuple[int, int]:
    return len(index.heads[number].identifier), number


def _member(index: OpenIndex, places: Sequence[int], names: Sequence[str]) -> str | None:
    for place in places:
        members = {index.heads[number].name: index.keys[number] for number in index.members.get(place, ())}
        stemmed = {stem(name.rstrip("?!")): key for name, key in sorted(members.items(), reverse=True)}
        found = stemmed.get(names[0]) or next((members[name] for name in names[1:] if name in members), None)
        if found:
            return found
    return None
