"""The member of a class that a question says in plain words: "the thumbnail path of a document", `Document.thumbnail_path`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from core.model import UnitHead
from core.model.asked import MEMBER
from core.model.run import Entity
from core.open_index import OpenIndex
from core.search.question import Question
from core.text.words import STOP_WORDS, split_identifier, stem
from core.vocabulary import HEIRS

_LONGEST = 6  # words of the name of a member
_LONGEST_OWNER = 5  # words of the name of a class
GIVEN_ON = HEIRS | {"includes", "extends", "prepends"}
"""Relations by which a class has the members of another."""
_MOST_HEIRS = 400  # classes below one whose names are looked for
_MADE = ("get", "comput", "calculat", "calc")  # stems of what stands before the name of what is computed
OF = frozenset({"of", "for"})
"""Words between a member and its class."""
_IS = frozenset({"is", "are", "was", "were", "has", "can"})
ARTICLES = frozenset({"a", "an", "the", "each", "every", "one", "any", "this", "that", "its", "their", "given", "single"})
"""Words that stand before a class and say nothing of it."""
_PARAMETERS = re.compile(r"\((.*)\)", re.DOTALL)
_SURE = 0.9
_MOST = 3  # members that are meant equally
_HAPPENS = frozenset({"happens", "happen", "happened"})
_OTHERWISE = frozenset({"who", "why", "whom"}) | _HAPPENS
"""Words of questions that ask for something else than what they name."""
_COMPUTED = "compute calculate recalculate determine count derive measure estimate sum evaluate"
VALUED = frozenset(map(stem, _COMPUTED.split()))
"""What is done with a value that somebody asks for."""
_ASKS = (
    "find show tell locate define definition implement implementation decide work code method function exactly come set value"
)
ASKING = VALUED | frozenset(map(stem, _ASKS.split()))
"""Words of a question that ask for nothing more than where something is."""
_STOPS = frozenset(map(stem, STOP_WORDS))


class _Found(NamedTuple):
    """An owner of a member in a question: how many words are between, how far below the member's class, its words."""

    away: int
    below: int
    first: int
    last: int


class _Said(NamedTuple):
    """The words of a question and their stems; `start` and `end` are those that may be the name of a member."""

    words: Sequence[str]
    stems: Sequence[str]
    start: int
    end: int


_NONE = _Found(-1, 0, 0, 0)


def asked_members(question: Question, index: OpenIndex) -> Iterator[Entity]:
    """Yield each member whose name the words of a question are, in order, when they also name its class or an heir of that.

    A name of one word counts where nothing but articles is between it and the class ("the karma of a user", "a user's karma"),
    a longer one wherever the class is named. Of several the nearest to the words are meant, of these those that stand in the
    class that is named itself. Where nothing else is asked, the member is asked for.
    """
    words = [word.strip("'’-") for word in question.words]
    stems = [stem(word.removesuffix("'s").removesuffix("’s")) for word in words]
    happens = not _HAPPENS.isdisjoint(words)
    start = 0
    while start < len(words):
        for end in range(min(len(words), start + _LONGEST), start, -1):
            keys, owner = _meant(index, _Said(words, stems, start, end))
            if keys and not (happens and keys[0].endswith("?")):  # "what happens when it is closed" does not ask for `closed?`
                rest = [word for at, word in enumerate(stems) if not (start <= at < end or owner.first <= at < owner.last)]
                kind = MEMBER if is_all(words, rest) and not question.mentions else "mentioned"
                yield Entity(" ".join(words[start:end]), kind, keys, _SURE)
                start = end - 1
                break
        start += 1


def is_all(words: Sequence[str], rest: Iterable[str]) -> bool:
    """Tell whether the rest of a question, in stems, only asks where or how something is or is computed."""
    return _OTHERWISE.isdisjoint(words) and all(one in _STOPS or one in ASKING for one in rest)


def _meant(index: OpenIndex, said: _Said) -> tuple[tuple[str, ...], _Found]:
    """Return the keys of the members called so whose class is named nearest to these words, and where; none for too many."""
    found: dict[tuple[int, int], list[tuple[int, _Found]]] = {}
    outer = (said.words[said.start], said.words[said.end - 1])
    for number in _called(index, said.stems[said.start : said.end]) if STOP_WORDS.isdisjoint(outer) else ():
        nearest = min(_owned(index, number, said), default=_NONE)
        if nearest.away == 0 or (nearest.away > 0 and said.end - said.start > 1):
            found.setdefault(nearest[:2], []).append((number, nearest))
    best = found[min(found)] if found else []
    if not 0 < len(best) <= _MOST:
        return (), _NONE
    return tuple(index.keys[number] for number, _ in best), best[0][1]


def _called(index: OpenIndex, stems: Sequence[str]) -> Iterator[int]:
    """Yield the members of a name, tests left out, then those with a verb of computing before it."""
    for before in ((), *((one,) for one in _MADE)):
        yield from index.names.members((*before, *stems))


def _owned(index: OpenIndex, member: int, said: _Said) -> Iterator[_Found]:
    """Yield each place where an owner of a member is named."""
    head = index.heads[member]
    for depth, name in _owners(index, member):
        for first, last in _places(said, name):
            yield _Found(_between(said, first, last, head.name.endswith("?")), depth, first, last)
    for name in _parameters(head):
        for first, last in _places(said, name):
            if last > said.end and not _between(said, first, last, False):
                yield _Found(0, 1, first, last)


def _places(said: _Said, name: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """Yield where a name stands beside the words that may be that of a member."""
    length = len(name)
    for place in (*range(said.start - length + 1), *range(said.end, len(said.stems) - length + 1)):
        if name and tuple(said.stems[place : place + length]) == name:
            yield place, place + length


def _owners(index: OpenIndex, member: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the names of what a member may be said of, in stems, the nearest first: its class, then heirs of that."""
    head = index.heads[member]
    first = index.position.get(head.parent, -1)
    if first >= 0 and index.heads[first].type == "impl":
        first = index.position.get(index.heads[first].parent, first)
    level, known, depth = [first] if first >= 0 else [], {first}, 0
    while level and len(known) < _MOST_HEIRS:
        yield from ((depth, name) for one in level if (name := _name(index.heads[one].name)))
        below = {link.other for one in level for link in index.links.into(one) if link.kind in GIVEN_ON}
        level, depth = sorted(below - known), depth + 1
        known |= below


def _parameters(head: UnitHead) -> Iterator[tuple[str, ...]]:
    """Yield the names of what a member is given, in stems: `rating(book)` is the rating of a book, too."""
    found = _PARAMETERS.search(head.signature)
    for one in found[1].split(",") if found else ():
        yield _name(re.split(r"[:=]", one)[0].strip(" *&"))


def _name(text: str) -> tuple[str, ...]:
    """Return the stems of a name; nothing for one of too many words to be said."""
    name = tuple(map(stem, split_identifier(text)))
    return name if len(name) <= _LONGEST_OWNER else ()


def _between(said: _Said, first: int, last: int, asks: bool) -> int:
    """Return 0 for an owner right before the name or behind "of" and articles, else how many words are between.

    Of a member that `asks` also for "a project is overdue".
    """
    is_before = last <= said.start
    between = said.words[last : said.start] if is_before else said.words[said.end : first]
    rest = [word for word in between if word not in ARTICLES]
    joined = len(rest) == 1 and rest[0] in ((_IS if asks else ()) if is_before else OF)
    return 0 if joined else len(between)
