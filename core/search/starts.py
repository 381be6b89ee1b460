"""Rank the entry points of an application for a question that asks what happens: actions, jobs, mails, commands, services.

Each has a gloss of the words of its name, its owner, its routes and what it sets off. A question is compared with glosses by
words, each weighed by its rarity, and by the vectors of its word pieces.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from math import log
from typing import TYPE_CHECKING

from core.flow.entries import STARTED
from core.flow.facts import RUN_BY, runs
from core.model import UnitHead
from core.model.entity_kinds import MEMBER
from core.model.run import Entity, Plan
from core.open_index import Kept, OpenIndex, Stores, per_index
from core.search.linked import said_words, spoken
from core.search.question import read_question
from core.settings.retrieval import Rules
from core.text.words import split_identifier, stem
from core.vocabulary import ROUTED

if TYPE_CHECKING:
    from core.ports import Vectors

_NAME, _OWNER, _ROUTE, _EFFECT = 2.0, 1.5, 1.0, 0.5  # weights of the fields of a gloss
_WORDS = 2.0  # of the share of words against the cosine; chosen, as the next two, on 36 tracing questions on seven applications
_CLEAR = 0.3  # least share of the question's words for an entry that is taken
_LEAD = 0.06  # by which an entry must be ahead of the next one
_AS_MANY = 0.8  # share of the best entry's words that one which leads to it must have
_OFFERED = 3
_SURE = 0.8
_HINTS = frozenset({MEMBER, "mentioned", "words"})  # kinds of what words mean, which need not be where something starts
_FILTERED = frozenset({"filters_with"})
_UNTOLD = frozenset({*RUN_BY, "get", "post", "put", "patch", "delete"})  # names of methods that say nothing of what they do
_EFFECTS = frozenset({"delivers", "enqueues", "publishes", "instantiates", "calls", "writes"})
_HOLDERS = frozenset({"controller", "mailer"})
_vectors: Kept[list[Vectors]] = Kept(list)


@dataclass(frozen=True, slots=True)
class _Glosses:
    numbers: Sequence[int]
    words: Sequence[dict[str, float]]
    texts: Sequence[str]
    frequency: Counter[str]

    def rarity(self, word: str) -> float:
        return log(1 + len(self.numbers) / max(1, self.frequency[word]))


def with_start(plan: Plan, stores: Stores, rules: Rules) -> Plan:
    """Return a tracing plan with the entry point that its question means, where one is clearly ahead.

    Otherwise a note offers the best three. A plan that names what it starts from, or that asks for no flow, stays as it is.
    """
    named = any(one.confidence >= _SURE and one.kind not in _HINTS for one in plan.entities)
    if plan.direction != "out" or named:
        return plan
    ranked = ranked_starts(plan.question, stores, rules)
    if not ranked:
        return plan
    index = stores.index
    first, share, score = _outermost(ranked, index)
    rival = next((other for number, _, other in ranked if _is_rival(index, number, first)), 0.0)
    if share >= _CLEAR and score - rival >= _LEAD:
        names = frozenset(map(stem, split_identifier(index.heads[first].identifier)))
        text = spoken(read_question(plan.question), names) or plan.question
        started = Entity(text, "action", (index.keys[first],), _SURE)
        rest = (replace(one, kind="mentioned") if one.kind == MEMBER else one for one in plan.entities)
        return replace(plan, entities=(started, *rest))
    offered = [index.heads[number].identifier for number, *_ in ranked[:_OFFERED]]
    return replace(plan, notes=(*plan.notes, f"Possible entry points: {', '.join(offered)}. Name one to follow it."))


def _owner(index: OpenIndex, number: int) -> UnitHead | None:
    parent = index.heads[number].parent
    return index.by_key.get(parent) if parent else None


def _title(index: OpenIndex, number: int) -> str:
    """Return the name that says what an entry does: that of the job whose method is `perform`, of the view that has `post`."""
    head, owner = index.heads[number], _owner(index, number)
    return owner.name if owner is not None and head.name in _UNTOLD else head.name


def _outermost(ranked: Sequence[tuple[int, float, float]], index: OpenIndex) -> tuple[int, float, float]:
    """Return the best entry, or one that leads to it and is said as well: an action before its service."""
    best = ranked[0]
    leading = (one for one in ranked[1:_OFFERED] if one[1] >= _AS_MANY * best[1] and _leads(index, one[0], best[0]))
    return next(leading, best)


def _leads(index: OpenIndex, number: int, other: int) -> bool:
    """Tell whether an entry sets off another one, or makes its object."""
    targets = {other, index.position.get(index.heads[other].parent, other)}
    return any(link.kind in _EFFECTS and link.other in targets for link in index.links.out(number))


def _is_rival(index: OpenIndex, number: int, first: int) -> bool:
    """Tell whether an entry may be meant as well: it is not what the first one sets off."""
    return number != first and not _leads(index, first, number)


def ranked_starts(question: str, stores: Stores, rules: Rules) -> list[tuple[int, float, float]]:
    """Return entry points that share a word with the question: position, share of its words (0..1), score; best first."""
    glosses = _glosses(stores.index, rules)
    asked = read_question(question)
    words = said_words(asked, rules)
    rarities = {word: glosses.rarity(word) for word in words}
    whole = sum(rarities.values())
    cosines = _cosines(question, glosses, stores)
    ranked = []
    for place, number in enumerate(glosses.numbers):
        matched = sum(rarity * _saturated(glosses.words[place].get(word, 0.0)) for word, rarity in rarities.items())
        if matched:
            share = matched / whole
            ranked.append((number, share, _WORDS * share + cosines[place]))
    return sorted(ranked, key=lambda row: (-row[2], row[0]))


def _saturated(weight: float) -> float:
    return weight * (1 + _NAME) / (weight + 1) / _NAME


def _cosines(question: str, glosses: _Glosses, stores: Stores) -> Sequence[float]:
    if stores.table is None or not glosses.numbers:
        return [0.0] * len(glosses.numbers)
    known = _vectors.of(stores.index)
    if not known:
        known.append(stores.table.embed(glosses.texts))
    return [float(value) for value in known[0] @ stores.table.embed_question(question).ravel()]


@per_index
def _glosses(index: OpenIndex, rules: Rules) -> _Glosses:
    numbers = [number for number in range(len(index.heads)) if _starts(index, number)]
    words, texts, frequency = [], [], Counter[str]()
    for number in numbers:
        weights: dict[str, float] = {}
        named = list(_fields(index, number, rules))
        for text, weight in named:
            for word in split_identifier(text):
                weights[stem(word)] = max(weight, weights.get(stem(word), 0.0))
        frequency.update(weights)
        words.append(weights)
        texts.append(
            " ".join(dict.fromkeys(word for text, weight in named if weight > _EFFECT for word in split_identifier(text)))
        )
    return _Glosses(numbers, words, texts, frequency)


def _starts(index: OpenIndex, number: int) -> bool:
    """Tell whether a unit is started from outside; of a class that runs as a whole it is the method by which it runs."""
    head, owner = index.heads[number], _owner(index, number)
    if head.is_test:
        return False
    if head.type in STARTED:
        return _runner(index, number) < 0
    if not runs(head):
        return False
    if owner is not None and owner.type in STARTED:
        return _runner(index, index.position[owner.key]) == number
    if _is_reached(index, number, ROUTED):
        return True
    if owner is None or owner.type not in _HOLDERS or _is_reached(index, number, _FILTERED):
        return False
    return not any(_is_reached(index, one, ROUTED) for one in index.members.get(index.position[owner.key], ()))


def _is_reached(index: OpenIndex, number: int, kinds: Container[str]) -> bool:
    return any(link.kind in kinds for link in index.links.into(number))


def _runner(index: OpenIndex, number: int) -> int:
    """Return the method by which a class is run as a whole, that of an object before that of the class; -1 for none."""
    heads = (index.by_key[key] for key in index.children.get(index.keys[number], ()))
    inside = {head.name: head.key for head in sorted(heads, key=lambda head: "#" in head.identifier) if runs(head)}
    return next((index.position[inside[name]] for name in RUN_BY if name in inside), -1)


def _fields(index: OpenIndex, number: int, rules: Rules) -> Iterator[tuple[str, float]]:
    """Yield the names of a gloss with the weights of their fields; `create` also has the verbs that people use for it."""
    head, owner = index.heads[number], _owner(index, number)
    yield _title(index, number), _NAME
    yield (owner or head).identifier, _OWNER
    yield from ((verb, _ROUTE) for row in rules.actions.values() if head.name in row.members for verb in row.verbs)
    yield from ((index.heads[link.other].identifier, _ROUTE) for link in index.links.into(number) if link.kind in ROUTED)
    yield from ((index.heads[link.other].name, _EFFECT) for link in index.links.out(number) if link.kind in _EFFECTS)
