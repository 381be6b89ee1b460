"""Graph search: the units related to those that the question names, or to the best that other searches found."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log2

from core.flow.passed import Passage, traced
from core.flow.words import relation_sentence
from core.model.run import Hit, Plan
from core.open_index import Neighbour, OpenIndex
from core.search.requested_types import asked_kinds
from core.search.search_space import SearchSpace, hits_of
from core.settings.retrieval import Rules
from core.vocabulary import relation_kind, unit_type

_CERTAINTY = {"declared": 1.0, "expanded": 0.95, "inferred": 0.85, "dynamic": 0.7}
_WRONG_WAY = 0.25  # of a relation against the direction that the question asks for
_OTHER_KIND = 0.4  # of a relation of another kind than the question's verb
_STEP = 0.45  # of what is two steps away
_WIDE = 24  # units expanded in the second step
_FEW = 5  # allowed neighbours; with fewer, a filter for instance, the search goes one step further
_NAMED = 0.85  # confidence from which what is related to an entity may be all that is asked for
_MOST_ASKED = 20
_MOST_PASSED = 12  # units of a flow
_SET_OFF = 0.9  # of what an action sets off, where the question asks what happens
_SURE = 0.6  # confidence from which an entity is a starting point of its own


def by_graph(plan: Plan, space: SearchSpace, seeds: Sequence[tuple[str, float]] = ()) -> list[Hit]:
    """Return neighbours of the named units, else of the seeds (key, weight), with the relation that led there as evidence.

    The score (0..1) joins the relations of a pair: 1 - Π(1 - weight), less for each step, for general-purpose units that
    everything is related to, and for relations against the asked direction.
    """
    named = [(entity.unit_keys[0], entity.confidence) for entity in plan.entities if entity.unit_keys]
    sure = [(key, weight) for key, weight in named if weight >= _SURE]
    start = {space.index.position[key]: weight for key, weight in (sure or seeds)}
    walk = _Walk(plan, space)
    first = walk.step(start)
    found = dict(first)
    few = sum(1 for number in first if number not in start and space.allows(space.index.keys[number])) < _FEW
    if sure and (few or plan.intent == "trace"):
        frontier = dict(sorted(((n, s) for n, (s, _) in first.items()), key=lambda row: (-row[1], row[0]))[:_WIDE])
        for number, (score, evidence) in walk.step(frontier).items():
            if number not in start and score * _STEP > found.get(number, (0.0, ""))[0]:
                found[number] = (score * _STEP, evidence)
    for one in _passed(plan, space.index):
        number = space.index.position[one.key]
        found[number] = (max(_SET_OFF, found.get(number, (0.0, ""))[0]), one.evidence)
    rows = [
        (space.index.keys[number], score, evidence)
        for number, (score, evidence) in found.items()
        if number not in start and space.allows(space.index.keys[number])
    ]
    return hits_of("graph", rows, space.settings.search.candidates)


def _passed(plan: Plan, index: OpenIndex) -> tuple[Passage, ...]:
    """Return what the flow of a tracing question passes, the weightiest first."""
    found = traced(plan, index)
    return found.weightiest(_MOST_PASSED) if found else ()


def set_off(plan: Plan, index: OpenIndex) -> tuple[str, ...]:
    """Return the keys of the unit that a tracing question starts from and of what its flow passes, the weightiest first.

    What the question means as well as the start follows it: all callbacks that speak of "closed".
    """
    passed = tuple(one.key for one in _passed(plan, index))
    beside = [key for entity in plan.entities if passed[:1] == entity.unit_keys[:1] for key in entity.unit_keys[1:]]
    return tuple(dict.fromkeys((*passed[:1], *(key for key in beside if key in index.position), *passed[1:])))


def related_as_asked(plan: Plan, index: OpenIndex, rules: Rules) -> tuple[str, ...]:
    """Return what a question such as "who calls NAME" asks for by its verb and direction: the surest and most central first.

    Nothing when it names no unit for sure, or when its verb is of no certain kind of relation.
    """
    named = next((entity for entity in plan.entities if entity.unit_keys and entity.confidence >= _NAMED), None)
    kinds = frozenset(asked_kinds(plan.question, rules))
    if named is None or not kinds or plan.direction not in ("in", "out"):
        return ()
    best: dict[str, float] = {}
    for key in named.unit_keys if named.kind in ("code", "qualified") else named.unit_keys[:1]:
        for link in _links(index, index.position[key]):
            if link.kind in kinds and link.outward == (plan.direction == "out"):
                other = index.keys[link.other]
                best[other] = max(best.get(other, 0.0), _CERTAINTY.get(link.certainty, 0.7))
    first = sorted(best, key=lambda key: (-best[key], -index.importance.get(key, 0.0), key))
    return tuple(first[:_MOST_ASKED])


class _Walk:
    """One step along the relations of the graph, in the direction and of the kinds that the question asks for."""

    def __init__(self, plan: Plan, space: SearchSpace) -> None:
        self._index = space.index
        self._direction = plan.direction
        self._kinds = frozenset(asked_kinds(plan.question, space.rules))

    def step(self, start: dict[int, float]) -> dict[int, tuple[float, str]]:
        """Return score and evidence by position for everything one relation away from the start."""
        missing: dict[int, float] = {}
        evidence: dict[int, tuple[float, str]] = {}
        for number, weight in start.items():
            for link in _links(self._index, number):
                strength = weight * self._strength(link)
                missing[link.other] = missing.get(link.other, 1.0) * (1 - min(0.95, strength))
                if strength > evidence.get(link.other, (0.0, ""))[0]:
                    evidence[link.other] = (strength, relation_sentence(self._index, number, link))
        return {
            other: ((1 - rest) * self._specific(other), evidence.get(other, (0.0, ""))[1]) for other, rest in missing.items()
        }

    def _strength(self, link: Neighbour) -> float:
        weight = relation_kind(link.kind).weight * _CERTAINTY.get(link.certainty, 0.7)
        if self._direction != "both" and link.outward != (self._direction == "out"):
            weight *= _WRONG_WAY
        if self._kinds and link.kind not in self._kinds:
            weight *= _OTHER_KIND
        return weight

    def _specific(self, number: int) -> float:
        return 1 / (1 + 0.12 * log2(1 + self._index.links.degree(number)))


def _links(index: OpenIndex, number: int) -> Iterable[Neighbour]:
    """Return the relations of a unit and of its members, those inside the unit left out; a class inside it is another unit."""
    members = [number, *(one for one in index.members.get(number, ()) if unit_type(index.heads[one].type).member)]
    inside = set(members)
    for member in members:
        for link in (*index.links.out(member), *index.links.into(member)):
            if link.other not in inside:
                yield link
