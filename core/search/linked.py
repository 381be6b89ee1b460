"""Link the words of a question to names of the index: a member is meant when its own name and its owner's name are both said.

Every member has two fields, the words of its own name and those of the class, module or file around it. The rarer a
word is in names, the more it counts: a question may omit "get" or "is", but not "invoice".
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log

from core.flow.facts import runs
from core.model.entity_kinds import MEMBER
from core.model.run import Entity
from core.open_index import OpenIndex, per_index
from core.search.question import Question
from core.settings.retrieval import Rules
from core.text.words import STOP_WORDS, split_identifier, stem
from core.vocabulary import HEIRS, MIXINS

_OWN, _OWNER = 0.6, 0.5  # least share of a name's weight that must be said; chosen on methods asked for in words
_UNSAID = 0.5  # what a word of a name weighs against it that the question lacks
_LENT = 0.99  # of a member that a class has from another one: what it declares itself goes before
_ALIKE = 0.999  # scores of members that are said equally well
_MOST = 3  # members that are meant equally
_MOST_OWNERS = 50  # classes below an owner whose names count as the owner's
_SURE, _LIKELY = 0.9, 0.6
_WHOLE = 0.6  # least share of a question's weight that the names are, where nothing else is asked
_LENDING = HEIRS | MIXINS
_CHOOSING = frozenset({"which", "who", "whose"})  # begin a question for one of many, and not for a value
_STOPS = frozenset(map(stem, STOP_WORDS))


@dataclass(frozen=True, slots=True)
class NameFields:
    """The words of members' names, in stems: `own` and `owners` by position, `by_word` their inverse, `rarity` of each word."""

    own: Mapping[int, frozenset[str]]
    owners: Mapping[int, Sequence[frozenset[str]]]
    by_word: Mapping[str, Sequence[int]]
    rarity: Mapping[str, float]

    def weight(self, words: frozenset[str]) -> float:
        """Return the sum of the rarities of `words`; words that no name has weigh nothing."""
        return sum(self.rarity.get(word, 0.0) for word in words)


def said_words(question: Question, rules: Rules) -> tuple[str, ...]:
    """Return the stems of a question's words in order, each once, without those that every question has."""
    stems = (stem(word) for word in _bare_words(question) if word not in rules.fillers)
    return tuple(dict.fromkeys(word for word in stems if word not in _STOPS))


def _bare_words(question: Question) -> Iterator[str]:
    return (word.strip("'’-").removesuffix("'s").removesuffix("’s") for word in question.words)


def spoken(question: Question, stems: Container[str]) -> str:
    """Return those words of a question that have one of these stems, as they are said."""
    return " ".join(dict.fromkeys(word for word in _bare_words(question) if stem(word) in stems))


def linked_members(question: Question, index: OpenIndex, rules: Rules) -> Iterator[Entity]:
    """Yield the members that a question says best, as one entity; nothing where more than three are said equally well.

    Where little else is said, the member is what the question asks for.
    """
    fields, said = _fields(index), frozenset(map(stem, _bare_words(question)))
    asked = frozenset(said_words(question, rules))
    scores: dict[int, tuple[float, float]] = {}
    for number in {one for word in said - _STOPS for one in fields.by_word.get(word, ())}:
        own = fields.own[number]
        if fields.weight(own & said) >= _OWN * fields.weight(own):
            first, *lent = (_score(fields, own, owner, said) for owner in fields.owners[number])
            scores[number] = max([first, *((_LENT * score, matched) for score, matched in lent)])
    top = max(scores.values(), default=(0.0, 0.0))
    meant = sorted(number for number, score in scores.items() if score[0] >= _ALIKE * top[0]) if top[0] > 0 else []
    if 0 < len(meant) <= _MOST:
        chooses = not _CHOOSING.isdisjoint(question.words[:1])
        whole = top[1] >= _WHOLE * fields.weight(asked) and not question.mentions and not chooses
        text = spoken(question, fields.own[meant[0]])
        yield Entity(
            text, MEMBER if whole else "mentioned", tuple(index.keys[one] for one in meant), _SURE if whole else _LIKELY
        )


def _score(fields: NameFields, own: frozenset[str], owner: frozenset[str], said: frozenset[str]) -> tuple[float, float]:
    """Return the weight of what is said of a member and its owner less what is not, and the former; 0 for too little.

    A name that says no more than its owner's, a class in a module of its name, is no member's.
    """
    if own <= owner or fields.weight(owner & said) < _OWNER * fields.weight(owner):
        return 0.0, 0.0
    names = own | owner
    matched = fields.weight(names & said)
    return matched - _UNSAID * fields.weight(names - said), matched


@per_index
def _fields(index: OpenIndex) -> NameFields:
    own: dict[int, frozenset[str]] = {}
    owners: dict[int, Sequence[frozenset[str]]] = {}
    by_word: dict[str, list[int]] = defaultdict(list)
    frequency: Counter[str] = Counter()
    for number, head in enumerate(index.heads):
        words = frozenset(map(stem, split_identifier(head.name)))
        frequency.update(words)
        parent = index.position.get(head.parent, -1) if head.parent else -1
        holder = index.heads[parent].type if parent >= 0 else "folder"
        if head.is_test or holder == "folder" or (holder == "file" and not runs(head)):
            continue
        own[number] = words
        around = (index.heads[one].name.partition(".")[0] for one in _around(index, parent))  # a file without its ending
        owners[number] = [frozenset(map(stem, split_identifier(name))) for name in around]
        for word in words:
            by_word[word].append(number)
    rarity = {word: log(1 + len(index.heads) / count) for word, count in frequency.items()}
    return NameFields(own, owners, by_word, rarity)


def _around(index: OpenIndex, parent: int) -> Iterator[int]:
    """Yield the class around a member and those that inherit or include it, nearest first: the price of a book is an item's."""
    waiting, known = [parent], {parent}
    for number in waiting:
        heirs = sorted({link.other for link in index.links.into(number) if link.kind in _LENDING} - known)
        known.update(heirs)
        waiting += heirs[: _MOST_OWNERS - len(waiting)]
        yield number
