"""The verb of "when …" where no place is called after its thing: the member that alone is called so, or makes what it means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.model.run import Entity
from core.open_index import OpenIndex
from core.search.actions import WHEN, is_noun_of, is_verb, member_called, members_for, places_by_thing
from core.search.question import Question
from core.search.verbs import verb_stem
from core.settings.retrieval import Rules
from core.text.words import STOP_WORDS, split_identifier, stem

_SHORTEST = 3
_SURE = 0.8


def asked_alone(question: Question, index: OpenIndex, rules: Rules) -> Iterator[Entity]:
    """Yield the member of a place that is called after the verb of "when …", whatever the thing is called there.

    Who says that a document is published may mean what code calls an edition. Of several it is the one whose place shares most
    words with the question.
    """
    words = [word.strip("'’-") for word in question.words]
    start = next((place for place, word in enumerate(words) if word in WHEN), len(words))
    for verb in range(start + 2, len(words)):
        word = words[verb]
        if word in STOP_WORDS or not is_verb(words, verb) or members_for(word, rules):
            continue
        found = [number for number in _answering(index) if _is_called(index.heads[number].name, word)]
        said = {stem(one) for one in words if one != word}
        if done := _nearest(index, found, said) or _assigned(index, verb_stem(word), said, rules):
            yield Entity(word, "action", (done,), _SURE)
            return


def _assigned(index: OpenIndex, verb: str, said: set[str], rules: Rules) -> str:
    """Return what makes the thing that is called after a verb and what a question speaks of; empty for none.

    Who is assigned to a case gets a case assignment.
    """
    places = places_by_thing(index)
    called = (
        thing
        for thing in places
        if " " in thing and is_noun_of(thing.split()[-1], verb) and said.issuperset(thing.split()[:-1])
    )
    names = ("", *rules.actions["create"].members)
    found = (member_called(index, places[thing], names) for thing in sorted(called, key=lambda one: (-len(one.split()), one)))
    return next((one for one in found if one), "")


def _answering(index: OpenIndex) -> Iterator[int]:
    """Yield the members of all places and the functions that answer requests."""
    for numbers in places_by_thing(index).values():
        for place in numbers:
            yield from index.members.get(place, (place,))


def _nearest(index: OpenIndex, members: Sequence[int], said: set[str]) -> str:
    """Return the only one of some members, or the one whose place shares most with what is said; empty for several."""
    shared = {one: len(said & set(map(stem, split_identifier(index.heads[one].namespace)))) for one in members}
    most = max(shared.values(), default=0)
    best = [one for one in members if shared[one] == most]
    return index.keys[best[0]] if len(best) == 1 and (most or len(members) == 1) else ""


def _is_called(name: str, verb: str) -> bool:
    """Tell whether a member is called as a verb; what ends in "s" is a list of things, in "ed" a page for what was done."""
    return len(name) > _SHORTEST and stem(name) == verb_stem(verb) and not name.endswith(("s", "ed", "ing"))
