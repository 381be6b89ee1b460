"""What is done to what in a question, as an action: "when someone posts a comment" is `CommentsController#create`.

Who asks what happens speaks of a verb and a thing; a web application has a place for the thing, with an action for the verb.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from core.model.run import Entity
from core.open_index import OpenIndex
from core.search.meant import bases_of, one_meant
from core.search.performers import performer
from core.search.question import Question
from core.search.verbs import verb_stem
from core.settings.retrieval import ActionWords, Rules
from core.text.words import STOP_WORDS, split_identifier, stem

# The last words of the names of places.
_PLACES = frozenset({"controller", "view", "viewset", "set", "resource", "handler", "endpoint", "api"})
_TYPES = frozenset({"controller", "view"})
_CLASSES = frozenset({"model", "class", "poro"})
_BETWEEN = """
a an the new another some their his her its my our own one existing is are was were be been being gets get got has have
"""
_BESIDE = frozenset(_BETWEEN.split())
_OWNING = frozenset({"its", "his", "her", "their", "my", "our"})
"""Words that a noun follows, and no verb."""
_PASSIVE = frozenset({"is", "are", "was", "were", "be", "been", "being", "gets", "get", "got"})
_QUESTIONS = frozenset({"what", "which", "that"})
"""Words before which "makes" asks for causes: "what makes an issue overdue?"."""
_LONGEST = 3  # words of a thing
_SUBJECTS = """
to who someone somebody anyone anybody everyone i we you they he she it people user users person member members visitor visitors
customer customers reader readers author authors client clients admin admins
"""
_DOERS = frozenset(_SUBJECTS.split())
"""Words before which a word that follows is what they do."""
_ENDINGS = "ment lment ation ition ration ption tion ion sion ssion al ance ence ure"
_OF_VERBS = frozenset(_ENDINGS.split())
"""What the stems of nouns have beyond those of their verbs: payment, invitation, registration, subscription."""
_MADE, _ENDED = ("", "create"), ("", "destroy", "delete", "logout")
_ACCOUNTS = {
    ("sign", "up"): (("signup", "registration", "user", "account"), _MADE),
    **dict.fromkeys((("sign", "in"), ("log", "in"), ("log", "on")), (("session", "login"), _MADE)),
    **dict.fromkeys((("sign", "out"), ("log", "out"), ("log", "off")), (("logout", "session", "login"), _ENDED)),
}
"""What is made or ended when somebody does this: the things of places, likeliest first, and the members that do it."""
_SHARED = 5  # letters that a verb and its noun begin with, where neither is the whole of the other
_SURE = 0.8
_MOST = 3  # members that are called after the same verb and thing
_SUBJECT = 3  # words from "when" to the verb: "when a student submits"
_ARTICLES = frozenset({"a", "an", "the", "another", "some"})
WHEN = frozenset({"when", "if", "after", "once", "whenever"})


def asked_actions(question: Question, index: OpenIndex, rules: Rules) -> Iterator[Entity]:
    """Yield for each verb with its thing, in order, the member that does it, of the place with the shortest name.

    Where no place has such a member, a class that is called after a verb and its thing does it.
    """
    words = [word.strip("'’-") for word in question.words]
    found = list(_at_places(words, index, rules))
    proper = {mention.text.lower() for mention in question.mentions if mention.kind == "capital"}
    yield from found or _by_performers(words, proper, index, rules)


def _by_performers(words: Sequence[str], proper: Container[str], index: OpenIndex, rules: Rules) -> Iterator[Entity]:
    for start, word in enumerate(words):
        if word not in STOP_WORDS and word not in _BESIDE and word not in proper and words[start - 1] not in _OWNING:
            names = (verb_stem(word), *members_for(word, rules))
            things = list(things_after(words, start))
            things += _broader(index, things)
            if found := performer(index, words, start, names, things, start > 0 and is_verb(words, start)):
                yield Entity(word, "action", found[:_MOST], _SURE)
                return  # further words are those of the same name: "an order cycle closes"


def _broader(index: OpenIndex, things: Iterable[Sequence[str]]) -> Iterator[Sequence[str]]:
    """Yield what the first of some things that is a class is a kind of: a review is a status, which somebody creates."""
    classes = (one_meant(" ".join(thing), index, lambda one: index.heads[one].type in _CLASSES) for thing in things)
    found = next((one for one in classes if one >= 0), -1)
    yield from (split_identifier(index.heads[one].name) for one in bases_of(index, found))


def _at_places(words: Sequence[str], index: OpenIndex, rules: Rules) -> Iterator[Entity]:
    places = places_by_thing(index)
    for start, pair in enumerate(pairwise(words)):
        if (asked := _ACCOUNTS.get((stem(pair[0]), pair[1]))) and start and (found := _account(index, places, *asked)):
            yield Entity(" ".join(pair), "action", (found,), _SURE)
    for start, word in enumerate(words if places else ()):
        if word in _BESIDE or (word in STOP_WORDS and not _is_said(words, start, rules)):
            continue
        names = (verb_stem(word), *members_for(word, rules))
        for thing in (*_things_around(words, start), *things_after(words, start), *_things_before(words, start, rules)):
            found = member_called(index, places.get(" ".join(map(stem, thing)), ()), names, thing)
            if found:
                yield Entity(f"{word} {' '.join(thing)}", "action", (found,), _SURE)
                break
        else:
            alone = _is_done(words, start) or _is_apart(words, start, places, rules)
            found = _by_noun(index, places, word, rules, alone) if _is_doing(words, start) else None
            if found:
                yield Entity(word, "action", (found,), _SURE)


def _is_said(words: Sequence[str], verb: int, rules: Rules) -> bool:
    """Tell whether a word that every text has is a verb here: "somebody makes a donation"."""
    return verb > 0 and words[verb - 1] not in _QUESTIONS and bool(members_for(words[verb], rules))


def _things_around(words: Sequence[str], verb: int) -> Iterator[Sequence[str]]:
    """Yield what one who does something and the verb are together: "when a family requests items" makes a family request."""
    if verb > 1 and words[verb - 2] in _ARTICLES and words[verb].endswith("s"):
        yield words[verb - 1 : verb + 1]


def is_verb(words: Sequence[str], place: int) -> bool:
    """Tell whether a word is what is done or what somebody does: "is closed", "a member leaves", "I approve"."""
    if words[place - 1] in _DOERS:
        return True
    if words[place - 1] in _PASSIVE:  # "are accepted requests shown?" speaks of such requests
        return place + 1 == len(words) or words[place + 1] in STOP_WORDS
    subject = list(words[:place])
    while subject and subject[-1] not in STOP_WORDS and subject[-1] not in _BESIDE:
        subject.pop()
    return words[place].endswith("s") and len(subject) < place and not _ARTICLES.isdisjoint(subject[-1:])


def _account(
    index: OpenIndex, places: Mapping[str, tuple[int, ...]], things: Sequence[str], names: Sequence[str]
) -> str | None:
    """Return the member of such a name of the first of some things for which there is a place."""
    found = (member_called(index, places.get(stem(thing), ()), names) for thing in things)
    return next((one for one in found if one), None)


def _is_doing(words: Sequence[str], verb: int) -> bool:
    """Tell whether a word is what somebody does: one who does things stands before it, or anybody after "when a"."""
    if verb > 0 and words[verb - 1] in _DOERS:
        return True
    return verb >= _SUBJECT and words[verb - _SUBJECT] in WHEN and words[verb - 2] in _ARTICLES


def _is_done(words: Sequence[str], verb: int) -> bool:
    """Tell whether no thing that is done stands behind what one who does things does."""
    following = words[verb + 1] if verb + 1 < len(words) else ""
    return verb > 0 and words[verb - 1] in _DOERS and following not in _BESIDE


def _is_apart(words: Sequence[str], verb: int, places: Container[str], rules: Rules) -> bool:
    """Tell whether a verb is no word for making anything, with a known thing behind it: "blocks a user" makes a block."""
    return action_words(words[verb], rules) is None and any(
        " ".join(map(stem, thing)) in places for thing in things_after(words, verb)
    )


def _by_noun(index: OpenIndex, places: Mapping[str, tuple[int, ...]], verb: str, rules: Rules, is_alone: bool) -> str | None:
    """Return the member that makes the thing that a verb is named after: "someone subscribes" makes a subscription.

    What begins with "un" ends it. The nearest noun is taken, of several the shortest. Where the verb is not alone, the thing
    behind it has no place of its own: "submits a solution" makes a submission, but "posts a comment" no post.
    """
    asked = stem(verb)
    undone = asked.startswith("un") and len(asked) > _SHARED
    root = asked.removeprefix("un") if undone else asked
    nouns = sorted(thing for thing in places if is_noun_of(thing, root) and (is_alone or thing != root))
    nouns.sort(key=lambda thing: (thing != root, len(thing)))
    names = rules.actions["destroy" if undone else "create"].members
    return next((found for thing in nouns if (found := member_called(index, places[thing], ("", *names)))), None)


def is_noun_of(thing: str, verb: str) -> bool:
    """Tell whether a thing is what a verb makes or is named after, by their stems: `subscription`, `subscrib`."""
    root = f"{verb[:-1]}y" if verb.endswith("i") else verb
    if thing == verb or (thing.startswith(root) and thing[len(root) :] in _OF_VERBS):
        return len(verb) > 2
    shared = next((at for at, (one, other) in enumerate(zip(thing, root, strict=False)) if one != other), 0)
    return shared >= _SHARED and len(root) - shared <= 2 and thing[shared:] in _OF_VERBS


def members_for(verb: str, rules: Rules) -> tuple[str, ...]:
    """Return the names of members that may do what a verb says, likeliest first."""
    row = action_words(verb, rules)
    return row.members if row is not None else ()


def action_words(verb: str, rules: Rules) -> ActionWords | None:
    """Return the words of the rules for what a verb does; None for one that they do not have."""
    asked = verb_stem(verb)
    return next((row for row in rules.actions.values() if asked in map(stem, (*row.verbs, *row.alone))), None)


def _things_before(words: Sequence[str], verb: int, rules: Rules) -> Iterator[Sequence[str]]:
    """Yield what a verb may be about that stands alone behind it, longest first: "when a payment arrives"."""
    row = action_words(words[verb], rules)
    if row is not None and stem(words[verb]) in map(stem, row.alone):
        yield from (words[verb - length : verb] for length in range(min(_LONGEST, verb), 0, -1))


def things_after(words: Sequence[str], verb: int) -> Iterator[Sequence[str]]:
    """Yield what the verb may be about: the words after it without articles, longest first, then those before a passive."""
    start = verb + 1
    while start < len(words) and (words[start] in _BESIDE or words[start] == "for"):
        start += 1
    yield from (words[start : start + length] for length in range(_LONGEST, 0, -1) if start + length <= len(words))
    end = verb
    while end > 0 and words[end - 1] in _BESIDE:
        end -= 1
    if end < verb:
        yield from (words[end - length : end] for length in range(_LONGEST, 0, -1) if length <= end)


def places_by_thing(index: OpenIndex) -> Mapping[str, tuple[int, ...]]:
    """Return the places where requests are answered by the words of the thing that they are about, shortest name first."""
    return index.derived(_places_by_thing)


def _places_by_thing(index: OpenIndex) -> Mapping[str, tuple[int, ...]]:
    found: dict[str, list[int]] = {}
    for number, head in enumerate(index.heads):
        if head.type in _TYPES and not head.is_test:
            words = split_identifier(head.name)
            while words and words[-1] in _PLACES:
                words.pop()
            found.setdefault(" ".join(map(stem, words)), []).append(number)
    found.pop("", None)  # a name of such last words only says nothing of a thing
    return {thing: tuple(sorted(numbers, key=lambda number: _length(index, number))) for thing, numbers in found.items()}


def _length(index: OpenIndex, number: int) -> tuple[int, int]:
    return len(index.heads[number].identifier), number


def member_called(index: OpenIndex, places: Sequence[int], names: Sequence[str], thing: Sequence[str] = ()) -> str | None:
    """Return the member of the first of some places that is called as the first name, with the thing or longer, or as another.

    None where no place has such a member. The first name is the stem of a verb, the others are whole names.
    """
    whole = " ".join((names[0], *map(stem, thing)))
    for place in places:
        members = {index.heads[number].name: index.keys[number] for number in index.members.get(place, ())}
        stemmed = {" ".join(map(stem, split_identifier(name))): key for name, key in sorted(members.items(), reverse=True)}
        found = stemmed.get(names[0]) or (stemmed.get(whole) if thing else None)
        found = found or next((members[name] for name in names[1:] if name in members), None)
        if found or (found := _longer(members, names[0])):
            return found
    return None


def _longer(members: Mapping[str, str], verb: str) -> str | None:
    """Return the shortest member whose name begins with a verb: `approve_application` for "approves a partner"."""
    found = (name for name in members if "_" in name and stem(name.partition("_")[0]) == verb)
    shortest = min(found, key=lambda name: (len(name), name), default="")
    return members.get(shortest)
